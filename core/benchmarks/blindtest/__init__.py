"""BlindTest's two tasks with two circles: images, and verdicts on four models, in the authors' folders."""
