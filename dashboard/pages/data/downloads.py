"""Downloads of every public table of the warehouse, with descriptions of its columns."""

import re
import shlex
from collections.abc import Callable

import pandas as pd
import streamlit as st

from core.warehouse.read import Warehouse
from core.warehouse.redaction import BUILDS, redact_paths
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import count_rows, run_query
from dashboard.pages.data import texts
from dashboard.runtime.state_keys import data as keys
from dashboard.selection.selectors import choose_option
from dashboard.widgets.tables import show_small_table

MOST_ROWS = 100_000
"""Maximum rows of a download; its file is built in the memory that all visitors share."""

MOST_OF_TYPE = 80
"""Maximum characters of a column's type on the page."""

_VALUE = re.compile(r"'(?:[^']|'')*'")


def show(warehouse: Warehouse) -> None:
    """Show the choice of a table, its two formats, and its columns."""
    st.header("Downloads")
    st.caption(texts.DOWNLOADS)
    tables = list(warehouse.list_tables())
    default = "answers" if "answers" in tables else "scored_answers"
    table = choose_option("Table", {name: name for name in tables}, keys.TABLE, place=tables.index(default), width=320)
    n_rows = count_rows(table)
    why_not = texts.describe_download_limit(n_rows, MOST_ROWS) if n_rows > MOST_ROWS else None
    with st.container(horizontal=True):
        st.download_button(
            "CSV",
            _as_csv(warehouse, table),
            f"trilens_{table}.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
            key=keys.TABLE_CSV,
            disabled=why_not is not None,
            help=why_not,
        )
        st.download_button(
            "Parquet",
            _as_parquet(warehouse, table),
            f"trilens_{table}.parquet",
            "application/vnd.apache.parquet",
            icon=":material/download:",
            on_click="ignore",
            key=keys.TABLE_PARQUET,
            disabled=why_not is not None,
            help=why_not,
        )
    if why_not:
        st.caption(texts.describe_download_command(n_rows))
        st.code(_format_command(table), language=None, wrap_lines=True)
    columns = run_query("columns", table=table)
    types = columns["data_type"].map(shorten_type)
    show_small_table(pd.DataFrame({"Column": columns["column_name"], "Type": types, "Meaning": columns["comment"]}), {})


def shorten_type(data_type: str) -> str:
    """Return a DuckDB type; long enumerations are shortened to their number of values."""
    if len(data_type) <= MOST_OF_TYPE or not data_type.startswith("ENUM"):
        return data_type
    return f"ENUM of {len(_VALUE.findall(data_type)):,} values"


def _format_command(name: str) -> str:
    """Format the command that exports the same table."""
    benchmark_id = get_benchmark_info().benchmark_id
    words = ("trilens", "export", f"{name}.parquet", "--table", name, "--benchmark", benchmark_id)
    return shlex.join(words)


def _as_csv(of: Warehouse, name: str) -> Callable[[], bytes]:
    """Return a function that builds the file on demand."""
    return lambda: _read_redacted_table(of, name).to_csv(index=False).encode()


def _as_parquet(of: Warehouse, name: str) -> Callable[[], bytes]:
    """Return a function that builds the file on demand."""
    return lambda: bytes(_read_redacted_table(of, name).to_parquet(index=False))


def _read_redacted_table(of: Warehouse, name: str) -> pd.DataFrame:
    """Read the table without what visitors may not see."""
    table = of.load_table(name)
    return redact_paths(table) if name == BUILDS else table
