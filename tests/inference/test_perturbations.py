"""Tests that perturbations change only what they state, for every benchmark."""

import io

import numpy as np
import pytest
from PIL import Image

from core.benchmarks.registry import list_entries, load_benchmark
from core.errors import ImageViewError
from core.geometry.camera_metadata import CameraMetadata
from core.inference.image_views import LoadedPhotograph, apply_image_view, encode_image_view
from core.inference.perturbations import FRAME_COLOUR, PERTURBATIONS, SHIFT_PX, compute_frame_width
from core.inference.view_names import REFERENCE_VIEWS, VIEW_TITLES, check_view, list_image_views, parse_view_names
from core.overlays.mark_colours import BLUE, RED, draw_red_marks_blue
from core.workspace import Workspace


@pytest.fixture
def image():
    """An image of smooth colours, 400 x 300 pixels."""
    small = np.random.default_rng(4).integers(0, 255, (6, 8, 3), dtype=np.uint8)
    return Image.fromarray(small).resize((400, 300), Image.Resampling.BICUBIC)


def as_pixels(image):
    return np.asarray(image).astype(int)


@pytest.mark.parametrize("view", PERTURBATIONS)
def test_a_perturbation_is_a_pure_function(image, view):
    """The same image gives the same pixels, the input stays as it was, and something changes."""
    before = image.tobytes()
    perturbed = PERTURBATIONS[view].apply(image)
    assert np.array_equal(perturbed, PERTURBATIONS[view].apply(image))
    assert image.tobytes() == before
    assert perturbed.mode == "RGB"
    assert perturbed.tobytes() != before
    assert PERTURBATIONS[view].description.endswith(".")
    assert PERTURBATIONS[view].title == VIEW_TITLES[view]


def test_a_shift_moves_every_pixel_and_cuts_none(image):
    """All pixels move right and down, and the gap repeats the first row and column."""
    shifted, pixels = as_pixels(PERTURBATIONS["shifted"].apply(image)), as_pixels(image)
    assert np.array_equal(shifted[SHIFT_PX:, SHIFT_PX:], pixels)
    assert (shifted[:SHIFT_PX, SHIFT_PX:] == pixels[0]).all()
    assert (shifted[SHIFT_PX:, :SHIFT_PX] == pixels[:, :1]).all()


def test_a_frame_surrounds_every_pixel(image):
    """The frame contains all pixels, and has one colour and the stated width."""
    framed, width_px = as_pixels(PERTURBATIONS["framed"].apply(image)), compute_frame_width(image.size)
    assert width_px == 12
    assert framed.shape == (300 + 2 * width_px, 400 + 2 * width_px, 3)
    assert np.array_equal(framed[width_px:-width_px, width_px:-width_px], as_pixels(image))
    is_inside = np.zeros(framed.shape[:2], dtype=bool)
    is_inside[width_px:-width_px, width_px:-width_px] = True
    assert (framed[~is_inside] == FRAME_COLOUR).all()


def test_grey_keeps_the_lightness(image):
    """The channels are equal, and they are the lightness of ITU-R 601."""
    grey = as_pixels(PERTURBATIONS["grey"].apply(image))
    assert (grey == grey[:, :, :1]).all()
    assert np.abs(grey[:, :, 0] - as_pixels(image) @ [0.299, 0.587, 0.114]).max() <= 1


def test_half_size_averages_blocks_of_four_pixels(image):
    """Each pixel is the mean of the four that it replaces; odd and tiny images have at least one pixel."""
    half = as_pixels(PERTURBATIONS["half_size"].apply(image))
    assert np.abs(half - as_pixels(image).reshape(150, 2, 200, 2, 3).mean(axis=(1, 3))).max() <= 1
    assert PERTURBATIONS["half_size"].apply(Image.new("RGB", (1, 301))).size == (1, 150)


def test_jpeg_60_is_what_a_jpeg_of_that_quality_shows(image):
    """The pixels are those of a JPEG of quality 60; size and mean colour are kept."""
    compressed = PERTURBATIONS["jpeg_60"].apply(image)
    body = io.BytesIO()
    image.save(body, "JPEG", quality=60)
    assert np.array_equal(compressed, Image.open(body))
    assert np.abs(as_pixels(compressed).mean(axis=(0, 1)) - as_pixels(image).mean(axis=(0, 1))).max() < 1
    assert 0 < np.abs(as_pixels(compressed) - as_pixels(image)).mean() < 4


