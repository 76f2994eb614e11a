"""The presenter mode: the pinned cases one by one, on the whole page, with the arrow keys."""

import streamlit as st

from core.warehouse.read import Filters
from dashboard.components import listen
from dashboard.parts import case, case_head, pins
from dashboard.parts.walk import WayOut, show_walk
from dashboard.queries import query
from dashboard.theme import hide_chrome, name_tab


def show(case_id: str, ids: list[str], filters: Filters, right_at: float) -> None:
    """One pinned case: what is shown and asked, and the answers, large."""
    hide_chrome()
    name_tab(case_id, "Cases")
    with st.container(gap=None):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.title(f"{case_id} · {ids.index(case_id) + 1} of {len(ids)}", width="content", anchor=False)
            with st.container(horizontal=True, width="content"):
                keys = show_walk(case_id, ids, WayOut("End", ":material/close:", pins.end_presentation), pins.present)
        st.markdown(case_head.line(case_id))
        listen(keys, "keys")
    answers = query("case_answers", case_id=case_id, right_at=right_at)
    answered = case.of_shown_models(answers.dropna(subset=["run_id"]), filters)
    case.show_subject(case_id, answered)
    case.show_answers(case_id, answers, answered, right_at, filters)
