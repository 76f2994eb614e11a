"""Opening of an image: upright, sRGB, 8 bits per channel, flattened on white, its cost checked before decoding."""

import io
import struct
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from core.errors import ImageError
from core.photographs.conversions import BITS, CONVERSIONS, FRAMES, ORIENTATION, TRANSPARENCY
from core.photographs.file_structure import check_scanned_pixels, count_parts
from core.photographs.orientation import find_turn
from core.photographs.srgb import convert_to_srgb

MAX_RELEASE_PIXELS = 50_000_000
"""Largest number of pixels of any photograph; a JPEG of a few MB can unpack to more."""

MAX_IMAGE_BYTES = 100_000_000

MAX_EXIF_BYTES = 131_072
"""A JPEG's segment has half of this. Each of thousands of EXIF entries may claim the rest as its value."""

MAX_RUN_LENGTH_PIXELS = 4_000_000
"""Limit for a BMP with run-length encoding, which Pillow decodes in Python; also the most bytes of its file."""

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP")
"""Other formats are refused whatever the file's name: some that Pillow knows are programs for an interpreter."""

MAX_RATIO = 50
"""Largest ratio of the longer to the shorter side: a thinner image is not a photograph, and OpenCV fails on it."""

_PNG_DEPTH, _PNG_COLOUR_TYPE = 24, 25
"""Positions of a PNG's bits per channel and its kind of pixels."""

_GREY_WITH_ALPHA = 4


@dataclass(frozen=True, slots=True)
class OpenedImage:
    """An image as its author sees it.

    Attributes:
        image: upright, sRGB, 8 bits per channel, opaque.
        conversions: keys of `CONVERSIONS`, in their order: how it differs from the numbers in the file.
    """

    image: Image.Image
    conversions: tuple[str, ...]


def load_upright_image(
    source: Path | BinaryIO,
    max_pixels: int = MAX_RELEASE_PIXELS,
    formats: tuple[str, ...] = FORMATS,
    enough_px: int | None = None,
) -> Image.Image:
    """Return the image that `open_image` opens."""
    return open_image(source, max_pixels, formats, enough_px).image


