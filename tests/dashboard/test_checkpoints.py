"""Tests of the page Checkpoints through AppTest."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from core.workflows.gate import compare_runs
from tests.dashboard.pages import open_page, text_of
from tests.made_runs import PHOTOGRAPHS, PROMPT, make_answer

OLD = Run("old", Model("mine", "Mine"), "own", PROMPT, "original", "a test", datetime(2026, 1, 1, tzinfo=UTC))
NEW = replace(OLD, run_id="new", started_at=datetime(2026, 2, 1, tzinfo=UTC))


@pytest.fixture
def two_runs(workspace, tiny_release):
    """Return two runs of a model a month apart; the second gives another number for half of the photographs."""
    for run, numbers in ((OLD, [0] * 12), (NEW, [0] * 6 + [3] * 6)):
        replies = [Reply(run.run_id, name, make_answer(n)) for name, n in zip(PHOTOGRAPHS, numbers, strict=True)]
        write_journal(workspace.runs / f"{run.run_id}.jsonl", run, replies)
    build(workspace, tiny_release)


def test_two_runs_of_a_model_are_compared_in_order_of_time(two_runs):
    """The step goes from the older to the newer run; three triangles give no verdict."""
    app = open_page("checkpoints")
    assert not app.exception
    (table,) = [table.value for table in app.table if "Verdict" in table.value]
    assert table["From"][0].endswith("2026-01-01 00:00 UTC")
    assert table["To"][0].endswith("2026-02-01 00:00 UTC")
    assert table["Verdict"][0] == "undecided"
    assert "answers got worse" in text_of(app)


def test_a_single_run_has_no_course(workspace, tiny_release):
    """The page states what it needs."""
    build(workspace, tiny_release)
    app = open_page("checkpoints")
    assert "None of these runs has a start time" in text_of(app)
    first, _, second = app.code[0].value.splitlines()
    assert first == "trilens run --benchmark tri_bench --model MODEL"
    assert second == f"{first} --repeat 2"


def test_chosen_runs_without_a_start_time_are_named_with_the_reason(workspace, tiny_release):
    """The page states why the chosen runs cannot be put in order of time."""
    build(workspace, tiny_release)
    app = open_page("checkpoints", runs=["Gemini 2.5 Pro", "GPT-5"])
    assert "Left out: Gemini 2.5 Pro and GPT-5 (no start time in the manifest)" in text_of(app)


@pytest.fixture
def three_runs(workspace, tiny_release):
    """Return three runs of a model; the second answers half of the photographs, the third the other half."""
    newest = replace(OLD, run_id="newest", started_at=datetime(2026, 3, 1, tzinfo=UTC))
    for run, photographs in ((OLD, PHOTOGRAPHS), (NEW, PHOTOGRAPHS[:6]), (newest, PHOTOGRAPHS[6:])):
        replies = [Reply(run.run_id, name, make_answer()) for name in photographs]
        write_journal(workspace.runs / f"{run.run_id}.jsonl", run, replies)
    build(workspace, tiny_release)
    return workspace


def test_two_runs_without_shared_answers_are_named_and_the_others_judged_as_the_gate_does(three_runs):
    """The first step has the gate's verdict, including missing answers; the second has no verdict."""
    app = open_page("checkpoints")
    assert not app.exception
    (table,) = [table.value for table in app.table if "Verdict" in table.value]
    assert table["Verdict"].tolist() == ["undecided", "not compared"]
    caution = compare_runs(three_runs, "new", "old", 1.0, with_slices=False).caution.split(" has ")[1]
    assert caution.startswith("no readable answer to 24 of the 48 questions")
    assert table["Why undecided"][0].endswith(caution)
    assert "No verdict between Mine" in text_of(app)


def test_repeats_are_left_out_and_counted(workspace, tiny_release):
    """A pass a minute after the first run is not a checkpoint; the page states that it is left out."""
    soon = replace(OLD, run_id="soon", started_at=datetime(2026, 1, 1, 0, 1, tzinfo=UTC))
    for run in (OLD, soon, NEW):
        write_journal(
            workspace.runs / f"{run.run_id}.jsonl", run, [Reply(run.run_id, n, make_answer()) for n in PHOTOGRAPHS]
        )
    build(workspace, tiny_release)
    app = open_page("checkpoints")
    (table,) = [table.value for table in app.table if "Verdict" in table.value]
    assert len(table) == 1
    assert "Left out: 1 repeat of the same settings" in text_of(app)
