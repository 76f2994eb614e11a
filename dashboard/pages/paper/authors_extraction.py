"""Published accuracies recomputed from the released replies, by the authors' extraction and by ours."""

import streamlit as st

from core.analyses.baseline_findings import find_blind_score
from core.analyses.external_scores import MIN_SCORE_DIFFERENCE
from core.analyses.paper_headline import describe_mean_result
from core.analyses.reproduction import CHECKED, EXTRACTION_TITLES, describe_reproduction, format_checked_values
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info, get_model_names
from dashboard.data.overview_content import load_overview
from dashboard.data.queries import run_query
from dashboard.pages.paper import texts
from dashboard.runtime.state_keys import paper as keys
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import download, show_small_table

COLUMNS = {
    CHECKED: texts.CHECKED_VIEW,
    "published": "Published",
    "computed": "Authors' extraction",
    "ours": "Our reading",
    "moved": "Ours minus theirs",
    "n": texts.SAMPLE_SIZE,
}


@st.fragment
def show() -> None:
    """Show how many figures are reproduced, how many our parser changes, and a table per published table."""
    figures = run_query("reproduction")
    figures = figures.assign(moved=figures["ours"] - figures["computed"])
    known = figures.dropna(subset=["moved"])
    absent = len(figures) - len(known)
    st.markdown(texts.describe_extraction(describe_reproduction(known if len(known) else figures), absent))
    titles = {
        figure_id: EXTRACTION_TITLES.get(figure_id, figure_id.replace("_", " ").capitalize())
        for figure_id in dict.fromkeys(figures["figure_id"])
    }
    first_id = next(iter(titles))
    first_rows = figures[figures["figure_id"] == first_id].replace({"row_key": get_model_names()})
    result = describe_mean_result(first_rows, titles[first_id], find_blind_score(load_overview().found))
    st.markdown(texts.describe_main_result(escape_markdown(result)))
    moved = int((known["moved"].abs() >= MIN_SCORE_DIFFERENCE).sum())
    st.markdown(texts.describe_changed_figures(moved, len(known), COLUMNS["moved"]))
    show_help_popover(texts.EXTRACTION_HELP)
    figure_id = choose_segment("Table", titles, keys.TABLE)
    column = choose_segment("Show", COLUMNS, keys.VIEW)
    if column in texts.VIEW_NOTES:
        st.caption(texts.VIEW_NOTES[column])
    rows = figures[figures["figure_id"] == figure_id]
    if column == CHECKED:
        rows = rows.assign(**{CHECKED: format_checked_values(rows)})
    st.subheader(titles[figure_id])
    st.caption(f"{rows['source'].iloc[0]}.")
    wide = rows.pivot_table(index="row_key", columns="column_key", values=column, sort=False, aggfunc="first")
    means = rows.groupby("row_key")["published"].mean().sort_values(ascending=False, kind="stable")
    wide = wide.reindex(means.index.intersection(wide.index, sort=False)).reset_index()
    names = {question.question_id: question.title for question in get_benchmark_info().questions.values()}
    wide["row_key"] = wide["row_key"].map(lambda key: get_model_names().get(key, key))
    wide = wide.rename(columns={"row_key": " ", **names}).rename_axis(columns=None)
    number = "{:.0f}" if column == "n" else "{:.1f}"
    show_small_table(wide, {} if column == CHECKED else dict.fromkeys(wide.columns[1:], number))
    download(figures, "published_figures")
