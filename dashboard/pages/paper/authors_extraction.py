"""Published accuracies recomputed from the released replies, read in the authors' way and in that of Trilens."""

import streamlit as st

from core.analyses.external_scores import MIN_SCORE_DIFFERENCE
from core.analyses.paper_headline import average_constant, describe_mean_result
from core.analyses.reproduction import CHECKED, EXTRACTION_TITLES, describe_reproduction, format_checked_values
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info, get_model_names
from dashboard.data.queries import read_table, run_query
from dashboard.pages.paper import texts
from dashboard.runtime.state_keys import paper as keys
from dashboard.selection.selectors import choose_option, migrate_renamed_option
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import download, show_small_table

COLUMNS = {
    CHECKED: texts.CHECKED_VIEW,
    "published": "Published",
    "computed": "Read in the authors' way",
    "ours": "Read in Trilens' way",
    "moved": "Trilens minus authors",
    "n": texts.SAMPLE_SIZE,
}

FORMER_COLUMNS = {"Authors' extraction": "computed", "Our reading": "ours", "Ours minus theirs": "moved"}
"""Columns by their labels in former links."""


@st.fragment
def show() -> None:
    """Show the main result, how many figures are reproduced and how many our parser changes, and the tables."""
    figures = run_query("reproduction")
    figures = figures.assign(moved=figures["ours"] - figures["computed"])
    known = figures.dropna(subset=["moved"])
    absent = len(figures) - len(known)
    titles = {
        figure_id: EXTRACTION_TITLES.get(figure_id, figure_id.replace("_", " ").capitalize())
        for figure_id in dict.fromkeys(figures["figure_id"])
    }
    first_id = next(iter(titles))
    first_rows = figures[figures["figure_id"] == first_id].replace({"row_key": get_model_names()})
    constant = average_constant(read_table("blind_scores"), first_rows["column_key"].unique())
    result = describe_mean_result(first_rows, titles[first_id], constant)
    st.markdown(texts.describe_main_result(escape_markdown(result)))
    reproduced = texts.describe_extraction(describe_reproduction(known if len(known) else figures), absent)
    moved = int((known["moved"].abs() >= MIN_SCORE_DIFFERENCE).sum())
    st.markdown(f"{reproduced} {texts.describe_changed_figures(moved, len(known), COLUMNS['moved'])}")
    show_help_popover(texts.EXTRACTION_HELP)
    migrate_renamed_option(keys.VIEW, COLUMNS, FORMER_COLUMNS)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        figure_id = choose_option(texts.TABLE_CHOICE, titles, keys.TABLE, width=400)
        column = choose_option("Show", COLUMNS, keys.VIEW, width=300)
    if column in texts.VIEW_NOTES:
        st.caption(texts.VIEW_NOTES[column])
    rows = figures[figures["figure_id"] == figure_id]
    if column == CHECKED:
        rows = rows.assign(**{CHECKED: format_checked_values(rows)})
    st.caption(escape_markdown(texts.describe_sources([str(rows["source"].iloc[0])])))
    wide = rows.pivot_table(index="row_key", columns="column_key", values=column, sort=False, aggfunc="first")
    means = rows.groupby("row_key")["published"].mean().sort_values(ascending=False, kind="stable")
    wide = wide.reindex(means.index.intersection(wide.index, sort=False)).reset_index()
    names = {question.question_id: question.title for question in get_benchmark_info().questions.values()}
    wide["row_key"] = wide["row_key"].map(lambda key: get_model_names().get(key, key))
    wide = wide.rename(columns={"row_key": " ", **names}).rename_axis(columns=None)
    number = "{:.0f}" if column == "n" else "{:.1f}"
    show_small_table(wide, {} if column == CHECKED else dict.fromkeys(wide.columns[1:], number))
    download(figures, "published_figures")
