"""Names that users gave to runs, in the warehouse: every label has them, and a broken file of names is refused."""

import pytest

from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.runs.run_names import RUN_NAMES, add_run_name
from core.warehouse.build import build, is_current
from core.warehouse.read import open_current
from tests.tiny_release import write_tiny_release


@pytest.fixture
def labels(workspace):
    """Build the tiny release with a user's run, and return the labels by run."""
    write_tiny_release(workspace.release)
    run = Run("mine", Model("looker", "Looker"), "p", "What?", "original", "a test")
    write_journal(workspace.runs / "mine.jsonl", run, [Reply("mine", "001_P0", '{"side_type": "scalene"}')])

    def build_labels():
        build(workspace)
        with open_current(workspace) as warehouse:
            ranking = warehouse.query("ranking", kinds=None)
            return dict(zip(ranking["run_id"], ranking["run_label"], strict=True)), warehouse.query("refusals")

    return build_labels


@pytest.mark.slow
def test_a_named_run_has_its_name_as_label(workspace, labels):
    """A name makes the warehouse outdated; after a build only this run's label differs, and its journal is the same."""
    before, _ = labels()
    journal = (workspace.runs / "mine.jsonl").read_bytes()
    add_run_name(workspace.runs, "mine", "our *best* one")
    assert not is_current(workspace)
    after, _ = labels()
    assert after == before | {"mine": "our *best* one"}
    assert (workspace.runs / "mine.jsonl").read_bytes() == journal
    (workspace.runs / RUN_NAMES).write_text("{")
    without, refusals = labels()
    assert without == before
    assert RUN_NAMES in set(refusals["source"])
