"""Tests of robustness in percent against slow definitions, and of the worst triangles on runs with known results."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.analyses import robustness
from core.analyses.phrases import format_coded_value
from core.records import TRIANGLE_QUESTION_BY_ID
from core.scoring.contradiction_table import build_contradiction_table
from core.scoring.contradictions import RULES, find_contradictions
from tests.analyses.answers import ABOUT
from tests.analyses.summed import summed_replies, summed_sets
from tests.scoring.made_answers import list_set_cases, simulate_answers
from tests.scoring.slow import clustered_share

RIGHT_AT = 0.7
QUERIED, _ = simulate_answers(seed=41, n_groups=15, n_runs=3, unreadable=0.03)
ANSWERS = QUERIED.assign(
    run_label=QUERIED["run_id"].str.upper(), model_kind=np.where(QUERIED["run_id"] == "c", "reference", "vlm"),
    model_id=np.where(QUERIED["run_id"] == "c", "blind_constant", "model " + QUERIED["run_id"]),
)  # fmt: skip
SETS = list_set_cases(ANSWERS)
VIEWS = SETS[SETS["protocol"] == "views"]


def rows_of(answers, right_at=RIGHT_AT):
    """Return the values that the measures of these answers average, by their sums."""
    return robustness.build_measure_rows(summed_sets(answers, SETS, right_at), list(ABOUT.protocols))


ROWS = rows_of(ANSWERS)


def is_right(answer):
    return answer.score >= (1.0 if TRIANGLE_QUESTION_BY_ID[answer.question_id].options else RIGHT_AT)


@pytest.mark.parametrize(("measure", "pairs"), [("binary", ["P0 P1 T0 T1"]), ("pose", ["P0 T0", "P1 T1"]),
                                                ("object", ["P0 P1", "T0 T1"])])  # fmt: skip
def test_measures_by_their_definition(measure, pairs):
    """A triangle (or pair) counts 1 if all of its views are right, and is left out if one was unreadable."""
    answers = {(a.run_id, a.question_id, a.group_id, a.condition): a for a in ANSWERS.itertuples()}
    table = robustness.compute_set_measures(ROWS).set_index(["measure", "run_id"])
    for run_id in "abc":
        met, triangles = [], []
        for question_id in TRIANGLE_QUESTION_BY_ID:
            for group_id in ANSWERS["group_id"].unique():
                for pair in pairs:
                    views = [answers[run_id, question_id, group_id, condition] for condition in pair.split()]
                    if all(view.status == "ok" for view in views):
                        met.append(float(all(map(is_right, views))))
                        triangles.append(group_id)
        expected = clustered_share(met, triangles)
        row = table.loc[(measure, run_id)]
        assert (row["value"], row["low"], row["high"]) == pytest.approx(
            (100 * expected.value, 100 * expected.low, 100 * expected.high)
        )
        assert row["n"] == expected.n
        assert row["label"] == run_id.upper()


def test_measures_by_question_have_the_same_rows():
    """By question the same triangles are counted, each in its question."""
    by_run = robustness.compute_set_measures(ROWS)
    by_question = robustness.compute_set_measures(ROWS, ["run_id", "question_id"])
    assert set(by_question["measure"]) == set(robustness.list_set_measures(ABOUT))
    keys = ["measure", "run_id"]
    assert by_question.groupby(keys)["n"].sum().equals(by_run.set_index(keys)["n"].sort_index())


def test_a_higher_bar_makes_nobody_more_robust():
    """Raising the kappa from which on a number is right lowers binary and graded robustness, or leaves them."""
    low, high = (
        robustness.compute_set_measures(rows_of(ANSWERS, bar)).set_index(["measure", "run_id"])["value"]
        for bar in (0.5, 0.95)
    )
    for measure in ("binary", "graded", "pose", "object"):
        assert (low[measure] >= high[measure]).all()


def test_one_view_has_no_measure():
    """With a single view of each triangle there is nothing to compare, and no row."""
    single = ANSWERS[ANSWERS["condition"] == "P0"]
    assert robustness.compute_set_measures(rows_of(single)).empty


def test_shares_of_contradictions_by_reply():
    """Per run and kind the share is over the replies with all answers that the kind needs."""
    shares = robustness.compute_contradiction_shares(summed_replies(ANSWERS, build_contradiction_table(ANSWERS)))
    counted: dict[tuple[str, str], list[bool]] = {}
    for (run_id, _), reply in ANSWERS[ANSWERS["status"] == "ok"].groupby(["run_id", "case_id"]):
        values = {r.question_id: r.value_class if r.question_kind == "class" else r.value_number
                  for r in reply.itertuples()}  # fmt: skip
        found = {c.kind for c in find_contradictions(values)}
        if len(values) > 1:
            counted.setdefault(("coherent", run_id), []).append(not found)
        for kind, rule in RULES.items():
            if set(rule.question_ids) <= set(values):
                counted.setdefault((kind, run_id), []).append(kind in found)
    assert shares["kind"].iloc[0] == "coherent"
    for row in shares.itertuples():
        expected = counted[row.kind, row.run_id]
        assert row.value == pytest.approx(100 * np.mean(expected))
        assert row.n == len(expected)
    assert set(shares["kind"]) == {"coherent"} | {kind for (kind, _), values in counted.items() if any(values)}


def answers_to(run_id, question_id):
    """Return a run's answers to a question."""
    return ANSWERS[(ANSWERS["run_id"] == run_id) & (ANSWERS["question_id"] == question_id)]


