"""How good are the models, against the world and against the flat picture, and can the figures be trusted?"""

import streamlit as st

from core.report import headline
from core.text import plain
from dashboard import charts, reproduction
from dashboard.filters import address, clear_filters
from dashboard.queries import model_kinds, query
from dashboard.sidebar import shown_kinds
from dashboard.tables import download, show_small_table

st.title("Overview")


def open_cases() -> None:
    """Goes to the cases of the model whose mark was clicked, the worst first."""
    if points := st.session_state["ranking"].selection.points:
        clear_filters()
        st.switch_page("dashboard/app_pages/cases.py", query_params=address(model=points[0]["customdata"]))


rows = query("ranking", kinds=shown_kinds()).dropna(subset=["kappa_3d"])
if set(rows["model_kind"]) <= {"reference"}:
    st.info("There are photographs and truths, but no model has answered yet.", title="No answers yet")
if len(rows):
    for sentence in headline(query("headline").iloc[0].to_dict()):
        st.markdown(f"#### {plain(sentence)}")
    st.caption(
        "Kappa is the paper's accuracy: 1 minus the error, averaged over the readable answers to Q1 to Q6. "
        "3D compares with the tape measure, 2D with the triangle as it appears in the image plane."
    )
    st.plotly_chart(
        charts.ranking(rows, model_kinds()), key="ranking", on_select=open_cases, selection_mode="points",
        config=charts.CONFIG, alt="Mean kappa against 3D and 2D of every model",
    )  # fmt: skip
    columns = {
        "run_label": "Model", "kappa_3d": "kappa 3D, %", "kappa_2d": "kappa 2D, %", "image_plane_reliance": "2D − 3D",
        "n": "n", "unreadable": "unreadable", "photographs": "photographs", "triangles": "triangles",
    }  # fmt: skip
    two_decimals = dict.fromkeys(("kappa 3D, %", "kappa 2D, %", "2D − 3D"), "{:.2f}")
    table = rows[list(columns)].rename(columns=columns)
    show_small_table(table, two_decimals, ("n", "unreadable", "photographs", "triangles"))
    download(rows, "ranking")

st.header("What is in the warehouse")
with st.grid("auto", min_column_width=150):
    for content, count in query("contents").itertuples(index=False):
        st.metric(str(content).capitalize(), f"{count:,}", border=True)

st.header("The paper, computed again")
reproduction.show()
