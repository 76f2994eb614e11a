"""Which cases does a model fail on, and what did it say?"""

import streamlit as st

from dashboard.data.queries import case_ids
from dashboard.pages.cases import drilldown_chip, gallery, router, slideshow
from dashboard.selection.drilldown import shown_scope
from dashboard.selection.filters import CHIPS, HEAD, chosen_filters, chosen_right_at
from dashboard.widgets import filter_chips, pins

gallery.show_order()
chosen_filters(router.count_further, HEAD)
pinned_ids = pins.pinned(case_ids())
pins.show_list(pinned_ids)

slide = pins.slide(st.query_params.get("photograph"), pinned_ids)
if slide is not None:
    slideshow.show(slide, pinned_ids, router.narrowed(), chosen_right_at())
else:
    filter_chips.show(gallery.further_choices, CHIPS)
    drilldown_chip.show(shown_scope())
    router.show(pinned_ids)
