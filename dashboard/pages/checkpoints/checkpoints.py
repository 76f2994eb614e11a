"""The page Checkpoints: a model's runs over time, whether each is worse than the one before, and what changed."""

import streamlit as st

from core.analyses import checkpoints
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.checkpoints import sections, texts
from dashboard.runtime.state_keys import checkpoints as keys
from dashboard.selection.filters import read_filters
from dashboard.selection.selectors import choose_option
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import list_filtered_runs, show_empty_state

show_page_title("Checkpoints")
st.markdown(texts.QUESTION)
filters = read_filters()
runs = list_filtered_runs(filters)
series = sections.list_series(filters, runs)
if not series:
    sections.show_no_series(filters, runs)
with st.container(horizontal=True, vertical_alignment="bottom"):
    titles = {key: listed.title for key, listed in series.items()}
    selected = series[choose_option("Model", titles, keys.SERIES, width=360)]
    drops = {0.0: "0", 0.5: "0.5", 1.0: "1", 2.0: "2", 5.0: "5"}
    max_drop = choose_option("Allowed drop, points", drops, keys.LARGEST_DROP, place=2, width=180)

course = sections.compute_course(filters, selected, max_drop)
names = [course.names[run_id] for run_id in selected.run_ids]
if all(step is None for step in course.steps):
    show_empty_state(texts.NO_SHARED_ANSWER)
st.markdown(f"#### {escape_markdown(checkpoints.describe_course(course.steps))}")
if unjudged := checkpoints.describe_unjudged(course.steps, names):
    st.caption(escape_markdown(unjudged))
if left_out := checkpoints.describe_left_out(selected):
    st.caption(escape_markdown(left_out))
sections.show_course(course)
show_help_popover(texts.explain_course(get_benchmark_info().words.groups, describe_parser()))
sections.show_steps(course, names)
sections.show_changes(filters, selected, names, course.steps)
