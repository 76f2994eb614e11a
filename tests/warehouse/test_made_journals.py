"""Generated journals for benchmarks of speed: whole runs of several models, loaded like any other."""

from core.runs.journal import list_journal_paths, read_journal
from core.workspace import Workspace
from tests.made_journals import VARIANTS, Sample, write_journals

TRUE = {"Q1": "scalene", "Q2": "acute", "Q3": 1.1, "Q4": 12.0, "Q5": 1.4, "Q6": 40.0}


def test_generated_runs_are_complete_and_varied(tmp_path):
    """There are as many runs as the answers need; runs of one model differ in prompt or view; none is rejected."""
    workspace = Workspace(tmp_path)
    sample = Sample("own", "What is it?", {f"{n:03d}_P0": TRUE for n in range(5)})
    assert write_journals(workspace, sample, answers=6 * 30) == 6
    journals = [read_journal(path) for path in list_journal_paths(workspace.runs)]
    assert all(len(journal.replies) == 5 and not journal.refusals for journal in journals)
    of_first = [journal.run for journal in journals if journal.run.model.model_id == "made-0000"]
    assert len({(run.prompt, run.image_view) for run in of_first}) == len(of_first) == len(VARIANTS)
    assert write_journals(workspace, sample, answers=1, first=6) == 1
    assert len(list_journal_paths(workspace.runs)) == 7
