"""Tests that pages that compare runs warn about replies from several versions of a model."""

import pytest

from core.warehouse.build import build
from tests.dashboard.pages import open_page, text_of
from tests.made_runs import write_run


@pytest.fixture
def two_versions(workspace, tiny_release):
    """Return a run that two versions of its model answered, and one of another model with a single version."""
    write_run(workspace, "import-mine", versions=("mine-2025", "mine-2026", "mine-2025"))
    build(workspace, tiny_release)


TOLD = "Mine was answered by 2 model versions: mine-2025 (8 replies) and mine-2026 (4 replies)."


def test_overview_warns_of_a_run_of_two_versions(two_versions):
    """The sentence names the run, the versions and the number of replies from each."""
    app = open_page("overview")
    assert not app.exception
    assert TOLD in text_of(app)


def test_compare_warns_where_one_of_the_two_runs_has_two_versions(two_versions):
    """The warning appears only if the run is one of the two."""
    app = open_page("compare")
    app.selectbox(key="first").set_value("import-mine").run()
    assert not app.exception
    assert TOLD in text_of(app)
    app.selectbox(key="first").set_value("tri_bench-openai_gpt_5").run()
    assert not app.exception
    assert TOLD not in text_of(app)
