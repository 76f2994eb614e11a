"""Tests of image views: they keep the triangle's answers; and of the JPEG that is sent."""

import io

import numpy as np
import pytest
from PIL import Image

from core.benchmarks.triangles.benchmark import IMAGE_VIEWS
from core.benchmarks.triangles.release_reader import read_release
from core.errors import ImageViewError
from core.geometry.camera_metadata import CameraMetadata
from core.geometry.homography import Homography
from core.geometry.triangle import Triangle
from core.inference.image_views import MARGIN_CM, PX_PER_CM, LoadedPhotograph, apply_image_view, to_jpeg
from core.overlays.mark_colours import MAGENTA
from core.photographs.exif import read_camera_metadata
from core.photographs.load_image import load_upright_image

CORNERS_PX = [(60.0, 40.0), (240.0, 50.0), (250.0, 170.0), (40.0, 160.0)]
SIZE_PX = (300, 200)


@pytest.fixture
def scene():
    """Return an image with distinct pixels, and a border and stickers set by hand."""
    pixels = np.random.default_rng(3).integers(0, 200, (SIZE_PX[1], SIZE_PX[0], 3), dtype=np.uint8)
    homography = Homography.build_from_corners(CORNERS_PX)
    a, b, c = homography.to_px([(20, 20), (80, 30), (50, 80)]).tolist()
    return LoadedPhotograph(
        Image.fromarray(pixels), CameraMetadata(), homography, {"A": tuple(a), "B": tuple(b), "C": tuple(c)}
    )


def test_the_original_is_the_photograph(scene):
    """The original view is the upright photograph, pixel by pixel."""
    assert np.array_equal(apply_image_view(scene, "original"), scene.pixels)


@pytest.mark.parametrize(
    ("view", "expected"),
    [("mirrored", lambda p: p[:, ::-1]), ("rotated_180", lambda p: p[::-1, ::-1]),
     ("rotated_90", lambda p: np.rot90(p, -1)), ("rotated_270", np.rot90)],
)  # fmt: skip
def test_mirrored_and_rotated_lose_no_pixel(scene, view, expected):
    """Mirroring swaps left and right, rotations are clockwise, and every pixel stays."""
    assert np.array_equal(apply_image_view(scene, view), expected(scene.pixels))


def test_rectified_shows_the_board_from_above(scene):
    """The corners of the board are mapped to a square of the stated scale, with the tape around it."""
    board = np.zeros((SIZE_PX[1], SIZE_PX[0], 3), dtype=np.uint8)
    view = apply_image_view(
        LoadedPhotograph(Image.fromarray(board), scene.camera_metadata, scene.homography), "rectified"
    )
    assert view.size == (round(PX_PER_CM * (100 + 2 * MARGIN_CM)),) * 2
    marked = board.copy()
    x, y = np.round(scene.homography.to_px([(50.0, 50.0)])[0]).astype(int)
    marked[y, x] = 255
    view = np.asarray(
        apply_image_view(
            LoadedPhotograph(Image.fromarray(marked), scene.camera_metadata, scene.homography), "rectified"
        )
    )
    ys, xs = np.nonzero(view[:, :, 0] > 100)
    centre = scene.homography.to_board([(x, y)])[0]
    assert (np.array([xs.mean(), ys.mean()]) + 0.5) / PX_PER_CM - MARGIN_CM == pytest.approx(centre, abs=0.3)


def test_cropped_holds_the_border_and_less_of_the_rest(scene):
    """Cropping keeps every pixel within the border's upright bounding box and drops the rest."""
    view = np.asarray(apply_image_view(scene, "cropped"))
    assert view.shape[0] < SIZE_PX[1]
    assert view.shape[1] < SIZE_PX[0]
    inside = scene.pixels[40:171, 40:251]
    windows = np.lib.stride_tricks.sliding_window_view(view, inside.shape)
    assert (windows.reshape(-1, *inside.shape) == inside).all(axis=(1, 2, 3)).any()


def test_marked_keeps_the_stickers_visible(scene):
    """The border and the letters are drawn; the pixels of the stickers stay unchanged."""
    view = np.asarray(apply_image_view(scene, "marked"))
    is_mark = (view == MAGENTA).all(axis=2)
    assert is_mark.sum() > 300
    for x, y in CORNERS_PX:
        assert is_mark[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3].any()
    for x, y in scene.vertices_px.values():
        around = np.s_[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3]
        assert np.array_equal(view[around], scene.pixels[around])


@pytest.mark.parametrize("view", ["marked", "rectified", "cropped"])
def test_a_view_without_its_border_is_refused(scene, view):
    """If no border is found, views that need it say so and why; the others work without it."""
    bare = LoadedPhotograph(scene.image, scene.camera_metadata)
    with pytest.raises(ImageViewError, match="needs the border, which was not found: "):
        apply_image_view(bare, view)
    with pytest.raises(ImageViewError, match="needs the three stickers"):
        apply_image_view(LoadedPhotograph(scene.image, scene.camera_metadata, scene.homography), "marked")
    assert apply_image_view(bare, "rotated_90").size == SIZE_PX[::-1]


def test_an_unknown_view_is_refused(scene):
    """The message lists the existing views."""
    message = r"Image view 'upside' does not exist\. Choose one of original, marked, rectified"
    with pytest.raises(ImageViewError, match=message):
        apply_image_view(scene, "upside")


@pytest.mark.slow
def test_views_of_a_real_photograph_keep_its_triangle(dataset):
    """Measured in each view, a real photograph's triangle has the sides of the original."""
    from core.geometry.board_measurement import measure_image

    truth = next(p for p in read_release(dataset).photographs if p.case_id == "001_T0")
    path = dataset / "images" / "triangles_original" / "001_T0.jpg"
    scene = LoadedPhotograph(load_upright_image(path), read_camera_metadata(path))
    for view in ("original", "marked", "mirrored", "rotated_90", "rotated_180", "rotated_270"):
        measured = measure_image(np.asarray(apply_image_view(scene, view), dtype=np.uint8))
        triangle = Triangle(*measured.sides_cm)
        assert triangle.sorted_sides == pytest.approx(sorted((truth.ab_cm, truth.bc_cm, truth.ca_cm)), abs=1.5), view
    assert {apply_image_view(scene, view).size for view in IMAGE_VIEWS} >= {(1024, 768), (768, 1024)}


@pytest.mark.parametrize(
    ("size", "max_side_px", "expected"),
    [((300, 200), 2048, (300, 200)), ((300, 200), 150, (150, 100)), ((200, 3000), 1000, (67, 1000))],
)
def test_a_jpeg_is_at_most_as_large_as_asked(size, max_side_px, expected):
    """Larger images are reduced in proportion, smaller ones are not enlarged."""
    body = to_jpeg(Image.new("RGB", size, "white"), max_side_px)
    assert Image.open(io.BytesIO(body)).size == expected


def test_a_jpeg_keeps_within_its_bytes():
    """Noise, which compresses badly, is sent at a lower quality, then smaller, until it fits."""
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (600, 800, 3), dtype=np.uint8))
    assert len(to_jpeg(noise, 2048)) > 400_000
    body = to_jpeg(noise, 2048, max_bytes=100_000)
    assert len(body) <= 100_000
    assert Image.open(io.BytesIO(body)).width < 800


def test_a_jpeg_is_the_same_every_time(scene):
    """The same image gives the same bytes, so that requests can be distinguished and repeated."""
    assert to_jpeg(scene.image, 2048) == to_jpeg(scene.image, 2048)
