"""Tests of verdicts in plain words, for intervals on both sides of 0."""

from types import SimpleNamespace

import pandas as pd
import pytest

from core.analyses.verdict_phrases import describe_against_blind, list_short_phrases, list_verdict_phrases
from core.analyses.verdicts import BLIND, LOOKS, ModelVerdicts, QuestionVerdict
from tests.analyses.answers import ABOUT

OVERVIEW = SimpleNamespace(about=ABOUT, looking=pd.DataFrame({"value": [1.0]}), compared=["a", "b"])
WITHOUT_TEXT = SimpleNamespace(about=ABOUT, looking=pd.DataFrame(), compared=["a"])


def phrase(question, word, low, high, overview=OVERVIEW):
    """Return the words for one verdict with its evidence."""
    verdict = QuestionVerdict(word, "plain", (low + high) / 2, low, high)
    model = ModelVerdicts("run", "model", "M", False, 40.0, 38.0, 42.0, None, {question: verdict})
    [found] = list_verdict_phrases(model, overview)
    return f"{found.text} {found.evidence}"


@pytest.mark.parametrize(
    ("question", "low", "high", "text"),
    [
        (BLIND, -0.5, 6.5, "no evidence that it beats the best constant answer +3.0 (−0.5 to +6.5)"),
        (
            BLIND,
            0.2,
            5.8,
            "perhaps better than the best constant answer (not significant among 2 models) +3.0 (+0.2 to +5.8)",
        ),
        (
            BLIND,
            -5.8,
            -0.2,
            "perhaps worse than the best constant answer (not significant among 2 models) −3.0 (−5.8 to −0.2)",
        ),
        (LOOKS, -0.5, 6.5, "no evidence that it uses the image +3.0 (−0.5 to +6.5)"),
        (
            LOOKS,
            0.2,
            5.8,
            "perhaps better than the text-only baseline (not significant among 2 models) +3.0 (+0.2 to +5.8)",
        ),
    ],
)
def test_an_interval_without_zero_is_never_called_no_evidence(question, low, high, text):
    """A difference that is not significant after correction may have such an interval: the evidence is not clear."""
    assert phrase(question, "not shown", low, high) == text


def test_an_interval_within_one_point_means_that_the_image_is_ignored():
    """Equal within one point is a stronger statement than missing evidence, even if the interval excludes 0."""
    assert phrase(LOOKS, "not shown", 0.1, 0.9, WITHOUT_TEXT).startswith("ignores the image")
    assert phrase(BLIND, "yes", 0.5, 5.0).startswith("better than the best constant answer")


def test_using_the_image_names_what_it_is_measured_against():
    """The gain is one over the text-only baseline, or over the same answers on other images."""
    assert phrase(LOOKS, "yes", 2.0, 4.0) == "uses the image: better than the text-only baseline +3.0 (+2.0 to +4.0)"
    text = "uses the image: answers fit it better than other images +3.0 (+2.0 to +4.0)"
    assert phrase(LOOKS, "yes", 2.0, 4.0, WITHOUT_TEXT) == text
    assert phrase(LOOKS, "not shown", 0.2, 5.8, WITHOUT_TEXT).startswith("perhaps uses the image (not significant) ")


def test_a_brief_verdict_says_on_which_side_an_unclear_difference_is():
    """A table's cell says perhaps, with the direction."""
    for value, text in ((3.0, "perhaps better"), (-3.0, "perhaps worse")):
        assert describe_against_blind(QuestionVerdict("not shown", "plain", value, value - 2, value + 2)) == text


def shorten(blind, looks, overview=OVERVIEW):
    """Return the short lines for two verdicts, each its word and the ends of its interval."""
    verdicts = {
        question: QuestionVerdict(word, "plain", (low + high) / 2, low, high)
        for question, (word, low, high) in ((BLIND, blind), (LOOKS, looks))
    }
    model = ModelVerdicts("run", "model", "M", False, 40.0, 38.0, 42.0, None, verdicts)
    return [f"{found.text} {found.evidence}" for found in list_short_phrases(model, overview)]


@pytest.mark.parametrize(
    ("blind", "looks", "texts"),
    [
        (("yes", 2, 4), ("yes", 1, 3), ["beats blind answers +2.0 (+1.0 to +3.0)"]),
        (("no", -4, -2), ("no", -6, -4), ["worse than blind answers −5.0 (−6.0 to −4.0)"]),
        (("not shown", -2, 4), ("not shown", -1, 7), ["no evidence that it beats blind answers +1.0 (−2.0 to +4.0)"]),
        (
            ("not shown", 1, 5),
            ("not shown", 2, 8),
            ["perhaps better than blind answers (not significant) +3.0 (+1.0 to +5.0)"],
        ),
        (("not shown", 1, 5), ("not shown", -2, 4), ["no evidence that it beats blind answers +1.0 (−2.0 to +4.0)"]),
        (
            ("yes", 2, 4),
            ("not shown", -2, 4),
            [
                "better than the best constant answer +3.0 (+2.0 to +4.0)",
                "no evidence that it uses the image +1.0 (−2.0 to +4.0)",
            ],
        ),
    ],
)
def test_verdicts_on_two_baselines_are_one_line_if_they_are_alike(blind, looks, texts):
    """The line has the difference that is less in the model's favour; verdicts that differ keep their lines."""
    assert shorten(blind, looks) == texts


def test_short_lines_without_a_text_only_baseline():
    """Both verdicts keep their lines, in fewer words; equal within one point is still that."""
    assert shorten(("yes", 2, 4), ("yes", 1, 3), WITHOUT_TEXT) == [
        "beats blind answers +3.0 (+2.0 to +4.0)",
        "uses the image +2.0 (+1.0 to +3.0)",
    ]
    assert shorten(("no", -4, -2), ("not shown", -0.5, 0.5), WITHOUT_TEXT) == [
        "worse than blind answers −3.0 (−4.0 to −2.0)",
        "ignores the image 0.0 (−0.5 to +0.5)",
    ]
