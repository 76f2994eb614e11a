"""Every public table of the warehouse, to download, and what its columns hold."""

from collections.abc import Callable

import streamlit as st

from core.warehouse.read import Warehouse
from dashboard.choices import choose_listed
from dashboard.queries import query


def show(warehouse: Warehouse) -> None:
    """The choice of a table, its two forms, and its columns."""
    st.header("Downloads")
    st.caption("Every public table of the warehouse, and what its columns hold.")
    tables = list(warehouse.tables())
    default = "answers" if "answers" in tables else "scored_answers"
    table = choose_listed("Table", {name: name for name in tables}, "table", place=tables.index(default), width=320)
    with st.container(horizontal=True):
        st.download_button(
            "CSV",
            _as_csv(warehouse, table),
            f"trilens_{table}.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
            key="table_csv",
        )
        st.download_button(
            "Parquet",
            _as_parquet(warehouse, table),
            f"trilens_{table}.parquet",
            "application/vnd.apache.parquet",
            icon=":material/download:",
            on_click="ignore",
            key="table_parquet",
        )
    st.table(query("columns", table=table), hide_index=True, border="horizontal")


def _as_csv(of: Warehouse, name: str) -> Callable[[], bytes]:
    """Makes the file when it is asked for."""
    return lambda: of.table(name).to_csv(index=False).encode()


def _as_parquet(of: Warehouse, name: str) -> Callable[[], bytes]:
    """Makes the file when it is asked for."""
    return lambda: bytes(of.table(name).to_parquet(index=False))
