"""How good are the models, which differ significantly, do they look and at what, and can the figures be trusted?"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from core.notes import read_notes
from core.reports.report import rendered
from core.text import plain
from core.warehouse.read import Warehouse
from dashboard.parts import aggregates, paper_tables, pins, ranking, reproduction
from dashboard.parts.benchmark import shown_contents
from dashboard.queries import about, benchmark_settings, case_ids, has_query, query, settings, shown_warehouse
from dashboard.sidebar import shown_kinds


def made_report(warehouse: Warehouse, case_ids: Sequence[str], derived: Path, home: Path) -> bytes:
    """The report; made when it is asked for, in a thread that knows neither the session nor its benchmark."""
    return rendered(warehouse, "html", case_ids, derived, read_notes(home).notes).encode()


st.title("Overview")
found, sentences = ranking.current_overview()
if not sentences:
    st.info(f"There are {about().words.cases} and truths, but no model has answered yet.", title="No answers yet")
else:
    words = about().words
    first, *others = map(plain, sentences)
    st.markdown(f"#### {first}")
    st.markdown("\n".join(f"- {sentence}" for sentence in others))
    st.caption(
        ("Kappa is the paper's accuracy, 1 − error; it is not Cohen's kappa. " if words.score == "kappa" else "")
        + f"In brackets: points of {words.score}, and 95 % intervals clustered by {words.group}."
        + (f" {ceiling}" if (ceiling := shown_contents().ceiling) else "")
    )
rows = query("ranking", kinds=shown_kinds())
if rows["score"].notna().any():
    ranking.show(found)
    ranking.show_table(rows, found)

if found_means := aggregates.found_aggregates():
    st.header("Means as they are defined")
    aggregates.show(found_means)

st.download_button(
    "Report",
    partial(
        made_report, shown_warehouse(), pins.pinned(case_ids()), benchmark_settings().derived_images, settings().home
    ),
    f"trilens_report_{about().benchmark_id}.html",
    "text/html",
    icon=":material/description:",
    key="report",
    on_click="ignore",
    help="One file with findings, charts, tables and the pinned cases. It needs no network and prints well.",
)

if len(found.pairs):
    st.header("Which models differ significantly")
    ranking.show_pairs(found.pairs)

st.header("What is in the warehouse")
with st.grid("auto", min_column_width=150):
    for content, count in query("contents").to_numpy():
        st.metric(str(content).capitalize(), f"{count:,}", border=True)

if has_query("reproduction") and len(query("reproduction")):
    st.header("The paper, computed again")
    reproduction.show()
elif len(figures := query("published_figures")):
    st.header("What the paper prints")
    paper_tables.show(figures)
    paper_tables.show_contradictions()
