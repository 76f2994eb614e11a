"""The list of pages. Run by `streamlit run streamlit_app.py`, or by serve.py, which adds routes and headers."""

import streamlit as st

from core.settings import REPOSITORY
from dashboard import filters, links, queries, shown, sidebar, theme, turns
from dashboard.parts import absent, benchmark, filter_chips, pins, search
from dashboard.parts.preparing import show_preparation


def go_to(page: st.Page) -> None:
    """Opens another page with the address's parameters as they are."""
    st.switch_page(page, query_params={name: st.query_params.get_all(name) for name in st.query_params})


turns.take_turn()
st.set_page_config(page_title=theme.NAME, page_icon=str(REPOSITORY / "static" / "icon.png"), layout="wide")
st.logo(str(REPOSITORY / "static" / "logo.svg"), size="large", icon_image=str(REPOSITORY / "static" / "icon.png"))
theme.show_styles()

overview = st.Page(links.OVERVIEW, title="Overview", icon=":material/leaderboard:", default=True)
cases = st.Page(links.CASES, title="Cases", icon=":material/photo_library:")
queries.begin_run()
benchmark.remember_choice()
own = queries.own_pages()
sections = {
    "Review": [
        overview,
        cases,
        st.Page(links.HEATMAPS, title="Heatmaps", icon=":material/grid_on:"),
        st.Page(links.COMPARE, title="Compare", icon=":material/compare_arrows:"),
        st.Page(links.BIAS, title="Bias", icon=":material/balance:"),
        *([st.Page(links.TILT, title="Tilt", icon=":material/screen_rotation_alt:")] if "tilt" in own else []),
        *([st.Page(links.PRECISION, title="Precision", icon=":material/straighten:")] if "precision" in own else []),
        st.Page(links.ROBUSTNESS, title="Robustness", icon=":material/anchor:"),
    ],
    "Trust": [
        *(
            [st.Page(links.TRUTH_AUDIT, title="Truth audit", icon=":material/fact_check:")]
            if "truth_audit" in own
            else []
        ),
        st.Page(links.BENCHMARKS, title="Benchmarks", icon=":material/category:"),
        *([st.Page(links.PAPER, title="Paper", icon=":material/article:")] if "paper" in own else []),
        st.Page(links.DATA, title="Data", icon=":material/database:"),
        st.Page(links.GLOSSARY, title="Glossary", icon=":material/dictionary:"),
    ],
    "Try": [
        st.Page(links.ASK_A_MODEL, title="Ask a model", icon=":material/forum:"),
        st.Page(links.ASK_YOURSELF, title="Ask yourself", icon=":material/timer:"),
        *([st.Page(links.LAB, title="Lab", icon=":material/experiment:")] if "lab" in own else []),
    ],
}
hidden = absent.pages()
page = st.navigation({**sections, "": hidden}, expanded=True)

theme.name_tab(page.title)
sidebar.show_purpose()
benchmark.show_switch()
if not show_preparation():
    if page.url_path == "" and "photograph" in st.query_params:
        go_to(cases)
    links.follow()
    search.show({each.title: each for pages in sections.values() for each in pages}, is_on_cases=page == cases)
    sidebar.show_references_switch()
    shown.show_number()
    is_presenting = page == cases and pins.is_presenting()
    benchmark.say_what_it_is(is_brief=is_presenting)
    sidebar.show_frame()
    if page not in hidden and (path := links.path_of(page)) in links.WITH_FILTERS:
        following = (filters.HEAD, filters.CHIPS, filters.BROWSE) if page == cases and not is_presenting else ()
        filters.show_filters(with_right_at=path in links.WITH_RIGHT_AT, followed_by=following)
        if page != cases:  # which has further choices, and shows its chips below them
            filter_chips.show()
    page.run()
