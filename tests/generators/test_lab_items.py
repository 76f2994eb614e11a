"""Items under sliders: as the generator makes them, as the truth changes, and at the ends of their ranges."""

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

BENCHES = {key: import_module(made.lab_items).LAB_ITEMS for key, made in GENERATORS.items() if made.lab_items}
FIRST = "1"
GENERATORS_OWN = {
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


def as_made(bench, kind, item):
    """The values of an item before anybody moved anything."""
    return {knob.key: knob.start for knob in bench.list_sliders(kind, item)}


@pytest.mark.slow
@pytest.mark.parametrize(("benchmark_id", "kind"), [(key, kind) for key, one in BENCHES.items() for kind in one.kinds])
def test_an_item_as_it_was_made_is_one_that_the_generator_asks(benchmark_id, kind):
    """Without a change nothing speaks against the item, one answer is right, and every knob stands in its range."""
    bench = BENCHES[benchmark_id]
    item = next(iter(bench.list_items(kind)))
    found = bench.compute_truth(kind, item, as_made(bench, kind, item))
    assert found.problem == ""
    assert found.answer
    assert found.asks[0].question_id == kind
    assert not found.options or found.answer in "ABCDE"[: len(found.options)]
    for knob in bench.list_sliders(kind, item):
        assert knob.low <= knob.start <= knob.high


@pytest.mark.parametrize(("benchmark_id", "kind"), GENERATORS_OWN)
def test_the_picture_is_the_generator_s_own(benchmark_id, kind):
    """An item that nobody moved has the generator's picture, byte for byte."""
    bench = BENCHES[benchmark_id]
    item = next(iter(bench.list_items(kind)))
    (file,) = bench.render_images(kind, item, as_made(bench, kind, item))
    assert file == GENERATORS_OWN[benchmark_id, kind]()


@pytest.mark.slow
@pytest.mark.parametrize("benchmark_id", BENCHES)
def test_every_knob_goes_to_both_ends(benchmark_id):
    """At each end of each range there is a verdict, an answer or a problem, and a picture."""
    bench = BENCHES[benchmark_id]
    kind = next(iter(bench.kinds))
    item = next(iter(bench.list_items(kind)))
    start = as_made(bench, kind, item)
    for knob in bench.list_sliders(kind, item):
        for end in (knob.low, knob.high):
            found = bench.compute_truth(kind, item, {**start, knob.key: end})
            assert found.answer or found.problem
            assert bench.render_images(kind, item, {**start, knob.key: end})[0].startswith(b"\x89PNG")


def test_turning_a_thing_around_changes_its_left_and_its_right():
    """Half a turn of the one who stands there makes the opposite answer right, with the same margin."""
    bench, kind = BENCHES["3dsrbench"], "orientation_on_the_left"
    start = as_made(bench, kind, FIRST)
    before = bench.compute_truth(kind, FIRST, start)
    after = bench.compute_truth(kind, FIRST, {**start, "turn": (start["turn"] + 180.0) % 360.0})
    assert {before.answer, after.answer} == {"A", "B"}
    assert after.margin == pytest.approx(before.margin)


def test_tilting_the_camera_makes_a_third_vanishing_point():
    """A level view before houses becomes a three-point perspective once the camera looks up."""
    bench = BENCHES["mmperspective"]
    for item in bench.list_items("PTR"):
        start = as_made(bench, "PTR", item)
        found = bench.compute_truth("PTR", item, start)
        if found.options["ABCDE".index(found.answer)].lower().startswith("two"):
            tilted = bench.compute_truth("PTR", item, {**start, "pitch": 20.0})
            assert tilted.options["ABCDE".index(tilted.answer)].lower().startswith("three")
            return
    pytest.fail("no item of the workbench is a two-point perspective")


def test_the_truth_of_a_solid_does_not_depend_on_where_one_stands():
    """Walking around changes the picture and never the answer."""
    bench = BENCHES["giq"]
    start = as_made(bench, "fourfold", "wid_3")
    rows = compute_truth_curve(bench, "fourfold", "wid_3", start, bench.list_sliders("fourfold", "wid_3")[0])
    assert set(rows["answer"]) == {bench.compute_truth("fourfold", "wid_3", start).answer}
    assert len(rows) == STEPS + 1


def test_the_curve_has_the_truth_of_each_value():
    """Along a knob stands what single values give, the present value among them."""
    bench, kind = BENCHES["gepbench"], "location"
    start = as_made(bench, kind, FIRST)
    knob = bench.list_sliders(kind, FIRST)[0]
    rows = compute_truth_curve(bench, kind, FIRST, start, knob)
    assert start[knob.key] in set(rows["value"])
    assert len(set(rows["answer"])) > 1
    for row in rows.iloc[::8].to_dict("records"):
        found = bench.compute_truth(kind, FIRST, {**start, knob.key: row["value"]})
        assert (row["answer"], row["problem"]) == (found.answer, found.problem)
