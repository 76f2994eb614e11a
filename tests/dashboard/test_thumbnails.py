"""Tests of the frame that all images of a gallery share."""

import pytest

from dashboard.components.gallery import Tile, TileImage
from dashboard.widgets.thumbnails import WIDEST, compute_common_aspect


def tile(width_px, height_px):
    """Return a tile of an image of this size."""
    return Tile("case", None, width_px, height_px, "", "")


def test_images_side_by_side_do_not_make_single_ones_small():
    """A frame for two images side by side is wider than one for an image beside such cases."""
    pair = Tile("pair", None, 200, 200, "", "", further_images=(TileImage(None, 100, 200),))
    assert float(compute_common_aspect([pair])) == pytest.approx(1.5)
    assert float(compute_common_aspect([pair, tile(200, 200)])) == pytest.approx(1.0)


@pytest.mark.parametrize(("sizes", "expected"), [
    ([(400, 300), (300, 400)], 4 / 3),
    ([(200, 200)], 1.0),
    ([(200, 200), (2300, 100)], WIDEST),
])  # fmt: skip
def test_the_widest_picture_gives_the_frame_up_to_a_bound(sizes, expected):
    """Portraits are fitted into the frame of landscapes; one strip of 23 to 1 does not make all others tiny."""
    assert float(compute_common_aspect([tile(*size) for size in sizes])) == pytest.approx(expected, abs=1e-3)
