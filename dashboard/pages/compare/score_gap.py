"""Why the scores of two runs differ: a waterfall of the factors, in a folded panel of Compare."""

from functools import partial

import streamlit as st

from core.analyses.score_gap import Average, Reading, ScoreGap, Unread, explain_gap
from core.analyses.score_sources import is_scored_by_program, load_score_source
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.pages.compare.score_gap_chart import draw_score_gap
from dashboard.selection.selectors import choose_percentage, choose_segment, migrate_renamed_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import show_lazy_expander, show_table

_SCORES = {
    "ours": ("both runs as Trilens reads them", None),
    "program": ("the second run as its program scored it", 1),
    "first": ("the first run by its program and by Trilens", 0),
    "second": ("the second run by its program and by Trilens", 1),
    "published": ("the first run and a published score", None),
}
"""What is compared: its label, and the place of the run that needs scores of the program that asked."""

_UNREAD: dict[Unread, str] = {"left out": "left out", "wrong": "wrong"}
_AVERAGES: dict[Average, str] = {"answers": "all answers", "questions": "the means of the questions"}
_READINGS: dict[Reading, str] = {"ours": "Trilens", "program": "the program that asked"}
"""How a publication scores, by the labels of the choices."""

_FORMER = {"our reading": "ours", "the program that asked, unread replies wrong": "program"}
"""Options by their labels in former links."""


def show_score_gap(comparison: RunComparison) -> None:
    """Show the panel; its content is computed when the user opens it, over all cases of both runs."""
    show_lazy_expander("Why the two scores differ", "score_gap", partial(_show_gap, comparison))


def _show_gap(comparison: RunComparison) -> None:
    gap = _explain_chosen_gap(comparison)
    if gap is None:
        return
    st.markdown(f"**{escape_markdown(gap.describe())}**")
    if not gap.parts:
        return
    show_chart(draw_score_gap(gap), "score-gap-chart", "Parts of the gap between the two scores", _choose_part)
    show_help_popover(
        "Each part is the mean change of the score when only this factor takes the second run's side, over all orders "
        "of the factors (Shapley values), so the parts sum to the gap. Differences in the replies themselves (model, "
        "prompt, image, request options) are one part, because no run changes only one of them. The panel counts all "
        "cases of both runs and ignores the filters. A bar shows the cases that it changes."
    )
    _show_cases(gap)


def _explain_chosen_gap(comparison: RunComparison) -> ScoreGap | None:
    """Explain the gap that the user chooses: of two runs, of two ways of scoring one, or to a published score.

    Returns None until the published score is given.
    """
    ids = (comparison.first, comparison.second)
    has_score = [is_scored_by_program(run_query("gap_answers", run_id=run_id)) for run_id in ids]
    options = {option: label for option, (label, index) in _SCORES.items() if index is None or has_score[index]}
    explanation = "Program: the one that asked the model. Replies that it could not read count as wrong."
    migrate_renamed_option("gap_scored_by", options, _FORMER)
    selected = choose_segment("Scores", options, "gap_scored_by", explanation=explanation)
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
    published = choose_percentage("Published score, %", "gap_published", "as the publication states it")
    unread = choose_segment("In the publication, unread replies are", _UNREAD, "gap_unread")
    average = choose_segment("Its score is the mean over", _AVERAGES, "gap_average")
    reading: Reading = "ours"
    if has_program_score:
        reading = choose_segment("Its replies are read by", _READINGS, "gap_reading")
    if published is None:
        st.info("Enter the published score to see what the way of scoring explains of the gap, and what it leaves.")
        return None
    return explain_gap(
        load_score_source(run_query, run_id), load_score_source(run_query, run_id, reading, unread, average), published
    )


def _choose_part(factor: str) -> None:
    st.session_state["gap_part"] = factor


def _show_cases(gap: ScoreGap) -> None:
    parts = {part.factor: part for part in gap.parts if part.case_ids}
    if not parts:
        return
    words = get_benchmark_info().words
    labels = {name: f"{name}: {len(part.case_ids):,}" for name, part in parts.items()}
    factor = choose_segment(f"{words.cases.capitalize()} whose score changes because of", labels, "gap_part")
    cases = run_query("groups_of_cases")
    rows = cases[cases["case_id"].isin(parts[factor].case_ids)]
    case_ids = list(rows["case_id"])
    columns = {"case_id": words.case.capitalize(), "group_id": words.group.capitalize()}
    alt = f"{words.cases.capitalize()} whose score this factor changes; a row opens one"
    show_table(rows, "gap_cases", columns, alt, lambda row_index: open_photograph(case_ids[row_index]))
