"""Pinned cases: a list for a meeting, saved in the link."""

from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial

import streamlit as st

from core.formatting import escape_markdown
from dashboard.components.action_header import Action, Icon
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.runtime.page_layout import get_controls
from dashboard.runtime.session_state import list_texts
from dashboard.runtime.state_keys import common as keys
from dashboard.selection.link_warnings import show_link_warning, summarise_names
from dashboard.widgets.navigation import open_photograph

PRESENT, SLIDES = "present", "slides"
"""Parameters in the URL: the pinned cases; whether a presentation runs; the cohort that it shows instead."""

MAX_PINS = 60
LIST = ""
"""Stands in for the last slide, which has all pinned cases."""


def list_pinned_cases(known: Container[str]) -> list[str]:
    """Return the pinned cases in order: those of the link, else those of the session, which then enter the link.

    Pins that the benchmark does not have are reported and removed from the URL.
    """
    asked = list(dict.fromkeys(filter(None, st.query_params.get(keys.PINS, "").split(","))))
    ids = [case_id for case_id in asked or _get_session_pins() if case_id in known][:MAX_PINS]
    if unknown := [case_id for case_id in asked if case_id not in known]:
        show_link_warning(
            f"Not in {escape_markdown(get_benchmark_info().title)}, so not pinned: {summarise_names(unknown)}."
        )
    elif len(asked) > MAX_PINS:
        show_link_warning(
            f"The link pins {len(asked):,} {get_benchmark_info().words.cases}. Only the first {MAX_PINS} are kept."
        )
    _remember(ids)
    return ids


def leave_benchmark() -> None:
    """Switch to another benchmark's pins (callback); this one's stay in the session."""
    st.query_params.pop(keys.PINS, None)
    st.query_params.pop(PRESENT, None)
    st.query_params.pop(SLIDES, None)


def _get_session_pins() -> list[str]:
    """Return the session's pins for the current benchmark."""
    return list_texts((keys.PINS.read() or {}).get(get_benchmark_info().benchmark_id))


def _remember(ids: list[str]) -> None:
    keys.PINS.write({**(keys.PINS.read() or {}), get_benchmark_info().benchmark_id: ids})
    if ids:
        st.query_params[keys.PINS] = ",".join(ids)
    else:
        st.query_params.pop(keys.PINS, None)


def is_presenting() -> bool:
    """Return whether a presentation is running."""
    return PRESENT in st.query_params


def find_slide(case_id: str | None, ids: list[str]) -> str | None:
    """Return the current slide of the presentation: a pinned case, or `LIST`; None outside of a presentation.

    A presentation without cases is reported and removed from the URL.
    """
    if not is_presenting():
        return None
    if not ids:
        show_link_warning(f"The link opens a presentation but pins no {get_benchmark_info().words.case}.")
        end_presentation()
        return None
    return LIST if st.query_params[PRESENT] == "list" else case_id if case_id in ids else ids[0]


def build_pin_action(case_id: str, ids: Sequence[str]) -> tuple[Action, dict[str, Callable[[], None]]]:
    """Return the action that pins or unpins a case, and the callbacks of its keys."""
    is_pinned = case_id in ids
    label: tuple[str, Icon] = ("Unpin", "unpin") if is_pinned else ("Pin", "pin")
    turn = partial(pin, {case_id: not is_pinned})
    return Action(*label, "p", "The link stores the pinned cases; Present shows them. Key: P"), {"p": turn, "P": turn}


def show_pin_all(case_ids: Sequence[str], ids: Sequence[str]) -> None:
    """Show the button that pins all cases of a selection, or unpins them if all are pinned.

    Nothing is shown if that would be more than `MAX_PINS`.

    Args:
        case_ids: the selection.
        ids: the pinned cases.
    """
    new = set(case_ids) - set(ids)
    if len(ids) + len(new) > MAX_PINS:
        return
    st.button(
        f"Pin all {len(case_ids):,}" if new else f"Unpin all {len(case_ids):,}",
        icon=":material/keep:" if new else ":material/keep_off:",
        key=keys.PIN_ALL,
        type="tertiary",
        on_click=pin,
        args=(dict.fromkeys(case_ids, bool(new)),),
    )


def pin(wanted: Mapping[str, bool]) -> None:
    """Pin or unpin cases (callback).

    Args:
        wanted: by case, whether it is to be pinned.
    """
    ids = [case_id for case_id in _get_session_pins() if wanted.get(case_id, True)]
    new = [case_id for case_id, is_pinned in wanted.items() if is_pinned and case_id not in ids]
    if len(ids) + len(new) > MAX_PINS:
        st.toast(f"No more than {MAX_PINS} cases can be pinned.", icon=":material/keep:")
    _remember([*ids, *new][:MAX_PINS])


def show_list(ids: list[str]) -> None:
    """Show the pinned cases in the sidebar, with a button that presents them; nothing if there are none."""
    if not ids:
        return
    with get_controls().expander(f"Pinned ({len(ids)})", expanded=True):
        with st.container(horizontal=True):
            for case_id in ids:
                st.button(
                    escape_markdown(case_id),
                    key=keys.OPEN_PIN.make_key(case_id),
                    type="tertiary",
                    on_click=open_photograph,
                    args=(case_id,),
                    kwargs={"is_on_cases": True},
                )
        with st.container(horizontal=True):
            st.button("Present", icon=":material/slideshow:", key=keys.PRESENT_PINS, on_click=present, args=(ids[0],))
            st.button("Clear", key=keys.CLEAR_PINS, type="tertiary", on_click=_remember, args=([],))


def build_present_action(ids: Sequence[str]) -> tuple[list[Action], dict[str, Callable[[], None]]]:
    """Return the action that presents the pinned cases, and its callback; none if there are none."""
    if not ids:
        return [], {}
    return [Action(_name_present(ids), "present", PRESENT)], {PRESENT: partial(_present_alone, ids[0])}


def show_present(ids: list[str]) -> None:
    """Show the button over the gallery that presents the pinned cases; nothing if there are none."""
    if ids:
        st.button(
            _name_present(ids),
            icon=":material/slideshow:",
            key=keys.PRESENT_PINNED,
            on_click=_present_alone,
            args=(ids[0],),
        )


def _name_present(ids: Sequence[str]) -> str:
    return f"Present {len(ids)} pinned"


def _present_alone(case_id: str) -> None:
    """Present a case (callback); the whole page makes room for it."""
    present(case_id)
    st.rerun()


def present(case_id: str) -> None:
    """Present a pinned case, or with `LIST` all of them, alone on the screen (callback)."""
    st.query_params[PRESENT] = "1" if case_id else "list"
    if case_id:
        open_photograph(case_id, is_on_cases=True)


def end_presentation() -> None:
    """Leave the presentation; the case stays open (callback)."""
    st.query_params.pop(PRESENT, None)
    st.query_params.pop(SLIDES, None)
