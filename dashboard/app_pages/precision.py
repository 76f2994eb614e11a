"""Cannot a model see it, or is it not precise enough? Scores by how clearly cases decide, and by how hard they are."""

import streamlit as st

from dashboard.analysed import say_shown
from dashboard.filters import chosen_filters
from dashboard.parts import along, precision
from dashboard.parts.runs import show_nothing
from dashboard.queries import about

st.title("Precision")
filters = chosen_filters()
say_shown(filters, "models")
shown, curves = precision.figures(filters), along.figures(filters)
if shown is None and not curves:
    show_nothing(f"No readable answer to {about().words.cases} with a margin fits these filters.")
if shown is not None:
    precision.show_margins(shown)
for curve, found in curves:
    along.show_curve(curve, found)
