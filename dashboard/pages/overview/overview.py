"""The page Overview: what the benchmark asks, which model is best, and what the findings are, each with its cases."""

import streamlit as st

from core.analyses.headlines import list_further_findings
from core.analyses.reproduction import format_reproduced_count
from core.benchmarks.introductions import get_introduction
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info, list_extra_pages
from dashboard.data.current_benchmark import get_registry_entry, get_settings
from dashboard.data.overview_content import load_overview
from dashboard.data.queries import has_query, run_query
from dashboard.pages.overview import (
    charts_section,
    example_case,
    headlines,
    pairs_table,
    ranking,
    ranking_table,
    run_choice,
    samples,
    score_context,
    sensitivity,
    texts,
    worst_slice,
)
from dashboard.pages.paper import paper_means
from dashboard.runtime.state_keys import overview as keys
from dashboard.selection.references import list_displayed_kinds
from dashboard.shell.page_title import get_contents_entry, show_contents_note
from dashboard.shell.sidebar import READ_ONLY
from dashboard.widgets import finding_links, navigation, report_button

described = get_benchmark_info()
words, introduction = described.words, get_introduction(described.benchmark_id)
name = escape_markdown(get_registry_entry().title or described.title)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    st.title("Overview", anchor=False, width="content")
    st.subheader(f"{name}: {introduction.question}" if introduction.question else name, anchor=False)
    report_button.show()
show_contents_note(is_full=True)
st.markdown("  \n".join(filter(None, (introduction.task, introduction.meaning))))
if get_settings().read_only:
    st.caption(READ_ONLY)

shown = load_overview()
found = shown.found
if not found.compared and (found.scores["kind"] == "reference").all():
    samples.show()
    st.header(texts.REFERENCES_TITLE, anchor=False)
picture, models = st.columns([4, 9], gap="medium")
with picture:
    example_case.show(shown.telling, shown.headlines)
with models:
    is_ranked = bool(shown.leaders)
    outweighing = [head for head in shown.headlines if is_ranked and head.text == shown.sentences[0]]
    for head in outweighing:
        link = finding_links.link_to_cases(head.run_ids, **head.levels)
        finding_links.show(head.text, keys.FINDING_CASES, link)
    if is_ranked:
        st.markdown(f"#### {escape_markdown(shown.leaders)}")
    if shown.blind_comparison:
        st.markdown(escape_markdown(shown.blind_comparison))
    chart = st.container()
    chosen = run_choice.choose_runs(found, sum(bool(model.verdicts) for model in shown.models))
    with chart:
        ranking.show(found, shown.models, chosen)
    if not shown.sentences:
        st.info(texts.explain_no_models(words.cases), title="No answers yet")
    else:
        headlines.show([head for head in shown.headlines if head not in outweighing])
        worst_slice.show(shown.models)
        st.caption(texts.explain_findings(words.score_meaning, words.group, get_contents_entry().ceiling))

if others := list_further_findings(found, shown.sentences, shown.headlines):
    with st.expander("More findings"):
        st.markdown("\n".join(f"- {escape_markdown(sentence)}" for sentence in others))

rows = run_query("ranking", kinds=list_displayed_kinds())
if rows["score"].notna().any():
    if charts_section.list_charts(found):
        with st.expander(texts.CHARTS_TITLE, expanded="chart" in st.query_params):
            charts_section.show(found, chosen)
    with st.expander(texts.TABLE_TITLE):
        ranking_table.show_table(rows, found, chosen)
    score_context.show(found, chosen)
    sensitivity.show(found)

if found_means := paper_means.load_paper_means():
    with st.expander(paper_means.describe_means(found_means)):
        paper_means.show(found_means)

if len(found.pairs):
    with st.expander(texts.PAIRS_TITLE):
        pairs_table.show_pairs(found, chosen)

with st.container(horizontal=True):
    st.page_link(navigation.COMPARE, label=texts.COMPARE_LINK, icon=":material/compare_arrows:")
    if "paper" in list_extra_pages():
        is_reproduced = has_query("reproduction") and len(run_query("reproduction"))
        label = format_reproduced_count(run_query("reproduction")) if is_reproduced else texts.PAPER_LINK
        st.page_link(navigation.PAPER, label=label, icon=":material/article:")
    st.page_link(navigation.DATA, label="Counts and files", icon=":material/database:")
