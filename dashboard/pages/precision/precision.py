"""The page Precision: scores by how clearly and how hard cases are, to separate blind from imprecise models."""

import streamlit as st

from dashboard.data.benchmark_info import get_benchmark_info, has_model_answered, list_extra_pages
from dashboard.pages.precision import curves as curves_module
from dashboard.pages.precision import margin_results, margins, texts, thresholds
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import read_filters
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.benchmark_links import show_benchmark_links
from dashboard.widgets.navigation import PRECISION
from dashboard.widgets.run_selector import show_empty_state
from dashboard.widgets.start_links import show_start_links
from dashboard.widgets.tables import show_lazy_expander

show_page_title("Precision")
filters = read_filters()
show_run_limit_note(filters, "models")
thresholds.show_adaptive_warning(filters)
by_margin, curves = margin_results.compute_results(filters), curves_module.compute_results(filters)
if by_margin is None and not curves:
    show_empty_state(texts.describe_no_answer(get_benchmark_info().words.cases))
fits = thresholds.compute_results(filters)


def has_models_result() -> bool:
    """Return whether this page has results of models."""
    return has_model_answered() and "precision" in list_extra_pages()


def show_results(*, has_headline: bool = False) -> None:
    """Show the sections that have results."""
    if by_margin is not None:
        margins.show_margins(by_margin, has_headline=has_headline)
    if fits is not None:
        thresholds.show_thresholds(fits)
    for curve, results in curves:
        curves_module.show_curve(curve, results)


has_headline = False
if by_margin is not None:
    st.markdown(margins.explain_margin(by_margin))
    if by_margin.are_all_references:
        margins.show_coverage(by_margin)
        show_start_links(texts.ONLY_REFERENCES, describes_references=False)
        show_benchmark_links(PRECISION, texts.ANSWERED_BENCHMARKS, has_models_result)
        show_lazy_expander(texts.REFERENCES_EXPANDER, "precision-references", show_results)
        st.stop()
    has_headline = fits is not None and thresholds.show_headline(fits, by_margin.list_not_better())
    margins.show_coverage(by_margin)
show_results(has_headline=has_headline)
