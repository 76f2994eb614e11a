"""Charts out of small frames: one chart a file. 3D is a full circle, 2D an open diamond.

`palette` has the colours, `template` the look that all share, `marks` what several charts draw.
"""
