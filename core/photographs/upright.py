"""Opening a photograph: upright, sRGB, 8 bits a channel, its size checked before it is unpacked."""

import io
import warnings
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import numpy as np
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from core.errors import ImageError

MAX_RELEASE_PIXELS = 50_000_000
"""The most pixels that any photograph may have; a JPEG of a few MB can unpack to more."""


def open_upright(
    source: Path | BinaryIO,
    max_pixels: int = MAX_RELEASE_PIXELS,
    formats: tuple[str, ...] | None = None,
    enough_px: int | None = None,
) -> Image.Image:
    """The photograph as sRGB, 8 bits a channel, its EXIF orientation and its colour profile applied.

    Args:
        source: its file, or the file's content.
        max_pixels: the most that it may unpack to.
        formats: names of formats as Pillow knows them; None for all.
        enough_px: a JPEG is unpacked at a half, a quarter or an eighth of its size, which takes less memory and time,
            where its longest side stays at least this; None for its own size.

    Raises:
        ImageError: not a readable image, one that unpacks to more than `max_pixels`, or one that has more than
            `MAX_RELEASE_PIXELS`; checked before it is unpacked.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(source, formats=formats) as image:
                _check_pixels(image, MAX_RELEASE_PIXELS)
                if enough_px is not None:
                    longest_px = max(image.size)
                    width, height = (max(side * enough_px // longest_px, 1) for side in image.size)
                    image.draft("RGB", (width, height))
                _check_pixels(image, max_pixels)
                upright = ImageOps.exif_transpose(image)
                eight_bits = _eight_bits(upright)
                # Pillow would copy what is RGB already.
                rgb = eight_bits if eight_bits.mode == "RGB" else eight_bits.convert("RGB")
                return _in_srgb(rgb, image.mode)
    except UnidentifiedImageError:
        raise ImageError("not an image in a supported format") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageError(f"it unpacks to too many pixels: {error}") from None
    except (OSError, SyntaxError, ValueError) as error:
        raise ImageError(f"a broken image: {error}") from None


MAX_RATIO = 50
"""Of the longer to the shorter side: what is thinner is no photograph, and OpenCV cannot measure it."""


def _check_pixels(image: Image.Image, max_pixels: int) -> None:
    if max(image.size) > MAX_RATIO * min(image.size):
        raise ImageError(f"{image.width} x {image.height} pixels: a side is more than {MAX_RATIO} times the other")
    if image.width * image.height > max_pixels:
        raise ImageError(f"{image.width} x {image.height} pixels are more than {max_pixels // 10**6} million")


def _eight_bits(image: Image.Image) -> Image.Image:
    """A grey picture of 16 bits with its range as 8; Pillow alone would cut off all above 255."""
    if not image.mode.startswith("I"):
        return image
    return Image.fromarray((np.asarray(image, dtype=np.float64) / 257.0).clip(0, 255).round().astype(np.uint8))


def _in_srgb(rgb: Image.Image, mode: str) -> Image.Image:
    """The picture in sRGB and without a profile: what follows, and those who are shown it, take numbers for sRGB.

    Args:
        rgb: as decoded, with the profile of the file.
        mode: of the file as Pillow names it; only a profile of red, green and blue speaks of these numbers. One that
            cannot be read says nothing, and the numbers stay.
    """
    profile = rgb.info.pop("icc_profile", None)
    transform = _srgb_from(profile) if profile and mode in ("RGB", "RGBA") else None
    if transform is not None:
        ImageCms.applyTransform(rgb, transform, inPlace=True)
        rgb.info.pop("icc_profile", None)
    return rgb


@lru_cache(maxsize=8)
def _srgb_from(profile: bytes) -> ImageCms.ImageCmsTransform | None:
    """The transform of a profile, the same for all photographs of a camera; None where it cannot be read."""
    try:
        # Without its memory of the last pixel a transform may be shared by threads, and is faster on photographs.
        return ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(io.BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            "RGB",
            "RGB",
            flags=ImageCms.Flags.NOCACHE,
        )
    except (ImageCms.PyCMSError, OSError):
        return None
