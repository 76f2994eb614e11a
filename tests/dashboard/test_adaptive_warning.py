"""Tests of Precision's warning about runs whose cases were chosen by their margins, detected from their manifests."""

import pytest

from core.analyses.threshold_sentences import describe_adaptive_runs
from core.benchmarks.choice.benchmark_data import PROMPT
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from tests.cli.test_choice import run_command
from tests.dashboard.pages import open_page
from tests.workflows.test_add_table import write_table


@pytest.fixture
def own(workspace, tmp_path):
    """Return five questions with margins, answered by one run of all cases and by one of chosen cases."""
    table = write_table(tmp_path)
    header, *rows = table.read_text().splitlines()
    margins = (f"{row},{margin}" for margin, row in enumerate(rows, start=1))
    table.write_text("\n".join([f"{header},margin", *margins]) + "\n")
    run_command("add", table)
    own = workspace.select_benchmark("colours")
    for run_id, sent in (("whole", {"repeat": 1}), ("chosen", {"repeat": 1, "adaptive": 40})):
        run = Run(run_id, Model(run_id, f"Model {run_id}"), "colours", PROMPT, "original", "a test", settings=sent)
        write_journal(own.runs / f"{run_id}.jsonl", run, [Reply(run_id, f"q{n}", "A") for n in range(5)])
    build(own)
    return own


@pytest.mark.slow
def test_the_warning_names_the_adaptive_run_only(own):
    """It is visible while the run is on the page, and only then."""
    app = open_page("precision")
    assert not app.exception
    (warning,) = app.warning
    assert warning.value.startswith("Model chosen was asked with")
    assert "Model whole" not in warning.value
    assert "not comparable" in warning.value
    assert "82%" in warning.value
    assert not open_page("precision", model="Model whole").warning


def test_no_adaptive_run_needs_no_words():
    """The sentence covers one run, several runs, and none."""
    assert describe_adaptive_runs([]) == ""
    assert describe_adaptive_runs(["A"]).startswith("A was asked with --adaptive")
    assert describe_adaptive_runs(["A", "B"]).startswith("A and B were asked with --adaptive")
