"""The page Data: the runs, import of logs and tables, export, and provenance."""

import streamlit as st

from core.formatting import escape_markdown, format_time
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_settings, require_warehouse
from dashboard.data.queries import run_query
from dashboard.pages.data import downloads, exports, live_progress, provenance, run_table, texts
from dashboard.runtime.state_keys import data as keys
from dashboard.selection.link_warnings import warn_unknown_values
from dashboard.shell.page_title import show_page_title
from dashboard.shell.sidebar import link_to_source
from dashboard.widgets import external_scores, rereadings

PARTS = ("Runs", "Import", "Export", "Provenance")
"""The tabs, by the names that links contain."""

show_page_title("Data")
st.markdown(texts.LEAD)
warehouse = require_warehouse()
build = run_query("builds").iloc[0]
sources = run_query("sources")
states = sources["status"].value_counts()
files = (
    texts.describe_checked_files(*(states.get(state, 0) for state in ("verified", "changed", "absent", "unlisted")))
    if {"verified", "changed"} & set(states.index)
    else texts.describe_unchecked_files(sources["sha256"].notna().sum())
)
contents = run_query("contents")
n_cases, n_images = contents["rows"].iloc[:2]
n_models = contents.loc[contents["content"] == "models", "rows"].iloc[-1]
words = get_benchmark_info().words
st.markdown(f"**{texts.describe_contents(n_models, n_cases, n_images, words.case, words.cases)}**")
for benchmark in run_query("benchmarks").to_dict("records"):
    credit, version = escape_markdown(benchmark["credit"].rstrip(".")), str(benchmark["version"])
    shown_version = texts.shorten_version(version)
    st.markdown(
        f":small[{credit}. {link_to_source(benchmark)} (version: {escape_markdown(shown_version)}).]",
        help=escape_markdown(version) if shown_version != version else None,
    )
st.caption(texts.describe_build(format_time(build["built_at"]), build["trilens_version"], build["build_s"]) + files)

warn_unknown_values(keys.PART, "Part of Data", PARTS)
runs, importing, exporting, origin = st.tabs(PARTS, key=keys.PART, on_change="rerun", bind="query-params")
with runs:
    live_progress.show()
    run_table.show()
    if not get_settings().read_only:
        from dashboard.pages.data import run_changes  # also builds, which loads OpenCV and solvers

        run_changes.show()
    external_scores.show()
    rereadings.show()
with importing:
    if get_settings().read_only:
        st.info(texts.READ_ONLY)
    else:
        from dashboard.pages.data import add_table, import_logs  # the same

        import_logs.show()
        add_table.show()
with exporting:
    exports.show()
    downloads.show(warehouse)
with origin:
    provenance.show()
