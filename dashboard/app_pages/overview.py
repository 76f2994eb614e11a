"""How good are the models, against the world and against the flat picture, and can the figures be trusted?"""

import streamlit as st

from dashboard import charts, reproduction
from dashboard.queries import model_names, query
from dashboard.tables import percent, show_table

st.title("Overview")


def open_worst_cases() -> None:
    """Opens the cases of the model whose mark was clicked, the worst first."""
    points = st.session_state["ranking"].selection.points
    if points:
        st.session_state["cases_of"] = points[0]["customdata"]


rows = query("ranking", kinds=None)
if rows.empty:
    st.info("There are photographs and truths, but no model has answered yet.", title="No answers yet")
else:
    headline = query("headline").iloc[0]
    if headline["runs"]:
        st.markdown(
            f"**{headline['best']} reads the triangles best, with a mean kappa of {headline['best_kappa_3d']:.1f} %** "
            f"against the tape measure (3D); {headline['worst']} is last with {headline['worst_kappa_3d']:.1f} %. "
            f"**{headline['nearer_to_2d']} of {headline['runs']} models agree better with the flat picture (2D) than with "
            f"the world**: {headline['mean_kappa_2d']:.1f} % against {headline['mean_kappa_3d']:.1f} % on average."
        )
    st.caption(
        "Kappa is the paper's accuracy: 1 minus the error, averaged over the readable answers to Q1 to Q6. "
        "3D compares with the tape measure, 2D with the triangle as it appears in the image plane."
    )
    st.plotly_chart(
        charts.ranking(rows, list(model_names())), key="ranking", on_select=open_worst_cases, selection_mode="points",
        config=charts.CONFIG, alt="Mean kappa against 3D and 2D of every model",
    )  # fmt: skip
    if model_id := st.session_state.pop("cases_of", None):
        st.switch_page("dashboard/app_pages/cases.py", query_params={"model": model_id})
    columns = {
        "display_name": "Model", "kappa_3d": percent("kappa 3D, %"), "kappa_2d": percent("kappa 2D, %"), "image_plane_reliance": percent("2D − 3D"),
        "n": "n", "unreadable": "unreadable", "photographs": "photographs", "triangles": "triangles",
    }  # fmt: skip
    show_table(rows, "ranking", columns, alt="Ranking of the models")

st.header("What is in the warehouse")
with st.grid("auto", min_column_width=150):
    for row in query("contents").itertuples():
        st.metric(str(row.content).capitalize(), f"{row.rows:,}", border=True)

st.header("The paper, computed again")
reproduction.show()
