"""Wide tables and charts: Tab reaches them, arrows move them. A double click on a chart is one click."""

from dashboard.components.mount import create_component

_SIDEWAYS = create_component("sideways")

SCROLLED = ("[data-testid=stTable] > div", "[data-testid=stElementContainer]:has(> [data-testid=stFullScreenFrame])")
"""What may be wider than its place: small tables, and charts."""


def enable_tab_scrolling(key: str) -> None:
    """Lets Tab reach what scrolls sideways, on the whole page, and takes double clicks on charts for one.

    Args:
        key: of the component.
    """
    _SIDEWAYS(key=key, data={"places": ", ".join(SCROLLED)})
