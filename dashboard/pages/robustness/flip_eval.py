"""FlipEval on Robustness: the same answer about a picture and its mirror image, right or not."""

import pandas as pd
import streamlit as st

from core.analyses.flip_eval import mirrored, mirrored_sentences
from core.formatting import plain
from core.warehouse.aggregation import Sums
from core.warehouse.read import Filters
from dashboard.data.queries import about
from dashboard.selection.cached_analyses import summed
from dashboard.widgets.chart_display import how_to_read
from dashboard.widgets.tables import intervals_of, show_small_table


def show_mirrored(filters: Filters, sums: Sums) -> None:
    """The consistency of every model under mirroring; nothing where no picture has a mirror image.

    Args:
        filters: of the page.
        sums: of sets, as the page makes them.
    """
    found = summed(mirrored, filters, sums)
    if found is None:
        return
    st.header("Does the mirror image get the mirrored answer?", anchor=False)
    st.markdown(plain(mirrored_sentences(found)))
    rows = found.by_run
    columns = {
        "Model": rows["label"],
        "Mirrored answer, %": rows["value"],
        "95 %": intervals_of(rows),
        "Right about both, %": rows["both"],
        "n": rows["n"],
        about().words.groups: rows["n_groups"],
    }
    numbers = dict.fromkeys(["Mirrored answer, %", "Right about both, %"], "{:.1f}")
    show_small_table(pd.DataFrame(columns), numbers, whole=["n", about().words.groups])
    how_to_read(
        "Mirrored, left becomes right and right left; everything else stays. A model that reads the picture changes "
        "its answer just so, even where it is wrong. One that prefers a side does not."
    )
