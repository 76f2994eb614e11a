"""Tests of repeats and variants: designs identified by the runs' requests, and figures against slow definitions."""

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from core.analyses.repeat_sentences import describe_repeats
from core.analyses.repeats import analyse_repeats
from core.analyses.run_variants import OPTIONS, ORDER, PASS, PROMPT, VIEW, find_run_variants

DESIGN = {"prompt_id": "own", "image_view": "original", "request_design": "{}", "option_order": 1}


def make_designs(*runs, model_id="m"):
    """Return runs of a model, each given by its difference from the usual design."""
    rows = [{"run_id": f"{model_id}{n}", "model_id": model_id, "model_name": model_id, **DESIGN, **run}
            for n, run in enumerate(runs)]  # fmt: skip
    return pd.DataFrame(rows)


def draw_answers(run_ids, *, n_groups=40, per_group=3, seed=1, flip=0.2, shifted=(), kind="choice"):
    """Return answers of runs to choices: a fixed answer per case, changed at random, more often in shifted runs."""
    random = np.random.default_rng(seed)
    n_cases = n_groups * per_group
    usual = random.integers(0, 4, n_cases)
    rows = []
    for run_id in run_ids:
        chance = flip + (0.3 if run_id in shifted else 0.0)
        values = np.where(random.random(n_cases) < chance, random.integers(0, 4, n_cases), usual)
        rows += [
            {"run_id": run_id, "case_id": f"c{n}", "group_id": f"g{n // per_group}", "question_id": "Q",
             "question_kind": kind, "score": float(value == 0), "is_right": bool(value == 0), "value": float(value),
             "said": f"option {value}"}
            for n, value in enumerate(values)
        ]  # fmt: skip
    return pd.DataFrame(rows)


def test_facets_are_found_from_what_runs_were_asked_with():
    """Two passes of two prompts, another view and other options: four designs, each differing in one thing only."""
    designs = make_designs(
        {}, {}, {"prompt_id": "b"}, {"prompt_id": "b"}, {"image_view": "mirrored"},
        {"request_design": '{"temperature": 1}'}, {"prompt_id": "c", "image_view": "grey"},
    )  # fmt: skip
    found = {one.facet: one for one in find_run_variants(designs)}
    assert set(found) == {PASS, PROMPT, VIEW, OPTIONS}
    assert found[PASS].run_ids == ("m0", "m1")
    assert found[PROMPT].run_ids == ("m0", "m1", "m2", "m3")
    assert found[PROMPT].levels == (0, 0, 1, 1)
    assert found[VIEW].level_names == ("original", "mirrored")
    assert found[OPTIONS].level_names == ("no options", "temperature 1")
    assert all(len(set(found[facet].levels)) < len(found[facet].levels) for facet in (PASS, PROMPT, VIEW))


def test_one_run_of_each_model_is_no_design():
    """Runs of different models are never variants of each other."""
    designs = pd.concat([make_designs({}), make_designs({"prompt_id": "b"}, model_id="n")])
    assert find_run_variants(designs) == []


def test_orders_of_options_have_numbers():
    """The order of options has no name in the label."""
    (found,) = find_run_variants(make_designs({}, {"option_order": 2}))
    assert (found.facet, found.level_names) == (ORDER, ("order 1", "order 2"))


def test_flips_are_the_shares_of_pairs_of_runs_that_differ():
    """The figures are across prompts, between passes, and their difference, pair by pair and question by question."""
    designs = make_designs({}, {}, {"prompt_id": "b"}, {"prompt_id": "b"}, {"prompt_id": "b"})
    answers = draw_answers([f"m{n}" for n in range(5)], shifted=("m2", "m3", "m4"))
    variants = [one for one in find_run_variants(designs) if one.facet == PROMPT]
    row = analyse_repeats(answers, variants).flips.iloc[0]
    said = answers.pivot_table(index="case_id", columns="run_id", values="said", aggfunc="first")
    across = [(said[a] != said[b]).mean() for a, b in product(["m0", "m1"], ["m2", "m3", "m4"])]
    floors = [
        np.mean([(said[a] != said[b]).mean() for a, b in combinations(runs, 2)])
        for runs in (["m0", "m1"], ["m2", "m3", "m4"])
    ]
    assert row["value"] == pytest.approx(100 * np.mean(across))
    assert row["floor"] == pytest.approx(100 * np.mean(floors))
    assert row["excess"] == pytest.approx(row["value"] - row["floor"])
    assert row["excess_low"] < row["excess"] < row["excess_high"]


