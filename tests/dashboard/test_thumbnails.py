"""Tests of the frame that all images of a gallery share."""

import pytest

from dashboard.components.gallery import Tile
from dashboard.widgets.thumbnails import WIDEST, compute_common_aspect


def tile(width_px, height_px):
    """Return a tile of an image of this size."""
    return Tile("case", None, width_px, height_px, "", "")


@pytest.mark.parametrize(("sizes", "expected"), [
    ([(400, 300), (300, 400)], 4 / 3),
    ([(200, 200)], 1.0),
    ([(200, 200), (2300, 100)], WIDEST),
])  # fmt: skip
def test_the_widest_picture_gives_the_frame_up_to_a_bound(sizes, expected):
    """Portraits are fitted into the frame of landscapes; one strip of 23 to 1 does not make all others tiny."""
    assert float(compute_common_aspect([tile(*size) for size in sizes])) == pytest.approx(expected, abs=1e-3)
