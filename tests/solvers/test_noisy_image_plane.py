"""Tests of the noisy image-plane solver."""

from dataclasses import replace

import numpy as np
import pytest

from core.benchmarks.registry import INCLUDED, SYNTHETIC, load_benchmark
from core.errors import SolverError
from core.photographs.measurements import MeasuredPhotograph
from core.solvers import image_plane
from core.solvers.noisy_image_plane import MODEL, NOISE_PX, compute_answers
from core.workspace import Workspace


def make_photograph(ax=200.0):
    """Make a photograph whose stickers were detected."""
    return MeasuredPhotograph("not_found", stickers_px=((ax, 300.0), (700.0, 320.0), (450.0, 600.0)))


def test_the_same_photograph_gets_the_same_answers():
    """The noise depends only on the photograph: repeated calls agree, other photographs differ."""
    assert compute_answers(make_photograph()) == compute_answers(make_photograph())
    assert compute_answers(make_photograph()) != compute_answers(make_photograph(ax=200.5))


def test_answers_are_image_plane_answers_with_noise():
    """Over many positions AB/AC has the error that the noise explains, and is right on average."""
    positions = np.linspace(150, 250, 400)
    exact = np.array([image_plane.compute_answers(make_photograph(x))["Q3"] for x in positions])
    ratio = np.array([compute_answers(make_photograph(x))["Q3"] for x in positions]) / exact
    # Both sides have the noise of their two ends along them: 12 px * sqrt(2) of about 500 and 400 px.
    expected = NOISE_PX * np.sqrt(2) * np.hypot(1 / 500, 1 / 390)
    assert 0.6 * expected < ratio.std() < 1.4 * expected
    assert abs(ratio.mean() - 1) < 0.01


def test_missing_sticker_gives_a_reason():
    """A sticker that was not found gives a reason, not an answer."""
    with pytest.raises(SolverError, match="not all three"):
        compute_answers(replace(make_photograph(), stickers_px=((200.0, 300.0), None, (450.0, 600.0))))


def test_only_synthetic_sets_have_this_reference(tmp_path):
    """Other benchmarks do not list the solver among their references."""
    workspace = Workspace(tmp_path)
    benchmark_ids = [
        name
        for name in INCLUDED
        if MODEL.model_id in getattr(load_benchmark(workspace.select_benchmark(name)), "solvers", {})
    ]
    assert benchmark_ids == [SYNTHETIC]
