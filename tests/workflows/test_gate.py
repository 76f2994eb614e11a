"""The gate between two runs of a warehouse."""

import pytest

from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from core.workflows.gate import compare_runs
from tests.made_runs import PHOTOGRAPHS, PROMPT, make_answer


@pytest.fixture
def write_answers(workspace):
    """Return a function that writes a run with replies about the given photographs of the tiny release."""

    def write(run_id, photographs):
        run = Run(run_id, Model(run_id, run_id.capitalize()), "tri_bench", PROMPT, "original", "a test")
        write_journal(
            workspace.runs / f"{run_id}.jsonl", run, [Reply(run_id, name, make_answer()) for name in photographs]
        )

    return write


def test_new_answers_to_other_questions_do_not_hide_missing_ones(workspace, tiny_release, write_answers):
    """Half of the old answers are missing although the new run has as many answers; a run with more lacks none."""
    write_answers("old", PHOTOGRAPHS[:8])
    write_answers("new", PHOTOGRAPHS[4:])
    write_answers("full", PHOTOGRAPHS)
    build(workspace, tiny_release)
    result = compare_runs(workspace, "new", "old", 1.0, with_slices=False)
    assert result.caution.startswith("New has no readable answer to 16 of the 32 questions")
    assert compare_runs(workspace, "full", "old", 1.0, with_slices=False).caution == ""
