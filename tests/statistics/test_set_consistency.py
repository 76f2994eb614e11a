"""Tests of robustness against the paper's formulas, and on runs with known results."""

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.records import TRIANGLE_QUESTIONS
from core.scoring.answer_codes import is_correct
from core.scoring.metrics import compute_scores
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.set_consistency import compute_set_robustness
from tests.scoring.definitions import add_truths
from tests.scoring.made_answers import (
    list_set_cases,
    make_run_answers,
    pivot_truths,
    simulate_answers,
    simulate_triangle_benchmark,
)

KIND = {q.question_id: q.kind for q in TRIANGLE_QUESTIONS}
ANSWERS, _ = simulate_answers(seed=12, n_groups=20, n_runs=2, unreadable=0.05, missing_views={("001", "T1")})
SETS = list_set_cases(ANSWERS)


def compute_protocol_robustness(protocol, answers, *options):
    """Compute robustness over the sets of one protocol, limited to the photographs of these answers."""
    sets = list_set_cases(answers)
    return compute_set_robustness(answers, sets[sets["protocol"] == protocol], *options)


def make_run(answer):
    """Make a run's answers over ten triangles, with their truths."""
    photographs, truths = simulate_triangle_benchmark(np.random.default_rng(13), 10)
    true = {(t.case_id, t.question_id): t for t in truths.itertuples() if t.role == "truth"}
    answers = make_run_answers("a", photographs, truths, lambda p, q: answer(p, q, true[p.case_id, q.question_id]))
    return add_truths(answers, pivot_truths(truths, photographs))


@pytest.mark.slow
@pytest.mark.parametrize("right_at", [0.5, 0.9])
def test_robustness_equals_the_formulas(right_at):
    """Binary: all views are right. Graded: the share of right views. Stable: one truth would make all views right."""
    table = compute_protocol_robustness("views", ANSWERS, right_at)
    assert len(table) == 2 * 6 * 20
    for row in table.itertuples():
        views = ANSWERS[
            (ANSWERS["run_id"] == row.run_id)
            & (ANSWERS["question_id"] == row.question_id)
            & (ANSWERS["group_id"] == row.group_id)
        ]
        assert (row.set_id, row.protocol) == (row.group_id, "views")
        assert (row.n_cases, row.n_read) == (len(views), views["value"].notna().sum())
        if views["value"].isna().any():
            assert np.isnan([row.binary, row.graded, row.stable]).all()
            continue
        limit = 1.0 if row.question_id in ("Q1", "Q2") else right_at
        right = [kappa >= limit for kappa in views["score"]]
        values = views["value"].tolist()
        candidates = [0.0, 1.0, 2.0] if limit == 1.0 else np.linspace(0.0, 180.0, 180_001)[1:]
        same = [
            (compute_scores(KIND[row.question_id], np.array([v]), np.array(candidates)) >= limit - 1e-4) for v in values
        ]
        assert (row.binary, row.graded) == (float(all(right)), pytest.approx(sum(right) / len(right)))
        assert row.stable == float(np.all(same, axis=0).any())


def test_graded_is_at_least_binary():
    """A triangle that is right in all views has a graded robustness of 1."""
    table = compute_protocol_robustness("views", ANSWERS).dropna()
    assert (table["graded"] >= table["binary"]).all()


def test_constant_answers_are_stable_and_rarely_robust():
    """A constant answer is perfectly stable, and robust only when it happens to be right."""
    table = compute_protocol_robustness("views", make_run(lambda p, q, t: q.options[0] if q.options else 1.4))
    assert (table["stable"] == 1.0).all()
    assert table["binary"].equals(table["graded"])
    assert table["binary"].mean() < 0.5


def test_three_right_views_of_four():
    """One wrong view reduces binary robustness and stability to 0, and graded robustness to 0.75."""

    def answer(photograph, question, truth):
        if photograph.condition == "T1":
            return "equilateral" if question.question_id == "Q1" else "right" if question.options else 179.0
        return truth.value_class if question.options else truth.value_number

    table = compute_protocol_robustness("views", make_run(answer)).query("question_id == 'Q1'")
    assert (table["binary"] == 0).all()
    assert (table["graded"] == 0.75).all()
    assert (table["stable"] == 0).all()


