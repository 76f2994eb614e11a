"""A trip to another page, made by the browser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from dashboard.components.mount import create_component

_TRIP = create_component("trip")

HERE = "?"
"""The page that is shown, as a link relative to it."""


@dataclass(frozen=True, slots=True)
class NavigationRequest:
    """Where the browser shall go.

    Attributes:
        page: the last part of its path; empty for the first page, `HERE` for the one that is shown.
        parameters: of its address, each with its values.
        kept: parameters that it takes over from the page that is left.
        origin: the parameter that gets that page and its whole query; empty where none does.
        corrects: whether it takes the place of the present step of the browser's history.
    """

    page: str
    parameters: Mapping[str, Sequence[str]]
    kept: Sequence[str] = ()
    origin: str = ""
    corrects: bool = False


def send_navigation(trip: NavigationRequest) -> None:
    """Leads the browser there, in one step of its history at most; the script of the page that it leaves ends."""
    number = uuid4().hex
    data = {
        "number": number,
        "page": trip.page or ".",
        "parameters": {name: list(values) for name, values in trip.parameters.items()},
        "kept": list(trip.kept),
        "origin": trip.origin,
        "corrects": trip.corrects,
    }
    _TRIP(key=f"trip-{number}", data=data)
