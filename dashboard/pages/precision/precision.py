"""Cannot a model see it, or is it not precise enough? Scores by how clearly cases decide, and by how hard they are."""

import streamlit as st

from dashboard.data.queries import about
from dashboard.pages.precision import curves as curves_module
from dashboard.pages.precision import sections
from dashboard.selection.cached_analyses import say_shown
from dashboard.selection.filters import chosen_filters
from dashboard.widgets.run_selector import show_nothing

st.title("Precision")
filters = chosen_filters()
say_shown(filters, "models")
shown, curves = sections.figures(filters), curves_module.figures(filters)
if shown is None and not curves:
    show_nothing(f"No readable answer to {about().words.cases} with a margin fits these filters.")
if shown is not None:
    sections.show_margins(shown)
for curve, found in curves:
    curves_module.show_curve(curve, found)
