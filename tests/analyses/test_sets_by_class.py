"""Tests of whole sets by their truth: a constant answer is distinguished from robustness."""

import pandas as pd
import pytest

from core.analyses import sets_by_class as analysis
from core.analyses.sets_by_class import CASES_BY, describe_sets_by_class
from core.benchmarks.data import Terminology, TruthSource
from core.benchmarks.info import BenchmarkInfo
from core.records import Question
from tests.analyses.summed import summed, summed_sets

QUESTION = Question("type", "type", "Type", "letter of the right option", "choice")
ABOUT = BenchmarkInfo(
    "b", "B", Terminology("item", "items", "scene", "scenes", "accuracy"), {"type": QUESTION},
    TruthSource("key", "Key", "truth", "the key"), None, (), {"robust": "right in all"}, {}, (),
)  # fmt: skip
TRUTHS = {**{f"s{n}": "one-point" for n in range(3)}, "s3": "two-point"}


def sets_by_class(answers, sets, questions, right_at):
    """Return the analysis of the sums of these answers."""
    sums = summed_sets(answers, sets, right_at, by=("question_id", "group_id", "protocol", "set_id"))
    return analysis.compute_sets_by_class(sums, summed(answers, CASES_BY, []), sets, questions)


def tables(said_by_run):
    """Return answers about two images of four scenes, and their sets."""
    cases = [(f"{scene}-{n}", scene) for scene in TRUTHS for n in range(2)]
    sets = pd.DataFrame({
        "protocol": "robust", "set_id": [scene for _, scene in cases], "case_id": [case for case, _ in cases],
        "question_id": "type",
    })  # fmt: skip
    rows = [
        {"run_id": run, "model_id": run, "run_label": run.upper(), "model_kind": "vlm", "question_id": "type",
         "question_kind": "choice", "case_id": case, "group_id": scene, "value": 0.0, "truth": 0.0, "said": said(scene),
         "true_option": TRUTHS[scene], "score": float(said(scene) == TRUTHS[scene])}
        for run, said in said_by_run.items()
        for case, scene in cases
    ]  # fmt: skip
    return pd.DataFrame(rows), sets


def test_a_constant_answer_is_whole_in_its_class_alone():
    """A run that always answers one-point is right in all sets of that class and in none of the others.

    It has the class's share.
    """
    answers, sets = tables({"constant": lambda _: "one-point", "right": TRUTHS.get})
    found = sets_by_class(answers, sets, ABOUT.questions, 0.9)
    values = found.rows.set_index(["run_id", "true_class"])["value"]
    assert values["constant", "one-point"] == 100
    assert values["constant", "two-point"] == 0
    assert values["right", "two-point"] == 100
    shares = dict(zip(found.classes["true_class"], found.classes["always"], strict=True))
    assert shares == pytest.approx({"one-point": 75, "two-point": 25})
    whole = found.whole.set_index("run_id")
    assert whole.loc["constant", "value"] == shares["one-point"]
    assert (whole.loc["constant", "most"], whole.loc["constant", "n_most"]) == ("one-point", 3)
    assert (whole.loc["constant", "graded"], whole.loc["constant", "consistency"]) == (75, 1)
    assert pd.isna(whole.loc["right", "consistency"])


def test_the_sentence_says_in_which_class_the_sets_are():
    """The sentence has the model with most whole sets, the most frequent class, and the constant's result."""
    answers, sets = tables({"constant": lambda _: "one-point"})
    found = sets_by_class(answers, sets, ABOUT.questions, 0.9)
    assert describe_sets_by_class(found, "type", ABOUT) == (
        "CONSTANT is right in every item of 3 sets, 75.0%, all of them “one-point”. Always answering “one-point” "
        "gets 75.0%. This rests on 4 of the 10 independent groups that a claim needs."
    )


def test_sets_whose_truth_changes_have_no_class():
    """If the right option differs within a set, as for mirror images, no single class can be answered to all."""
    answers, sets = tables({"right": TRUTHS.get})
    changed = answers.assign(true_option=[f"option {n}" for n in range(len(answers))])
    assert sets_by_class(changed, sets, ABOUT.questions, 0.9) is None
