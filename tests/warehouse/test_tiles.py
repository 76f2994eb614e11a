"""Gallery tile queries against their slow definition."""

import pytest

from core.records import RIGHT_AT
from core.scoring.answer_codes import is_correct
from core.warehouse.read import NO_FILTERS

CASES = ["001_P0", "002_T1", "003_T0"]
RUNS = ["tri_bench-openai_gpt_5", "reference-image_plane_solver"]


def answered(warehouse, questions):
    """Return every answer to the questions, with whether it is right against either truth."""
    answers = warehouse.query("answers", filters={**NO_FILTERS, "question": questions})
    in_3d, in_2d = (is_correct(answers, against, RIGHT_AT) for against in ("truth", "foil"))
    return answers.assign(right=in_3d == 1, foil_only=(in_3d == 0) & (in_2d == 1))


@pytest.mark.parametrize("questions", [None, ["Q1"], ["Q2", "Q4"]])
def test_tile_answers_equal_all_answers(tiny_warehouse, questions):
    """Counts by case and run equal those of all answers; the value is present for one question only."""
    found = tiny_warehouse.query(
        "tile_answers", case_ids=CASES, run_ids=RUNS, question_ids=questions, right_at=RIGHT_AT
    ).set_index(["case_id", "run_id"])
    assert sorted(found.index) == sorted((case_id, run_id) for case_id in CASES for run_id in RUNS)
    answers = answered(tiny_warehouse, questions)
    for (case_id, run_id), row in found.iterrows():
        own = answers[(answers["case_id"] == case_id) & (answers["run_id"] == run_id)]
        assert row["n_asked"] == len(own)
        assert row["n_right"] == own["right"].sum()
        assert row["n_foil_only"] == own["foil_only"].sum()
        assert row["n_unreadable"] == (own["status"] != "ok").sum()
        said = own["value_class"].iloc[0] if questions == ["Q1"] else None
        assert row["value_class"] == said


def test_unknown_cases_have_no_rows(tiny_warehouse):
    """Unknown cases and runs, and an empty list, return nothing."""
    for cases, runs in ((["999_T9"], RUNS), (CASES, ["nobody"]), ([], []), (CASES, [])):
        assert tiny_warehouse.query(
            "tile_answers", case_ids=cases, run_ids=runs, question_ids=None, right_at=RIGHT_AT
        ).empty


def test_tile_truths_need_one_question(tiny_warehouse):
    """With one selected question each case has its truth and foil; with several it has none."""
    found = tiny_warehouse.query("tile_truths", case_ids=CASES, question_ids=["Q4"]).set_index("case_id")
    truths = tiny_warehouse.load_table("case_truths").query("question_id == 'Q4'").set_index(["case_id", "frame"])
    assert found.index.tolist() == CASES
    for case_id, row in found.iterrows():
        assert row["true_number"] == truths.loc[(case_id, "3d"), "value_number"]
        assert row["foil_number"] == truths.loc[(case_id, "2d"), "value_number"]
    assert tiny_warehouse.query("tile_truths", case_ids=CASES, question_ids=None).empty


@pytest.mark.parametrize("questions", [None, ["Q1"]])
def test_model_is_right_by_majority(tiny_warehouse, questions):
    """A case has as many right models as pooled runs with more than half of their answers right."""
    filters = {**NO_FILTERS, "question": questions, "with_references": False}
    found = tiny_warehouse.query("correct_models_per_case", filters=filters, right_at=RIGHT_AT)
    answers = answered(tiny_warehouse, questions).query("is_pooled")
    share = answers.groupby(["case_id", "run_id"], observed=True)["right"].mean()
    slow = (share > 0.5).groupby("case_id", observed=True).sum()
    assert dict(zip(found["case_id"], found["n_right"], strict=True)) == slow.to_dict()
    assert found["n_right"].nunique() > 1
