"""Conversion of an image's colours to sRGB, by its colour profile or gamma value."""

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from PIL import Image, ImageCms

from core.photographs.conversions import GAMMA, INKS, PROFILE

SCREEN_GAMMA = 1 / 2.2
GAMMA_TOLERANCE = 0.05
"""Relative: a value this near means sRGB. Source: libpng, PNG_GAMMA_THRESHOLD."""

_MODE_OF_PROFILE = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}
"""Pillow's mode by the colour space of a profile; other profiles do not describe an image's numbers."""

_GREY_MODES = ("1", "L", "LA")


@dataclass(frozen=True, slots=True)
class ProfileTransform:
    """The transform of a profile to sRGB.

    Attributes:
        mode: of the images that it takes, as Pillow names it.
        is_srgb: whether the profile describes sRGB, so that no number changes by more than 1.
    """

    mode: str
    transform: ImageCms.ImageCmsTransform
    is_srgb: bool


def convert_to_srgb(image: Image.Image) -> tuple[Image.Image, set[str]]:
    """Convert an image to RGB in sRGB, without its profile; return it with the keys of `CONVERSIONS` that were applied.

    Alpha is dropped. A profile is ignored if it cannot be read or is of another kind of colour than the image.

    Args:
        image: 8 bits per channel, with the profile and gamma value of its file in `info`.
    """
    made = {INKS} if image.mode == "CMYK" else set()
    body, gamma = image.info.get("icc_profile"), image.info.get("gamma")
    own_mode = "L" if image.mode in _GREY_MODES else "CMYK" if image.mode == "CMYK" else "RGB"
    profile = _load_transform(body) if body else None
    if profile is not None and profile.mode == own_mode:
        made |= set() if profile.is_srgb else {PROFILE}
        return _apply_profile(profile, _drop_alpha(image, own_mode)), made
    rgb = _drop_alpha(image, "RGB")
    if gamma and not body and "srgb" not in image.info and abs(gamma / SCREEN_GAMMA - 1) > GAMMA_TOLERANCE:
        made.add(GAMMA)
        rgb = rgb.point(_build_gamma_table(gamma) * 3)
    rgb.info.pop("icc_profile", None)
    return rgb, made


def _drop_alpha(image: Image.Image, mode: str) -> Image.Image:
    """Convert an image to a mode without alpha; return one that has the mode already, since Pillow would copy it."""
    if image.mode == mode:
        return image
    # Pillow reads a palette with transparent entries through RGBA.
    return (image.convert("RGBA") if image.mode in ("P", "PA") else image).convert(mode)


def _apply_profile(profile: ProfileTransform, image: Image.Image) -> Image.Image:
    if profile.mode == "RGB":
        ImageCms.applyTransform(image, profile.transform, inPlace=True)
        converted = image
    else:
        # Without `inPlace`, a new image is returned, which the type does not show.
        converted = cast("Image.Image", ImageCms.applyTransform(image, profile.transform))
    converted.info.pop("icc_profile", None)
    return converted


def _build_gamma_table(gamma: float) -> list[int]:
    """Build a table of the sRGB values of 256 samples that were encoded with a PNG's gamma value.

    Source: PNG, sections 11.3.2.2 and 13.13; IEC 61966-2-1 for sRGB.
    """
    light = (np.arange(256) / 255.0) ** (1.0 / gamma)
    encoded = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return [int(value) for value in np.rint(255.0 * encoded)]


@lru_cache(maxsize=8)
def _load_transform(profile: bytes) -> ProfileTransform | None:
    """Load the transform of a profile, shared by all photographs of a camera; None if it cannot be read."""
    try:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = _MODE_OF_PROFILE.get(opened.profile.xcolor_space.strip())
        if mode is None:
            return None
        # Without its cache of the last pixel, threads may share a transform, and it is faster on photographs.
        transform = ImageCms.buildTransform(
            opened, ImageCms.createProfile("sRGB"), mode, "RGB", flags=ImageCms.Flags.NOCACHE
        )
        return ProfileTransform(mode, transform, _is_srgb(transform, mode))
    except (ImageCms.PyCMSError, OSError):
        return None


def _is_srgb(transform: ImageCms.ImageCmsTransform, mode: str) -> bool:
    """Return whether a transform leaves a grid of colours unchanged."""
    if mode == "CMYK":
        return False
    steps = np.linspace(0, 255, 16).astype(np.uint8)
    red, green, blue = np.meshgrid(steps, steps, steps)
    colours = Image.fromarray(np.stack([red, green, blue], axis=-1).reshape(64, 64, 3)).convert(mode)
    converted = ImageCms.applyTransform(colours, transform)
    difference = np.asarray(converted, dtype=int) - np.asarray(colours.convert("RGB"), dtype=int)
    return bool(np.abs(difference).max() <= 1)
