"""Why the scores of two runs differ: a waterfall of the factors, in a folded panel of Compare."""

from functools import partial

import streamlit as st

from core.analyses.score_gap import ScoreGap, ScoreSource, explain_gap
from core.formatting import escape_markdown
from dashboard.data.queries import get_benchmark_info, run_query
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.pages.compare.score_gap_chart import draw_score_gap
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import show_lazy_expander, show_table

MANIFEST = ("model_id", "prompt_id", "image_view", "request_options")
SCORED_BY = {"ours": "our reading", "program": "the program that asked, unread replies wrong"}


def show_score_gap(comparison: RunComparison) -> None:
    """Show the panel; its content is computed when the user opens it, over all cases of both runs."""
    show_lazy_expander("Why the two scores differ", "score_gap", partial(_show_gap, comparison))


def _show_gap(comparison: RunComparison) -> None:
    answers = [run_query("gap_answers", run_id=run_id) for run_id in (comparison.first, comparison.second)]
    second_by = "ours"
    if answers[1]["said_score"].notna().any():
        second_by = choose_segment("The second run is scored by", SCORED_BY, "gap_scored_by")
    runs = run_query("runs").set_index("run_id")
    manifests = [
        {key: str(runs.loc[run_id, key]) for key in MANIFEST} for run_id in (comparison.first, comparison.second)
    ]
    first = ScoreSource(comparison.names[0], answers[0], manifests[0])
    second = ScoreSource(comparison.names[1], answers[1], manifests[1])
    if second_by == "program":
        second = ScoreSource(comparison.names[1], answers[1], manifests[1], "program", "wrong")
    gap = explain_gap(first, second)
    st.markdown(f"**{escape_markdown(gap.describe())}**")
    if not gap.parts:
        return
    show_chart(draw_score_gap(gap), "score-gap-chart", "Parts of the gap between the two scores")
    show_help_popover(
        "Each part is the mean change of the score when only this factor takes the second run's side, over all orders "
        "of the factors (Shapley values), so the parts sum to the gap. Differences in the replies themselves (model, "
        "prompt, image, request options) are one part, because no run changes only one of them. The panel counts all "
        "cases of both runs and ignores the filters."
    )
    _show_cases(gap)


def _show_cases(gap: ScoreGap) -> None:
    parts = {part.factor: part for part in gap.parts if part.case_ids}
    if not parts:
        return
    words = get_benchmark_info().words
    labels = {name: f"{name}: {len(part.case_ids):,}" for name, part in parts.items()}
    factor = choose_segment(f"{words.cases.capitalize()} that change by", labels, "gap_part")
    cases = run_query("groups_of_cases")
    rows = cases[cases["case_id"].isin(parts[factor].case_ids)]
    case_ids = list(rows["case_id"])
    columns = {"case_id": words.case.capitalize(), "group_id": words.group.capitalize()}
    alt = f"{words.cases.capitalize()} whose score this factor changes; a row opens one"
    show_table(rows, "gap_cases", columns, alt, lambda row_index: open_photograph(case_ids[row_index]))
