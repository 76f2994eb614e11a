"""Scores against the size of models on Paper: what the paper prints, and the models here."""

import pandas as pd
import streamlit as st

from core.analyses.estimates import kappas_by_run
from core.analyses.model_size import size_sentence, sized
from core.benchmarks.model_sizes import SIZES, given_sizes
from core.errors import ReleaseError
from core.formatting import plain
from core.records import RUN_COLUMNS
from core.warehouse.aggregation import Sums
from core.warehouse.read import NO_FILTERS
from dashboard.data.queries import about, model_kinds, settings
from dashboard.pages.paper.score_by_size_chart import score_by_size
from dashboard.selection.cached_analyses import summed
from dashboard.widgets.chart_display import how_to_read, show_chart

SCORES = Sums((*RUN_COLUMNS, "group_id"), ("score",))

FEWEST_PRINTED, FEWEST_HERE = 8, 2
"""Models with a known size from which on there is a chart."""


def show_printed(rows: pd.DataFrame, column: str) -> None:
    """A column of the paper's table against the sizes that the models' names say; nothing of a few.

    Args:
        rows: label, value, low, high.
        column: what is printed.
    """
    known = sized(rows)
    if len(known) < FEWEST_PRINTED:
        return
    st.subheader("Against the size of the models", anchor=False)
    st.markdown(plain(size_sentence(known, column)))
    show_chart(score_by_size(known, {}, f"{column}, %"), "printed-by-size", f"{column} against the size of models")
    st.caption(f"{len(known)} of {len(rows)} rows say their size by their name. A line joins the models of a family.")


def show_own() -> None:
    """The models here against their size; nothing where fewer than two are known."""
    runs = summed(kappas_by_run, NO_FILTERS, SCORES, counted="models")
    runs = runs[runs["kind"] == "vlm"]
    if runs.empty:
        return
    try:
        known = sized(runs, given_sizes(settings().home))
    except ReleaseError as error:
        st.error(plain(str(error)))
        return
    if len(known) < FEWEST_HERE:
        return
    st.subheader("Models here against their size", anchor=False)
    st.markdown(plain(size_sentence(known, about().score)))
    figure = score_by_size(known, model_kinds(), f"{about().score}, %")
    show_chart(figure, "own-by-size", "Scores of the models here against their size")
    how_to_read(
        f"A model's size is what its name says, as *7B*, or what *{SIZES}* in the data folder says, a table with the "
        "columns *model_id* and *size_b* (billions of parameters). Models of a family are not independent, so the "
        "interval with families as units is the one to trust. Runs here answer the items that are built here, which "
        "need not be the paper's."
    )
    if unknown := len(runs) - len(known):
        st.caption(f"The size of {unknown} of {len(runs)} models here is not known; {SIZES} can say it.")
