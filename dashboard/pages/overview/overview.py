"""The page Overview: the task, the models' scores, and whether they use the image: the answer before the numbers."""

import streamlit as st

from core.analyses.reproduction import format_reproduced_count
from core.formatting import escape_markdown
from dashboard.data.queries import get_benchmark_info, has_query, list_extra_pages, run_query
from dashboard.pages.overview import charts_section, example_case, headlines, score_context, sensitivity, verdict_table
from dashboard.pages.paper import paper_means
from dashboard.selection.references import list_displayed_kinds
from dashboard.shell.benchmark_switch import get_contents_entry
from dashboard.widgets import navigation, report_button

words = get_benchmark_info().words
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    st.title("Overview", width="content")
    report_button.show()

counts = zip(*run_query("contents").to_numpy().T, strict=True)
st.caption(" · ".join(f"{count:,} {escape_markdown(content)}" for content, count in counts if count))
shown = charts_section.load_overview()
found = shown.found
picture, models = st.columns([3, 8], gap="medium")
with picture:
    example_case.show(shown.telling)
with models:
    chosen = charts_section.choose_runs(found)
    verdict_table.show(found, shown.models, chosen)
    if not shown.sentences:
        st.info(f"There are {words.cases} and truths, but no model has answered yet.", title="No answers yet")
    else:
        headlines.show(shown.headlines)
        st.caption(
            f"{words.score_meaning} In brackets: points, and 95 % intervals clustered by {words.group}."
            + (f" {ceiling}" if (ceiling := get_contents_entry().ceiling) else "")
        )
        said = {headline.text for headline in shown.headlines}
        if others := [sentence for sentence in shown.sentences if sentence not in said]:
            with st.expander("More findings"):
                st.markdown("\n".join(f"- {escape_markdown(sentence)}" for sentence in others))

rows = run_query("ranking", kinds=list_displayed_kinds())
if rows["score"].notna().any():
    st.header("Scores and effects")
    charts_section.show(found, chosen)
    charts_section.show_table(rows, found, chosen)
    score_context.show(found, chosen)
    sensitivity.show(found)

if found_means := paper_means.load_paper_means():
    st.header("Means as the paper defines them")
    paper_means.show(found_means)

if len(found.pairs):
    st.header("Which models differ significantly")
    charts_section.show_pairs(found, chosen)

if "paper" in list_extra_pages():
    is_reproduced = has_query("reproduction") and len(run_query("reproduction"))
    label = format_reproduced_count(run_query("reproduction")) if is_reproduced else "What the paper prints"
    st.page_link(navigation.PAPER, label=label, icon=":material/article:")
