"""Why the scores of two runs differ: a waterfall of the factors, in a folded panel of Compare."""

from functools import partial

import streamlit as st

from core.analyses.score_gap import WITH_OWN_CASES, Average, Reading, ScoreGap, Unread, explain_gap
from core.analyses.score_sources import is_scored_by_program, load_score_source
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.compare import gap_texts as texts
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.pages.compare.score_gap_chart import draw_score_gap
from dashboard.runtime.state_keys import compare as keys
from dashboard.selection.selectors import choose_percentage, choose_segment, migrate_renamed_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import show_lazy_expander, show_table
from dashboard.widgets.truth_labels import get_score_label

_PROGRAM_SCORES = {"program": 1, "first": 0, "second": 1}
"""Options that need scores of the program that asked, with the place of their run."""

_UNREAD: dict[Unread, str] = {"left out": "left out", "wrong": "wrong"}
_AVERAGES: dict[Average, str] = {"answers": "all answers", "questions": texts.MEANS_OF_QUESTIONS}
_READINGS: dict[Reading, str] = {"ours": "Trilens", "program": texts.OTHER_PROGRAM}
"""How a publication scores, by the labels of the choices."""


def show_score_gap(comparison: RunComparison) -> None:
    """Show the panel; its content is computed when the user opens it, over all cases of both runs."""
    show_lazy_expander(texts.GAP_TITLE, "score_gap", partial(_show_gap, comparison))


def _show_gap(comparison: RunComparison) -> None:
    gap = _explain_chosen_gap(comparison)
    if gap is None:
        return
    measure = get_score_label("truth")
    st.markdown(f"**{escape_markdown(gap.describe(measure))}**")
    if comparison.against != "truth":
        st.caption(texts.explain_gap_measure(measure))
    if len(gap.parts) == 1:
        st.markdown(texts.NO_OTHER_PART)
    elif gap.parts:
        show_chart(draw_score_gap(gap, measure), keys.GAP_CHART, texts.GAP_CHART, _choose_part)
        show_help_popover(texts.GAP_HELP)
    if len(gap.parts) > 1 or any(part.factor in WITH_OWN_CASES for part in gap.parts):
        _show_cases(gap)


def _explain_chosen_gap(comparison: RunComparison) -> ScoreGap | None:
    """Explain the gap that the user chooses: of two runs, of two ways of scoring one, or to a published score.

    Returns None until the published score is given.
    """
    ids = (comparison.first, comparison.second)
    has_score = [is_scored_by_program(run_query("gap_answers", run_id=run_id)) for run_id in ids]
    is_possible = {option: has_score[index] for option, index in _PROGRAM_SCORES.items()}
    options = {option: label for option, label in texts.GAP_SCORES.items() if is_possible.get(option, True)}
    migrate_renamed_option(keys.SCORED_BY, options, texts.GAP_FORMER_SCORES)
    selected = choose_segment("Scores", options, keys.SCORED_BY, explanation=texts.GAP_SCORES_HELP)
    if selected == "published":
        return _explain_gap_to_publication(comparison.first, has_program_score=has_score[0])
    start, end = {"first": ids[:1] * 2, "second": ids[1:] * 2}.get(selected, ids)
    of_start, of_end = (
        (
            load_score_source(run_query, run_id, "program", "wrong")
            if is_by_program
            else load_score_source(run_query, run_id)
        )
        for run_id, is_by_program in ((start, selected in ("first", "second")), (end, selected == "program"))
    )
    return explain_gap(of_start, of_end)


def _explain_gap_to_publication(run_id: str, *, has_program_score: bool) -> ScoreGap | None:
    """Explain the gap from a run to a published score, scored in the publication's way; None until it is given."""
    published = choose_percentage("Published score, %", keys.PUBLISHED_SCORE, texts.GAP_PLACEHOLDER)
    unread = choose_segment(texts.GAP_UNREAD, _UNREAD, keys.UNREAD_ANSWERS)
    average = choose_segment(texts.GAP_AVERAGE, _AVERAGES, keys.AVERAGE)
    reading: Reading = "ours"
    if has_program_score:
        reading = choose_segment(texts.GAP_READING, _READINGS, keys.GAP_READING)
    if published is None:
        st.info(texts.NO_SCORE)
        return None
    return explain_gap(
        load_score_source(run_query, run_id), load_score_source(run_query, run_id, reading, unread, average), published
    )


def _choose_part(factor: str) -> None:
    keys.GAP_PART.write(factor)


def _show_cases(gap: ScoreGap) -> None:
    parts = {part.factor: part for part in gap.parts if part.case_ids}
    if not parts:
        return
    words = get_benchmark_info().words
    labels = {name: f"{name}: {len(part.case_ids):,}" for name, part in parts.items()}
    factor = choose_segment(texts.name_gap_cases(words.cases), labels, keys.GAP_PART)
    cases = run_query("groups_of_cases")
    rows = cases[cases["case_id"].isin(parts[factor].case_ids)]
    case_ids = list(rows["case_id"])
    columns = {"case_id": words.case.capitalize(), "group_id": words.group.capitalize()}
    alt = texts.describe_gap_table(words.cases)
    show_table(rows, "gap_cases", columns, alt, lambda row_index: open_photograph(case_ids[row_index]))
