"""Tests of sections on certainty: only with the required data, and with the figures of the pages."""

from datetime import UTC, datetime

import pytest

from core.analyses.items import MIN_MODELS
from core.records import Model, Reply, Run
from core.reports.certainty_sections import build_certainty_sections
from core.reports.report import load_overview
from core.runs.journal import write_journal
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.workflows.gate import compare_runs
from tests.made_runs import PHOTOGRAPHS, PROMPT, make_answer
from tests.small_blindtest import fill_blindtest


@pytest.fixture(scope="module")
def sections(fill_once):
    """Return the sections of a small set of circles with two models by key, and its overview."""
    workspace = fill_once("blindtest", fill_blindtest).select_benchmark("blindtest")
    with open_current(workspace) as warehouse:
        found = load_overview(warehouse)
        return {part.key: part for part in build_certainty_sections(warehouse, found)}, found


def test_circles_have_thresholds_and_no_items(sections):
    """There is a row per model and question in diameters; two models are too few for item curves."""
    parts, found = sections
    assert "items" not in parts
    table = parts["thresholds"].table
    assert set(table["unit"]) == {"diameters"}
    assert len(table) == len(table.drop_duplicates(["run_id", "question"]))
    assert set(table["run_id"]) <= set(found.compared)
    stated = table.dropna(subset=["value", "low", "high"])
    assert (stated["low"] <= stated["value"]).all()
    assert (stated["value"] <= stated["high"]).all()


def test_undecided_pairs_have_a_test_of_equivalence(sections):
    """Each such pair has the 90% interval of its difference, and a verdict for two points."""
    parts, found = sections
    undecided = found.pairs[found.pairs["verdict"] == "not distinguishable"]
    assert ("equivalence" in parts) == (len(undecided) > 0)
    for row in parts["equivalence"].table.to_dict("records") if len(undecided) else ():
        assert row["equivalence_low"] <= row["value"] <= row["equivalence_high"]
        within = max(abs(row["equivalence_low"]), abs(row["equivalence_high"])) < 2
        assert (row["equivalence"] == "equivalent") == within


def test_a_benchmark_without_external_scores_has_no_gaps(sections):
    """The released replies about circles have no other program's scores."""
    assert "score_gaps" not in sections[0]


def test_many_models_have_flagged_questions(crowd_workspace):
    """With enough models for item curves, every listed question has a flag, and the note counts the models."""
    with open_current(crowd_workspace) as warehouse:
        found = load_overview(warehouse)
        parts = {part.key: part for part in build_certainty_sections(warehouse, found)}
    assert len(found.compared) >= MIN_MODELS
    items = parts["items"]
    assert f"questions that at least {MIN_MODELS} of" in items.note
    assert items.table["flags"].ne("").all()
    assert items.table["n_right"].le(items.table["n"]).all()


def test_checkpoints_have_the_verdict_of_the_gate(workspace, tiny_release):
    """Two runs of one model a month apart are a step from the older to the newer one, with the gate's reason."""
    for month, numbers in ((1, [0] * 12), (2, [0] * 6 + [3] * 6)):
        started_at = datetime(2026, month, 1, tzinfo=UTC)
        run = Run(f"of-{month}", Model("mine", "Mine"), "own", PROMPT, "original", "a test", started_at)
        replies = [Reply(run.run_id, name, make_answer(n)) for name, n in zip(PHOTOGRAPHS, numbers, strict=True)]
        write_journal(workspace.runs / f"{run.run_id}.jsonl", run, replies)
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        parts = {part.key: part for part in build_certainty_sections(warehouse, load_overview(warehouse))}
    (step,) = parts["checkpoints"].table.to_dict("records")
    result = compare_runs(workspace, "of-2", "of-1", 1.0, with_slices=False)
    assert step["model"] == "Mine"
    assert step["old"].endswith("2026-01-01 00:00 UTC")
    assert step["new"].endswith("2026-02-01 00:00 UTC")
    assert (step["verdict"], step["reason"]) == ("undecided", result.reason)
