"""The list of pages. Run by `streamlit run streamlit_app.py`, or by serve.py, which adds routes and headers."""

import streamlit as st

from core.settings import REPOSITORY
from dashboard import queries, sidebar
from dashboard.parts import benchmark
from dashboard.parts.preparing import show_preparation

NOT_STRETCHED = "<style>[data-testid=stMainBlockContainer] { max-width: 1760px; }</style>"
"""On the widest screens a table's columns would otherwise stand a hand apart."""

st.set_page_config(page_title="Trilens", page_icon=str(REPOSITORY / "static" / "icon.png"), layout="wide")
st.html(NOT_STRETCHED)

cases = st.Page("dashboard/app_pages/cases.py", title="Cases", icon=":material/photo_library:")
page = st.navigation(
    {
        "Review": [
            st.Page("dashboard/app_pages/overview.py", title="Overview", icon=":material/leaderboard:", default=True),
            cases,
            st.Page("dashboard/app_pages/heatmaps.py", title="Heatmaps", icon=":material/grid_on:"),
            st.Page("dashboard/app_pages/compare.py", title="Compare", icon=":material/compare_arrows:"),
            st.Page("dashboard/app_pages/bias.py", title="Bias", icon=":material/balance:"),
            st.Page("dashboard/app_pages/tilt.py", title="Tilt", icon=":material/screen_rotation_alt:"),
            st.Page("dashboard/app_pages/robustness.py", title="Robustness", icon=":material/anchor:"),
        ],
        "Trust": [
            st.Page("dashboard/app_pages/truth_audit.py", title="Truth audit", icon=":material/fact_check:"),
            st.Page("dashboard/app_pages/data.py", title="Data", icon=":material/database:"),
        ],
        "Try": [
            st.Page("dashboard/app_pages/ask_a_model.py", title="Ask a model", icon=":material/forum:"),
            st.Page("dashboard/app_pages/ask_yourself.py", title="Ask yourself", icon=":material/timer:"),
            st.Page("dashboard/app_pages/lab.py", title="Lab", icon=":material/experiment:"),
        ],
    }
)

queries.begin_run()
benchmark.show_switch()
if not show_preparation():
    if page.url_path == "" and "photograph" in st.query_params:
        st.switch_page(cases, query_params={name: st.query_params.get_all(name) for name in st.query_params})
    sidebar.show_references_switch()
    benchmark.say_what_it_is()
    sidebar.show_frame()
    page.run()
