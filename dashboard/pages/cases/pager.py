"""Navigation through cases: actions of a header for the exit, the previous case and the next one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from dashboard.components.action_header import Action, Icon

FORWARD = "ArrowRight"
"""Key of the step to the next case."""

BACKWARD = "ArrowLeft"
"""Key of the step to the previous case."""


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
    steps = find_steps(case_id, ids)
    actions = [Action(way_out.label, way_out.icon, "Escape", "Key: Esc")]
    callbacks = {"Escape": way_out.leave}
    callbacks |= {key: partial(go_to, neighbour) for key, neighbour in steps.items()}
    sides: tuple[tuple[str, Icon, str, str], ...] = (
        ("Previous", "previous", BACKWARD, "left"),
        ("Next", "next", FORWARD, "right"),
    )
    for label, icon, key, side in sides:
        actions.append(Action(label, icon, key, f"Key: {side} arrow", is_disabled=key not in steps))
    return actions, callbacks


def find_steps(case_id: str, ids: Sequence[str]) -> dict[str, str]:
    """Return the next case and the previous one, if they exist, by the keys that open them."""
    place = ids.index(case_id)
    near = {FORWARD: ids[place + 1 : place + 2], BACKWARD: ids[max(place - 1, 0) : place]}
    return {key: cases[0] for key, cases in near.items() if cases}
