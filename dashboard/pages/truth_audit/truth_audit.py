"""The page Truth audit: whether the sides that a benchmark states match its images."""

import streamlit as st

from core.analyses.truth_audit import VERDICTS, describe_audit, list_verdict_titles
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import has_query, run_query
from dashboard.pages.truth_audit import sections, texts
from dashboard.pages.truth_audit.accelerometer import show_accelerometer
from dashboard.runtime.state_keys import truth_audit as keys
from dashboard.selection.references import list_displayed_kinds
from dashboard.selection.selectors import choose_option
from dashboard.shell.page_title import get_contents_entry, show_page_title
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import show_table

show_page_title("Truth audit")
st.markdown(texts.QUESTION)
verdicts = run_query("truth_audit")
ranking = run_query("audited_ranking", kinds=list_displayed_kinds())
changes = sections.compute_effects()
sections.show_sentences(
    describe_audit(verdicts, ranking, changes, get_benchmark_info().words.cases, get_contents_entry().truth), verdicts
)
sections.show_differences(verdicts)
show_help_popover(texts.explain_audit(get_contents_entry().truth))

with st.container(key=keys.EVIDENCE):
    st.header("Evidence")
    chosen = st.pills(
        "Verdict",
        [name for name in VERDICTS if name in set(verdicts["verdict"])],
        format_func=list_verdict_titles(get_benchmark_info().words.cases).__getitem__,
        selection_mode="multi",
        key=keys.VERDICT,
        bind="query-params",
    )
    shown = verdicts[verdicts["verdict"].isin(chosen)] if chosen else verdicts
    group_ids = {group_id: group_id for group_id in shown["group_id"]}
    group_id = choose_option(texts.TRIANGLE_CHOICE, group_ids, keys.TRIANGLE, width=320)
    sections.show_evidence(verdicts.set_index("group_id", drop=False).loc[group_id].to_dict())
finding_links.show_section_anchor(keys.EVIDENCE)
with st.expander(texts.ALL_TRIANGLES):
    titles = shown["verdict"].map(list_verdict_titles(get_benchmark_info().words.cases))
    show_table(shown.assign(verdict_title=titles), "truth_audit", sections.AUDIT_COLUMNS, alt=texts.ALL_TRIANGLES_ALT)

if len(ranking):
    st.header(texts.RANKING_TITLE)
    sections.show_ranking(ranking, changes)
    show_help_popover(texts.RANKING_HELP)

if has_query("tilts"):
    show_accelerometer()

if len(differences := run_query("class_rule_differences")):
    st.header(texts.CLASSES_TITLE)
    case_count = get_benchmark_info().format_case_count(len(run_query("case_ids")))
    st.markdown(texts.describe_class_differences(len(differences), case_count))
    show_help_popover(texts.CLASSES_HELP)
    columns = {
        "case_id": get_benchmark_info().words.case.capitalize(),
        "condition": "Condition",
        "released": "released",
        "by_the_paper": texts.CLASS_BY_THE_PAPER,
        "side_class_3d": "3D",
    }
    alt = texts.describe_class_table(get_benchmark_info().words.cases)
    case_ids = list(differences["case_id"])
    show_table(
        differences, "class_rule_differences", columns, alt, on_choose=lambda place: open_photograph(case_ids[place])
    )
