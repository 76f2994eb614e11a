"""Custom browser components: a gallery, one photograph with layers, zoom and pan, a board with points to drag, keys.

Their scripts build elements with `createElement` and `textContent` only; nothing is ever parsed as HTML.
"""

from core.overlays.shapes import OverlayShape
from dashboard.components.board import BoardHandle, show_board
from dashboard.components.gallery import Tile, show_gallery
from dashboard.components.keys import listen
from dashboard.components.photograph import Outline, PointHandle, place_points, show_photograph

__all__ = [
    "BoardHandle",
    "Outline",
    "OverlayShape",
    "PointHandle",
    "Tile",
    "listen",
    "place_points",
    "show_board",
    "show_gallery",
    "show_photograph",
]
