"""Thumbnails of photographs for galleries."""

from collections.abc import Hashable, Mapping
from typing import Any

from dashboard.components import Tile
from dashboard.components.overlays import outline
from dashboard.images import image_url


def thumbnail(
    photograph: Mapping[Hashable, Any],
    caption: str,
    detail: str,
    *,
    is_outlined: bool = False,
    is_current: bool = False,
) -> Tile:
    """One photograph of a gallery.

    Args:
        photograph: a row with the columns of `photographs` that name, size and place it.
        caption: its first line.
        detail: its second line.
        is_outlined: whether the triangle is drawn on the picture; where there is no picture it always is.
        is_current: marks the photograph that is open.
    """
    url = image_url(photograph["image_key"], "thumb")
    return Tile(
        photograph_id=photograph["photograph_id"],
        url=url,
        width_px=photograph["width_px"],
        height_px=photograph["height_px"],
        caption=caption,
        detail=detail,
        shapes=outline(photograph) if is_outlined or not url else (),
        is_current=is_current,
    )
