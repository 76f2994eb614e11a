"""Which cases does a model fail on, and what did it say?"""

import streamlit as st

from core.text import plain
from dashboard.filters import chosen_filters
from dashboard.parts import case, gallery, jump, notes, pins, presenter, scope_chip
from dashboard.queries import about, case_ids
from dashboard.scope import shown_scope

order = gallery.show_order()
scope = shown_scope()
filters = scope.within(chosen_filters(order.set_count + bool(scope.values)))
case_id = st.query_params.get("photograph")
known = case_ids()
pinned_ids = pins.pinned(known)
pins.show_list(pinned_ids)

slide = pins.slide(case_id, pinned_ids)
if slide is not None:
    presenter.show(slide, pinned_ids, filters, order.right_at)
elif case_id in known:
    scope_chip.show(scope)
    cases = gallery.cases(filters, order)
    case.show_open(list(cases["case_id"]), pinned_ids, filters, order.right_at)
else:
    scope_chip.show(scope)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title("Cases", width="content")
        jump.show()
    if case_id is not None:
        words = about().words
        st.warning(f"No {words.case} “{plain(case_id[:40])}”. Showing all {words.cases}.")
    gallery.show(filters, order, pinned_ids)
    notes.show_all(known)
