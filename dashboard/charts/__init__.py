"""Charts built from small frames: one chart per file. 3D is a full circle, 2D an open diamond.

`template` has the look that all share, `primitives` what several charts draw.
"""
