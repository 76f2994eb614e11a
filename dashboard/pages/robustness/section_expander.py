"""Expander of a section of the Robustness page."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import common as keys


def fold_section(label: str, name: str, *controls: ElementKey) -> DeltaGenerator:
    """Return the expander of a section; at first it is open only if the address sets one of its controls.

    Its content is built while it is closed too, so that a link can set its controls.

    Args:
        label: of the expander.
        name: of its state, for `tables.request_open`.
        controls: keys of its controls that are in the address.
    """
    is_addressed = any(control in st.query_params for control in controls)
    return st.expander(label, expanded=is_addressed, key=keys.EXPANDER.make_key(name), on_change="rerun")
