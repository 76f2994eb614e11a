"""Rules of naming: one image of a solid or three, its name in free text."""

FACE_BANDS = {0: "up to 10", 11: "11 to 20", 21: "21 to 40", 41: "41 and more"}
"""Bands by their lowest number of faces."""

PICTURES_OF_THREE = 3


def get_face_band(n_faces: int) -> str:
    """Return the band of a number of faces."""
    return [band for low, band in FACE_BANDS.items() if n_faces >= low][-1]
