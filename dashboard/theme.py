"""The colours of heatmaps in the theme that the viewer sees; they stand in .streamlit/config.toml."""

from typing import Literal

import streamlit as st

from dashboard.charts import Theme


def theme_of(scale: Literal["Sequential", "Diverging"]) -> Theme:
    """A colour scale, the text colour that is readable on all of it, and a grey."""
    name = st.context.theme.type or "light"
    names = (f"chart{scale}Colors", "textColor", "secondaryBackgroundColor")
    return Theme(*(st.get_option(f"theme.{name}.{option}") for option in names))
