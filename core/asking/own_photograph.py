"""A user's own photograph: checked before it is decoded, and kept without its metadata."""

import io

from core.asking.image_views import Picture
from core.errors import ImageError
from core.photographs.exif import read_camera_facts
from core.photographs.upright import open_upright

MAX_UPLOAD_BYTES = 10_000_000
MAX_UPLOAD_PIXELS = 20_000_000
FORMATS = ("JPEG", "PNG", "WEBP")
"""Formats, recognized by the content; the file's name does not count."""


def read_own_photograph(body: bytes) -> Picture:
    """The upright picture and the camera's facts; place, time and owner are dropped with the rest of EXIF.

    Raises:
        ImageError: the file is not a JPEG, PNG or WebP, or it is damaged or too large.
    """
    if len(body) > MAX_UPLOAD_BYTES:
        raise ImageError(f"{len(body) / 1e6:.1f} MB are more than {MAX_UPLOAD_BYTES // 10**6} MB")
    image = open_upright(io.BytesIO(body), MAX_UPLOAD_PIXELS, FORMATS)
    image.info.clear()
    image.getexif().clear()
    return Picture(image, read_camera_facts(io.BytesIO(body)))
