"""Our own browser components: a gallery, one photograph with layers, zoom and pan, and a board with points to drag.

Their scripts build elements with `createElement` and `textContent` only; nothing is ever parsed as HTML.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.components.overlays import Shape

_FOLDER = Path(__file__).parent


def _component(name: str) -> Any:  # noqa: ANN401 - Streamlit's own return type is private
    return st.components.v2.component(
        f"trilens_{name}",
        html=f'<div class="{name}"></div>\n<!-- filled by the script -->',
        css=(_FOLDER / f"{name}.css").read_text(encoding="utf-8"),
        js=(_FOLDER / f"{name}.js").read_text(encoding="utf-8"),
    )


_GALLERY = _component("gallery")
_PHOTOGRAPH = _component("photograph")
_BOARD = _component("board")


@dataclass(frozen=True)
class Tile:
    """One photograph of a gallery.

    Attributes:
        url: its thumbnail; None where there is no file on the disk.
        width_px, height_px: size of the upright picture, the frame of `shapes`.
        is_current: marks the photograph that is open.
    """

    photograph_id: str
    url: str | None
    width_px: int
    height_px: int
    caption: str
    detail: str
    shapes: tuple[Shape, ...] = ()
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class BoardHandle:
    """A point of the board that can be dragged: short name, x and y in pixels of the view, what it is, colour."""

    name: str
    x: float
    y: float
    label: str
    colour: str


def show_board(
    url: str,
    size_px: int,
    px_per_cm: float,
    margin_cm: float,
    handles: list[BoardHandle],
    key: str,
    on_move: Callable[[], None],
    revision: int = 0,
) -> None:
    """Shows the board from above; after a drag `st.session_state[key].moved` has name, x_cm and y_cm.

    Args:
        url: of the rectified picture, square.
        size_px: its side.
        px_per_cm: its scale.
        margin_cm: how much there is around the square of tape.
        handles: A, B and C, between which sides are drawn, and perhaps others.
        key: of the component.
        on_move: called after a drag or a step by key.
        revision: another number puts the points back to where they are said to be.
    """
    low_px = px_per_cm * margin_cm - 0.5
    data = {
        "url": url,
        "size_px": size_px,
        "px_per_cm": px_per_cm,
        "margin_cm": margin_cm,
        "low_px": low_px,
        "high_px": size_px - 1 - low_px,
        "handles": [asdict(handle) for handle in handles],
        "revision": revision,
        "alt": "The board from above; A, B and C can be dragged",
    }
    _BOARD(key=key, data=data, on_moved_change=on_move)


def show_gallery(
    tiles: list[Tile],
    key: str,
    on_open: Callable[[], None],
    tile_px: int = 150,
    aspect: str = "4 / 3",
    page: str | None = None,
) -> None:
    """Shows thumbnails as links; a click calls `on_open`, when `st.session_state[key].opened` is the photograph.

    Args:
        tiles: the photographs in order.
        key: of the component.
        on_open: called after a click.
        tile_px: least width of a tile.
        aspect: width to height of a tile's picture, as CSS writes it.
        page: where a tile's link leads, with `photograph` in its query; None for the page itself.
    """
    # Not `asdict`: it copies every value, which takes longer than all the rest of a gallery.
    rows = [vars(tile) | {"shapes": [vars(shape) for shape in tile.shapes]} for tile in tiles]
    data = {"tiles": rows, "tile_px": tile_px, "aspect": aspect, "page": page}
    _GALLERY(key=key, data=data, on_opened_change=on_open)


def show_photograph(
    url: str | None,
    width_px: int,
    height_px: int,
    shapes: list[Shape],
    layers: Sequence[str],
    alt: str,
    key: str,
    absent: str = "The file of this photograph is not on this disk",
) -> None:
    """Shows a photograph with the shapes of the chosen layers over it; wheel or buttons zoom, dragging pans.

    Args:
        url: of the picture; None shows `absent` in its place.
        width_px: of the picture, the frame of `shapes`.
        height_px: of the picture.
        shapes: of all layers; those that are not chosen are left out.
        layers: the chosen layers.
        alt: what it is, for a screen reader.
        key: of the component; zoom is kept while picture and text stay the same.
        absent: what to say where there is no picture.
    """
    data = {
        "url": url,
        "width_px": width_px,
        "height_px": height_px,
        "alt": alt,
        "layers": list(layers),
        "absent": absent,
        "shapes": [asdict(shape) for shape in shapes],
    }
    _PHOTOGRAPH(key=key, data=data)


@dataclass(frozen=True, slots=True)
class Handle:
    """A point that can be placed on a photograph.

    Attributes:
        name: a sign or two, shown beside the point and on its button.
        label: what it is, for a screen reader.
        point: (x, y) in pixels of the upright picture; None where it still has to be placed.
    """

    name: str
    label: str
    colour: str
    point: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed line through handles, which follows them."""

    names: tuple[str, ...]
    colour: str


def place_points(
    url: str,
    width_px: int,
    height_px: int,
    handles: Sequence[Handle],
    outlines: Sequence[Outline],
    revision: str,
    alt: str,
    key: str,
) -> dict[str, tuple[float, float] | None] | None:
    """Shows a photograph whose points can be dragged, clicked into place or moved by keys; returns where they are now.

    Args:
        url: of the picture.
        width_px: of the upright picture, the frame of the points.
        height_px: of the upright picture.
        handles: the points as they are at first.
        outlines: lines through them.
        revision: where it changes, the points begin anew as `handles` says.
        alt: what it is, for a screen reader.
        key: of the component.

    Returns:
        The points by name; None as long as nobody has moved one.
    """
    data = {
        "url": url,
        "width_px": width_px,
        "height_px": height_px,
        "alt": alt,
        "layers": [],
        "shapes": [],
        "absent": "",
        "handles": [asdict(handle) for handle in handles],
        "outlines": [asdict(outline) for outline in outlines],
        "revision": revision,
    }
    sent = _PHOTOGRAPH(key=key, data=data, on_points_change=lambda: None).points
    if not isinstance(sent, dict) or sent.get("revision") != revision or not isinstance(sent.get("points"), dict):
        return None
    return {handle.name: _point(sent["points"].get(handle.name), width_px, height_px) for handle in handles}


def _point(value: object, width_px: int, height_px: int) -> tuple[float, float] | None:
    """What the browser sent as a point, at most one picture's size outside of the picture; None where it is none."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    if not all(isinstance(number, int | float) and math.isfinite(number) for number in value):
        return None
    x, y = (
        min(max(float(number), -size), 2.0 * size) for number, size in zip(value, (width_px, height_px), strict=True)
    )
    return x, y