def open_image(
    source: Path | BinaryIO,
    max_pixels: int = MAX_RELEASE_PIXELS,
    formats: tuple[str, ...] = FORMATS,
    enough_px: int | None = None,
) -> OpenedImage:
    """Open the image as its author sees it: sRGB, 8 bits per channel, EXIF orientation and profile applied, on white.

    Args:
        source: its file, or the file's content.
        max_pixels: the most to which it may unpack.
        formats: names of formats as Pillow knows them.
        enough_px: a JPEG is unpacked at a half, a quarter or an eighth of its size, which takes less memory and time,
            if its longest side stays at least this; None for its full size.

    Raises:
        ImageError: the file is not a readable image, unpacks to more than `max_pixels` or `MAX_RELEASE_PIXELS`, or is
            built to take long; checked before it is unpacked.
    """
    try:
        body = _read_bytes(source)
        parts = count_parts(body)
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(body), formats=formats) as image:
                _check_pixels(image, MAX_RELEASE_PIXELS)
                check_scanned_pixels(parts, image.width * image.height)
                _check_cost(image, len(body))
                if enough_px is not None:
                    longest_px = max(image.size)
                    width, height = (max(side * enough_px // longest_px, 1) for side in image.size)
                    image.draft("RGB", (width, height))
                _check_pixels(image, max_pixels)
                return _convert(image, body)
    except UnidentifiedImageError:
        raise ImageError("not an image in a supported format") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageError(f"it unpacks to too many pixels: {error}") from None
    except (OSError, SyntaxError, ValueError, struct.error) as error:
        raise ImageError(f"a broken image: {error}") from None


def flatten(colours: Image.Image, alpha: Image.Image | None) -> Image.Image:
    """Flatten colours over white.

    Args:
        colours: RGB.
        alpha: L, 255 where the image is opaque; None for an opaque image.
    """
    if alpha is None:
        return colours
    white = Image.new("RGB", colours.size, (255, 255, 255))
    white.paste(colours, mask=alpha)
    return white


def _convert(image: Image.Image, body: bytes) -> OpenedImage:
    """Decode an image and apply the conversions that its file requires."""
    made: set[str] = set()
    if image.format != "MPO" and getattr(image, "is_animated", False):  # MPO: a photograph with its depth or gain map
        made.add(FRAMES)
    turn = find_turn(image)
    if turn is not None:
        made.add(ORIENTATION)
    depth = body[_PNG_DEPTH] if image.format == "PNG" else 8
    if depth == 16:
        made.add(BITS)
    upright = image.copy() if turn is None else image.transpose(turn)
    if depth == 16 and body[_PNG_COLOUR_TYPE] == _GREY_WITH_ALPHA:
        upright = upright.convert("LA")  # Pillow opens it as RGBA
    if depth == 16 and image.mode == "RGB" and "transparency" in image.info:
        alpha = _decode_wide_alpha(body)
        alpha = alpha if alpha is None or turn is None else alpha.transpose(turn)
    else:
        alpha = _extract_alpha(upright, depth, is_bmp=image.format == "BMP")
    if alpha is not None:
        made.add(TRANSPARENCY)
    colours, converted = convert_to_srgb(_to_eight_bits(upright))
    flat = flatten(colours, alpha)
    flat.info.pop("transparency", None)
    return OpenedImage(flat, tuple(key for key in CONVERSIONS if key in made | converted))


def _read_bytes(source: Path | BinaryIO) -> bytes:
    """Read a file's content.

    Raises:
        ImageError: the file has more than `MAX_IMAGE_BYTES`.
    """
    if isinstance(source, Path):
        with source.open("rb") as file:
            body = file.read(MAX_IMAGE_BYTES + 1)
    else:
        body = source.read(MAX_IMAGE_BYTES + 1)
    if len(body) > MAX_IMAGE_BYTES:
        raise ImageError(f"more than {MAX_IMAGE_BYTES // 10**6} MB")
    return body


def _check_pixels(image: Image.Image, max_pixels: int) -> None:
    if max(image.size) > MAX_RATIO * min(image.size):
        raise ImageError(f"{image.width} x {image.height} pixels: a side is more than {MAX_RATIO} times the other")
    if image.width * image.height > max_pixels:
        raise ImageError(f"{image.width} x {image.height} pixels are more than {max_pixels // 10**6} million")


def _check_cost(image: Image.Image, size_bytes: int) -> None:
    """Raise ImageError if metadata or pixels that Pillow reads in Python would take long."""
    exif_bytes = len(image.info.get("exif", b"")) + len(image.info.get("Raw profile type exif", "")) // 2
    if exif_bytes > MAX_EXIF_BYTES:
        raise ImageError(f"{exif_bytes:,} bytes of EXIF data are more than {MAX_EXIF_BYTES:,}: save it without them")
    has_runs = image.format == "BMP" and image.info.get("compression") in (1, 2)
    if has_runs and max(image.width * image.height, size_bytes) > MAX_RUN_LENGTH_PIXELS:
        raise ImageError("a large BMP with run-length encoding takes long to decode: save it as PNG")


def _extract_alpha(image: Image.Image, depth: int, *, is_bmp: bool) -> Image.Image | None:
    """Extract an image's opacity as L from its alpha channel, palette or transparent colour; None if it is opaque.

    Args:
        image: as decoded.
        depth: bits per channel of the file, in which a transparent colour is written.
        is_bmp: a BMP whose alpha is 0 everywhere has none: programs leave that byte unset.
    """
    if "A" in image.getbands():
        alpha = image.getchannel("A")
    elif "transparency" not in image.info:
        return None
    elif image.mode == "P":
        alpha = image.convert("RGBA").getchannel("A")
    else:
        alpha = _compute_colour_alpha(image, image.info["transparency"], depth)
    lowest, highest = alpha.getextrema()
    return None if lowest == 255 or (is_bmp and highest == 0) else alpha


def _compute_colour_alpha(image: Image.Image, colour: int | tuple[int, ...], depth: int) -> Image.Image:
    """Compute the opacity of an image with one transparent colour, which Pillow keeps as the file has it."""
    written = np.atleast_1d(np.asarray(colour, dtype=np.int64))
    if image.mode == "L" and depth < 8:
        written = written * (255 // (2**depth - 1))
    pixels = np.asarray(image.convert("L") if image.mode == "1" else image, dtype=np.int64)
    is_opaque = (pixels.reshape(image.height, image.width, -1) != written).any(axis=2)
    return Image.fromarray(np.where(is_opaque, 255, 0).astype(np.uint8))


def _decode_wide_alpha(body: bytes) -> Image.Image | None:
    """Decode the opacity of a PNG of 16 bits per colour, of which Pillow keeps the high byte; None if it is opaque."""
    pixels = cv2.imdecode(np.frombuffer(body, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None or pixels.ndim != 3 or pixels.shape[2] != 4 or pixels[:, :, 3].min() == np.iinfo(np.uint16).max:
        return None
    return Image.fromarray((np.asarray(pixels[:, :, 3], dtype=np.uint16) >> 8).astype(np.uint8))


def _to_eight_bits(image: Image.Image) -> Image.Image:
    """Convert a grey image from 16 bits to the range of 8; Pillow alone would clip everything above 255."""
    if not image.mode.startswith("I"):
        return image
    grey = Image.fromarray((np.asarray(image, dtype=np.float64) / 257.0).clip(0, 255).round().astype(np.uint8))
    grey.info = dict(image.info)
    return grey
