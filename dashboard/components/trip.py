"""Navigation to another page, performed by the browser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from dashboard.components.mount import create_component
from dashboard.runtime.state_keys import common as keys

_TRIP = create_component("trip", "streamlit_page")

HERE = "?"
"""The current page, as a relative link."""


@dataclass(frozen=True, slots=True)
class NavigationRequest:
    """Target of a navigation.

    Attributes:
        page: the last part of its path; empty for the first page, `HERE` for the current one.
        parameters: of its URL, each with its values.
        kept: parameters that are copied from the current page.
        origin: the parameter that receives the current page with its whole query; empty if none does.
        corrects: whether to replace the current entry of the browser's history.
    """

    page: str
    parameters: Mapping[str, Sequence[str]]
    kept: Sequence[str] = ()
    origin: str = ""
    corrects: bool = False


def send_navigation(trip: NavigationRequest) -> None:
    """Navigate the browser, adding at most one entry to its history; the script of the current page ends."""
    number = uuid4().hex
    data = {
        "number": number,
        "page": trip.page or ".",
        "parameters": {name: list(values) for name, values in trip.parameters.items()},
        "kept": list(trip.kept),
        "origin": trip.origin,
        "corrects": trip.corrects,
    }
    _TRIP(key=keys.TRIP.make_key(number), data=data)
