"""Keyboard scrolling of wide tables and charts by Tab and arrow keys; a double click on a chart counts as one click."""

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey

_SIDEWAYS = create_component("sideways", "streamlit_page")


def enable_tab_scrolling(key: ElementKey) -> None:
    """Let Tab reach horizontally scrolling elements on the whole page, and treat double clicks on charts as one click.

    Args:
        key: of the component.
    """
    _SIDEWAYS(key=key)
