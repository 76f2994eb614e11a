"""BlindTest's two tasks with two circles: images and right or wrong of four models, in the authors' folders."""
