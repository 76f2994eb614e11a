"""The page Data: import of logs and the runs, export, and provenance."""

import streamlit as st

from core.formatting import escape_markdown, format_time
from dashboard.data.current_benchmark import get_settings, require_warehouse
from dashboard.data.queries import run_query
from dashboard.pages.data import downloads, exports, live_progress, provenance, run_table
from dashboard.selection.link_warnings import warn_unknown_values
from dashboard.shell.sidebar import link_to_source
from dashboard.widgets import external_scores, rereadings

PARTS = ("Import", "Export", "Provenance")
"""The tabs, by the names that links contain."""

READ_ONLY = (
    "This demo is read-only: it shows every run, and imports nothing. "
    "In your own Trilens, logs and tables are dropped here."
)

st.title("Data")
warehouse = require_warehouse()
build = run_query("builds").iloc[0]
sources = run_query("sources")
states = sources["status"].value_counts()
st.markdown(
    f"Built **{format_time(build['built_at'])}** by Trilens {build['trilens_version']}, "
    f"in {build['build_s']:.1f} s: "
    + (
        f"**{states.get('verified', 0)} files are as published**, {states.get('changed', 0)} are changed, "
        f"{states.get('absent', 0)} missing and {states.get('unlisted', 0)} not part of it; *Provenance* names each."
        if {"verified", "changed"} & set(states.index)
        else f"**{sources['sha256'].notna().sum():,} files were read**. No list of checksums is pinned for them."
    )
)
for benchmark in run_query("benchmarks").to_dict("records"):
    credit, version = escape_markdown(benchmark["credit"].rstrip(".")), escape_markdown(benchmark["version"])
    st.markdown(f":small[{credit}. {link_to_source(benchmark)} (version: {version}).]")

warn_unknown_values("data_part", "Part of Data", PARTS)
importing, exporting, origin = st.tabs(PARTS, key="data_part", on_change="rerun", bind="query-params")
with importing:
    if get_settings().read_only:
        st.info(READ_ONLY)
    else:
        # Both also build, which loads OpenCV and solvers.
        from dashboard.pages.data import add_table, import_logs

        import_logs.show()
        add_table.show()
    live_progress.show()
    run_table.show()
    if not get_settings().read_only:
        from dashboard.pages.data import run_changes  # the same

        run_changes.show()
    external_scores.show()
    rereadings.show()
with exporting:
    exports.show()
    downloads.show(warehouse)
with origin:
    provenance.show()
