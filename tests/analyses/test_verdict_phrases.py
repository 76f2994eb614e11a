"""Tests of verdicts in plain words, for intervals on both sides of 0."""

from types import SimpleNamespace

import pandas as pd
import pytest

from core.analyses.verdict_phrases import list_verdict_phrases
from core.analyses.verdicts import BLIND, LOOKS, ModelVerdicts, QuestionVerdict
from tests.analyses.answers import ABOUT

OVERVIEW = SimpleNamespace(about=ABOUT, looking=pd.DataFrame({"value": [1.0]}))
WITHOUT_TEXT = SimpleNamespace(about=ABOUT, looking=pd.DataFrame())


def phrase(question, word, low, high, overview=OVERVIEW):
    """Return the words for one verdict with its evidence."""
    verdict = QuestionVerdict(word, "plain", 3.0, low, high)
    model = ModelVerdicts("run", "model", "M", False, 40.0, 38.0, 42.0, None, {question: verdict})
    [found] = list_verdict_phrases(model, overview)
    return f"{found.text} {found.evidence}"


@pytest.mark.parametrize(
    ("question", "low", "high", "text"),
    [
        (BLIND, -0.5, 6.5, "no evidence that it beats the best constant answer +3.0 (−0.5 to +6.5)"),
        (BLIND, 0.2, 5.8, "no clear evidence that it beats the best constant answer +3.0 (+0.2 to +5.8)"),
        (LOOKS, -0.5, 6.5, "no evidence that it uses the image +3.0 (−0.5 to +6.5)"),
        (LOOKS, 0.2, 5.8, "no clear evidence that it uses the image +3.0 (+0.2 to +5.8)"),
    ],
)
def test_an_interval_without_zero_is_never_called_no_evidence(question, low, high, text):
    """A difference that is not significant after correction may have such an interval: the evidence is not clear."""
    assert phrase(question, "not shown", low, high) == text


def test_an_interval_within_one_point_means_that_the_image_is_ignored():
    """Equal within one point is a stronger statement than missing evidence, even if the interval excludes 0."""
    assert phrase(LOOKS, "not shown", 0.1, 0.9, WITHOUT_TEXT).startswith("ignores the image")
    assert phrase(BLIND, "yes", 0.5, 5.0).startswith("better than the best constant answer")


def test_a_verdict_that_is_not_shown_states_the_smallest_difference_that_would_be():
    """The smallest detectable difference is beside the evidence, and only where it is known."""
    for detectable, text in ((5.24, "smallest difference 5.2"), (None, "")):
        verdict = QuestionVerdict("not shown", "plain", 3.0, -0.5, 6.5, detectable)
        model = ModelVerdicts("run", "model", "M", False, 40.0, 38.0, 42.0, None, {BLIND: verdict})
        [found] = list_verdict_phrases(model, OVERVIEW)
        assert found.detectable == text
