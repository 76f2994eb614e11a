"""Navigation through cases: actions of a header for the exit, the previous case and the next one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from dashboard.components.action_header import Action, Icon


@dataclass(frozen=True, slots=True)
class ExitAction:
    """The way out, also on Escape: its label, its icon and its callback."""

    label: str
    icon: Icon
    leave: Callable[[], None]


def build_pager(
    case_id: str, ids: Sequence[str], way_out: ExitAction, go_to: Callable[[str], None]
) -> tuple[list[Action], dict[str, Callable[[], None]]]:
    """Return the actions of the way out and of both directions, and the callbacks of their keys.

    Args:
        case_id: the current case.
        ids: in the order of navigation.
        way_out: the exit.
        go_to: opens a case.
    """
    place = ids.index(case_id)
    actions = [Action(way_out.label, way_out.icon, "Escape", "Key: Esc")]
    callbacks = {"Escape": way_out.leave}
    sides: tuple[tuple[str, Icon, int, Literal["left", "right"]], ...] = (
        ("Previous", "previous", -1, "left"),
        ("Next", "next", 1, "right"),
    )
    for label, icon, step, side in sides:
        key, to = f"Arrow{side.capitalize()}", place + step
        is_there = 0 <= to < len(ids)
        if is_there:
            callbacks[key] = partial(go_to, ids[to])
        actions.append(Action(label, icon, key, f"Key: {side} arrow", is_disabled=not is_there))
    return actions, callbacks


def find_neighbours(case_id: str, ids: Sequence[str]) -> list[str]:
    """Return the next case and the previous one, if they exist."""
    place = ids.index(case_id)
    return [*ids[place + 1 : place + 2], *ids[max(place - 1, 0) : place]]
