"""Pooled estimates of a build against those of a data frame of all answers."""

import pandas as pd
import pytest

from core.analyses.overview import load_figures
from core.statistics.intervals import apply_holm_correction
from core.warehouse import pooled_estimates
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import NO_FILTERS, open_current
from tests.analyses.slow_overview import slow_figures
from tests.analyses.test_headlines import find_worst_case, slow_outcomes

TABLES = {
    "estimates": ["run_id", "measure", "slice"],
    "pooled": ["measure", "slice"],
    "pairs": ["first", "second"],
    "runs": ["run_id"],
}


def sort_table(table, keys, columns):
    """Return a table with rows in a fixed order and numbers as floats."""
    rows = table.sort_values(keys).set_index(keys)[columns]
    return rows.astype(dict.fromkeys(rows.select_dtypes("number"), float))


@pytest.mark.slow
@pytest.mark.parametrize("workspace_of", ["tiny_workspace", "twice_workspace", "real_workspace"])
def test_estimates_equal_those_of_all_answers(request, workspace_of):
    """Estimates of runs, pooled ones and pairs equal those of all answers at once, to 1e-9."""
    with open_current(request.getfixturevalue(workspace_of)) as warehouse:
        answers, described = warehouse.query("answers", filters=NO_FILTERS), read_benchmark_info(warehouse)
        found = load_figures(warehouse.query, warehouse.load_table)
        slow = slow_figures(answers, warehouse.load_table("lifts"), described)
    for name, keys in TABLES.items():
        one, other = getattr(found, name), getattr(slow, name)
        columns = sorted((set(one) & set(other)) - set(keys))
        assert columns
        one, other = sort_table(one, keys, columns), sort_table(other, keys, columns)
        pd.testing.assert_frame_equal(one, other, rtol=1e-9, atol=1e-9, check_dtype=False, check_names=False)


def test_only_the_best_runs_are_paired(twice_workspace, monkeypatch):
    """With many runs only pairs of the best are compared; each pair equals the pair alone."""
    with open_current(twice_workspace) as warehouse:
        every, best = warehouse.load_table("run_pairs"), warehouse.query("ranking", kinds=["vlm"])
        monkeypatch.setattr(pooled_estimates, "MOST_PAIRED", 2)
        made = dict(pooled_estimates.compute_pooled_tables(warehouse._connection.cursor()))["run_pairs"]
        pooled = set(warehouse.query("answering_runs").query("is_compared")["run_id"])
    first, second = sorted([run_id for run_id in best["run_id"] if run_id in pooled][:2])
    assert list(zip(made["first"], made["second"], strict=True)) == [(first, second)]
    among = every[(every["first"] == first) & (every["second"] == second)]
    assert made["value"].tolist() == pytest.approx(among["value"].tolist())


def test_case_outcomes_equal_counts(tiny_warehouse):
    """Right answers, right only by the foil, and wrong ones equal a loop over all answers."""
    answers = tiny_warehouse.query("answers", filters=NO_FILTERS)
    models = answers[answers["is_pooled"] & (answers["model_kind"] == "vlm")]
    found = tiny_warehouse.load_table("case_outcomes").sort_values(["case_id", "question_id"], ignore_index=True)
    pd.testing.assert_frame_equal(found, slow_outcomes(models), check_dtype=False)


def test_worst_cases_come_first(tiny_warehouse):
    """The query orders a run's cases by mean score, within the requested levels."""
    answers = tiny_warehouse.query("answers", filters=NO_FILTERS)
    for levels in ({}, {"pose": ["tilted"]}):
        for run_id in answers["run_id"].unique():
            found = tiny_warehouse.query("worst_cases", run_id=str(run_id), filters={**NO_FILTERS, **levels}, most=1)
            assert next(iter(found["case_id"]), None) == find_worst_case(answers)(run_id, levels)


def test_correction_counts_omitted_tests():
    """Correcting only the smallest p-values, with the others counted, never gives less than correcting all."""
    p_values = [0.0001, 0.002, 0.004, 0.02, 0.3, 0.9]
    whole = apply_holm_correction(p_values)
    for part in ([0, 1], [1, 3], [2, 5], [0, 2, 4]):
        mine = apply_holm_correction([p_values[place] for place in part], further=len(p_values) - len(part))
        assert all(one >= whole[place] - 1e-12 for one, place in zip(mine, part, strict=True))
