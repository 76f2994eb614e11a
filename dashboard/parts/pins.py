"""Pinned cases: a list that lives in the address, for a meeting."""

from collections.abc import Container

import streamlit as st

from dashboard.sidebar import body

PINS, PRESENT = "pins", "present"
MAX_PINS = 60


def pinned(known: Container[str]) -> list[str]:
    """The pinned photographs in order; a link's count, else those of the session, which then enter the address."""
    if PINS in st.query_params:
        st.session_state[PINS] = list(dict.fromkeys(st.query_params[PINS].split(",")))[:MAX_PINS]
    ids = [photograph_id for photograph_id in st.session_state.get(PINS, []) if photograph_id in known]
    _remember(ids)
    return ids


def _remember(ids: list[str]) -> None:
    st.session_state[PINS] = ids
    if ids:
        st.query_params[PINS] = ",".join(ids)
    else:
        st.query_params.pop(PINS, None)


def is_presenting() -> bool:
    """Whether the pinned cases are shown one by one."""
    return st.query_params.get(PRESENT) == "1"


def show_pin(photograph_id: str, ids: list[str]) -> None:
    """The button that pins a case or takes it off the list."""
    is_pinned = photograph_id in ids
    st.button(
        "Unpin" if is_pinned else "Pin",
        icon=":material/keep_off:" if is_pinned else ":material/keep:",
        key="pin",
        on_click=_toggle,
        args=(photograph_id,),
        help="Pinned cases stand in the address; the sidebar presents them.",
    )


def _toggle(photograph_id: str) -> None:
    ids = list(st.session_state.get(PINS, []))
    _remember([other for other in ids if other != photograph_id] if photograph_id in ids else [*ids, photograph_id])


def show_list(ids: list[str]) -> None:
    """The pinned cases in the sidebar, with the way to present them; nothing where there are none."""
    if not ids:
        return
    with body().expander(f"Pinned ({len(ids)})", expanded=True):
        with st.container(horizontal=True):
            for photograph_id in ids:
                st.button(
                    photograph_id,
                    key=f"open_{photograph_id}",
                    type="tertiary",
                    on_click=open_pinned,
                    args=(photograph_id,),
                )
        with st.container(horizontal=True):
            st.button("Present", icon=":material/slideshow:", key="present", on_click=present, args=(ids[0],))
            st.button("Clear", key="clear_pins", type="tertiary", on_click=_remember, args=([],))


def open_pinned(photograph_id: str) -> None:
    """Callback: opens a pinned case."""
    st.query_params["photograph"] = photograph_id


def present(photograph_id: str) -> None:
    """Callback: shows a pinned case alone on the screen."""
    st.query_params[PRESENT] = "1"
    st.query_params["photograph"] = photograph_id


def end_presentation() -> None:
    """Callback: back to the case as everybody sees it."""
    st.query_params.pop(PRESENT, None)
