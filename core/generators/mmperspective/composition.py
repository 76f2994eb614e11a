"""Composition of an item's images. Marks and letters are drawn last, so that nothing mirrors them."""

from collections.abc import Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from core.benchmarks.mmperspective.image_plane import project_segments_px
from core.benchmarks.mmperspective.item import ItemMark, PerspectiveItem
from core.benchmarks.mmperspective.scene import Array
from core.benchmarks.mmperspective.view import PerspectiveImage
from core.generators.mmperspective.painter import paint
from core.overlays.mark_colours import RED

CIRCLE_SHARE = 0.025
"""Radius of a circle, in widths of the image."""

BAR_PX = 20
"""Width of the white bar between two images."""

LINE_PX = 4
LETTER_PX = 30.0
_AWAY_PX = 26
_SHIFT = 4


def compose_image(item: PerspectiveItem) -> np.ndarray:
    """Compose the whole image of an item, (height, width, 3), RGB, 8 bits."""
    return compose_images([item])[0]


def compose_images(items: Sequence[PerspectiveItem]) -> list[np.ndarray]:
    """Compose the whole images of items; a view that several share, each with its own operation, is painted once."""
    shown = dict.fromkeys((picture.scene, picture.view) for item in items for picture in item.pictures)
    painted = {one: paint(*one) for one in shown}
    return [
        _put_together(
            item, [picture.operation.apply(painted[picture.scene, picture.view]) for picture in item.pictures]
        )
        for item in items
    ]


def _put_together(item: PerspectiveItem, pictures: list[np.ndarray]) -> np.ndarray:
    if item.layout == "pair":
        return np.hstack([pictures[0], _make_white_image(len(pictures[0]), BAR_PX), pictures[1]])
    if item.layout == "grid":
        rows = [
            np.hstack([left, _make_white_image(len(left), BAR_PX), right])
            for left, right in (pictures[:2], pictures[2:])
        ]
        return np.vstack([rows[0], _make_white_image(BAR_PX, rows[0].shape[1]), rows[1]])
    return _add_marks(pictures[0], item) if item.marks else pictures[0]


def _make_white_image(height: int, width: int) -> np.ndarray:
    return np.full((height, width, 3), 255, np.uint8)


def _add_marks(image: np.ndarray, item: PerspectiveItem) -> np.ndarray:
    picture = item.pictures[0]
    image = image.copy()
    letters: list[tuple[str, Array]] = []
    segments = [mark for mark in item.marks if mark.kind == "segment"]
    for mark in item.marks:
        if mark.kind == "circle":
            letters.append((mark.letter, _draw_circle(image, mark, picture)))
        elif mark.kind == "line":
            letters.append((mark.letter, _draw_line(image, mark)))
    if segments:
        places = _draw_segments(image, np.array(project_segments_px(picture, tuple(segments))))
        letters += zip((mark.letter for mark in segments), places, strict=True)
    canvas = Image.fromarray(image)
    draw = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(size=LETTER_PX)
    width, height = picture.size
    for letter, place in letters:
        x, y = np.clip(place, LETTER_PX * 0.7, np.array([width, height]) - LETTER_PX * 0.7).tolist()
        draw.text((x, y), letter, fill=RED, font=font, anchor="mm", stroke_width=4, stroke_fill="white")
    return np.asarray(canvas)


def _to_fixed_point(place: Array) -> tuple[int, int]:
    x, y = np.round(place * 2**_SHIFT).astype(int).tolist()
    return x, y


def _draw_circle(image: np.ndarray, mark: ItemMark, picture: PerspectiveImage) -> Array:
    radius = CIRCLE_SHARE * picture.size[0]
    centre = np.array(mark.places[0])
    for colour, width in (((255, 255, 255), LINE_PX + 4), (RED, LINE_PX)):
        cv2.circle(image, _to_fixed_point(centre), round(radius * 2**_SHIFT), colour, width, cv2.LINE_AA, _SHIFT)
    side = -1.0 if centre[1] > 2 * _AWAY_PX + radius else 1.0
    return np.asarray(centre + np.array([0.0, side * (radius + 22)]))


def _draw_line(image: np.ndarray, mark: ItemMark) -> Array:
    first, second = map(np.array, mark.places)
    for colour, width in (((255, 255, 255), LINE_PX + 4), (RED, LINE_PX)):
        cv2.line(image, _to_fixed_point(first), _to_fixed_point(second), colour, width, cv2.LINE_AA, _SHIFT)
    share = (0.05, 0.5, 0.95)["ABC".index(mark.letter) if mark.letter in "ABC" else 0]
    return np.asarray(first + share * (second - first) - np.array([0.0, _AWAY_PX]))


def _draw_segments(image: np.ndarray, segments: Array) -> list[Array]:
    """Draw segments (n, 2, 2); return the places of their letters, each on the side away from the other segments."""
    middles = segments.mean(axis=1)
    places = []
    for number, ends in enumerate(segments):
        for colour, width in (((255, 255, 255), LINE_PX + 6), (RED, LINE_PX + 2)):
            cv2.line(image, _to_fixed_point(ends[0]), _to_fixed_point(ends[1]), colour, width, cv2.LINE_AA, _SHIFT)
        step = ends[1] - ends[0]
        across = np.array([-step[1], step[0]]) / max(float(np.hypot(*step)), 1e-9)
        to_others = np.delete(middles, number, axis=0).sum(axis=0) - (len(middles) - 1) * middles[number]
        places.append(middles[number] + (-1.0 if across @ to_others > 0 else 1.0) * _AWAY_PX * across)
    return places
