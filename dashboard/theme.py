"""The colours of heatmaps in the theme that the viewer sees; they stand in .streamlit/config.toml."""

from typing import Literal

import streamlit as st

from dashboard.charts import Theme


def theme_of(scale: Literal["Sequential", "Diverging"]) -> Theme:
    """A colour scale and the text colour that is readable on all of it."""
    name = st.context.theme.type or "light"
    return Theme(st.get_option(f"theme.{name}.chart{scale}Colors"), st.get_option(f"theme.{name}.textColor"))
