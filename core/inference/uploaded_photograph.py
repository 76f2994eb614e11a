"""A user's own photograph: checked before it is decoded, and kept without its metadata."""

import io
import math
from dataclasses import replace

from PIL import Image

from core.errors import ImageError
from core.inference.image_views import LoadedPhotograph
from core.inference.limits import MAX_UPLOAD_BYTES
from core.photographs.exif import read_camera_facts
from core.photographs.load_image import load_upright_image

MAX_UPLOAD_PIXELS = 20_000_000
"""The most that is unpacked. A JPEG may have more, up to `MAX_RELEASE_PIXELS`: it is unpacked at half its size."""

ENOUGH_PX = 2048
"""Longest side of what is kept, and of what models are sent; the border is measured at 1280."""

FORMATS = ("JPEG", "PNG", "WEBP")
"""Formats, recognized by the content; the file's name does not count."""


def read_own_photograph(body: bytes) -> LoadedPhotograph:
    """The upright picture and the camera's facts; place, time and owner are dropped with the rest of EXIF.

    A large one is made smaller, and its focal length in pixels with it.

    Raises:
        ImageError: the file is not a JPEG, PNG or WebP, or it is damaged, too large, or made to take long.
    """
    if len(body) > MAX_UPLOAD_BYTES:
        raise ImageError(f"{len(body) / 1e6:.1f} MB are more than {MAX_UPLOAD_BYTES // 10**6} MB")
    image = load_upright_image(io.BytesIO(body), MAX_UPLOAD_PIXELS, FORMATS, ENOUGH_PX)
    image.thumbnail((ENOUGH_PX, ENOUGH_PX), Image.Resampling.LANCZOS)
    image.info.clear()
    image.getexif().clear()
    facts = read_camera_facts(io.BytesIO(body))
    if facts.focal_px is not None:
        with Image.open(io.BytesIO(body)) as stored:
            scale = math.hypot(*image.size) / math.hypot(*stored.size)
        facts = replace(facts, focal_px=facts.focal_px * scale)
    return LoadedPhotograph(image, facts)
