"""Which photographs does a model fail on, and what did it say?"""

import streamlit as st

from core.text import plain
from dashboard import case, gallery
from dashboard.filters import show_filters
from dashboard.queries import query

filters = show_filters()
order = gallery.show_order()
photograph_id = st.query_params.get("photograph")
known = set(query("photograph_ids")["photograph_id"])

if photograph_id in known:
    cases = query("cases", filters=filters, **order.parameters)
    case.show(str(photograph_id), list(cases["photograph_id"]), filters, order.right_at)
else:
    st.title("Cases")
    if photograph_id is not None:
        st.warning(f"There is no photograph “{plain(photograph_id[:40])}” here. These are the ones that there are.")
    gallery.show(query("cases", filters=filters, **order.parameters), order)
