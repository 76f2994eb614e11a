"""Section of the Precision page: a conclusion, the verdicts and the scores by margin."""

import streamlit as st

from core.analyses import precision, precision_sentences
from core.analyses.sensitivity import CHANCES
from core.formatting import escape_markdown, join_with_and
from core.records import FEW_GROUPS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.precision.margin_results import PrecisionResults, list_bands
from dashboard.pages.precision.score_by_margin import show_bands, show_panels
from dashboard.pages.precision.verdict_table import show_verdict_table
from dashboard.selection.bootstrap_constants import describe_distance_interval
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser


def show_margins(found: PrecisionResults) -> None:
    """Show how many questions have margins, a sentence, the verdicts, and a panel for each question."""
    described, words = get_benchmark_info(), get_benchmark_info().words
    st.caption(
        f"{len(found.questions)} of {len(described.questions)} questions have margins that vary."
        f"{describe_coverage(found)}{_describe_undivided(found)}"
    )
    if text := precision_sentences.describe_precision(found.sights, found.runs, described):
        st.markdown(f"#### {escape_markdown(text)}")
    show_verdict_table(found)
    show_help_popover(
        "The cases of each question are halved by their margin; those with equal margins stay together, so halves "
        "may differ in size. The two numbers are the gains from looking at "
        f"wide → at narrow margins, in points: {described.score} minus the score of not looking, the "
        f"better of guessing and of the best constant answer. {describe_distance_interval()} "
        f"Hover to see by how much {described.score} falls, "
        f"with its 95% CI, {words.groups} as clusters.\n\n"
        "- **precise**: significantly above 0 at wide and at narrow margins, without a significant fall.\n"
        "- **less precise**: significantly above 0 at both, with a significant fall.\n"
        "- **only if wide**: significantly above 0 at wide margins only: the model is not precise enough, or more "
        f"{words.cases} are needed to tell.\n"
        "- **no gain shown**: not significantly different from 0 even at wide margins. The smallest difference is "
        f"significant {CHANCES}.\n"
        "- **worse than blind**: significantly below 0 at wide margins.\n"
        "- **one answer**: one answer is right in all cases, so no model can beat it.\n"
        f"- **too few**: fewer than {FEW_GROUPS} {words.groups} in a half.\n\n"
        f"{_describe_unbeatable(found)}"
        "Verdicts are corrected for the number of models and questions (Holm); intervals are not. Click a verdict to "
        f"open its cases.\n\n{describe_parser()}"
    )
    st.header("From narrow to wide margins", anchor=False)
    st.caption("The marks are those of the table above.")
    show_panels(found)
    show_help_popover(
        "The cases of each question are in four bands by their margin, of the same size unless margins are equal; the "
        "limits of each band are below it. Lines are 95% CIs; faint marks have too few "
        f"{words.groups}. Dashed: the score of not looking. Click a mark to open its cases."
    )
    show_bands(found)


def describe_coverage(found: PrecisionResults) -> str:
    """Name the questions with a margin in only some of their cases; empty if all have one."""
    parts = [
        f"{with_margin:,} of {n_cases:,} in {get_benchmark_info().questions[question_id].name}"
        for question_id, (with_margin, n_cases) in found.margins.partly.items()
    ]
    return f" Only some {get_benchmark_info().words.cases} have one: {join_with_and(parts)}." if parts else ""


def _describe_undivided(found: PrecisionResults) -> str:
    """Name the questions whose cases here are all in one half; empty if there are none."""
    undivided = precision.list_undivided_questions(found.margins.ranges, list_bands())
    names = [
        get_benchmark_info().questions[question_id].name for question_id in found.questions if question_id in undivided
    ]
    if not names:
        return ""
    return (
        f" In {join_with_and(names)} all {get_benchmark_info().words.cases} shown are in one half, because margins are "
        "equal or filtered. They have no verdict (–)."
    )


def _describe_unbeatable(found: PrecisionResults) -> str:
    """Name the questions in which one answer is right at every wide margin; empty if there are none."""
    named = dict.fromkeys(question_id for (_, question_id), one in found.sights.items() if one.is_of_narrow)
    if not named:
        return ""
    names = join_with_and([get_benchmark_info().questions[question_id].name for question_id in named])
    return (
        f"In {names} one answer is right at every wide margin. There not looking is right too and cannot be beaten, so "
        "these verdicts are about narrow margins alone.\n\n"
    )
