"""Tests of tables of the coherence of replies."""

import numpy as np
import pytest

from core.scoring.contradiction_table import build_contradiction_table
from core.scoring.contradictions import RULES, find_contradictions
from core.statistics.grouped_means import compute_grouped_means
from tests.scoring.definitions import compute_coherence
from tests.scoring.made_answers import simulate_answers

ANSWERS, _ = simulate_answers(seed=11, n_groups=6, n_runs=2, unreadable=0.2)
FOUND = build_contradiction_table(ANSWERS)


def test_table_has_a_flag_per_reply_and_kind():
    """Per reply and kind, 1 is a contradiction, 0 is none, and NaN is a missing answer."""
    table = compute_coherence(ANSWERS, FOUND)
    assert len(table) == len(ANSWERS) / 6
    for row in table.to_dict("records"):
        reply = ANSWERS[(ANSWERS["run_id"] == row["run_id"]) & (ANSWERS["case_id"] == row["case_id"])]
        read = reply[reply["status"] == "ok"]
        values = {
            r.question_id: r.value_class if r.question_kind == "class" else r.value_number for r in read.itertuples()
        }
        kinds = {
            c.kind for c in find_contradictions(values, dict(zip(read["question_id"], read["stated"], strict=True)))
        }
        assert row["is_coherent"] == (not kinds)
        for kind, rule in RULES.items():
            expected = float(kind in kinds) if set(rule.question_ids) <= set(values) else np.nan
            assert row[kind] == pytest.approx(expected, nan_ok=True)


def test_random_answers_are_rarely_coherent():
    """Six answers of different triangles contradict each other in most replies."""
    table = compute_grouped_means(compute_coherence(ANSWERS, FOUND), "is_coherent", ["run_id"])
    assert (table["value"] < 0.5).all()


def test_contradictions_and_flags_have_equal_counts():
    """Each kind has as many rows as replies with its flag."""
    rows = FOUND["kind"].value_counts()
    counted = compute_coherence(ANSWERS, FOUND)[list(RULES)].sum()
    assert {kind: n for kind, n in counted.items() if n} == rows.to_dict()


def test_reply_without_answers_has_no_coherence():
    """With fewer than two readable answers coherence is missing."""
    sparse = ANSWERS.assign(value=ANSWERS["value"].where(ANSWERS["question_id"] == "Q1"))
    assert compute_coherence(sparse, build_contradiction_table(sparse))["is_coherent"].isna().all()
    assert build_contradiction_table(ANSWERS.assign(value=np.nan)).empty
    assert compute_coherence(ANSWERS.iloc[:0], FOUND).empty


def test_written_decimals_decide_about_a_contradiction():
    """Equal numbers may or may not contradict, depending on the decimals in the reply."""
    reply = ANSWERS[ANSWERS["question_id"].isin(["Q3", "Q5"])].iloc[:2]
    numbers = reply.assign(value=[1.4, 1.31])
    assert list(numbers["question_id"]) == ["Q3", "Q5"]
    assert build_contradiction_table(numbers.assign(stated=["1.4", "1.31"])).empty
    assert list(build_contradiction_table(numbers.assign(stated=["1.40", "1.31"]))["kind"]) == ["ratio_beyond_extremes"]


def test_contradictions_of_other_replies_are_ignored():
    """Contradictions of replies outside the selection are ignored."""
    some = ANSWERS[(ANSWERS["run_id"] == "b") & (ANSWERS["pose"] == "tilted")]
    assert compute_coherence(some, FOUND).equals(compute_coherence(some, build_contradiction_table(some)))
    assert len(build_contradiction_table(some)) < len(FOUND)
