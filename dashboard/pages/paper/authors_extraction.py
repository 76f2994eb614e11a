"""Published accuracies recomputed from the released replies, by the authors' extraction and by ours."""

import streamlit as st

from core.analyses.external_scores import MIN_SCORE_DIFFERENCE
from core.analyses.reproduction import EXTRACTION_TITLES, describe_reproduction
from dashboard.data.benchmark_info import get_benchmark_info, get_model_names
from dashboard.data.queries import run_query
from dashboard.pages.paper import texts
from dashboard.runtime.state_keys import paper as keys
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.tables import download, show_small_table

COLUMNS = {
    "published": "Published",
    "computed": "Authors' extraction",
    "ours": "Our reading",
    "moved": "Ours minus theirs",
    "n": "n",
}


@st.fragment
def show() -> None:
    """Show how many figures are reproduced, how many our parser changes, and a table per published table."""
    figures = run_query("reproduction")
    figures = figures.assign(moved=figures["ours"] - figures["computed"])
    known = figures.dropna(subset=["moved"])
    absent = len(figures) - len(known)
    st.markdown(texts.describe_extraction(describe_reproduction(known if len(known) else figures), absent))
    moved = int((known["moved"].abs() >= MIN_SCORE_DIFFERENCE).sum())
    st.caption(texts.describe_changed_figures(moved, len(known)))
    titles = {
        figure_id: EXTRACTION_TITLES.get(figure_id, figure_id.replace("_", " ").capitalize())
        for figure_id in dict.fromkeys(figures["figure_id"])
    }
    figure_id = choose_segment("Table", titles, keys.TABLE)
    column = choose_segment("Show", COLUMNS, keys.VIEW)
    rows = figures[figures["figure_id"] == figure_id]
    st.subheader(titles[figure_id])
    st.caption(f"{rows['source'].iloc[0]}.")
    wide = rows.pivot_table(index="row_key", columns="column_key", values=column, sort=False).reset_index()
    names = {question.question_id: question.title for question in get_benchmark_info().questions.values()}
    wide["row_key"] = wide["row_key"].map(lambda key: get_model_names().get(key, key))
    wide = wide.rename(columns={"row_key": " ", **names}).rename_axis(columns=None)
    show_small_table(wide, dict.fromkeys(wide.columns[1:], "{:.0f}" if column == "n" else "{:.1f}"))
    download(figures, "published_figures")
