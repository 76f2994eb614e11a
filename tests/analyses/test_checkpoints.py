"""Tests of runs in order of time, and of the answers that changed between two of them."""

import numpy as np
import pandas as pd
import pytest

from core.analyses import checkpoints
from core.analyses.gate import GateCheck, GateResult

RUNS = pd.DataFrame(
    [
        ("late", "a", "p", "original", "A", "vlm", "2026-03-01"),
        ("early", "a", "p", "original", "A", "vlm", "2026-01-01"),
        ("undated", "a", "p", "original", "A", "vlm", None),
        ("grey", "a", "p", "grey", "A", "vlm", "2026-02-01"),
        ("other", "b", "p", "original", "B", "vlm", "2026-02-15"),
        ("constant", "c", "p", "original", "C", "reference", "2026-01-01"),
    ],
    columns=["run_id", "model_id", "prompt_id", "image_view", "display_name", "kind", "started_at"],
).assign(started_at=lambda table: pd.to_datetime(table["started_at"]), api_id="a")
NO_VERSIONS = pd.DataFrame({"run_id": [], "api_model": []})


def list_all(runs=RUNS, versions=NO_VERSIONS, selected=(), request_designs=None):
    """Return the series of runs; all have the same request options except those in `request_designs`, by run id."""
    texts = [(request_designs or {}).get(run_id, "{}") for run_id in runs["run_id"]]
    runs = runs.assign(request_design=texts)
    designs = runs[runs["kind"] == "vlm"].assign(option_order=1, model_name=runs["display_name"])
    return checkpoints.list_series(runs.drop(columns="request_design"), designs, versions, selected)


def start_runs(*times, run_ids=None):
    """Return runs of model A that start at these times of January 2026, as in `01 12:00`."""
    run_ids = run_ids or [f"r{number}" for number in range(len(times))]
    started = pd.to_datetime([f"2026-01-{time}" for time in times])
    return pd.DataFrame({
        "run_id": run_ids, "model_id": "a", "prompt_id": "p", "image_view": "original", "display_name": "A",
        "kind": "vlm", "started_at": started, "api_id": "a",
    })  # fmt: skip


def test_a_series_has_one_prompt_and_one_view_in_order_of_time():
    """A run without a start time has no position. One with another view is not a later version. Both are counted."""
    (series,) = list_all().values()
    assert series.run_ids == ("early", "late")
    assert series.title == "A, original"
    assert (series.n_undated, series.n_other, series.n_repeats) == (1, 1, 0)
    assert checkpoints.describe_left_out(series) == (
        "Left out: 1 run of the same model with other settings and 1 run without a start time."
    )


def test_chosen_runs_are_a_series_of_several_models():
    """Checkpoints may be given by id; the chosen ones come first."""
    found = list_all(selected=["other", "early", "undated"])
    assert next(iter(found)) == checkpoints.CHOSEN
    assert found[checkpoints.CHOSEN].run_ids == ("early", "other")
    assert found[checkpoints.CHOSEN].n_undated == 1


def test_chosen_runs_without_an_order_are_named_with_their_reasons():
    """With a single chosen run no reason is stated."""
    labels = {run_id: run_id.upper() for run_id in RUNS["run_id"]}
    designs = RUNS.assign(request_design="{}")
    chosen = ["undated", "constant"]
    assert checkpoints.explain_no_order(RUNS, designs, chosen, labels).endswith(
        "Left out: UNDATED (no start time in the manifest) and CONSTANT (reference model)."
    )
    assert checkpoints.explain_no_order(RUNS, designs, chosen[:1], labels) == ""


def test_repeats_are_one_checkpoint():
    """Five passes of a day are one version, those of the next month another; passes alone do not make a series."""
    repeats = start_runs("01 12:00", "01 12:01", "01 12:02", "20 09:00", "20 09:30")
    (series,) = list_all(repeats).values()
    assert series.run_ids == ("r0", "r3")
    assert series.n_repeats == 3
    assert "3 repeats of the same settings" in checkpoints.describe_left_out(series)
    assert list_all(repeats.head(3)) == {}
    assert list_all(repeats.head(3), selected=["r0", "r1"])[checkpoints.CHOSEN].run_ids == ("r0", "r1")


def test_the_version_that_a_provider_reports_decides_before_time_does():
    """Another version is a checkpoint at once, the same one is a repeat; a requested name is not a version."""
    versions = pd.DataFrame([("r0", "a-2025"), ("r1", "a-2026"), ("r2", "a-2026")], columns=["run_id", "api_model"])
    (series,) = list_all(start_runs("01 12:00", "01 12:01", "30 12:00"), versions).values()
    assert series.run_ids == ("r0", "r1")
    repeated_names = pd.DataFrame({"run_id": ["r0", "r1"], "api_model": "a"})
    (series,) = list_all(start_runs("01 12:00", "30 12:00"), repeated_names).values()
    assert series.run_ids == ("r0", "r1")


