"""Uploaded photographs: checked before they are decoded, and kept without their metadata."""

import io
import math
from dataclasses import replace

from PIL import Image

from core.errors import ImageError
from core.inference.image_views import LoadedPhotograph
from core.inference.upload_limits import MAX_UPLOAD_BYTES
from core.photographs.exif import read_camera_metadata
from core.photographs.load_image import load_upright_image

MAX_UPLOAD_PIXELS = 20_000_000
"""Maximum number of decoded pixels. A JPEG may have up to `MAX_RELEASE_PIXELS`: it is decoded at half its size."""

ENOUGH_PX = 2048
"""Longest side of the image that is kept and sent to models; the border is measured at 1280."""

FORMATS = ("JPEG", "PNG", "WEBP")
"""Accepted formats, recognised by the content and not by the file name."""


def read_own_photograph(body: bytes) -> LoadedPhotograph:
    """Return the upright photograph and the camera's metadata; drop place, time, owner and all other EXIF data.

    A large photograph is shrunk, and its focal length in pixels is scaled accordingly.

    Raises:
        ImageError: the file is not a JPEG, PNG or WebP, or it is damaged, too large, or a decompression bomb.
    """
    if len(body) > MAX_UPLOAD_BYTES:
        raise ImageError(f"The file is larger than {MAX_UPLOAD_BYTES // 10**6} MB")
    image = load_upright_image(io.BytesIO(body), MAX_UPLOAD_PIXELS, FORMATS, ENOUGH_PX)
    image.thumbnail((ENOUGH_PX, ENOUGH_PX), Image.Resampling.LANCZOS)
    image.info.clear()
    image.getexif().clear()
    camera_metadata = read_camera_metadata(io.BytesIO(body))
    if camera_metadata.focal_px is not None:
        with Image.open(io.BytesIO(body)) as stored:
            scale = math.hypot(*image.size) / math.hypot(*stored.size)
        camera_metadata = replace(camera_metadata, focal_px=camera_metadata.focal_px * scale)
    return LoadedPhotograph(image, camera_metadata)
