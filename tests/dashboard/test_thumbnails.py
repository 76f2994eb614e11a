"""The frame that all pictures of a gallery share."""

import pytest

from dashboard.components import Tile
from dashboard.widgets.thumbnails import WIDEST, compute_common_aspect


def tile(width_px, height_px):
    """A tile of a picture of this size."""
    return Tile("case", None, width_px, height_px, "", "")


@pytest.mark.parametrize(("sizes", "expected"), [
    ([(400, 300), (300, 400)], 4 / 3),
    ([(200, 200)], 1.0),
    ([(200, 200), (2300, 100)], WIDEST),
])  # fmt: skip
def test_the_widest_picture_gives_the_frame_up_to_a_bound(sizes, expected):
    """Landscapes give the frame to portraits; one strip of 23 to 1 does not make all others tiny."""
    assert float(compute_common_aspect([tile(*size) for size in sizes])) == pytest.approx(expected, abs=1e-3)
