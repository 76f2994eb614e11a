"""Names that users gave to runs, in the warehouse: every label has them, and a broken file of names is refused."""

import pytest

from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.runs.run_names import RUN_NAMES, add_run_name
from core.warehouse.build import build, is_current
from core.warehouse.read import open_current
from tests.tiny_release import write_tiny_release


@pytest.fixture
def labels(settings):
    """Build the tiny release with a user's run, and return the labels by run."""
    write_tiny_release(settings.release)
    run = Run("mine", Model("looker", "Looker"), "p", "What?", "original", "a test")
    write_journal(settings.runs / "mine.jsonl", run, [Reply("mine", "001_P0", '{"side_type": "scalene"}')])

    def build_labels():
        build(settings)
        with open_current(settings) as warehouse:
            ranking = warehouse.query("ranking", kinds=None)
            return dict(zip(ranking["run_id"], ranking["run_label"], strict=True)), warehouse.query("refusals")

    return build_labels


@pytest.mark.slow
def test_a_named_run_has_its_name_as_label(settings, labels):
    """A name makes the warehouse outdated; after a build only this run's label differs, and its journal is the same."""
    before, _ = labels()
    journal = (settings.runs / "mine.jsonl").read_bytes()
    add_run_name(settings.runs, "mine", "our *best* one")
    assert not is_current(settings)
    after, _ = labels()
    assert after == before | {"mine": "our *best* one"}
    assert (settings.runs / "mine.jsonl").read_bytes() == journal
    (settings.runs / RUN_NAMES).write_text("{")
    without, refusals = labels()
    assert without == before
    assert RUN_NAMES in set(refusals["source"])
