"""A person compared with the models on the same answers, against slow means."""

import pytest

from core.analyses.human_results import YOU, build_human_answers, compare_with_models, list_human_measures
from core.analyses.skill import compute_benchmark_constants, estimate_skill
from core.inference.human_runs import build_human_reply
from core.parsing.triangle_replies import parse_triangle_reply
from core.records import COUNTED, TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Truth
from core.scoring.answers import score_reply
from core.scoring.metrics import compute_score
from core.warehouse.read import NO_FILTERS
from tests.analyses.answers import ABOUT

GIVEN = {"001_P0": {"Q1": "isosceles", "Q4": 20.0}, "002_T0": {"Q2": "acute"}, "003_T1": {}}

GROUPS = {case_id: case_id.partition("_")[0] for case_id in GIVEN}


@pytest.fixture
def sitting(tiny_warehouse):
    """Make own answers, all answers, and the truths by photograph, frame and question."""
    rows = tiny_warehouse.query("case_truths", case_ids=list(GIVEN)).to_dict("records")
    truths = [
        Truth(r["case_id"], r["frame"], r["question_id"], r["value_class"] if isinstance(r["value_class"], str)
              else r["value_number"])
        for r in rows
    ]  # fmt: skip
    answers = tiny_warehouse.query("answers", filters=NO_FILTERS)
    replies = [build_human_reply(case_id, given, 5.0) for case_id, given in GIVEN.items()]
    values = {(t.case_id, t.frame, t.question_id): t.value for t in truths}
    judged_replies = [
        (reply, score_reply(reply, TRIANGLE_QUESTIONS, parse_triangle_reply, truths)) for reply in replies
    ]
    return build_human_answers(judged_replies, answers, GROUPS, ABOUT), answers, values


def test_own_answers_are_scored_against_both_truths(sitting):
    """Every answer has its question's kappas against 3D and 2D; open ones have none."""
    own, _, values = sitting
    assert len(own) == 18
    for row in own.to_dict("records"):
        given = GIVEN[row["case_id"]].get(row["question_id"])
        for frame, name in (("3d", "score"), ("2d", "foil_score")):
            if given is None:
                assert row[name] != row[name]
                continue
            truth = values[row["case_id"], frame, row["question_id"]]
            assert row[name] == pytest.approx(compute_score(TRIANGLE_QUESTION_BY_ID[row["question_id"]], given, truth))


def test_skill_and_reliance_of_a_person(sitting):
    """Skill is score 3D minus the constant's on the same question, reliance score 2D minus score 3D."""
    own, answers, _ = sitting
    blind = answers[answers["model_id"] == "blind_constant"].set_index(["case_id", "question_id"])["score"]
    for row in own.dropna(subset=["score"]).to_dict("records"):
        assert row["skill"] == pytest.approx(row["score"] - blind[row["case_id"], row["question_id"]])
        assert row["reliance"] == pytest.approx(row["foil_score"] - row["score"])


def test_models_are_compared_on_the_same_answers(sitting):
    """Each run's mean is over exactly the photographs and questions that the person answered."""
    own, answers, _ = sitting
    found = compare_with_models(own, answers, ABOUT)
    keys = {(p, q) for p, given in GIVEN.items() for q in given}
    assert list(found) == list(list_human_measures(ABOUT)) == ["score", "skill", "reliance"]
    for measure in found:
        rows = found[measure].set_index("run_id")
        assert rows.loc[YOU, "n"] == len(keys)
        for run_id, of_run in answers.groupby("run_id"):
            same = [row[measure] for row in of_run.to_dict("records")
                    if (row["case_id"], row["question_id"]) in keys]  # fmt: skip
            assert rows.loc[run_id, "value"] == pytest.approx(100 * sum(same) / len(same), nan_ok=True)


def test_skill_has_the_interval_that_chooses_constants_again(sitting, tiny_warehouse):
    """A quiz shows the same skill as Overview and Compare, for the person and for the models on the same answers."""
    own, answers, _ = sitting
    constants = compute_benchmark_constants(tiny_warehouse.query("asked_truths"))
    found = compare_with_models(own, answers, ABOUT, constants)
    given = compare_with_models(own, answers, ABOUT)
    assert set(found["skill"].columns) == set(given["skill"].columns)
    read = own.dropna(subset=["score"]).assign(**{COUNTED.format("score"): 1})
    expected = estimate_skill(read, ["run_id"], constants).iloc[0]
    mine = found["skill"].set_index("run_id").loc[YOU]
    assert mine["value"] == pytest.approx(expected["value"])
    assert mine["n"] == len(read)
    assert found["score"].equals(given["score"])


def test_nothing_answered_leaves_nothing_to_compare(tiny_warehouse):
    """A person without answers has no kappa, and no model is compared."""
    answers = tiny_warehouse.query("answers", filters=NO_FILTERS)
    reply = build_human_reply("001_P0", {}, 30.0)
    own = build_human_answers(
        [(reply, score_reply(reply, TRIANGLE_QUESTIONS, parse_triangle_reply, []))], answers, GROUPS, ABOUT
    )
    assert own["score"].isna().all()
    assert compare_with_models(own, answers, ABOUT)["score"]["value"].isna().all()