def test_perturbations_survive_the_reduction_to_the_sent_size(image):
    """An image above the maximum is reduced first, so that half size is half of the size otherwise sent."""
    photograph = LoadedPhotograph(image, CameraMetadata())

    def measure(view):
        return Image.open(io.BytesIO(encode_image_view(photograph, view, 200)[1])).size

    assert measure("original") == measure("grey") == measure("jpeg_60") == (200, 150)
    assert measure("half_size") == (100, 75)
    assert measure("shifted") == (200 + SHIFT_PX, 150 + SHIFT_PX)
    assert measure("framed") == (212, 162)
    assert apply_image_view(photograph, "half_size").size == (200, 150)


def test_every_benchmark_has_every_perturbation(tmp_path):
    """The included benchmarks and a custom one offer them; each view has a title and a view to compare with."""
    workspace = Workspace(tmp_path)
    (tmp_path / "own" / "release").mkdir(parents=True)
    (tmp_path / "own" / "release" / "benchmark.json").write_text('{"facts": {"title": "Own"}}')
    (tmp_path / "own" / "release" / "items.jsonl").write_text("")
    entries = list_entries(workspace)
    assert "own" in entries
    for benchmark_id in entries:
        offered = load_benchmark(workspace.select_benchmark(benchmark_id)).image_views
        views = list_image_views(offered)
        assert {*PERTURBATIONS, "original", "none"} <= {*views}
        for view in views:
            assert check_view(view, offered) == view
            assert REFERENCE_VIEWS.get(view, "original") in views
            assert VIEW_TITLES[view]


def test_views_are_named_in_one_text():
    """Names are separated by commas and count once; an unknown one and an empty text are errors that list the views."""
    assert parse_view_names(" original, grey,,grey", ("original",)) == ["original", "grey"]
    with pytest.raises(ImageViewError, match=r"'mirrored' does not exist\. Choose one of original, shifted, jpeg_60"):
        parse_view_names("grey,mirrored", ("original",))
    with pytest.raises(ImageViewError, match=r"--views names no image view\. Choose from original, shifted"):
        parse_view_names(" , ", ("original",))


@pytest.mark.slow
@pytest.mark.parametrize("task", ["VPP", "CLP", "LRR"])
def test_recoloured_marks_are_those_drawn_in_blue(monkeypatch, task):
    """An MMPerspective image whose red marks become blue is the one that the generator draws with blue marks."""
    from core.generators.mmperspective import composition
    from core.generators.mmperspective.item_generator import generate_items

    item = next(item for item in generate_items(task, 0, 0) if item.marks)
    red = composition.compose_image(item)
    monkeypatch.setattr(composition, "RED", BLUE)
    blue = composition.compose_image(item).astype(int)
    recoloured = as_pixels(draw_red_marks_blue(Image.fromarray(red)))
    is_mark = np.abs(red.astype(int) - blue).max(axis=2) > 2
    assert is_mark.sum() > 200
    assert np.abs(recoloured - blue)[is_mark].max() <= 4
    elsewhere = np.abs(recoloured - red)[~is_mark]
    assert elsewhere.max() <= 8
    assert np.mean(elsewhere > 2) < 0.001
    assert not (np.abs(recoloured - np.array(RED)).max(axis=2) < 40).any()


def test_an_image_without_red_marks_cannot_be_recoloured(image):
    """The view is refused instead of being sent unchanged."""
    with pytest.raises(ImageViewError, match="needs red marks, and the image has none"):
        draw_red_marks_blue(Image.new("RGB", (40, 30), "white"))


def test_marks_of_a_photograph_are_drawn_in_another_colour():
    """`marked_blue` differs from `marked` in the colour only."""
    from core.geometry.homography import Homography

    homography = Homography.build_from_corners([(60.0, 40.0), (240.0, 50.0), (250.0, 170.0), (40.0, 160.0)])
    a, b, c = homography.to_px([(20, 20), (80, 30), (50, 80)]).tolist()
    blank = Image.new("RGB", (300, 200), "white")
    photograph = LoadedPhotograph(blank, CameraMetadata(), homography, {"A": tuple(a), "B": tuple(b), "C": tuple(c)})
    first, second = (as_pixels(apply_image_view(photograph, view)) for view in ("marked", "marked_blue"))
    assert np.array_equal((first == (255, 0, 255)).all(axis=2), (second == BLUE).all(axis=2))
    assert np.array_equal((first == 255).all(axis=2), (second == 255).all(axis=2))
    assert REFERENCE_VIEWS["marked_blue"] == "marked"
