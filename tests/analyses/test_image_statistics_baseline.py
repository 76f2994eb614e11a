"""The image-statistics baseline: its sentence with enough groups, and its line in plots."""

import pytest

from core.analyses.findings import describe_statistics_baseline, list_findings, list_reference_findings
from core.analyses.overview import list_reference_lines
from core.records import FEW_GROUPS
from tests.analyses.answers import ABOUT
from tests.analyses.slow_overview import slow_overview
from tests.analyses.test_overview import lifts_of, make_run_answers

STATISTICS = {"image_statistics": ("reference", lambda t, pose, o, noise: 0.46)}
MODEL = {"model": ("vlm", lambda t, pose, o, noise: 0.8 + 0.02 * noise)}


def overview_of(models, n_groups=12):
    answers = make_run_answers(models, n_groups)
    return slow_overview(answers, lifts_of(answers, 50), ABOUT)


@pytest.mark.parametrize(
    ("models", "sentences"), [(STATISTICS | MODEL, list_findings), (STATISTICS, list_reference_findings)]
)
def test_sentence_is_a_finding(models, sentences):
    """The share that needs no spatial reasoning is listed once among findings, and is a line in plots."""
    found = overview_of(models)
    assert describe_statistics_baseline(found)[0].startswith(
        "A reader of crude image statistics (thumbnail, colours, edges, file size) reaches 46.0%"
    )
    assert sum(text == describe_statistics_baseline(found)[0] for text in sentences(found)) == 1
    assert list_reference_lines(found)["image statistics"] == pytest.approx(46)


@pytest.mark.parametrize(("models", "n_groups"), [(MODEL, 12), (STATISTICS | MODEL, FEW_GROUPS - 1)])
def test_no_sentence_without_baseline_or_groups(models, n_groups):
    """Without the baseline, or with too few groups for a claim, there is no sentence."""
    assert describe_statistics_baseline(overview_of(models, n_groups)) == []
