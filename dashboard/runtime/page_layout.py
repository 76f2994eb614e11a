"""The place of a page's own controls in the sidebar."""

from contextvars import ContextVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

_place: ContextVar[DeltaGenerator] = ContextVar("controls_place", default=st.sidebar)


def reserve_controls() -> None:
    """Reserve the place for the current page's controls, at this point of the sidebar."""
    _place.set(st.sidebar.container())


def get_controls() -> DeltaGenerator:
    """Return the place that `reserve_controls` reserved."""
    return _place.get()
