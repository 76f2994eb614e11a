"""Navigation through cases: buttons and keys for the previous case, the next one, and the exit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from dashboard.runtime.state_keys import cases as keys

ICONS = {"left": ":material/arrow_back:", "right": ":material/arrow_forward:"}


@dataclass(frozen=True, slots=True)
class ExitButton:
    """The exit button, also on Escape: its label, its icon and its callback."""

    label: str
    icon: str
    leave: Callable[[], None]


def show_pager(
    case_id: str, ids: Sequence[str], way_out: ExitButton, go_to: Callable[[str], None]
) -> dict[str, Callable[[], None]]:
    """Show the buttons side by side, and return their key callbacks for `listen`: Escape, left and right arrow.

    Args:
        case_id: the current case.
        ids: in the order of navigation.
        way_out: the exit button.
        go_to: opens a case.
    """
    place = ids.index(case_id)
    st.button(way_out.label, icon=way_out.icon, on_click=way_out.leave, key=keys.LEAVE_WALK, help="Key: Esc")
    callbacks = {"Escape": way_out.leave}
    sides: tuple[tuple[str, int, Literal["left", "right"]], ...] = (("Previous", -1, "left"), ("Next", 1, "right"))
    for label, step, side in sides:
        key = f"Arrow{side.capitalize()}"
        to = place + step
        is_there = 0 <= to < len(ids)
        if is_there:
            callbacks[key] = _make_callback(go_to, ids[to])
        st.button(
            label,
            icon=ICONS[side],
            icon_position=side,
            on_click=callbacks.get(key),
            disabled=not is_there,
            key=keys.WALK.make_key(label),
            help=f"Key: {side} arrow",
        )
    return callbacks


def find_neighbours(case_id: str, ids: Sequence[str]) -> list[str]:
    """Return the next case and the previous one, if they exist."""
    place = ids.index(case_id)
    return [*ids[place + 1 : place + 2], *ids[max(place - 1, 0) : place]]


def _make_callback(go_to: Callable[[str], None], case_id: str) -> Callable[[], None]:
    return lambda: go_to(case_id)
