"""The entry script with the list of pages. Run by `streamlit run streamlit_app.py`, or by serve.py with its routes."""

import streamlit as st

from core.settings import REPOSITORY
from dashboard.data import benchmark_info, current_benchmark
from dashboard.runtime import page_layout
from dashboard.runtime.case_parameter import read_case_id
from dashboard.runtime.state_keys import common as common_keys
from dashboard.selection import filters, former_names, references, run_limit
from dashboard.server import session_queue
from dashboard.shell import benchmark_switch, command_palette, sidebar, unavailable_pages
from dashboard.shell.setup_page import show_preparation
from dashboard.style import theme
from dashboard.widgets import filter_chips, navigation, pins


def go_to(page: st.Page) -> None:
    """Open another page and keep the URL's parameters."""
    st.switch_page(page, query_params={name: st.query_params.get_all(name) for name in st.query_params})


session_queue.wait_for_previous_run()
st.set_page_config(page_title=theme.NAME, page_icon=str(REPOSITORY / "static" / "icon.png"), layout="wide")
st.logo(str(REPOSITORY / "static" / "logo.svg"), size="large", icon_image=str(REPOSITORY / "static" / "icon.png"))
theme.show_styles()

overview = st.Page(navigation.OVERVIEW, title="Overview", icon=":material/leaderboard:", default=True)
cases = st.Page(navigation.CASES, title="Cases", icon=":material/photo_library:")
current_benchmark.start_script_run()
filters.begin_page()
benchmark_switch.remember_choice()
own = benchmark_info.list_extra_pages()
sections = {
    "Results": [
        overview,
        cases,
        st.Page(navigation.HEATMAPS, title="Heatmaps", icon=":material/grid_on:"),
        st.Page(navigation.COMPARE, title="Compare", icon=":material/compare_arrows:"),
        st.Page(navigation.CHECKPOINTS, title="Checkpoints", icon=":material/timeline:"),
        st.Page(navigation.SLICES, title="Slices", icon=":material/content_cut:"),
        st.Page(navigation.ITEMS, title="Items", icon=":material/quiz:"),
        st.Page(navigation.BIAS, title="Bias", icon=":material/balance:"),
        *([st.Page(navigation.TILT, title="Tilt", icon=":material/screen_rotation_alt:")] if "tilt" in own else []),
        *(
            [st.Page(navigation.PRECISION, title="Precision", icon=":material/straighten:")]
            if "precision" in own
            else []
        ),
        st.Page(navigation.ROBUSTNESS, title="Robustness", icon=":material/anchor:"),
        st.Page(navigation.LEADERBOARD, title="Leaderboard", icon=":material/social_leaderboard:"),
        st.Page(navigation.REVIEW, title="Review", icon=":material/rate_review:"),
    ],
    "Trust": [
        *(
            [st.Page(navigation.TRUTH_AUDIT, title="Truth audit", icon=":material/fact_check:")]
            if "truth_audit" in own
            else []
        ),
        st.Page(navigation.BENCHMARKS, title="Benchmarks", icon=":material/category:"),
        *([st.Page(navigation.PAPER, title="Paper", icon=":material/article:")] if "paper" in own else []),
        st.Page(navigation.DATA, title="Data", icon=":material/database:"),
        st.Page(navigation.GLOSSARY, title="Glossary", icon=":material/dictionary:"),
    ],
    "Try": [
        st.Page(navigation.ASK_A_MODEL, title="Ask a model", icon=":material/forum:"),
        st.Page(navigation.ASK_YOURSELF, title="Ask yourself", icon=":material/timer:"),
        *([st.Page(navigation.LAB, title="Lab", icon=":material/experiment:")] if "lab" in own else []),
    ],
}
hidden = unavailable_pages.list_unavailable_pages()
page = st.navigation({**sections, "": hidden}, expanded=True)

theme.set_tab_title(page.title)
sidebar.show_read_only_badge()
benchmark_switch.show_switch()
if not show_preparation():
    if page.url_path == "" and read_case_id() is not None:
        go_to(cases)
    former_names.migrate_former_names()
    navigation.perform_navigation()
    command_palette.show({each.title: each for pages in sections.values() for each in pages}, is_on_cases=page == cases)
    is_presenting = page == cases and pins.is_presenting()
    page_layout.reserve_controls()
    references.show_references_switch()
    run_limit.show_run_limit()
    sidebar.show_foot(is_on_glossary=page.url_path == "glossary")
    if page not in hidden and (path := navigation.get_page_path(page)) in navigation.WITH_FILTERS:
        fragments = (common_keys.CASES_FILTER_HEAD, common_keys.FILTER_CHIPS, common_keys.CASES_BROWSER)
        following = fragments if page == cases and not is_presenting else ()
        filters.show_filters(with_right_at=path in navigation.WITH_RIGHT_AT, followed_by=following)
        if page != cases:  # Cases has further choices, and shows its chips below them
            filter_chips.show()
    page.run()
    filters.end_page()