@pytest.mark.parametrize("right_at", [0.0, 0.5, 0.8, 1.0])
def test_robust_implies_stable(right_at):
    """A triangle that is right in all views is stable."""
    table = compute_protocol_robustness("views", ANSWERS, right_at).dropna()
    assert (table["binary"] <= table["stable"]).all()


def test_a_single_view_has_no_robustness():
    """Robustness needs at least two photographs."""
    sets = SETS[SETS["protocol"] == "views"]
    table = compute_set_robustness(ANSWERS[ANSWERS["condition"] == "P0"], sets)
    assert len(table) == 2 * 6 * 20
    assert (table["n_cases"] == 1).all()
    measures = [f"{name}{bound}" for name in ("binary", "graded", "stable") for bound in ("", "_least", "_most")]
    assert table[measures].isna().all(axis=None)


def test_the_clustered_mean_ignores_triangles_without_robustness():
    """The clustered mean accepts the table and ignores triangles without robustness."""
    table = compute_protocol_robustness("views", ANSWERS)
    means = compute_grouped_means(table, "graded", ["run_id", "question_id"])
    assert means["n"].sum() == table["graded"].notna().sum() < len(table)


@pytest.mark.parametrize(("protocol", "pairs"), [("pose", ["P0 T0", "P1 T1"]), ("object", ["P0 P1", "T0 T1"])])
def test_pairs_equal_hand_counts(protocol, pairs):
    """A pair is right if both photographs are right, and skipped if one is absent."""
    table = compute_protocol_robustness(protocol, ANSWERS)
    right = is_correct(ANSWERS)
    cells = {
        (r.run_id, r.question_id, r.group_id, r.condition): value
        for r, value in zip(ANSWERS.itertuples(), right, strict=True)
    }
    expected = [
        cells[(*key, first)] * cells[(*key, second)]
        for key in ANSWERS.groupby(["run_id", "question_id", "group_id"]).groups
        for first, second in (pair.split() for pair in pairs)
        if (*key, first) in cells and (*key, second) in cells
    ]
    assert len(table) == len(expected) == 2 * 6 * (2 * 20 - 1)
    assert table["binary"].sum() == pytest.approx(np.nansum(expected))
    assert table["binary"].isna().sum() == np.isnan(expected).sum() > 0


def test_duplicate_answers_in_a_set_raise():
    """A duplicate answer would count twice, so it raises an error."""
    with pytest.raises(StatisticsError, match="two answers"):
        compute_set_robustness(pd.concat([ANSWERS, ANSWERS.iloc[:1]]), SETS)


def test_protocols_are_independent():
    """Several protocols in one table give the rows of each protocol alone."""
    together = compute_set_robustness(ANSWERS, SETS)
    apart = [compute_protocol_robustness(protocol, ANSWERS) for protocol in ("object", "pose", "views")]
    pd.testing.assert_frame_equal(together, pd.concat(apart, ignore_index=True))


def test_options_are_compared_by_text():
    """The same letter with other options is a different answer; the same text under another letter is the same."""
    rows = [
        ("a", "1", 0.0, "cube"), ("a", "2", 1.0, "cube"), ("b", "1", 0.0, "cube"), ("b", "2", 0.0, "ball"),
        ("c", "1", 0.0, "cube"), ("c", "2", np.nan, None),
    ]  # fmt: skip
    answers = pd.DataFrame(rows, columns=["run_id", "case_id", "value", "said"]).assign(
        model_id="m", group_id="g", question_id="task", question_kind="choice", score=[1.0, 1.0, 1.0, 0.0, 1.0, np.nan]
    )
    sets = pd.DataFrame({"protocol": "circular", "set_id": "g", "case_id": ["1", "2"], "question_id": "task"})
    table = compute_set_robustness(answers, sets).set_index("run_id")
    assert table["stable"].tolist()[:2] == [1.0, 0.0]
    assert table["binary"].tolist()[:2] == [1.0, 0.0]
    assert table["graded"].tolist()[:2] == [1.0, 0.5]
    assert table.loc["c", ["binary", "graded", "stable"]].isna().all()
    bounds = ["binary_least", "binary_most", "graded_least", "graded_most", "stable_least", "stable_most"]
    assert table.loc["c", bounds].tolist() == [0.0, 1.0, 0.5, 1.0, 0.0, 1.0]
