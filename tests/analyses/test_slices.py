"""Slices found by search, on the paper's models and as sentences."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

from core.analyses.slice_sentences import (
    describe_conditions,
    describe_result,
    describe_search,
    describe_slice,
    format_conditions,
    format_slice_interval,
    is_full_score,
    name_level,
)
from core.analyses.slices import WeakSlices, find_run_slices, list_slice_factors
from core.factors import FACTORS_OF_ANSWERS
from core.statistics.slice_search import Slice, SliceSearch
from core.warehouse.aggregation_presets import build_slice_aggregation
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current


def search_runs(warehouse, run_ids, factors):
    """Search the slices of one run, or of two that are compared."""
    info = read_benchmark_info(warehouse)
    filters = {
        **dict.fromkeys(factor.key for factor in (*FACTORS_OF_ANSWERS, *info.case_factors)),
        "runs": list(run_ids),
        "with_references": True,
    }
    sums = warehouse.aggregate(filters, build_slice_aggregation(factors, is_pair=len(run_ids) > 1))
    return find_run_slices(sums, factors)


def test_factors_that_follow_from_answers_form_no_slices(tiny_warehouse):
    """Difficulty follows from the answers, and the id of a group has too many levels; both are left out."""
    info = read_benchmark_info(tiny_warehouse)
    options = {factor.key: ["a", "b"] for factor in info.factors.values()}
    options["condition"] = [str(number) for number in range(31)]
    options["occlusion"] = ["none"]
    factors = list_slice_factors(info, options)
    assert factors[0] == "question"
    assert {"difficulty", "agreement", "condition", "occlusion", "model", "runs"}.isdisjoint(factors)
    assert {"pose", "side_3d"} <= set(factors)


def test_three_triangles_are_too_few(tiny_warehouse):
    """A release of three triangles has no slice with ten, and the sentence says so."""
    info = read_benchmark_info(tiny_warehouse)
    found = search_runs(tiny_warehouse, ["tri_bench-openai_gpt_5"], ("question", "pose"))
    assert found.search.slices == ()
    assert (
        describe_result(found, ["GPT-5"], info, {}) == "Too few triangles to search for slices: each needs ten of them."
    )


def test_sentences_state_means_difference_interval_and_groups(tiny_warehouse):
    """A slice reads as a sentence, for one model and for a comparison."""
    info = read_benchmark_info(tiny_warehouse)
    found = Slice({"question": "Q1", "side_3d": "isosceles"}, 3.0, -62.3, -69.4, -55.1, 0.0025, 26, 104)
    labels = {name_level("question", "Q1"): "Q1 Side class"}
    assert describe_slice(found, (2.9, 78.6), ["GPT-5"], info, labels) == (
        "GPT-5 scores 2.9% on Q1 Side class where the triangle is isosceles on the table, against 78.6% over all its "
        "answers to this question. Confirmed on the other half of the triangles: 62.3 points below its "
        "other answers to equally hard questions (95% CI 55.1–69.4, corrected p 0.0025; 26 triangles in all)."
    )
    assert describe_slice(found, (-12.0, 3.0), ["GPT-5", "Gemini"], info, labels) == (
        "GPT-5 is 12.0 points behind Gemini on Q1 Side class where the triangle is isosceles on the table. Confirmed "
        "on the other half of the triangles: 62.3 points worse than elsewhere (95% CI 55.1–69.4, "
        "corrected p 0.0025; "
        "26 triangles in all)."
    )


def test_conditions_are_in_plain_words_or_name_their_factor(tiny_warehouse):
    """A right angle cannot be read as a correct answer; factors without words keep title and level."""
    info = read_benchmark_info(tiny_warehouse)
    for factor, level, text in (
        ("angle_3d", "right", "right-angled on the table"),
        ("change", "angle", "the angle class differs between table and image"),
        ("object", "ruler", "Object: ruler"),
    ):
        weak = Slice({factor: level}, 3.0, -62.3, -69.4, -55.1, 0.0025, 26, 104)
        assert format_conditions(weak, info, {name_level(factor, level): level}) == text
    own = replace(info, benchmark_id="own_table")
    assert format_conditions(Slice({"change": "angle"}, 3.0, -62.3, -69.4, -55.1, 0.0025, 26, 104), own, {}) == (
        "Class change, 3D to 2D: angle"
    )


def test_conditions_are_a_clause_in_a_sentence(tiny_warehouse):
    """Levels with one subject share it; factors without words are named by their title."""
    info = read_benchmark_info(tiny_warehouse)
    for levels, text in (
        (
            {"pose": "tilted", "angle_3d": "right"},
            "where the triangle is seen at an angle and right-angled on the table",
        ),
        ({"question": "Q2", "change": "angle"}, "on Q2 where the angle class differs between table and image"),
        ({"object": "ruler", "pose": "planar"}, "where the object is ruler and the triangle is seen from above"),
        ({"question": "Q2"}, "on Q2"),
    ):
        assert describe_conditions(Slice(levels, 3.0, -62.3, -69.4, -55.1, 0.0025, 26, 104), info, {}) == text
    weak = Slice({"pose": "tilted"}, 3.0, -62.3, -69.4, -55.1, 0.0025, 26, 104)
    result = WeakSlices(SliceSearch((weak,), 120, 2, 100), ((10.0, 50.0),))
    assert describe_result(result, ["S · fast"], info, {}) == (
        "S (fast) is weakest where the triangle is seen at an angle: it scores 10.0%, against 50.0% over all its "
        "answers to the same kinds of question."
    )


def test_the_interval_ends_at_the_largest_possible_difference():
    """Measured from the questions' means, the interval of a score's gap could pass 100 points."""
    weak = Slice({"pose": "tilted"}, -50.0, -99.7, -100.7, -98.7, 0.0005, 140, 1552)
    assert format_slice_interval(weak) == "98.7–100.0"
    assert format_slice_interval(weak, n_compared=2) == "98.7–100.7"


def test_a_narrower_slice_with_the_same_score_is_left_out():
    """Within a slice that is always wrong, no combination is lower, however hard its questions are."""
    random = np.random.default_rng(1)
    rows = []
    for group in range(80):
        for flat, wording, question in product(("agrees", "differs"), ("first", "reversed"), ("easy", "hard")):
            if question == "hard" and wording == "reversed" and group % 4:
                continue
            score = float(flat == "agrees" and (question == "easy" or random.random() < 0.6))
            rows.append((f"g{group}", question, flat, wording, score, 1, score, 1))
    columns = ["group_id", "question_id", "flat", "wording", "score", "score_counted", "skill", "skill_counted"]
    found = find_run_slices(pd.DataFrame(rows, columns=columns), ("flat", "wording"))
    assert [dict(weak.levels) for weak in found.search.slices] == [{"flat": "differs"}]


def test_a_perfect_model_has_no_weak_slice(tiny_warehouse):
    """The sentence says so instead of reporting an unsuccessful search."""
    info = read_benchmark_info(tiny_warehouse)
    empty = WeakSlices(SliceSearch((), 120, 2, 100), ())
    assert describe_result(empty, ["S"], info, {}, is_perfect=True).startswith(
        "S scores 100.0%, so it has no weak slice."
    )
    assert describe_result(empty, ["S"], info, {}) == (
        "No weak spot is shown: S does not score significantly lower under any tested condition."
    )
    assert [is_full_score(percent) for percent in (100.0, 99.96, 99.9)] == [True, True, False]


FACTORS = ("question", "pose", "object", "side_3d", "angle_3d", "change")


@pytest.mark.parametrize("run_id", ["reference-blind_constant", "reference-homography_solver"])
def test_a_model_without_a_weakness_of_its_own_has_no_slice(real_workspace, run_id):
    """The constant is wrong on every minority class, which is a habit; the solver is right everywhere."""
    with open_current(real_workspace) as warehouse:
        assert search_runs(warehouse, [run_id], FACTORS).search.slices == ()


def test_a_reader_of_the_flat_image_fails_where_image_and_plane_differ(real_workspace):
    """Its slices are tilted views and classes that change, and nothing else."""
    with open_current(real_workspace) as warehouse:
        info, search = (
            read_benchmark_info(warehouse),
            search_runs(warehouse, ["reference-image_plane_solver"], FACTORS).search,
        )
    slices = search.slices
    assert f"compared on a random half of the {search.n_groups} triangles" in describe_search(search, info)
    assert all(each.p_value <= 0.05 and each.n_groups >= 10 and each.high < 0 for each in slices)
    assert {"pose": "tilted"} in [dict(found.levels) for found in slices]
    assert all(found.levels.get("pose") == "tilted" or found.levels.get("change", "none") != "none" for found in slices)


def test_a_comparison_lists_where_the_first_run_is_behind(real_workspace):
    """The solver in 2D falls behind the one in 3D on tilted photographs; not the other way round."""
    factors = ("pose", "object", "side_3d")
    with open_current(real_workspace) as warehouse:
        runs = warehouse.query("ranking", kinds=None).set_index("run_label")["run_id"]
        behind, ahead = (
            search_runs(warehouse, pair, factors)
            for pair in (
                (runs["Image-plane solver"], runs["Homography solver"]),
                (runs["Homography solver"], runs["Image-plane solver"]),
            )
        )
    assert {"pose": "tilted"} in [dict(found.levels) for found in behind.search.slices]
    assert ahead.search.slices == ()
    assert all(mean < 0 for mean, _ in behind.means)
