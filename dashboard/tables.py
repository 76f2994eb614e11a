"""Frames as a person reads them: names for columns, sensible digits, and a download beside each."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st


def percent(label: str) -> object:
    """A column of percentages with two decimals."""
    return st.column_config.NumberColumn(label, format="%.2f")


def show_table(frame: pd.DataFrame, name: str, columns: Mapping[str, object] | None = None, alt: str = "") -> None:
    """Shows a frame with a download as CSV; `columns` configures and orders the columns that are shown."""
    order = list(columns) if columns else None
    st.dataframe(frame, column_config=columns, column_order=order, hide_index=True, alt=alt or name, placeholder="–")  # type: ignore[arg-type]
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
