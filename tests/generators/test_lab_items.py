"""Tests of Lab items: as generated, with changed truths, and at the ends of their sliders."""

from importlib import import_module

import pytest

from core.analyses.lab_curves import STEPS, compute_truth_curve
from core.benchmarks.gepbench import vocabulary
from core.benchmarks.giq.viewpoints import sample_view
from core.generators.gepbench.exact.engine import generate_sheet
from core.generators.gepbench.render import encode_png as figure_png
from core.generators.giq.render import encode_png as solid_png
from core.generators.lab_items import SEED
from core.generators.mmperspective.composition import compose_image
from core.generators.mmperspective.item_generator import generate_items
from core.generators.mmperspective.painter import encode_png as scene_png
from core.generators.registry import GENERATORS
from core.generators.threedsr.pair_generator import generate_unit
from core.generators.threedsr.render import encode_png as thing_png
from core.generators.threedsr.render import render_image

LAB_ITEMS_BY_BENCHMARK = {
    key: import_module(f"core.generators.{generator.package}.lab_items")
    for key, generator in GENERATORS.items()
    if generator.has_lab_items
}
FIRST = "1"
DEFAULT_ITEMS = [
    (benchmark_id, kind, item)
    for benchmark_id, lab_items in LAB_ITEMS_BY_BENCHMARK.items()
    for kind, item in lab_items.DEFAULT_ITEMS.items()
]
GENERATOR_IMAGES = {
    ("gepbench", "size"): lambda: figure_png(
        generate_sheet("size", 0, vocabulary.LEVELS, SEED).figure,
        generate_sheet("size", 0, vocabulary.LEVELS, SEED).drawing,
    ),
    ("mmperspective", "VPP"): lambda: scene_png(compose_image(generate_items("VPP", SEED, 0)[0])),
    ("3dsrbench", "orientation_viewpoint"): lambda: thing_png(
        render_image(generate_unit("orientation_viewpoint", 0, SEED).scenes["common", 0])
    ),
    ("giq", "name"): lambda: solid_png(sample_view("wid_1", 0, SEED)),
}


def get_start_values(lab_items, kind, item):
    """Return the values of an item before any slider is moved."""
    return {slider.key: slider.start for slider in lab_items.list_sliders(kind, item)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("benchmark_id", "kind"),
    [(key, kind) for key, lab_items in LAB_ITEMS_BY_BENCHMARK.items() for kind in lab_items.KINDS],
)
def test_unchanged_items_are_valid_questions(benchmark_id, kind):
    """An unchanged item has no problem, exactly one answer, and slider values within their ranges."""
    lab_items = LAB_ITEMS_BY_BENCHMARK[benchmark_id]
    item = next(iter(lab_items.list_items(kind)))
    found = lab_items.compute_truth(kind, item, get_start_values(lab_items, kind, item))
    assert found.problem == ""
    assert found.answer
    assert found.asks[0].question_id == kind
    assert not found.options or found.answer in "ABCDE"[: len(found.options)]
    for slider in lab_items.list_sliders(kind, item):
        assert slider.low <= slider.start <= slider.high


@pytest.mark.parametrize(("benchmark_id", "kind"), GENERATOR_IMAGES)
def test_unchanged_items_have_the_generator_s_image(benchmark_id, kind):
    """The image of an unchanged item equals the generator's file."""
    lab_items = LAB_ITEMS_BY_BENCHMARK[benchmark_id]
    item = next(iter(lab_items.list_items(kind)))
    (file,) = lab_items.render_images(kind, item, get_start_values(lab_items, kind, item))
    assert file == GENERATOR_IMAGES[benchmark_id, kind]()


