"""Plans of sample sizes from a warehouse, through the command."""

import pytest
from typer.testing import CliRunner

from core.cli.app import app
from core.errors import SelectionError
from core.records import FEW_GROUPS
from core.warehouse.read import open_current
from core.workflows.sample_size import describe_plan, measure_score_variance, plan_sample_sizes
from tests.small_blindtest import fill_blindtest

RUNS = ("released_replies-gpt-4o", "released_replies-claude-3.5-sonnet")


@pytest.fixture
def blindtest(fill_once, monkeypatch):
    """Return a small set of circles with two models."""
    workspace = fill_once("blindtest", fill_blindtest)
    monkeypatch.setenv("TRILENS_DATA", str(workspace.data))
    return workspace.select_benchmark("blindtest")


@pytest.fixture
def variance(blindtest):
    """Return the input of a plan for the two models."""
    with open_current(blindtest) as warehouse:
        return measure_score_variance(warehouse, blindtest.prices, RUNS)


def test_a_plan_states_groups_and_requests(variance):
    """Half of the difference needs about four times the groups; without repeats only one pass is planned."""
    coarse, fine = (plan_sample_sizes(variance, points, 0.8) for points in (4.0, 2.0))
    assert fine[0].n_groups == pytest.approx(4 * coarse[0].n_groups, rel=0.02)
    assert [size.n_passes for size in fine] == [1]
    assert fine[0].usd is None
    assert variance.names == ("GPT-4o", "Claude 3.5 Sonnet")


@pytest.mark.parametrize(("runs", "message"), [(("nope", RUNS[0]), "has no run nope"), ((RUNS[0],) * 2, "Both runs")])
def test_runs_that_are_no_pair_are_refused(blindtest, runs, message):
    """An unknown run is named with the ids that exist; a run cannot be compared with itself."""
    with open_current(blindtest) as warehouse, pytest.raises(SelectionError, match=message):
        measure_score_variance(warehouse, blindtest.prices, runs)


def test_the_command_prints_the_plan(blindtest):
    """There is a sentence, and a line per number of passes; naming only one of two runs is a usage error."""
    result = CliRunner().invoke(app, ["plan", "--benchmark", "blindtest", "--detect", "2"])
    assert result.exit_code == 0
    assert "To detect a difference of 2.0 points with 80% probability" in result.output
    assert "1 pass: " in result.output
    assert CliRunner().invoke(app, ["plan", "--against", "a"]).exit_code == 2
    alone = CliRunner().invoke(app, ["plan", "--benchmark", "blindtest", "--run", RUNS[0]])
    assert "To detect that GPT-4o differs from a fixed score by 2.0 points" in alone.output


def test_a_plan_says_whether_there_are_enough(variance):
    """There is one sentence, with the groups needed and those that both answered."""
    large, small = (
        describe_plan(variance, plan_sample_sizes(variance, points, 0.8), points, 0.8) for points in (60.0, 0.5)
    )
    assert large.endswith(f"the {variance.present_groups} that both answered suffice.")
    assert small.endswith(f"the {variance.present_groups} that both answered are too few.")


def test_no_plan_has_fewer_groups_than_a_verdict_needs(variance):
    """A huge difference still needs ten groups, because no page gives a verdict below that."""
    assert plan_sample_sizes(variance, 90.0, 0.8)[0].n_groups == FEW_GROUPS


def test_a_plan_for_one_run_rests_on_its_score(blindtest):
    """The standard deviation is that of the mean scores of groups of equal size; half as many requests are needed."""
    with open_current(blindtest) as warehouse:
        alone = measure_score_variance(warehouse, blindtest.prices, RUNS[:1])
        answers = warehouse.load_table("scored_answers")
        answers = answers[answers["run_id"].eq(RUNS[0])]
    scores = answers.dropna(subset=["score"]).groupby("group_id", observed=True)["score"]
    assert scores.size().nunique() == 1
    assert alone.deviation == pytest.approx(100 * scores.mean().std(ddof=1))
    size = plan_sample_sizes(alone, 4.0, 0.8)[0]
    assert size.n_requests == round(size.n_groups * alone.cases_per_group)
    sentence = describe_plan(alone, (size,), 4.0, 0.8)
    assert sentence.startswith("To detect that GPT-4o differs from a fixed score by 4.0 points with 80% probability")


def test_requests_follow_from_the_cases_that_both_runs_were_asked(blindtest, variance):
    """Runs over a part of the benchmark may have fewer cases per group than the benchmark."""
    size = plan_sample_sizes(variance, 4.0, 0.8)[0]
    with open_current(blindtest) as warehouse:
        cases = warehouse.load_table("cases")
        asked = [{row["case_id"] for row in warehouse.load_rows("case_replies", run_id=[run_id])} for run_id in RUNS]
    groups = cases.loc[cases["case_id"].isin(asked[0] & asked[1]), "group_id"]
    assert size.n_requests == round(2 * size.n_groups * len(groups) / groups.nunique())
