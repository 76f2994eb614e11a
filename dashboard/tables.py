"""Frames as a person reads them: names for columns, sensible digits, and a download beside each."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import streamlit as st


def percent(label: str) -> Any:  # noqa: ANN401 - Streamlit's own type is private
    """A column of percentages with two decimals."""
    return st.column_config.NumberColumn(label, format="%.2f")


def show_table(
    frame: pd.DataFrame,
    name: str,
    columns: Mapping[str, Any] | None = None,
    alt: str = "",
    on_select: Callable[[], None] | None = None,
) -> None:
    """Shows a frame with a download as CSV.

    Args:
        frame: what to show.
        name: of the file, and of the selection in the session (`<name>_table`).
        columns: configures and orders the columns that are shown; all where it is None.
        alt: what it is, for a screen reader.
        on_select: called when a row is chosen.
    """
    order = list(columns) if columns else None
    look: dict[str, Any] = {
        "column_config": columns, "column_order": order, "hide_index": True, "alt": alt or name, "placeholder": "–",
    }  # fmt: skip
    if on_select is None:
        st.dataframe(frame, **look)
    else:
        st.dataframe(frame, key=f"{name}_table", on_select=on_select, selection_mode="single-row", **look)
    st.download_button(
        "CSV",
        data=lambda: frame.to_csv(index=False).encode(),
        file_name=f"trilens_{name}.csv",
        mime="text/csv",
        key=f"download_{name}",
        icon=":material/download:",
        on_click="ignore",
        type="tertiary",
    )
