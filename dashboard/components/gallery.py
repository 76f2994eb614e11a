"""A gallery of thumbnails that are links."""

from collections.abc import Callable
from dataclasses import dataclass

from dashboard.components.mount import component
from dashboard.components.overlays import Shape

_GALLERY = component("gallery")


@dataclass(frozen=True)
class Tile:
    """One photograph of a gallery.

    Attributes:
        url: its thumbnail; None if its file is missing.
        width_px, height_px: size of the upright picture, the frame of `shapes`.
        is_current: marks the photograph that is open.
    """

    case_id: str
    url: str | None
    width_px: int
    height_px: int
    caption: str
    detail: str
    shapes: tuple[Shape, ...] = ()
    is_current: bool = False


def show_gallery(
    tiles: list[Tile],
    key: str,
    on_open: Callable[[], None],
    tile_px: int = 150,
    aspect: str = "4 / 3",
    page: str | None = None,
    *,
    is_strip: bool = False,
    returned_from: str | None = None,
) -> None:
    """Shows thumbnails as links; a click calls `on_open`, when `st.session_state[key].opened` is the photograph.

    Args:
        tiles: the photographs in order.
        key: of the component.
        on_open: called after a click.
        tile_px: least width of a tile.
        aspect: width to height of a tile's picture, as CSS writes it.
        page: where a tile's link leads, with `photograph` in its query; None for the page itself.
        is_strip: small tiles in one line, which leave the page where it is scrolled to when one is opened.
        returned_from: the photograph that was open until now: its tile gets the focus, and the page stands as it
            was left.
    """
    # Not `asdict`: it copies every value, which takes longer than all the rest of a gallery.
    rows = [vars(tile) | {"shapes": [vars(shape) for shape in tile.shapes]} for tile in tiles]
    data = {"tiles": rows, "tile_px": tile_px, "aspect": aspect, "page": page, "is_strip": is_strip}
    _GALLERY(key=key, data=data | {"returned_from": returned_from}, on_opened_change=on_open)
