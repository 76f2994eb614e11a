"""The page Cases."""

import streamlit as st

from dashboard.data.benchmark_info import list_case_ids
from dashboard.pages.cases import case_preview, drilldown_chip, gallery, router, slideshow
from dashboard.runtime.case_parameter import read_case_id
from dashboard.runtime.state_keys import cases as keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.selection.drilldown import read_drilldown
from dashboard.selection.filters import read_correctness_threshold, read_filters
from dashboard.shell.page_title import show_contents_note
from dashboard.widgets import cohort_slides, filter_chips, pins

show_contents_note(is_presenting=pins.is_presenting())
gallery.show_order()
read_filters(router.count_further, common_keys.CASES_FILTER_HEAD)
pinned_ids = pins.list_pinned_cases(list_case_ids())
pins.show_list(pinned_ids)

slides = cohort_slides.list_slides(pinned_ids)
slide = pins.find_slide(read_case_id(), slides)
if slide is not None:
    slideshow.show(slide, slides, router.read_narrowed_filters(), read_correctness_threshold())
else:
    filter_chips.show(gallery.list_further_choices, common_keys.FILTER_CHIPS)
    drilldown_chip.show(read_drilldown())
    with st.container(key=keys.CASES_STAGE):
        router.show(pinned_ids)
        case_preview.show()
