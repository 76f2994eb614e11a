"""Plans of sample sizes from a warehouse, through the command."""

import pytest
from typer.testing import CliRunner

from core.cli.app import app
from core.errors import SelectionError
from core.records import FEW_GROUPS
from core.warehouse.read import open_current
from core.workflows.sample_size import plan_sample_size
from tests.small_blindtest import fill_blindtest

RUNS = ("released_replies-gpt-4o", "released_replies-claude-3.5-sonnet")


@pytest.fixture
def blindtest(once, monkeypatch):
    """A small set of circles with two models."""
    settings = once("blindtest", fill_blindtest)
    monkeypatch.setenv("TRILENS_DATA", str(settings.data))
    return settings.select_benchmark("blindtest")


def test_a_plan_states_groups_and_requests(blindtest):
    """Half of the difference needs about four times the groups; without repeats only one pass is planned."""
    coarse, fine = (plan_sample_size(blindtest, points, 0.8, RUNS) for points in (4.0, 2.0))
    assert fine.sizes[0].n_groups == pytest.approx(4 * coarse.sizes[0].n_groups, rel=0.02)
    assert [size.n_passes for size in fine.sizes] == [1]
    assert fine.sizes[0].usd is None
    assert fine.pair == ("GPT-4o", "Claude 3.5 Sonnet")


def test_an_unknown_run_is_named(blindtest):
    """With the ids that exist."""
    with pytest.raises(SelectionError, match="has no run nope"):
        plan_sample_size(blindtest, 2.0, 0.8, ("nope", RUNS[0]))


def test_the_command_prints_the_plan(blindtest):
    """A sentence and a line per number of passes; half a pair of runs is wrong use."""
    result = CliRunner().invoke(app, ["plan", "--benchmark", "blindtest", "--detect", "2"])
    assert result.exit_code == 0
    assert "To detect a difference of 2 points with power 0.8" in result.output
    assert "(standard deviation " in result.output
    assert CliRunner().invoke(app, ["plan", "--run", "a"]).exit_code == 2


def test_a_run_cannot_be_planned_against_itself(blindtest):
    """The error names the run, not a lack of models."""
    words = ["plan", "--benchmark", "blindtest", "--run", RUNS[0], "--against", RUNS[0]]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert f"--run and --against are the same run, {RUNS[0]}. Name two runs." in " ".join(result.stderr.split())


def test_no_plan_has_fewer_groups_than_a_verdict_needs(blindtest):
    """A huge difference still needs ten groups, because no page gives a verdict below that."""
    assert plan_sample_size(blindtest, 90.0, 0.8, RUNS).sizes[0].n_groups == FEW_GROUPS


def test_requests_follow_from_the_cases_that_both_runs_were_asked(blindtest):
    """Runs over a part of the benchmark may have fewer cases per group than the benchmark."""
    size = plan_sample_size(blindtest, 4.0, 0.8, RUNS).sizes[0]
    with open_current(blindtest) as warehouse:
        cases = warehouse.load_table("cases")
        asked = [{row["case_id"] for row in warehouse.load_rows("case_replies", run_id=[run_id])} for run_id in RUNS]
    groups = cases.loc[cases["case_id"].isin(asked[0] & asked[1]), "group_id"]
    assert size.n_requests == round(2 * size.n_groups * len(groups) / groups.nunique())