@pytest.mark.slow
@pytest.mark.parametrize("benchmark_id", LAB_ITEMS_BY_BENCHMARK)
def test_every_slider_works_at_both_ends(benchmark_id):
    """At each end there is an answer or a problem, and an image."""
    lab_items = LAB_ITEMS_BY_BENCHMARK[benchmark_id]
    kind = next(iter(lab_items.KINDS))
    item = next(iter(lab_items.list_items(kind)))
    start = get_start_values(lab_items, kind, item)
    for slider in lab_items.list_sliders(kind, item):
        for end in (slider.low, slider.high):
            found = lab_items.compute_truth(kind, item, {**start, slider.key: end})
            assert found.answer or found.problem
            assert lab_items.render_images(kind, item, {**start, slider.key: end})[0].startswith(b"\x89PNG")


def test_turning_an_object_swaps_left_and_right():
    """Half a turn makes the opposite answer right, with the same margin."""
    lab_items, kind = LAB_ITEMS_BY_BENCHMARK["3dsrbench"], "orientation_on_the_left"
    start = get_start_values(lab_items, kind, FIRST)
    before = lab_items.compute_truth(kind, FIRST, start)
    after = lab_items.compute_truth(kind, FIRST, {**start, "turn": (start["turn"] + 180.0) % 360.0})
    assert {before.answer, after.answer} == {"A", "B"}
    assert after.margin == pytest.approx(before.margin)


def test_tilting_the_camera_makes_a_third_vanishing_point():
    """A level two-point view becomes a three-point perspective when the camera looks up."""
    lab_items = LAB_ITEMS_BY_BENCHMARK["mmperspective"]
    for item in lab_items.list_items("PTR"):
        start = get_start_values(lab_items, "PTR", item)
        found = lab_items.compute_truth("PTR", item, start)
        if found.options["ABCDE".index(found.answer)].lower().startswith("two"):
            tilted = lab_items.compute_truth("PTR", item, {**start, "pitch": 20.0})
            assert tilted.options["ABCDE".index(tilted.answer)].lower().startswith("three")
            return
    pytest.fail("no Lab item is a two-point perspective")


def test_the_truth_of_a_solid_does_not_depend_on_the_viewpoint():
    """Moving around the solid changes the image and never the answer."""
    lab_items = LAB_ITEMS_BY_BENCHMARK["giq"]
    start = get_start_values(lab_items, "fourfold", "wid_3")
    rows = compute_truth_curve(lab_items, "fourfold", "wid_3", start, lab_items.list_sliders("fourfold", "wid_3")[0])
    assert set(rows["answer"]) == {lab_items.compute_truth("fourfold", "wid_3", start).answer}
    assert len(rows) == STEPS + 1


def test_the_curve_has_the_truth_of_each_value():
    """A curve along a slider has the truth of each single value, including the current one."""
    lab_items, kind = LAB_ITEMS_BY_BENCHMARK["gepbench"], "location"
    start = get_start_values(lab_items, kind, FIRST)
    slider = lab_items.list_sliders(kind, FIRST)[0]
    rows = compute_truth_curve(lab_items, kind, FIRST, start, slider)
    assert start[slider.key] in set(rows["value"])
    assert len(set(rows["answer"])) > 1
    for row in rows.iloc[::8].to_dict("records"):
        found = lab_items.compute_truth(kind, FIRST, {**start, slider.key: row["value"]})
        assert (row["answer"], row["problem"]) == (found.answer, found.problem)


@pytest.mark.parametrize(("benchmark_id", "kind", "item"), DEFAULT_ITEMS)
def test_a_slider_changes_an_answer_of_the_item_shown_first(benchmark_id, kind, item):
    """An item that is shown instead of the first one has a slider that changes its right answer.

    If sliders move only the camera, one changes what the flat image suggests.
    """
    lab_items = LAB_ITEMS_BY_BENCHMARK[benchmark_id]
    sliders = lab_items.list_sliders(kind, item)
    start = {slider.key: slider.start for slider in sliders}
    curves = (compute_truth_curve(lab_items, kind, item, start, slider) for slider in sliders)
    changing = "foil" if kind in lab_items.CAMERA_KINDS else "answer"
    assert any(rows[changing].nunique() > 1 for rows in curves)
