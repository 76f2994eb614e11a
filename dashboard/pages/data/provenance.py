"""Provenance of a warehouse: its counts, the files that were read, and everything that was corrected or refused."""

import pandas as pd
import streamlit as st

from core.formatting import capitalise_first, escape_markdown
from core.photographs.conversions import describe_conversions
from dashboard.data.queries import has_query, run_query
from dashboard.pages.data import texts
from dashboard.runtime.state_keys import data as keys
from dashboard.selection.link_warnings import warn_unknown_values
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_usage import COST_NOTE, USAGE_COLUMNS, join_known_usage
from dashboard.widgets.tables import show_small_table, show_table

SECTIONS = (
    ("corrections", "Corrected while reading", texts.CORRECTIONS),
    ("refusals", "Refused", texts.REFUSED),
    ("truth_differences", texts.TRUTHS_SECTION, texts.TRUTHS),
    ("release_differences", texts.ANSWERS_SECTION, texts.ANSWERS),
    ("runs", "Journals", texts.describe_journals(COST_NOTE)),
)
"""Queries with their titles and descriptions."""


def show() -> None:
    """Show the counts, the files with their checksums, and a section per query."""
    st.caption(describe_parser())
    st.header(texts.CONTENTS_SECTION)
    contents = run_query("contents")
    counts = pd.DataFrame({"Content": contents["content"].map(capitalise_first), "Number": contents["rows"]})
    show_small_table(counts, {}, ["Number"])
    if converted := describe_conversions(dict(run_query("conversions").to_numpy())):
        st.caption(converted)
    _show_files(run_query("sources"))
    for name, title, sentence in SECTIONS:
        if has_query(name):
            _show_section(name, title, sentence)


def _show_files(sources: pd.DataFrame) -> None:
    st.header("Files")
    states = sorted(sources["status"].unique())
    warn_unknown_values(keys.FILE_STATUS, "Status", states)
    status = st.segmented_control("Status", states, key=keys.FILE_STATUS, bind="query-params")
    columns = {"path": "file", "bytes": st.column_config.NumberColumn(format="localized"), "sha256": "SHA-256"}
    chosen = sources if status is None else sources[sources["status"] == status]
    show_table(chosen, "sources", {**columns, "status": "status"}, alt=texts.FILES_TABLE)


def _show_section(name: str, title: str, sentence: str) -> None:
    st.header(title)
    rows = run_query(name)
    if name == "runs":
        rows, _ = join_known_usage(rows)
    st.caption(f"{sentence} {_format_row_count(len(rows))}")
    if name == "corrections":
        for source, location, *sentences in rows.map(escape_markdown).itertuples(index=False):
            st.markdown(f"**{source}, {location}.** {' '.join(sentences)}")
    elif len(rows):
        columns = {str(column): USAGE_COLUMNS.get(str(column), str(column).replace("_", " ")) for column in rows}
        show_table(rows, name, columns, alt=title)


def _format_row_count(count: int) -> str:
    return "None." if not count else "1 row." if count == 1 else f"{count:,} rows."
