"""The page Precision: scores by how clearly and how hard cases are, to separate blind from imprecise models."""

import streamlit as st

from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.precision import curves as curves_module
from dashboard.pages.precision import margin_results, margins, texts, thresholds
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import read_filters
from dashboard.widgets.run_selector import show_empty_state

st.title("Precision")
filters = read_filters()
show_run_limit_note(filters, "models")
thresholds.show_adaptive_warning(filters)
shown, curves = margin_results.compute_results(filters), curves_module.compute_results(filters)
if shown is None and not curves:
    show_empty_state(texts.describe_no_answer(get_benchmark_info().words.cases))
if shown is not None:
    st.markdown(texts.MARGIN_MEANING)
    margins.show_margins(shown)
if (found_thresholds := thresholds.compute_results(filters)) is not None:
    thresholds.show_thresholds(found_thresholds)
for curve, found in curves:
    curves_module.show_curve(curve, found)
