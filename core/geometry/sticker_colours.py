"""Images prepared for the search of stickers: even light, the table subtracted, colours as three channels."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from core.geometry.border_candidates import compute_white_balance_gain
from core.geometry.homography import Homography, Image

STICKER_CM = 3.0
"""Side of a sticker. Source: Tri-Bench, section "Physical Setup"."""

SEARCH_PX_PER_CM = 5.0
"""Resolution of the rectified board: that of the nearest parts of an image of a thousand pixels."""

MIN_BRIGHTNESS = 0.5
"""Brightness, in even light, relative to most of the table: the remains of shadows stay above, black things below."""

TABLE_BRIGHTNESS = 200.0
"""Brightness to which the board's table is normalised: that of good light, for which `STICKER_STRENGTHS` holds."""

SHADING_CM = 12.0
"""A dark area narrower than this is a thing on the board; a wider one is a shadow."""

LIGHT_PX_PER_CM = 1.0
"""Resolution of the estimated light on the board."""

MAX_SHADE = 0.4
"""Light in the deepest shadow relative to most of the table; a wide area that is darker is a dark thing."""

COLOUR_BLUR_CM = 0.2
"""Radius over which colour on the board is averaged; a JPEG's half-size colour keeps no finer detail anyway."""
Channel = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SearchImage:
    """The image in which stickers are searched: its colour differences to the table, and a sticker's size."""

    to_blue: Channel
    to_red: Channel
    is_bright: NDArray[np.bool_]
    sticker_px: float | None


def prepare_board(image: Image, homography: Homography) -> SearchImage:
    """Prepare the rectified board in even light: all of it is table, so a wide dark area on it is a shadow."""
    brightness, to_red, to_blue = _split_colours(homography.rectify(image, SEARCH_PX_PER_CM))
    gain = TABLE_BRIGHTNESS / _estimate_light(brightness)
    to_red, to_blue = (
        _to_float32(cv2.GaussianBlur(channel * gain, (0, 0), COLOUR_BLUR_CM * SEARCH_PX_PER_CM))
        for channel in (to_red, to_blue)
    )
    return SearchImage(*_subtract_table(brightness * gain, to_red, to_blue), STICKER_CM * SEARCH_PX_PER_CM)


def prepare_image(image: Image) -> SearchImage:
    """Prepare the image itself, without a homography."""
    return SearchImage(*_subtract_table(*_split_colours(image)), None)


def _estimate_light(brightness: Channel) -> Channel:
    """Estimate the brightness of the table, or of the table under things, in each pixel of the rectified board."""
    factor = LIGHT_PX_PER_CM / SEARCH_PX_PER_CM
    coarse = cv2.resize(brightness, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    width_px = round(SHADING_CM * LIGHT_PX_PER_CM) + 1
    light = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones((width_px, width_px), dtype=np.uint8))
    most = float(np.median(light[light >= np.median(light)]))
    light = cv2.GaussianBlur(np.clip(light, MAX_SHADE * most, most), (0, 0), 1.0)
    return np.asarray(cv2.resize(light, brightness.shape[::-1], interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def _subtract_table(
    brightness: Channel, to_red: Channel, to_blue: Channel
) -> tuple[Channel, Channel, NDArray[np.bool_]]:
    """Subtract the table's Cb and Cr (the brighter half of the image), and mask the pixels of about its brightness."""
    sample = (slice(None, None, 4), slice(None, None, 4))
    is_table = brightness[sample] >= np.median(brightness[sample])
    table, table_blue, table_red = (
        np.float32(np.median(channel[sample][is_table])) for channel in (brightness, to_blue, to_red)
    )
    is_bright = np.asarray(brightness > MIN_BRIGHTNESS * table)
    return to_blue - table_blue, to_red - table_red, is_bright


def _split_colours(image: Image) -> tuple[Channel, Channel, Channel]:
    """Split into Y, Cr and Cb (0 for grey) as in good white light: a lamp shifts the hues, dim light weakens them."""
    brightness, red, blue = cv2.split(cv2.cvtColor(_balance_white(image), cv2.COLOR_RGB2YCrCb))
    # In floating point, OpenCV puts grey at 0.5, whatever the range.
    return _to_float32(brightness), _to_float32(red) - np.float32(0.5), _to_float32(blue) - np.float32(0.5)


def _to_float32(channel: NDArray[np.generic]) -> Channel:
    """Convert to 32-bit floats: OpenCV does not annotate the type of its results."""
    return np.asarray(channel, dtype=np.float32)


def _balance_white(image: Image) -> NDArray[np.float32]:
    """Make the table, the brighter half of the image, grey and bright; values above 255 are not clipped."""
    sample = image[::4, ::4].reshape(-1, 3)
    brightness = sample.max(axis=1)
    gain = compute_white_balance_gain(sample[brightness >= np.median(brightness)])
    # Multiply channel by channel: a product with three numbers per pixel takes longer.
    channels = [
        channel.astype(np.float32) * np.float32(factor) for channel, factor in zip(cv2.split(image), gain, strict=True)
    ]
    return np.asarray(cv2.merge(channels), dtype=np.float32)
