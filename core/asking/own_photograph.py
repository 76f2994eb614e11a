"""A photograph that somebody brings: looked at before it is unpacked, and nothing kept but the picture."""

import io

from core.asking.image_views import Picture
from core.errors import ImageError
from core.photographs.exif import read_camera_facts
from core.photographs.upright import open_upright

MAX_UPLOAD_BYTES = 10_000_000
MAX_UPLOAD_PIXELS = 20_000_000
FORMATS = ("JPEG", "PNG", "WEBP")
"""What is told by the content; a file's name says nothing."""


def read_own_photograph(body: bytes) -> Picture:
    """The upright picture and what EXIF says of the camera; place, time and owner are dropped with the rest of EXIF.

    Raises:
        ImageError: no JPEG, PNG or WebP, a broken one, or a too large one.
    """
    if len(body) > MAX_UPLOAD_BYTES:
        raise ImageError(f"{len(body) / 1e6:.1f} MB are more than {MAX_UPLOAD_BYTES // 10**6} MB")
    image = open_upright(io.BytesIO(body), MAX_UPLOAD_PIXELS, FORMATS)
    image.info.clear()
    image.getexif().clear()
    return Picture(image, read_camera_facts(io.BytesIO(body)))
