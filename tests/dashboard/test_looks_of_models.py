"""Tests that models, reference models, world and picture are distinguishable for every viewer, by colour or shape."""

from itertools import combinations

import numpy as np
import pytest

from core.benchmarks.gepbench import solvers as gepbench
from core.benchmarks.threedsr import solvers as threedsr
from core.solvers import SOLVERS_OF_SCENES
from core.solvers.fitted import FITTED
from dashboard.style import markers
from dashboard.style.palette import (
    MODELS,
    NEW_MODEL,
    PICTURE,
    REFERENCES,
    SOLVERS,
    WORLD,
    get_marker_style,
    get_model_colour,
)
from tests.dashboard.seen import APART, VISIONS, difference

EIGHT = {f"model {number}": "vlm" for number in range(8)}
REFERENCE_KINDS = dict.fromkeys(SOLVERS, "reference")

FIRST = 20.0
"""Difference of CIE 1976 that the first four models keep for everybody who sees colours."""


@pytest.mark.parametrize("vision", VISIONS)
def test_two_of_the_first_eight_models_are_told_apart(vision):
    """No two have the same shape, which distinguishes them if their colours are close in some vision."""
    near = 0
    for one, other in combinations(EIGHT, 2):
        near += difference(get_model_colour(one, EIGHT), get_model_colour(other, EIGHT), vision) <= APART
        assert get_marker_style(one, EIGHT).shape != get_marker_style(other, EIGHT).shape, (one, other)
    assert (near == 0) == (vision == "usual"), "colours alone are enough for the usual vision only"


@pytest.mark.parametrize("vision", [name for name in VISIONS if name != "greyscale"])
def test_the_first_four_models_are_told_apart_by_colour_too(vision):
    """Colour alone distinguishes the four models of the release from one another and from greys."""
    four = [get_model_colour(model, EIGHT) for model in list(EIGHT)[:4]]
    assert min(difference(one, other, vision) for one, other in combinations(four, 2)) > FIRST
    assert min(difference(one, grey, vision) for one in four for grey in REFERENCES) > 15


def test_no_model_has_the_colour_of_the_world_or_of_the_picture():
    """Blue and orange mean world and picture: no model and no solver has these colours."""
    for meaning in (WORLD, PICTURE):
        for colour in (*MODELS, NEW_MODEL, *REFERENCES):
            assert difference(colour, meaning, "usual") > APART, colour
    for vision in VISIONS:
        if vision != "greyscale":
            assert difference(WORLD, PICTURE, vision) > 2 * APART


def test_reference_models_have_no_model_s_shape():
    """A reference model's shape is never a model's, so it is distinct even in greyscale; each solver has its look."""
    assert {get_marker_style(model, EIGHT).shape for model in EIGHT} <= set(markers.MODELS)
    looks = {get_marker_style(model, REFERENCE_KINDS) for model in SOLVERS}
    assert not {look.shape for look in looks} & {*markers.MODELS, markers.NEW_MODEL}
    assert len(looks) == len(SOLVERS)
    assert all(look.is_reference and look.colour in REFERENCES for look in looks)


def test_a_solver_looks_the_same_in_a_warehouse_in_the_lab_and_in_ask():
    """A solver's look does not depend on other models, and every solver of Trilens is on the list."""
    for name in SOLVERS:
        assert (
            get_marker_style(name, {})
            == get_marker_style(f"solver:{name}", EIGHT)
            == get_marker_style(name, {"other": "reference"} | EIGHT)
        )
    of_code = {*SOLVERS_OF_SCENES, *FITTED}
    of_choices = {model.model_id for benchmark in (gepbench, threedsr) for model in benchmark.MODELS.values()}
    assert of_code | of_choices == set(SOLVERS)


def test_colours_and_shapes_come_again_together_last():
    """Seventy-two models differ in colour or shape, and so do as many other reference models as there are pairs."""
    many = {f"model {number}": "vlm" for number in range(80)}
    assert len({get_marker_style(model, many) for model in many}) == len(MODELS) * len(markers.MODELS) == 72
    others = {f"other {number}": "reference" for number in range(25)}
    assert len({get_marker_style(model, others) for model in others}) == len(REFERENCES) * len(markers.REFERENCES) == 21
    assert get_marker_style("not built", many) == (NEW_MODEL, markers.NEW_MODEL, False)


def test_every_shape_is_drawn_by_the_browser_too():
    """Each shape of the charts has its own path in a box from -1 to 1."""
    assert {*markers.MODELS, *markers.REFERENCES, markers.NEW_MODEL} <= set(markers.PATHS)
    assert len(set(markers.PATHS.values())) == len(markers.PATHS)
    for name, path in markers.PATHS.items():
        if name != "circle":
            corners = np.array([pair.split(",") for pair in path.strip("MZ").split("L")], dtype=float)
            assert np.abs(corners).max() <= 1.0, name
            assert np.hypot(*corners.T).max() > 0.95, name
