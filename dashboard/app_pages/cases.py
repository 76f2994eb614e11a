"""Which cases does a model fail on, and what did it say?"""

import streamlit as st

from dashboard.filters import CHIPS, HEAD, chosen_filters, chosen_right_at
from dashboard.parts import browse, filter_chips, gallery, pins, presenter, scope_chip
from dashboard.queries import case_ids
from dashboard.scope import shown_scope

gallery.show_order()
chosen_filters(browse.count_further, HEAD)
pinned_ids = pins.pinned(case_ids())
pins.show_list(pinned_ids)

slide = pins.slide(st.query_params.get("photograph"), pinned_ids)
if slide is not None:
    presenter.show(slide, pinned_ids, browse.narrowed(), chosen_right_at())
else:
    filter_chips.show(gallery.further_choices, CHIPS)
    scope_chip.show(shown_scope())
    browse.show(pinned_ids)
