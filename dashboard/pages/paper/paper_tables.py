"""Tables of a paper that cannot be recomputed, and contradictions between its text and tables."""

import pandas as pd
import streamlit as st

from core.analyses import paper_sources, paper_table_sentences, paper_tables
from core.analyses.paper_headline import find_main_column
from core.benchmarks.paper_claims import describe_stated_by
from core.formatting import MISSING, escape_markdown
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.paper import score_by_size, texts
from dashboard.runtime.state_keys import paper as keys
from dashboard.selection.selectors import choose_option, migrate_renamed_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.tables import download, show_small_table

CLAIMS = {
    "claim": "Claim",
    "claimed": "in the text",
    "table_says": "in the tables",
    "unit": "unit",
    "verdict": "verdict",
    "stated_by": "stated by",
    "source": "source",
}

_HYPHEN = r"^-(?=\d)"
"""Matches a hyphen used as a minus sign: figures are stored as texts."""


@st.fragment
def show(figures: pd.DataFrame) -> None:
    """Show a column of a table with intervals and the score of guessing, and the whole table below it."""
    names, titles = paper_tables.list_table_names(figures), paper_tables.list_table_titles(figures)
    migrate_renamed_option(keys.TABLE, names, {title: figure_id for figure_id, title in titles.items()})
    with st.container(horizontal=True, vertical_alignment="bottom"):
        figure_id = choose_option(texts.TABLE_CHOICE, names, keys.TABLE, width=300)
        columns = {
            column: paper_tables.get_column_title(column) for column in paper_tables.list_columns(figures, figure_id)
        }
        migrate_renamed_option(keys.COLUMN, columns, {column: column for column in columns})
        place = paper_tables.find_largest_column(figures, figure_id)
        column = choose_option("Column", columns, keys.COLUMN, place=place, width=300)
    is_main = (figure_id, column) == find_main_column(figures)  # the page has stated it above
    if not is_main:
        published = paper_tables.list_published_sources(figures, figure_id, column)
        described = paper_tables.describe_column(column)
        meaning = "" if described == columns[column] else described
        st.caption(escape_markdown(texts.describe_sources(published, meaning)))
    rows = paper_tables.select_column_with_errors(figures, figure_id, column)
    lines = paper_tables.list_guessing_scores(figures, column)
    sources = paper_tables.list_sources(figures, figure_id, column)
    for text in (
        paper_table_sentences.describe_best_row(
            rows, columns[column], paper_sources.find_item_count(sources), with_people=not is_main
        ),
        paper_table_sentences.describe_below_guessing(rows, lines),
    ):
        if text:
            st.markdown(f"**{escape_markdown(text)}**")
    best = paper_tables.find_best_guess(lines) if lines else ""
    best_guess = texts.explain_best_guess(paper_tables.GUESSES.get(best, "")) if best else ""
    baselines = list(rows.loc[rows["is_baseline"], "label"])
    intervals = texts.INTERVALS if rows["low"].notna().any() else ""
    filled = texts.describe_baselines(baselines) if baselines else ""
    if notes := " ".join(filter(None, (filled, intervals, best_guess))):
        st.caption(escape_markdown(notes))
    unit = paper_tables.get_unit(figures, figure_id, column)
    title = f"{columns[column]}, {unit}"
    show_chart(
        draw_forest_plot(
            rows.rename(columns={"is_baseline": "is_open"}),
            {},
            get_benchmark_info().words.units,
            title,
            {"guessing": lines[best]} if best else {},
            upper_unit=unit if unit == "%" else " ",
            is_from_zero=unit == "%",
        ),
        keys.TABLE_CHART,
        f"{names[figure_id]}: {title}",
    )
    explained_sources = escape_markdown(paper_sources.explain_sources(sources))
    guesses = texts.explain_other_guesses(
        paper_tables.describe_guesses({name: value for name, value in lines.items() if name != best}),
        escape_markdown(paper_tables.describe_printed_guesses(rows, lines)),
    )
    show_help_popover(f"{texts.explain_printed_intervals(explained_sources)}{guesses}")
    score_by_size.show_printed(rows, columns[column], unit)
    with st.expander("The whole table"):
        wide = paper_tables.build_printed_table(figures, figure_id)
        show_small_table(wide, dict.fromkeys(wide.columns[1:], "{:.1f}"))
    download(figures, "published_figures")


def show_contradiction_counts() -> None:
    """State how many statements on the paper's numbers disagree with its tables; nothing without such statements."""
    rows = run_query("paper_contradictions")
    if len(rows):
        st.markdown(texts.describe_contradictions(*paper_tables.count_statements(rows["verdict"])))


def show_contradictions() -> None:
    """Show where the paper's text and tables disagree."""
    rows = run_query("paper_contradictions")
    if rows.empty:
        return
    st.subheader(texts.CONTRADICTIONS_SECTION, anchor=texts.STATEMENTS_ANCHOR)
    worded = rows.assign(stated_by=[describe_stated_by(*row) for row in rows[["stated_by", "quote"]].to_numpy()])
    signed = worded.replace({"claimed": _HYPHEN, "table_says": _HYPHEN}, "−", regex=True).replace("", MISSING)
    with st.expander(texts.CONTRADICTIONS):
        show_small_table(signed[[*CLAIMS]].rename(columns=CLAIMS), {})
