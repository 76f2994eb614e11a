"""The page Data: files read, their checksums, refused rows, and downloads."""

import streamlit as st

from core.analyses.cut_prompts import list_cut_prompt_warnings
from core.formatting import escape_markdown, format_time
from core.photographs.conversions import describe_conversions
from dashboard.data.queries import get_settings, has_query, require_warehouse, run_query
from dashboard.pages.data import downloads, exports
from dashboard.shell.sidebar import link_to_source
from dashboard.widgets import external_scores, rereadings
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_usage import COST_NOTE, USAGE_COLUMNS, join_known_usage
from dashboard.widgets.tables import show_table

METRIC_PX = 108
"""Height that Streamlit gives a metric with its title, reserved until its script has loaded."""


def _format_row_count(count: int) -> str:
    return "None." if not count else "1 row." if count == 1 else f"{count:,} rows."


st.title("Data")
warehouse = require_warehouse()
build = run_query("builds").iloc[0]
sources = run_query("sources")
states = sources["status"].value_counts()
st.markdown(
    f"Built **{format_time(build['built_at'])}** by Trilens {build['trilens_version']}, "
    f"in {build['build_s']:.1f} s: "
    + (
        f"**{states.get('verified', 0)} files match the pinned list**, {states.get('changed', 0)} changed, "
        f"{states.get('absent', 0)} absent, {states.get('unlisted', 0)} not on the list; *Files* names each."
        if {"verified", "changed"} & set(states.index)
        else f"**{sources['sha256'].notna().sum():,} files were read**. No list of checksums is pinned for them."
    )
)
for benchmark in run_query("benchmarks").to_dict("records"):
    credit, version = escape_markdown(benchmark["credit"].rstrip(".")), escape_markdown(benchmark["version"])
    st.markdown(f":small[{credit}. {link_to_source(benchmark)}, version {version}.]")

st.caption(describe_parser())

st.header("Contents of the warehouse")
with st.grid("auto", min_column_width=165):
    for content, count in run_query("contents").to_numpy():
        st.metric(escape_markdown(str(content).capitalize()), f"{count:,}", border=True, height=METRIC_PX)

if converted := describe_conversions(dict(run_query("conversions").to_numpy())):
    st.caption(converted)

if not get_settings().read_only:
    from dashboard.pages.data import import_logs  # the import also builds, which loads OpenCV and solvers

    import_logs.show()

st.header("Files")
status = st.segmented_control("Status", sorted(states.index), key="file_status", bind="query-params")
columns = {"path": "file", "bytes": st.column_config.NumberColumn(format="localized"), "sha256": "SHA-256"}
chosen = sources if status is None else sources[sources["status"] == status]
show_table(chosen, "sources", {**columns, "status": "status"}, alt="Files with checksums")

for name, title, sentence in (
    ("corrections", "Corrected while reading", "Values that other files of the release contradict."),
    ("refusals", "Refused", "Rows that the warehouse leaves out, with the reasons."),
    (
        "truth_differences",
        "Truth: released vs. recomputed",
        "Released truths that differ by more than rounding from those computed by the paper's rules.",
    ),
    (
        "release_differences",
        "Answers: released vs. parsed by Trilens",
        "Answers that the release parses or scores differently from this warehouse, by more than 1e-9.",
    ),
    (
        "runs",
        "Runs",
        "Each run's model, prompt, image view, request options, "
        f"seconds, tokens and cost. A run is a journal file. {COST_NOTE}",
    ),
):
    if not has_query(name):
        continue
    st.header(title)
    rows = run_query(name)
    if name == "runs":
        for warning in list_cut_prompt_warnings(run_query("input_tokens")):
            st.warning(escape_markdown(warning))
        rows, _ = join_known_usage(rows)
    st.caption(f"{sentence} {_format_row_count(len(rows))}")
    if name == "corrections":
        for source, location, *sentences in rows.map(escape_markdown).itertuples(index=False):
            st.markdown(f"**{source}, {location}.** {' '.join(sentences)}")
    elif len(rows):
        show_table(
            rows,
            name,
            {str(column): USAGE_COLUMNS.get(str(column), str(column).replace("_", " ")) for column in rows},
            alt=title,
        )

external_scores.show()
rereadings.show()
exports.show()

downloads.show(warehouse)
