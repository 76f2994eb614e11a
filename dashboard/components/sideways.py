"""Tables and charts that are wider than the screen: who has no mouse reaches them by Tab, and moves them by arrows."""

from dashboard.components.mount import component

_SIDEWAYS = component("sideways")

SCROLLED = ("[data-testid=stTable] > div", "[data-testid=stElementContainer]:has(> [data-testid=stFullScreenFrame])")
"""What may be wider than its place: small tables, and charts."""


def reach_by_tab(key: str) -> None:
    """Lets Tab reach what scrolls sideways, on the whole page.

    Args:
        key: of the component.
    """
    _SIDEWAYS(key=key, data={"places": ", ".join(SCROLLED)})
