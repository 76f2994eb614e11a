"""Queries of the failure review against the same in Python, on a tiny release."""

import re

import pytest

from core.errors import QueryTimeoutError, WarehouseError
from core.records import RIGHT_AT
from core.warehouse.read import NO_FILTERS


@pytest.fixture
def answers(tiny_warehouse):
    return tiny_warehouse.query("answers", filters=NO_FILTERS)


def is_wrong(answers):
    exact = answers["question_kind"].isin(["class", "choice", "name"])
    right = answers["score"] >= exact.map({True: 1.0, False: RIGHT_AT}).astype(float)
    return (answers["status"] == "ok") & ~right | answers["status"].isin(["unparsed", "invalid"])


def keys(rows):
    return set(rows[["run_id", "case_id", "question_id"]].astype(str).itertuples(index=False, name=None))


def test_strata_count_wrong_answers(tiny_warehouse, answers):
    """By run and question, with their groups."""
    strata = tiny_warehouse.query("failed_strata", filters=NO_FILTERS, right_at=RIGHT_AT)
    wrong = answers[is_wrong(answers)].astype({"run_id": str, "question_id": str})
    counted = wrong.groupby(["run_id", "question_id"])["group_id"].agg(["size", "nunique"])
    found = strata.set_index(["run_id", "question_id"])[["n_answers", "n_groups"]]
    assert found.to_dict("index") == {
        key: {"n_answers": row["size"], "n_groups": row["nunique"]} for key, row in counted.iterrows()
    }


def test_a_sample_of_all_is_all_and_a_small_one_is_part_of_it(tiny_warehouse, answers):
    """The same seed draws the same; another one does not."""
    arguments = {"filters": NO_FILTERS, "right_at": RIGHT_AT}
    whole = tiny_warehouse.query("failed_answers", seed="one", n_per_cell=1000, **arguments)
    assert keys(whole) == keys(answers[is_wrong(answers)])
    part = tiny_warehouse.query("failed_answers", seed="one", n_per_cell=2, **arguments)
    assert part.groupby(["run_id", "question_id"]).size().max() == 2
    first = whole.sort_values("random_order").groupby(["run_id", "question_id"]).head(2)
    assert keys(part) == keys(first)
    again = tiny_warehouse.query("failed_answers", seed="two", n_per_cell=2, **arguments)
    assert keys(again) != keys(part)


def test_disagreements_of_two_runs(tiny_warehouse, answers):
    """Wrong answers whose partner is right."""
    judged = answers[answers["status"] == "ok"].assign(wrong=is_wrong(answers).astype(float)).astype({"run_id": str})
    table = judged.pivot_table("wrong", ["case_id", "question_id"], "run_id", observed=True)
    first, second = table.columns[:2]
    filters = {**NO_FILTERS, "runs": [first, second]}
    found = tiny_warehouse.query("disagreeing_answers", filters=filters, right_at=RIGHT_AT)
    pairs = table[[first, second]].dropna()
    differing = pairs[pairs[first] != pairs[second]]
    wrong = {(first if row[first] else second, *map(str, index)) for index, row in differing.iterrows()}
    assert keys(found) == wrong
    assert wrong


@pytest.mark.parametrize(
    "patterns", [("scalene",), (r"0\.\d+",), ("side_type", "obtuse"), (r"(?i)SCALENE",), ("nothing of the kind",)]
)
def test_a_search_finds_what_python_finds(tiny_warehouse, answers, patterns):
    """Every reply that matches all patterns, with its outcome and the words around the match."""
    runs = sorted(answers["run_id"].astype(str).unique())
    given = {f"pattern_{number}": pattern for number, pattern in enumerate((*patterns, None, None, None)[:4], start=1)}
    filters = {**NO_FILTERS, "runs": runs}
    found = tiny_warehouse.query_within(
        60, "search_replies", filters=filters, run_ids=runs, right_at=RIGHT_AT, max_rows=10**6, **given
    )
    replies = tiny_warehouse.load_table("case_replies").dropna(subset=["raw"])
    matching = {
        (row.run_id, row.case_id): row.raw
        for row in replies.itertuples()
        if all(re.search(pattern, row.raw) for pattern in patterns)
    }
    assert set(zip(found["run_id"], found["case_id"], strict=True)) == set(matching)
    for row in found.itertuples():
        match = re.search(patterns[0], matching[row.run_id, row.case_id])
        assert row.matched == match[0]
        assert f"{row.text_before}{row.matched}{row.text_after}" in matching[row.run_id, row.case_id]
        assert len(row.text_before) <= 80
    outcomes = tiny_warehouse.query("answer_outcomes", filters=filters, right_at=RIGHT_AT)
    assert outcomes[["n_right", "n_wrong", "n_unreadable"]].to_numpy().sum() == len(answers)


def test_an_invalid_expression_is_an_error_and_a_late_query_is_stopped(tiny_warehouse):
    """Neither harms the queries after it."""
    arguments = {
        "filters": NO_FILTERS,
        "run_ids": ["tri_bench-openai_gpt_5"],
        "right_at": RIGHT_AT,
        "max_rows": 9,
        "pattern_2": None,
        "pattern_3": None,
    }
    with pytest.raises(WarehouseError, match="missing"):
        tiny_warehouse.query_within(10, "search_replies", pattern_1="(", pattern_4=None, **arguments)
    with pytest.raises(QueryTimeoutError, match="was stopped"):
        for _ in range(200):
            tiny_warehouse.query_within(1e-6, "answers", filters=NO_FILTERS)
    assert len(tiny_warehouse.query_within(60, "case_ids"))
