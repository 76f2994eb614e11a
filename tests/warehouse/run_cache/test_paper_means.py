"""Named means of papers in cached runs equal those of all answers together."""

import numpy as np
import pytest

from core.analyses.aggregates import CELL, parse_published_means, select_published_mean
from core.warehouse.read import NO_FILTERS, open_current
from tests.analyses.slow_aggregates import slow_aggregated
from tests.small_gepbench import BENCHMARK_ID, fill_gepbench

ESTIMATED = ["value", "standard_error", "low", "high", "p_value", "degrees_of_freedom", "n", "n_groups", "n_means",
             "least", "most"]  # fmt: skip


@pytest.fixture(scope="module")
def choices(fields_workspace):
    """Return questions with options in every order and with mirror images, answered by solvers and two models."""
    return fields_workspace.select_benchmark("3dsrbench")


@pytest.fixture(scope="module")
def gepbench(fill_once):
    """Return figures and questions answered by two models, one of them sometimes unreadably."""
    return fill_once("gepbench", fill_gepbench).select_benchmark(BENCHMARK_ID)


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", ["choices", "gepbench"])
def test_cached_means_equal_those_of_all_answers(request, benchmark):
    """Every named mean of every run has the same interval and bounds, and every cell the same weight."""
    with open_current(request.getfixturevalue(benchmark)) as warehouse:
        answers, sets = (warehouse.query(name, filters=NO_FILTERS) for name in ("answers", "set_cases"))
        means, cells = (warehouse.query(name, of_runs=None) for name in ("aggregate_means", "aggregate_cells"))
        defined = parse_published_means(warehouse.query("aggregates"))
    assert len(defined) > 1
    for one in defined:
        found, slow = select_published_mean(one, means, cells), slow_aggregated(answers, one, sets)
        assert found.n_cells == slow.n_cells
        by_run, slow_by_run = (each.by_run.set_index("run_id").sort_index() for each in (found, slow))
        assert by_run.index.tolist() == slow_by_run.index.tolist()
        assert found.by_run["value"].is_monotonic_decreasing
        for name in ESTIMATED:
            np.testing.assert_allclose(by_run[name].astype(float), slow_by_run[name].astype(float), atol=1e-9)
        for name in ("label", "model_id", "kind"):
            assert by_run[name].tolist() == slow_by_run[name].tolist()
        of_cells, slow_cells = (each.cells.set_index(["run_id", CELL]).sort_index() for each in (found, slow))
        assert of_cells.index.tolist() == slow_cells.index.tolist()
        for name in ("value", "n", "weight"):
            np.testing.assert_allclose(of_cells[name].astype(float), slow_cells[name].astype(float), atol=1e-9)


@pytest.mark.slow
def test_means_can_be_limited_to_runs(choices):
    """If runs are given, only their rows are returned and nothing is computed for others."""
    with open_current(choices) as warehouse:
        runs = sorted(set(warehouse.query("aggregate_means", of_runs=None)["run_id"]))[:1]
        for name in ("aggregate_means", "aggregate_cells"):
            assert set(warehouse.query(name, of_runs=runs)["run_id"]) == set(runs)