def with_side_classes(said):
    """Return run a's answers to Q1 by triangle and condition; its kappa follows, everything else stays."""
    asked = ANSWERS[(ANSWERS["run_id"] == "a") & (ANSWERS["question_id"] == "Q1")]
    values = [float(said(a.group_id, a.condition, a.truth)) for a in asked.itertuples()]
    return asked.assign(value=values, score=(values == asked["truth"]).astype(float))


def test_the_worst_swing_and_are_not_always_wrong_alike():
    """A consistently wrong triangle is not among the worst; of those that vary, more different answers come first."""

    def said(group_id, condition, truth):
        others = [code for code in (0, 1, 2) if code != truth]
        if group_id == "000":
            return others[0]
        if group_id == "001":
            return truth if condition[0] == "P" else others[0]
        if group_id == "002":
            return {"P0": truth, "P1": others[0]}.get(condition, others[1])
        return truth

    answers = with_side_classes(said)
    worst = robustness.find_worst_sets(answers, VIEWS, RIGHT_AT)
    assert list(worst["set_id"]) == ["002", "001"]
    assert list(worst["n_right"]) == [1, 2]
    assert (worst["swing"] == 100).all()
    words = robustness.describe_answers(answers, TRIANGLE_QUESTION_BY_ID["Q1"], RIGHT_AT)
    assert words["001_P0"].endswith(": right")
    assert words["000_P0"].endswith(": wrong")


def test_what_was_said_is_in_words():
    """Numbers are shown with unit and kappa, classes as words, and unreadable answers as such."""
    unread = ANSWERS[ANSWERS["value"].isna()].iloc[0]
    question = TRIANGLE_QUESTION_BY_ID[unread["question_id"]]
    words = robustness.describe_answers(answers_to(unread["run_id"], unread["question_id"]), question, RIGHT_AT)
    assert words[unread["case_id"]] == "unreadable"
    assert format_coded_value(TRIANGLE_QUESTION_BY_ID["Q1"], 0.0) == "scalene"
    assert format_coded_value(TRIANGLE_QUESTION_BY_ID["Q3"], 1.234) == "1.234"
    assert format_coded_value(TRIANGLE_QUESTION_BY_ID["Q4"], 12.34) == "12.3°"
    angle = next(a for a in ANSWERS.itertuples() if a.question_id == "Q4" and a.status == "ok")
    told = robustness.describe_answers(answers_to(angle.run_id, "Q4"), TRIANGLE_QUESTION_BY_ID["Q4"], RIGHT_AT)[
        angle.case_id
    ]
    assert told.startswith(f"{angle.value:.1f}°: ")
    assert told.endswith(f"score {100 * angle.score:.0f}%")


def test_the_question_of_most_changes_is_that_with_the_fewest_stable_sets():
    """The figures are those of one run's questions, whatever other runs and measures exist."""
    rows = [
        ("a", "stable", "Q1", 90.0), ("a", "stable", "Q2", 30.0), ("a", "binary", "Q1", 0.0), ("b", "stable", "Q1", 5),
    ]  # fmt: skip
    by_question = pd.DataFrame(rows, columns=["run_id", "measure", "question_id", "value"])
    assert robustness.find_most_changing_question(by_question, "a") == "Q2"
    assert robustness.find_most_changing_question(by_question, "b") == "Q1"


@pytest.mark.parametrize(
    ("protocol", "value", "expected"), [("circular", 0.0, True), ("circular", 100.0, False), ("views", 0.0, False)]
)
def test_another_order_moves_a_constant_letter_but_not_a_constant_option(protocol, value, expected):
    """Only in sets of orders the best constant answer can be one letter, which is never the same option."""
    shares = pd.DataFrame({"measure": "stable", "model_id": ["blind_constant", "model"], "value": [value, 0.0]})
    about = replace(ABOUT, protocols={protocol: "right", "flip": "right in both"})
    assert robustness.is_constant_moved_by_order(shares, about) is expected
    assert not robustness.is_constant_moved_by_order(shares[1:], about)
