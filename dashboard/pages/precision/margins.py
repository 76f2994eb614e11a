"""Section of the Precision page: a conclusion, the verdicts and the scores by margin."""

import streamlit as st

from core.analyses import precision, precision_sentences
from core.analyses.precision import BAND, NARROW, WIDE, assign_halves
from core.analyses.sensitivity import CHANCES
from core.formatting import escape_markdown, format_unit
from core.records import FEW_GROUPS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.precision import texts
from dashboard.pages.precision.margin_results import PrecisionResults, list_bands
from dashboard.pages.precision.score_by_margin import format_ends, show_bands, show_panels
from dashboard.pages.precision.threshold_texts import explain_threshold
from dashboard.pages.precision.verdict_table import show_verdict_table
from dashboard.selection.bootstrap_constants import describe_distance_interval
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser


def list_meanings(results: PrecisionResults) -> list[str]:
    """List what the margins of the questions measure, each once, with its unit."""
    margins = [get_benchmark_info().margins.get(question_id) for question_id in results.questions]
    return list(dict.fromkeys(texts.name_margin(margin.meaning, margin.unit) for margin in margins if margin))


def explain_margin(results: PrecisionResults) -> str:
    """Explain what the page asks and what the margin measures; a single question with margins is named."""
    questions, of_question = get_benchmark_info().questions, ""
    if len(results.questions) == 1 < len(questions):
        name = questions[next(iter(results.questions))].name
        of_question = texts.name_single_question(escape_markdown(name), len(questions))
    return texts.explain_margin(list_meanings(results), of_question)


def show_coverage(found: PrecisionResults) -> None:
    """Show how many questions and cases have margins, unless all have or the first sentence names the only one."""
    info = get_benchmark_info()
    n_with_margin, n_questions = len(found.questions), len(info.questions)
    questions = "" if n_with_margin in (1, n_questions) else texts.describe_questions(n_with_margin, n_questions)
    parts = f"{questions}{_describe_coverage(found)}"
    if coverage := f"{parts}{_describe_undivided(found)}".strip():
        st.caption(coverage)


def show_margins(found: PrecisionResults, *, has_headline: bool) -> None:
    """Show a sentence, the verdicts, and a panel for each question.

    Args:
        found: the results.
        has_headline: whether the page has the thresholds as its headline; the sentence is then below the table.
    """
    described = get_benchmark_info()
    text = escape_markdown(precision_sentences.describe_precision(found.sights, found.runs, described))
    if text and not has_headline:
        st.markdown(f"#### {text}")
    threshold = [explain_threshold(described.score)] if has_headline else []
    halves = texts.explain_halves(described.words.cases, *_format_limits(found))
    st.caption(" ".join([*threshold, halves]))
    show_verdict_table(found)
    if text and has_headline:
        st.markdown(text)
    verdicts = texts.explain_verdicts(
        described,
        FEW_GROUPS,
        CHANCES,
        describe_distance_interval(),
        texts.describe_unbeatable(found.list_unbeatable_names()),
        describe_parser(),
    )
    show_help_popover("\n\n".join([texts.CONCLUSIONS, verdicts]))
    st.header(texts.PANELS_TITLE, anchor=False)
    st.caption(texts.PANELS_CAPTION)
    show_panels(found)
    show_help_popover(texts.explain_panels(described.words))
    show_bands(found)


def _format_limits(found: PrecisionResults) -> tuple[str, str]:
    """Format the margins of the narrow and of the wide half; both empty if questions differ in them."""
    margins, halves = get_benchmark_info().margins, assign_halves(list_bands())
    ranges = found.margins.ranges.assign(half=found.margins.ranges[BAND].astype(object).map(halves))
    limits = set()
    for question_id, rows in ranges.groupby("question_id"):
        unit = format_unit(margins[str(question_id)].unit) if question_id in margins else ""
        ends = [rows.loc[rows["half"] == half] for half in (NARROW, WIDE)]
        if all(map(len, ends)):
            limits.add(tuple(f"{format_ends(part['low'].min(), part['high'].max())}{unit}" for part in ends))
    narrow, wide = limits.pop() if len(limits) == 1 else ("", "")
    return narrow, wide


def _describe_coverage(found: PrecisionResults) -> str:
    """Name the questions with a margin in only some of their cases; empty if all have one."""
    info = get_benchmark_info()
    counts = [(info.questions[question_id].name, *counted) for question_id, counted in found.margins.partly.items()]
    return texts.describe_coverage(info.words.cases, counts)


def _describe_undivided(found: PrecisionResults) -> str:
    """Name the questions whose cases here are all in one half; empty if there are none."""
    undivided = precision.list_undivided_questions(found.margins.ranges, list_bands())
    names = [
        get_benchmark_info().questions[question_id].name for question_id in found.questions if question_id in undivided
    ]
    return texts.describe_undivided(get_benchmark_info().words.cases, names)
