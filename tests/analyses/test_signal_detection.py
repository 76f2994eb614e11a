"""d' by run over a small table of answers: its questions, cases and sentences."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.signal_detection import (
    compute_run_detection,
    describe_detection,
    find_binary_questions,
    find_preferred_option,
    list_mixed_levels,
)
from core.records import Question
from core.statistics.signal_detection import compute_detection
from tests.analyses.summed import summed

OPTIONS = ("same", "different")


def make_answers(said_by_run, truths, question_id="same", **columns):
    """Make answers of runs to one question, as the query `answers` returns them; None is unreadable."""
    rows = [
        {"run_id": run, "model_id": run, "run_label": run.upper(), "model_kind": "vlm", "question_id": question_id,
         "question_kind": "choice", "chance": 0.5, "case_id": f"c{place}", "group_id": f"g{place}", "said": text,
         "true_option": truth, "value": np.nan if text is None else 0.0, "status": "unparsed" if text is None else "ok",
         **{name: values[place] for name, values in columns.items()}}
        for run, said in said_by_run.items()
        for place, (text, truth) in enumerate(zip(said, truths, strict=True))
    ]  # fmt: skip
    return pd.DataFrame(rows)


def sums_of(answers):
    """Return the sums of these answers by every column except the case."""
    return summed(answers, [name for name in answers if name not in ("value", "status", "case_id")], [])


def cases_of(answers):
    """Return the sums by every known column of their cases."""
    return summed(answers, [name for name in answers if name not in ("value", "status", "said", "run_id")], [])


def test_detection_counts_hits_and_false_alarms():
    """The better run is first; unreadable answers count in neither rate and are counted separately."""
    truths = ["same"] * 6 + ["different"] * 6
    answers = make_answers({"biased": ["same"] * 12, "good": [*truths[:11], None]}, truths)
    found = compute_run_detection(sums_of(answers), "same").set_index("run_id")
    assert list(found.index) == ["good", "biased"]
    assert found.loc["good", "value"] == pytest.approx(compute_detection(6, 6, 0, 5).d_prime)
    assert (found.loc["good", "n"], found.loc["good", "n_unreadable"]) == (11, 1)
    assert found.loc["biased", "value"] == pytest.approx(0)
    assert found.loc["biased", "criterion"] < 0
    assert found.loc["good", "label"] == "GOOD"


def test_runs_with_one_kind_of_case_are_left_out():
    """Without cases of both kinds there is no detection and no exception."""
    assert compute_run_detection(sums_of(make_answers({"a": ["same"]}, ["same"])), "same").empty


def test_cases_of_a_level_alone_are_counted():
    """Narrowed to mirror images, a run that is good elsewhere and blind there has d' 0."""
    truths = ["same", "different"] * 8
    kinds = ["easy"] * 8 + ["mirror image"] * 8
    said = [*truths[:8], *["same"] * 8]
    answers = make_answers({"a": said}, truths, pair=kinds)
    assert list_mixed_levels(cases_of(answers), {"pair": "Kind of pair"}) == {
        ("pair", "easy"): "Kind of pair: easy", ("pair", "mirror image"): "Kind of pair: mirror image",
    }  # fmt: skip
    mirrored = compute_run_detection(sums_of(answers), "same", ("pair", "mirror image"))
    assert mirrored["value"].tolist() == pytest.approx([0])
    assert mirrored["n"].tolist() == [8]
    assert compute_run_detection(sums_of(answers), "same")["value"].iloc[0] > 0


def test_levels_with_one_right_answer_are_not_offered():
    """A level with only yes truths has no d'; a level of every case equals no filter."""
    truths = ["same", "different", "same", "different"]
    right, all_alike = ["yes", "no", "yes", "no"], ["x"] * 4
    answers = make_answers({"a": truths}, truths, right_is=right, task=all_alike)
    assert list_mixed_levels(cases_of(answers), {"right_is": "Right answer", "task": "Task"}) == {}


def test_questions_with_the_same_two_options_are_found():
    """Yes precedes no, despite the alphabet; options that differ between cases give no detection."""
    yes_no = make_answers({"a": ["Yes", "No"]}, ["Yes", "No"], "central")
    names = make_answers({"a": ["car", "dog", "car"]}, ["car", "dog", "cat"], "height")
    sides = make_answers({"a": ["on the left", "on the right"]}, ["on the left", "on the right"], "left")
    of_four = make_answers({"a": ["front", "back"]}, ["front", "back"], "side").assign(chance=0.25)
    found = find_binary_questions(sums_of(pd.concat([yes_no, names, sides, of_four])))
    assert found == {"central": ("Yes", "No"), "left": ("on the left", "on the right")}


def test_sentence_counts_discriminating_runs():
    """With a good and a biased run, one discriminates and the other is named as biased."""
    truths = ["same", "different"] * 15
    answers = make_answers({"good": truths, "biased": ["same"] * 30}, truths)
    question = Question("same", "same", "Same solid", "letter", "choice")
    text = describe_detection(compute_run_detection(sums_of(answers), "same"), question, OPTIONS)
    assert text.startswith(
        "1 of 2 runs significantly distinguishes same from different in Same solid. Highest model: GOOD, d′ "
    )
    assert text.endswith("BIASED leans most, to same.")


def test_zero_criterion_is_no_bias():
    """A criterion that rounds to 0 is not a preference, for one run and for several."""
    truths = ["same", "different"] * 15
    question = Question("same", "same", "Same solid", "letter", "choice")
    one = compute_run_detection(sums_of(make_answers({"good": truths}, truths)), "same")
    assert describe_detection(one, question, OPTIONS).endswith("It prefers neither.")
    two = compute_run_detection(sums_of(make_answers({"good": truths, "too": truths}, truths)), "same")
    assert describe_detection(two, question, OPTIONS).endswith("No run prefers one of the two.")
    assert find_preferred_option(-0.3, OPTIONS) == "same"


def test_guessers_are_not_shown_to_discriminate():
    """Of 40 guessers some have an interval above 0; corrected for their number, none is shown to discriminate."""
    random = np.random.default_rng(1)
    truths = ["same", "different"] * 30
    answers = make_answers({f"guess-{number}": list(random.choice(truths, 60)) for number in range(40)}, truths)
    found = compute_run_detection(sums_of(answers), "same")
    assert found["low"].gt(0).any()
    text = describe_detection(found, Question("same", "same", "Same solid", "letter", "choice"), OPTIONS)
    assert text.startswith(
        "None of 40 runs significantly distinguishes same from different in Same solid. Highest model: "
    )
