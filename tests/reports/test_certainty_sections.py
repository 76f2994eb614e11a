"""How sure in the report: tables where a benchmark has what they need, with the figures of the pages."""

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
from tests.made_runs import PHOTOGRAPHS, PROMPT, answer
from tests.small_blindtest import fill_blindtest


@pytest.fixture(scope="module")
def sections(once):
    """The sections of a small set of circles with two models, by key."""
    settings = once("blindtest", fill_blindtest).select_benchmark("blindtest")
    with open_current(settings) as warehouse:
        found = load_overview(warehouse)
        return {part.key: part for part in build_certainty_sections(warehouse, found)}, found


def test_circles_have_thresholds_and_no_items(sections):
    """A row per model and question, in diameters; two models are too few for curves of items."""
    parts, found = sections
    assert "items" not in parts
    table = parts["thresholds"].table
    assert set(table["unit"]) == {"diameters"}
    assert len(table) == len(table.drop_duplicates(["run_id", "question"]))
    assert set(table["run_id"]) <= set(found.compared)
    stated = table.dropna(subset=["value", "low", "high"])
    assert (stated["low"] <= stated["value"]).all()
    assert (stated["value"] <= stated["high"]).all()


def test_pairs_without_a_difference_have_a_test_of_equivalence(sections):
    """Each such pair has the 90% interval around its difference, and the groups that two points need."""
    parts, found = sections
    undecided = found.pairs[found.pairs["verdict"] == "not distinguishable"]
    assert ("equivalence" in parts) == (len(undecided) > 0)
    for row in parts["equivalence"].table.to_dict("records") if len(undecided) else ():
        assert row["equivalence_low"] <= row["value"] <= row["equivalence_high"]
        within = max(abs(row["equivalence_low"]), abs(row["equivalence_high"])) < 2
        assert (row["equivalence"] == "equivalent") == within


def test_a_benchmark_without_other_scores_has_no_gaps(sections):
    """The released replies of the circles have no score of a program."""
    assert "score_gaps" not in sections[0]


def test_many_models_have_questions_to_look_at(crowd_settings):
    """Fifteen models suffice for curves: every listed question has a flag, and the note counts them."""
    with open_current(crowd_settings) as warehouse:
        found = load_overview(warehouse)
        parts = {part.key: part for part in build_certainty_sections(warehouse, found)}
    assert len(found.compared) >= MIN_MODELS
    items = parts["items"]
    assert f"questions that at least {MIN_MODELS} of" in items.note
    assert items.table["flags"].ne("").all()
    assert items.table["n_right"].le(items.table["n"]).all()


def test_checkpoints_are_judged_as_by_the_gate(settings, tiny_release):
    """Two runs of one model a month apart are a step from the older to the newer one, with the gate's reason."""
    for month, numbers in ((1, [0] * 12), (2, [0] * 6 + [3] * 6)):
        started_at = datetime(2026, month, 1, tzinfo=UTC)
        run = Run(f"of-{month}", Model("mine", "Mine"), "own", PROMPT, "original", "a test", started_at)
        replies = [Reply(run.run_id, name, answer(n)) for name, n in zip(PHOTOGRAPHS, numbers, strict=True)]
        write_journal(settings.runs / f"{run.run_id}.jsonl", run, replies)
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        parts = {part.key: part for part in build_certainty_sections(warehouse, load_overview(warehouse))}
    (step,) = parts["checkpoints"].table.to_dict("records")
    result = compare_runs(settings, "of-2", "of-1", 1.0, with_slices=False)
    assert step["model"] == "Mine"
    assert step["old"].endswith("2026-01-01 00:00 UTC")
    assert step["new"].endswith("2026-02-01 00:00 UTC")
    assert (step["verdict"], step["reason"]) == ("undecided", result.reason)