def test_adaptive_runs_and_other_options_are_no_checkpoints():
    """Runs that answered other cases, or were asked in another way, are counted separately."""
    runs = start_runs("01", "05", "10", "15", "20")
    (series,) = list_all(runs, request_designs={"r1": '{"adaptive": 40}', "r3": '{"temperature": 1}'}).values()
    assert series.run_ids == ("r0", "r2", "r4")
    assert (series.n_adaptive, series.n_other) == (1, 1)
    chosen = list_all(runs, selected=["r0", "r1", "r2"], request_designs={"r1": '{"adaptive": 40}'})
    assert (chosen[checkpoints.CHOSEN].run_ids, chosen[checkpoints.CHOSEN].n_adaptive) == (("r0", "r2"), 1)


def test_runs_of_other_options_are_a_series_of_their_own():
    """The titles name the difference."""
    designs = {"r1": '{"temperature": 1}', "r3": '{"temperature": 1}'}
    found = list_all(start_runs("01", "05", "10", "15"), request_designs=designs)
    assert {series.title: series.run_ids for series in found.values()} == {
        "A, temperature 1": ("r1", "r3"), "A, no options": ("r0", "r2")
    }  # fmt: skip


def test_runs_of_one_start_time_are_sorted_by_the_numbers_in_their_names():
    """The ninth checkpoint is before the tenth, unlike in alphabetical order."""
    ids = ["checkpoint-10", "checkpoint-9", "checkpoint-100"]
    series = list_all(start_runs("01", "01", "01", run_ids=ids), selected=ids)[checkpoints.CHOSEN]
    assert series.run_ids == ("checkpoint-9", "checkpoint-10", "checkpoint-100")


def test_changed_answers_begin_with_losses():
    """Equal answers and answers missing from one run are not listed."""
    sums = pd.DataFrame({
        "case_id": ["a", "b", "c", "d"], "question_id": "q", "difference": [1.0, -1.0, 0.0, np.nan],
        "difference_counted": [1, 1, 1, 0],
    })  # fmt: skip
    found = checkpoints.list_changed_cases(sums)
    assert found[["case_id", "change", "direction"]].to_numpy().tolist() == [["b", -100, "worse"], ["a", 100, "better"]]


@pytest.mark.parametrize(
    ("outcomes", "begins"),
    [
        (("passed", "passed"), "v3 is at most 1.0 points worse than v2"),
        (("regressed", "passed"), "v2 is more than 1.0 points worse than v1"),
        (("passed", "undecided"), "It is undecided whether v3"),
    ],
)
def test_the_sentence_is_about_the_first_loss_or_the_last_step(outcomes, begins):
    """A loss is never hidden by a later step that passes."""
    steps = [
        GateResult(f"v{number + 2}", f"v{number + 1}", 1.0, GateCheck("all", -2.0, -3.0, -1.5, 50, 0.01, outcome), ())
        for number, outcome in enumerate(outcomes)
    ]
    assert checkpoints.describe_course(steps).startswith(begins)


def test_a_pair_without_shared_answers_hides_no_other_step():
    """The pair is named, its row has no verdict, and the sentence covers the judged steps."""
    check = GateCheck("all answers", -2.0, -3.0, -1.5, 50, 0.01, "regressed")
    steps = [GateResult("v2", "v1", 1.0, check, ()), None]
    names = ["v1", "v2", "v3"]
    assert checkpoints.describe_course(steps).startswith("v2 is more than 1.0 points worse than v1")
    assert checkpoints.describe_unjudged(steps, names).startswith("No verdict between v2 and v3: they share no")
    assert checkpoints.build_step_table(steps, names)["verdict"].tolist() == ["worse", "not compared"]
    assert checkpoints.describe_unjudged(steps[:1], names[:2]) == ""


def test_missing_answers_keep_a_step_undecided_as_the_gate_does():
    """The table shows the outcome of the gate with its reason, not that of the shared answers alone."""
    check = GateCheck("all answers", 2.0, 1.0, 3.0, 50, 1.0, "passed")
    steps = [GateResult("v2", "v1", 1.0, check, (), "v2 has no readable answer to 300 questions.")]
    (row,) = checkpoints.build_step_table(steps, ["v1", "v2"]).to_dict("records")
    assert (row["verdict"], row["reason"]) == ("undecided", "v2 has no readable answer to 300 questions.")
    assert checkpoints.describe_course(steps).startswith("It is undecided whether v2")
