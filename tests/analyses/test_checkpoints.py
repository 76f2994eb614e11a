"""Runs in order of time, and the answers that changed between two of them."""

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
).assign(started_at=lambda table: pd.to_datetime(table["started_at"]))


def test_a_series_has_one_prompt_and_one_view_in_order_of_time():
    """A run without a start time has no place, and one with another view is no later version."""
    (series,) = checkpoints.list_series(RUNS).values()
    assert series.run_ids == ("early", "late")
    assert series.title == "A, prompt p, view original"


def test_chosen_runs_are_a_series_of_several_models():
    """Checkpoints may have ids of their own; the chosen ones come first."""
    found = checkpoints.list_series(RUNS, ["other", "early", "undated"])
    assert next(iter(found)) == checkpoints.CHOSEN
    assert found[checkpoints.CHOSEN].run_ids == ("early", "other")


def test_changed_answers_begin_with_losses():
    """Equal answers and those that one run left out are not listed."""
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
    """The pair is named, its row has no verdict, and the sentence is about the steps that are judged."""
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
