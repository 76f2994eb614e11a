"""Tests of changes under views that keep the truth, on simulated models with known sensitivity."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.repeats import analyse_repeats
from core.analyses.run_variants import RunVariants
from core.analyses.view_change_sentences import describe_flips, describe_rank_changes, describe_view_changes
from core.analyses.view_changes import ViewComparison, compute_view_changes, list_view_comparisons
from core.benchmarks.data import Terminology
from core.statistics.rank_changes import ConditionSums, compute_rank_changes

WORDS = Terminology("item", "items", "scene", "scenes", "accuracy")
TITLES = {"grey": "grey", "shifted": "shifted by 8 pixels", "marked_blue": "marked in blue"}
N_GROUPS, N_PER_GROUP = 80, 5


def answer(generator, share, n_groups=N_GROUPS):
    """Return right or wrong answers [groups, answers] with this share of right ones."""
    return generator.random((n_groups, N_PER_GROUP)) < share


def flip(generator, answers, share):
    """Return the same answers with this share of them reversed."""
    return np.where(generator.random(answers.shape) < share, ~answers, answers)


def sum_pairs(answers):
    """Return sums over pairs of runs by group; all wrong answers are equal, so that a flip changes the score."""
    names = list(answers)
    rows = [
        (first, second, f"g{group}", ours[group].sum(), theirs[group].sum(), ours[group].sum() - theirs[group].sum(),
         (ours[group] != theirs[group]).sum())
        for place, first in enumerate(names)
        for second in names[place + 1 :]
        for ours, theirs in [(answers[first], answers[second])]
        for group in range(len(ours))
    ]  # fmt: skip
    values = ["first_score", "second_score", "difference", "flipped"]
    table = pd.DataFrame(rows, columns=["first", "second", "group_id", *values]).astype(dict.fromkeys(values, float))
    return table.assign(**{f"{name}_counted": N_PER_GROUP for name in values})


def change(answers, comparisons):
    return compute_view_changes(sum_pairs(answers), comparisons)


def simulate(generator, sensitivity, noise, loss=0.0, share=0.6):
    """Return a model that repeats itself except for `noise`.

    In grey it flips `sensitivity` of its answers and loses `loss`.
    """
    latent = answer(generator, share)
    grey = flip(generator, flip(generator, latent, noise), sensitivity)
    grey &= generator.random(grey.shape) >= loss
    return {"a": flip(generator, latent, noise), "a-again": flip(generator, latent, noise), "a-grey": grey}


COMPARISON = ViewComparison("m", "M", "grey", ("a-grey",), ("a", "a-again"))


def test_a_change_of_the_score_is_found():
    """The estimates are those of the plain definitions, and the sentence names model, view and interval."""
    answers = simulate(np.random.default_rng(1), 0.1, 0.05, 0.2)
    result = change(answers, [COMPARISON])
    (row,) = result.rows.to_dict("records")
    references = np.stack([answers["a"], answers["a-again"]])
    assert row["value"] == pytest.approx(100 * (answers["a-grey"].mean() - references.mean()))
    assert row["flips"] == pytest.approx(100 * np.mean(answers["a-grey"] != references))
    assert row["floor"] == pytest.approx(100 * np.mean(answers["a-again"] != answers["a"]))
    assert row["excess"] == pytest.approx(row["flips"] - row["floor"])
    assert row["low"] < row["value"] < row["high"] < 0
    assert (row["n"], row["n_groups"], row["verdict"]) == (400, 80, "lower")
    text = describe_view_changes(result, TITLES, WORDS)
    assert text.startswith("M loses ")
    assert "with the view grey, though the truth is the same. 1 of 1 changes" in text
    assert "% flip when the same view is asked again, so the view adds +" in describe_flips(result, TITLES)
    assert describe_rank_changes(result, TITLES) == ""


@pytest.mark.slow
def test_intervals_hold_what_they_state():
    """The true change and the true excess of flips lie in their intervals in about 95 of 100 draws."""
    generator = np.random.default_rng(2)
    sensitivity, noise, n_draws = 0.1, 0.08, 400
    hits = np.zeros(2)
    share, differing = 0.6 * (1 - noise) + 0.4 * noise, 2 * noise * (1 - noise)
    true_change = 100 * sensitivity * (1 - 2 * share)
    true_excess = 100 * sensitivity * (1 - 2 * differing)
    for _ in range(n_draws):
        (row,) = change(simulate(generator, sensitivity, noise), [COMPARISON]).rows.to_dict("records")
        hits += [row["low"] <= true_change <= row["high"], row["excess_low"] <= true_excess <= row["excess_high"]]
    assert hits / n_draws == pytest.approx([0.95, 0.95], abs=3 * np.sqrt(0.05 * 0.95 / n_draws))


def test_noise_alone_is_not_called_a_view():
    """A view that changes nothing has as many flips as repeats; neither sentence claims an effect."""
    result = change(simulate(np.random.default_rng(3), 0.0, 0.1, share=0.5), [COMPARISON])
    text = describe_view_changes(result, TITLES, WORDS)
    assert text.startswith("No view is shown to change a score: the largest of 1")
    assert "is not distinguishable from 0." in describe_flips(result, TITLES)


def test_without_repeats_the_floor_is_unknown():
    """Flips are stated, but not the flips expected from repeating alone."""
    answers = simulate(np.random.default_rng(4), 0.1, 0.05)
    result = change(answers, [ViewComparison("m", "M", "grey", ("a-grey",), ("a",))])
    assert result.rows[["floor", "excess", "excess_low"]].isna().all(axis=None)
    assert "is unknown, because this model was not asked twice with the same view." in describe_flips(result, TITLES)


def test_few_groups_tell_nothing():
    """Nine groups are too few for any claim about scores or ranks."""
    generator = np.random.default_rng(5)
    answers = {name: answer(generator, 0.5, 9) for name in ("a", "a-grey", "b", "b-grey")}
    comparisons = [ViewComparison(name, name.upper(), "grey", (f"{name}-grey",), (name,)) for name in "ab"]
    result = change(answers, comparisons)
    assert "too few to tell if a view changes a score" in describe_view_changes(result, TITLES, WORDS)
    assert result.ranks.empty


def test_models_that_change_places_are_found():
    """A model that is far ahead and collapses under a view changes places in nearly all draws."""
    generator = np.random.default_rng(6)
    answers = {"a": answer(generator, 0.8), "a-grey": answer(generator, 0.4),
               "b": answer(generator, 0.6), "b-grey": answer(generator, 0.6)}  # fmt: skip
    comparisons = [ViewComparison(name, name.upper(), "grey", (f"{name}-grey",), (name,)) for name in "ab"]
    result = change(answers, comparisons)
    (row,) = result.ranks.to_dict("records")
    assert (row["leader"], row["follower"]) == ("A", "B")
    assert row["lead_before"] > 0 > row["lead_after"]
    assert row["probability"] > 0.99
    text = "A and B change places with the view grey (in 100% of the draws of groups)."
    assert describe_rank_changes(result, TITLES) == text


def test_equal_models_are_not_said_to_change_places():
    """For two equally good models a rank change is stated in few of 100 simulations."""
    generator = np.random.default_rng(7)
    probabilities = []
    for _ in range(200):
        tables = [generator.binomial(5, 0.6, (2, 60)).astype(float) for _ in range(2)]
        found = compute_rank_changes(ConditionSums(*tables, np.full((2, 60), 5.0)), draws=400)
        probabilities += [one.probability for one in found]
    assert np.mean(np.array(probabilities) >= 0.9) < 0.02


def test_only_common_groups_count_for_ranks():
    """A group that one model did not answer is left out, and two draws of one seed are equal."""
    before = np.array([[5.0, 5, 5, 0], [4, 4, 4, 5]])
    counts = np.array([[5.0, 5, 5, 0], [5, 5, 5, 5]])
    (found,) = compute_rank_changes(ConditionSums(before, before, counts))
    assert (found.leader, found.probability) == (0, 0.0)
    assert found.lead_before == pytest.approx(0.2)
    assert compute_rank_changes(ConditionSums(before[:, :1], before[:, :1], counts[:, :1])) == []


def test_runs_are_compared_within_one_design():
    """A view needs the reference view with the same model, prompt and options; repeats and their order are kept."""
    runs = pd.DataFrame(
        [
            ("o1", "m", "p", "original", "{}", 1), ("o2", "m", "p", "original", "{}", 1),
            ("o3", "m", "p", "original", "{}", 1), ("g1", "m", "p", "grey", "{}", 1), ("g2", "m", "p", "grey", "{}", 1),
            ("t", "m", "p", "grey", '{"temperature":1}', 1), ("n", "m", "p", "none", "{}", 1),
            ("b", "m", "p", "marked_blue", "{}", 1), ("k", "m", "p", "marked", "{}", 1),
            ("s", "m", "p", "shifted", "{}", 2), ("q", "m", "q", "shifted", "{}", 1),
            ("x", "other", "p", "shifted", "{}", 1), ("e", "m", "p", "original", '{"adaptive":40}', 1),
            ("f", "m", "p", "shifted", '{"adaptive":40}', 1),
        ],
        columns=["run_id", "model_id", "prompt_id", "image_view", "request_design", "option_order"],
    ).assign(model_name="M")  # fmt: skip
    found = {one.view: one for one in list_view_comparisons(runs, {"marked_blue": "marked"})}
    assert set(found) == {"grey", "marked", "marked_blue"}
    assert found["grey"] == ViewComparison("m", "M", "grey", ("g1", "g2"), ("o1", "o2", "o3"))
    assert found["marked_blue"].reference_ids == ("k",)
    assert found["marked"].reference_ids == ("o1", "o2", "o3")


def test_the_section_on_repeats_gives_the_same_figures():
    """Both sections compare every run of one view with every run of the other, and repeats within either view."""
    generator = np.random.default_rng(9)
    answers = {name: answer(generator, 0.6) for name in ("o1", "o2", "o3", "g1", "g2")}
    (row,) = change(answers, [ViewComparison("m", "M", "grey", ("g1", "g2"), ("o1", "o2", "o3"))]).rows.to_dict(
        "records"
    )
    variant = RunVariants("m", "M", "view", ("original", "grey"), tuple(answers), (0, 0, 0, 1, 1))
    table = pd.DataFrame([
        {"run_id": run_id, "case_id": f"c{group}-{place}", "question_id": "q", "group_id": f"g{group}",
         "question_kind": "choice", "said": None, "value": "AB"[int(is_right)], "is_right": bool(is_right),
         "score": float(is_right)}
        for run_id, given in answers.items()
        for (group, place), is_right in np.ndenumerate(given)
    ])  # fmt: skip
    flips = analyse_repeats(table, [variant]).flips.iloc[0]
    pairs = {"flips": "value", "floor": "floor", "excess": "excess", "excess_low": "excess_low"}
    for ours, theirs in pairs.items():
        assert row[ours] == pytest.approx(flips[theirs])
    assert row["n"] == N_GROUPS * N_PER_GROUP


def test_runs_without_common_answers_give_nothing():
    """If the compared runs answered no question in common, there is no result."""
    answers = simulate(np.random.default_rng(8), 0.1, 0.05)
    assert compute_view_changes(sum_pairs({"a": answers["a"]}), [COMPARISON]) is None
