"""What to write for a frame, the truth that answers are compared with."""

from core.records import Frame

FRAME_NAMES: dict[Frame, str] = {"3d": "3D", "2d": "2D"}
FRAME_TITLES = {"3d": "3D, by tape", "2d": "2D, in the picture"}
