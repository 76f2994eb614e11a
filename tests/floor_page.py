"""A Streamlit page with a button and as many further elements as `TRILENS_FLOOR_ELEMENTS` says: `tests.bench_floor`."""

import os

import streamlit as st


def count_click() -> None:
    """Count a click on the button."""
    st.session_state["clicks"] += 1


st.session_state.setdefault("clicks", 0)
st.button("Next", on_click=count_click)
for number in range(int(os.environ.get("TRILENS_FLOOR_ELEMENTS", "0"))):
    st.markdown(f"Element {number} after {st.session_state['clicks']} clicks")
st.header(f"Click {st.session_state['clicks']}")
