"""EXIF orientation: images turned upright, whatever else their EXIF data contain."""

import struct

from PIL import Image

_ORIENTATION = 0x0112

_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""How an image is turned upright, by its orientation. Source: EXIF 2.32, tag 274."""


def find_turn(image: Image.Image) -> Image.Transpose | None:
    """Return how an image must be turned to be upright; None if it is, or if its EXIF data cannot be read.

    Browsers, too, show an image with broken EXIF data as its pixels are.
    """
    try:
        orientation = image.getexif().get(_ORIENTATION)
    except (ValueError, TypeError, AttributeError, KeyError, SyntaxError, OSError, struct.error):
        return None
    return _TURNS.get(orientation) if isinstance(orientation, int) else None


def turn_upright(image: Image.Image) -> Image.Image:
    """Return the upright image: turned by its EXIF orientation, or a copy.

    `ImageOps.exif_transpose` would also write the EXIF data again, which fails for entries of a wrong type.
    """
    turn = find_turn(image)
    return image.copy() if turn is None else image.transpose(turn)
