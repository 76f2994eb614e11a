"""Puts an item's pictures together, and draws its marks and letters last, so that nothing mirrors them."""

from collections.abc import Sequence

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from core.benchmarks.mmperspective.image_plane import segments_px
from core.benchmarks.mmperspective.item import Item, Mark
from core.benchmarks.mmperspective.scene import Array
from core.benchmarks.mmperspective.view import Picture
from core.generators.mmperspective.painter import paint

RED = (226, 28, 34)
CIRCLE_SHARE = 0.025
"""Radius of a circle, in widths of the picture."""

BAR_PX = 20
"""White, between two pictures."""

LINE_PX = 4
LETTER_PX = 30.0
_AWAY_PX = 26
_SHIFT = 4


def drawn(item: Item) -> np.ndarray:
    """The whole picture of an item, (height, width, 3), RGB, 8 bits."""
    return drawn_together([item])[0]


def drawn_together(items: Sequence[Item]) -> list[np.ndarray]:
    """The whole pictures of items; what several show, each with its own operation, is painted once."""
    shown = dict.fromkeys((picture.scene, picture.view) for item in items for picture in item.pictures)
    painted = {one: paint(*one) for one in shown}
    return [
        _put_together(item, [one.operation.apply(painted[one.scene, one.view]) for one in item.pictures])
        for item in items
    ]


def _put_together(item: Item, pictures: list[np.ndarray]) -> np.ndarray:
    if item.layout == "pair":
        return np.hstack([pictures[0], _white(len(pictures[0]), BAR_PX), pictures[1]])
    if item.layout == "grid":
        rows = [np.hstack([left, _white(len(left), BAR_PX), right]) for left, right in (pictures[:2], pictures[2:])]
        return np.vstack([rows[0], _white(BAR_PX, rows[0].shape[1]), rows[1]])
    return _with_marks(pictures[0], item) if item.marks else pictures[0]


def _white(height: int, width: int) -> np.ndarray:
    return np.full((height, width, 3), 255, np.uint8)


def _with_marks(image: np.ndarray, item: Item) -> np.ndarray:
    picture = item.pictures[0]
    image = image.copy()
    letters: list[tuple[str, Array]] = []
    segments = [mark for mark in item.marks if mark.kind == "segment"]
    for mark in item.marks:
        if mark.kind == "circle":
            letters.append((mark.letter, _circle(image, mark, picture)))
        elif mark.kind == "line":
            letters.append((mark.letter, _line(image, mark)))
    if segments:
        places = _segments(image, np.array(segments_px(picture, tuple(segments))))
        letters += zip((mark.letter for mark in segments), places, strict=True)
    canvas = Image.fromarray(image)
    draw = ImageDraw.Draw(canvas)
    font = ImageFont.load_default(size=LETTER_PX)
    width, height = picture.size
    for letter, place in letters:
        x, y = np.clip(place, LETTER_PX * 0.7, np.array([width, height]) - LETTER_PX * 0.7).tolist()
        draw.text((x, y), letter, fill=RED, font=font, anchor="mm", stroke_width=4, stroke_fill="white")
    return np.asarray(canvas)


def _fixed(place: Array) -> tuple[int, int]:
    x, y = np.round(place * 2**_SHIFT).astype(int).tolist()
    return x, y


def _circle(image: np.ndarray, mark: Mark, picture: Picture) -> Array:
    radius = CIRCLE_SHARE * picture.size[0]
    centre = np.array(mark.places[0])
    for colour, width in (((255, 255, 255), LINE_PX + 4), (RED, LINE_PX)):
        cv2.circle(image, _fixed(centre), round(radius * 2**_SHIFT), colour, width, cv2.LINE_AA, _SHIFT)
    side = -1.0 if centre[1] > 2 * _AWAY_PX + radius else 1.0
    return np.asarray(centre + np.array([0.0, side * (radius + 22)]))


def _line(image: np.ndarray, mark: Mark) -> Array:
    first, second = map(np.array, mark.places)
    for colour, width in (((255, 255, 255), LINE_PX + 4), (RED, LINE_PX)):
        cv2.line(image, _fixed(first), _fixed(second), colour, width, cv2.LINE_AA, _SHIFT)
    share = (0.05, 0.5, 0.95)["ABC".index(mark.letter) if mark.letter in "ABC" else 0]
    return np.asarray(first + share * (second - first) - np.array([0.0, _AWAY_PX]))


def _segments(image: np.ndarray, segments: Array) -> list[Array]:
    """Draws segments (n, 2, 2); the places of their letters, each on the side away from the other segments."""
    middles = segments.mean(axis=1)
    places = []
    for number, ends in enumerate(segments):
        for colour, width in (((255, 255, 255), LINE_PX + 6), (RED, LINE_PX + 2)):
            cv2.line(image, _fixed(ends[0]), _fixed(ends[1]), colour, width, cv2.LINE_AA, _SHIFT)
        step = ends[1] - ends[0]
        across = np.array([-step[1], step[0]]) / max(float(np.hypot(*step)), 1e-9)
        to_others = np.delete(middles, number, axis=0).sum(axis=0) - (len(middles) - 1) * middles[number]
        places.append(middles[number] + (-1.0 if across @ to_others > 0 else 1.0) * _AWAY_PX * across)
    return places
