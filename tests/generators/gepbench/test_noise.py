"""Tests of noise as the paper describes it: patterns in closed shapes, spots on outlines."""

import json

import cv2
import numpy as np
import pytest

from core.benchmarks.gepbench.figure import DrawingStyle, GeometricFigure
from core.benchmarks.gepbench.shapes import Polygon, Spiral, StraightLine, make_circle
from core.errors import SceneError
from core.generators.gepbench.noise import DARKEST_PATTERN, generate_perlin_noise
from core.generators.gepbench.render import draw, to_px
from core.generators.gepbench.write import synthesize
from tests.benchmarks.gepbench import slow

TRIANGLE = Polygon(((0.1, 0.55), (0.45, 0.6), (0.2, 0.9)))
FIGURE = GeometricFigure(
    (
        TRIANGLE,
        make_circle((0.7, 0.7), 0.15),
        StraightLine(((0.1, 0.1), (0.4, 0.4))),
        Spiral((0.7, 0.25), 0.0, 0.005, 30.0),
    )
)


def erode_inside(points, image):
    mask = np.zeros(image.shape, np.uint8)
    cv2.fillPoly(mask, [np.rint(points).astype(np.int32)[:, None]], 1)
    return cv2.erode(mask, np.ones((15, 15), np.uint8)) > 0


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_patterns_fill_closed_shapes_only(level):
    """Triangle and circle contain many light greys; the rest is background."""
    image = draw(FIGURE, DrawingStyle(level, True, 3, "paper"))
    for shape in FIGURE.shapes[:2]:
        pixels = image[erode_inside(slow.trace_curve_px(shape), image)].astype(float)
        assert pixels.min() > DARKEST_PATTERN - 20
        assert 215 < pixels.mean() < 245
        assert pixels.std() > 5
    below = image[330:, 20:]
    near = np.zeros(image.shape, np.uint8)
    for shape in FIGURE.shapes[2:]:
        cv2.polylines(near, [np.rint(slow.trace_curve_px(shape)).astype(np.int32)[:, None]], False, 1, 15)
    assert below[near[330:, 20:] == 0].min() > 235


def test_outlines_have_spots_but_stay_visible():
    """Along every curve some pixels are white, most are dark, and a dark pixel is within two pixels everywhere."""
    image = draw(FIGURE, DrawingStyle("easy", True, 3, "paper"))
    nearest_dark = cv2.erode(image, np.ones((5, 5), np.uint8))
    for shape in FIGURE.shapes:
        columns, rows = np.rint(slow.trace_curve_px(shape)).astype(int).T
        assert (nearest_dark[rows, columns] < 100).mean() > 0.99
        white = (image[rows, columns] > 230).mean()
        assert 0.02 < white < 0.5


def test_noise_kind_is_irrelevant_without_noise():
    """The kind of noise changes neither figures without noise nor the script's noise."""
    for level in ("easy", "hard"):
        plain = draw(FIGURE, DrawingStyle(level, False, 3))
        np.testing.assert_array_equal(plain, draw(FIGURE, DrawingStyle(level, False, 3, "paper")))
        assert (
            draw(FIGURE, DrawingStyle(level, True, 3)) != draw(FIGURE, DrawingStyle(level, True, 3, "paper"))
        ).mean() > 0.05


def test_coloured_shapes_keep_their_colours():
    """Patterns are grey, and the red triangle's outline is red."""
    figure = GeometricFigure((TRIANGLE, make_circle((0.7, 0.7), 0.15)), (), ("red", "blue"))
    image = draw(figure, DrawingStyle("easy", True, 3, "paper")).astype(int)
    columns, rows = np.rint(slow.trace_curve_px(TRIANGLE)).astype(int).T
    blue, _, red = np.median(image[rows, columns], axis=0)
    assert red > blue + 100
    middle = image[tuple(np.rint(to_px(np.array([[0.7, 0.7]]))[0]).astype(int)[::-1])]
    assert middle.max() - middle.min() < 5


def test_perlin_noise_is_smooth_and_zero_at_the_corners():
    """Noise changes little between pixels, is within -1 to 1, and is 0 at each corner of its cells."""
    noise = generate_perlin_noise(640, 40, np.random.default_rng(0))
    assert noise.shape == (640, 640)
    assert np.abs(noise).max() <= 1
    assert noise.std() > 0.2
    assert np.abs(np.diff(noise, axis=0)).max() < 0.15
    np.testing.assert_allclose(noise[::40, ::40], 0, atol=1e-12)


@pytest.mark.slow
def test_questions_and_truths_do_not_depend_on_the_noise(tmp_path):
    """Two sets with different kinds of noise differ only in noisy figures and their metadata."""
    for noise in ("script", "paper"):
        synthesize(tmp_path / noise, 12, level="hard", seed=2, noise=noise)
    lines = {
        noise: [json.loads(line) for line in (tmp_path / noise / "items.jsonl").read_text().splitlines()]
        for noise in ("script", "paper")
    }
    for script, paper in zip(lines["script"], lines["paper"], strict=True):
        same = [(tmp_path / noise / script["figure"]).read_bytes() for noise in ("script", "paper")]
        assert (same[0] == same[1]) != script["drawing"]["is_noisy"]
        assert (script["drawing"].pop("noise"), paper["drawing"].pop("noise")) == ("script", "paper")
        assert script == paper
    assert json.loads((tmp_path / "paper/engine.json").read_text())["noise"] == "paper"
    with pytest.raises(SceneError, match="no noise 'fog'; choose script, paper"):
        synthesize(tmp_path / "fog", 1, noise="fog")