def test_order_of_options_is_not_a_change_of_answer():
    """The same option under another letter is the same answer."""
    designs = make_designs({}, {"option_order": 2})
    answers = draw_answers(["m0", "m1"], flip=0.0)
    answers.loc[answers["run_id"] == "m1", "value"] = 3 - answers["value"]
    assert analyse_repeats(answers, find_run_variants(designs)).flips["value"].item() == 0.0


def test_numbers_change_if_they_become_right_or_wrong():
    """Two close numbers that are both right are the same answer."""
    designs = make_designs({}, {})
    answers = draw_answers(["m0", "m1"], flip=0.0, kind="ratio").assign(said=None)
    answers["value"] += np.random.default_rng(3).normal(0, 0.001, len(answers))
    assert analyse_repeats(answers, find_run_variants(designs)).flips["value"].item() == 0.0


def test_questions_that_a_run_did_not_answer_are_left_out():
    """An unreadable answer removes its question from the design, and is counted.

    A question not asked is not counted.
    """
    designs = make_designs({}, {})
    answers = draw_answers(["m0", "m1"]).astype({"is_right": "boolean"})
    answers.loc[[0, 5], ["value", "score", "is_right", "said"]] = None
    answers = answers[~((answers["run_id"] == "m1") & (answers["case_id"] == "c7"))]
    row = analyse_repeats(answers, find_run_variants(designs)).flips.iloc[0]
    assert (row["n"], row["n_unreadable"]) == (117, 2)


def test_adaptive_runs_are_no_variants():
    """A run whose cases were chosen by their margins differs in its cases, not in a request option."""
    designs = make_designs({}, {"request_design": '{"adaptive": 40}'})
    assert find_run_variants(designs) == []


def test_designs_without_a_common_question_are_left_out():
    """Two runs over different cases cannot be compared."""
    answers = draw_answers(["m0", "m1"])
    is_first = answers["case_id"].str[1:].astype(int) < 60
    apart = answers[(answers["run_id"] == "m0") == is_first]
    found = analyse_repeats(apart, find_run_variants(make_designs({}, {})))
    assert found.flips.empty
    assert describe_repeats(found) == []


def test_sentences_name_the_model_and_what_is_beyond_chance():
    """An effect of the prompt is stated over the floor; without an effect the sentence states that none is shown."""
    designs = make_designs({}, {}, {"prompt_id": "b"}, {"prompt_id": "b"})
    run_ids = list(designs["run_id"])
    answers = draw_answers(run_ids, flip=0.1)
    moved = answers["run_id"].isin(["m2", "m3"]) & (answers["case_id"].str[1:].astype(int) % 2 == 0)
    changed = answers.assign(said=answers["said"].mask(moved, "option 9"))
    effect = describe_repeats(analyse_repeats(changed, find_run_variants(designs)))
    assert "With another prompt (own / b), m changes" in effect[0]
    assert "more than the" in effect[0]
    none = describe_repeats(analyse_repeats(answers, find_run_variants(designs)))
    assert "not shown to be more" in none[0]
    assert "more than half of 2 passes" in none[1]
    assert "only more questions narrow it further" in none[2]


def test_without_repeats_chance_is_unknown():
    """One run per prompt: the sentence states that chance is unknown, and how to measure it."""
    designs = make_designs({}, {"prompt_id": "b"})
    found = analyse_repeats(draw_answers(["m0", "m1"]), find_run_variants(designs))
    assert "by chance is unknown" in describe_repeats(found)[1]
    assert found.passes.empty
    assert found.flips["excess"].isna().all()
    assert found.components["facet"].tolist() == ["prompt"]
    assert found.components["noise"].isna().all()
    assert found.components["rest"].notna().all()


def test_more_passes_narrow_the_interval_of_the_mean():
    """Half an interval with one pass is that of single passes; with all passes it is that of their mean."""
    designs = make_designs({}, {}, {}, {})
    run_ids = list(designs["run_id"])
    answers = draw_answers(run_ids, n_groups=400, per_group=1, flip=0.5)
    row = analyse_repeats(answers, find_run_variants(designs)).passes.iloc[0]
    scores = answers.pivot_table(index="case_id", columns="run_id", values="score")
    assert row["half_one"] == pytest.approx(100 * 1.966 * (scores.var() ** 0.5).mean() / 20, rel=0.01)
    assert row["half_all"] == pytest.approx(100 * 1.966 * scores.mean(axis=1).std() / 20, rel=0.01)
    assert row["half_endless"] < row["half_all"] < row["half_one"]
