"""d' by run, and claims that no solid can satisfy together, over a small table of answers."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.detection import claimed_together, detection_by_run
from core.scoring.detection import detection


def answers_of(said_by_run, truths, question_id="same"):
    """Answers of runs to one question, as the query `answers` gives them; None is unreadable."""
    rows = [
        {"run_id": run, "model_id": run, "run_label": run.upper(), "model_kind": "vlm", "question_id": question_id,
         "group_id": f"g{place}", "said": text, "true_option": truth, "value": np.nan if text is None else 0.0}
        for run, said in said_by_run.items()
        for place, (text, truth) in enumerate(zip(said, truths, strict=True))
    ]  # fmt: skip
    return pd.DataFrame(rows)


def test_detection_counts_hits_and_false_alarms():
    """The better run stands first; unreadable answers count in neither rate and are numbered."""
    truths = ["same"] * 6 + ["different"] * 6
    answers = answers_of({"biased": ["same"] * 12, "good": [*truths[:11], None]}, truths)
    found = detection_by_run(answers, "same", "same").set_index("run_id")
    assert list(found.index) == ["good", "biased"]
    assert found.loc["good", "d_prime"] == pytest.approx(detection(6, 6, 0, 5).d_prime)
    assert (found.loc["good", "n"], found.loc["good", "n_unreadable"]) == (11, 1)
    assert found.loc["biased", "d_prime"] == pytest.approx(0)
    assert found.loc["biased", "criterion"] < 0
    assert found.loc["good", "label"] == "GOOD"


def test_runs_with_one_kind_of_case_are_left_out():
    """Without cases of both kinds there is no detection, and none raises."""
    assert detection_by_run(answers_of({"a": ["same"]}, ["same"]), "same", "same").empty


def test_impossible_claims_are_counted_by_solid():
    """A run that claims both axes for one of two solids does so in half of them; a solid asked once does not count."""
    fourfold = answers_of({"a": ["Yes", "Yes", "Yes"]}, ["Yes", "No", "No"], "fourfold")
    fivefold = answers_of({"a": ["Yes", "No", None]}, ["No", "Yes", "Yes"], "fivefold")
    found = claimed_together(pd.concat([fourfold, fivefold]), ("fourfold", "fivefold"), "Yes")
    assert found.to_dict("records") == [{"run_id": "a", "n_together": 1, "n_groups": 2, "share": 0.5}]
