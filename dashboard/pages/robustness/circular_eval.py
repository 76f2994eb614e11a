"""CircularEval on Robustness: right in the first order of the options against right in every order."""

import pandas as pd
import streamlit as st

from core.analyses.circular_eval import Circular, circular, circular_sentences
from core.formatting import plain
from core.warehouse.aggregation import Sums
from core.warehouse.read import Filters
from dashboard.data.queries import about, query
from dashboard.selection.cached_analyses import summed
from dashboard.widgets.chart_display import how_to_read
from dashboard.widgets.tables import intervals_of, show_small_table


def _found(sums: pd.DataFrame, filters: Filters) -> Circular | None:
    return circular(sums, query("set_cases", filters=filters))


def show_circular(filters: Filters, sums: Sums) -> None:
    """The circular gap of every model; nothing where options are asked in one order only.

    Args:
        filters: of the page.
        sums: of sets, as the page makes them.
    """
    found = summed(_found, filters, sums, filters)
    if found is None:
        return
    st.header("Does the answer depend on the order of the options?", anchor=False)
    st.markdown(plain(circular_sentences(found)))
    rows = found.by_run
    columns = {
        "Model": rows["label"],
        "Right in the first order, %": rows["first"],
        "In every order, %": rows["every"],
        "Same option in every order, %": rows["stable"],
        "Gap, points": rows["value"],
        "95 %": intervals_of(rows),
        "n": rows["n"],
        about().words.groups: rows["n_groups"],
    }
    percents = [name for name in columns if name.endswith((", %", ", points"))]
    numbers = dict.fromkeys(percents, "{:.1f}")
    show_small_table(pd.DataFrame(columns), numbers, whole=["n", about().words.groups])
    how_to_read(
        "Every question is asked once in each rotation of its options (CircularEval). A model that reads the picture "
        "chooses the same option wherever it stands: its gap is 0. A model that favours a letter is right in the first "
        "order by luck and loses it in another, and its option changes with the order, right or wrong. Sets with an "
        "unreadable or missing answer are left out of all columns."
    )
