"""The switch that shows or hides the reference models on every page."""

import streamlit as st

from dashboard.data.benchmark_info import get_model_kinds
from dashboard.runtime.session_state import read_state

REFERENCES = "references"


def show_references_switch() -> None:
    """Show the switch that hides the reference models on every page; nothing if no other model answered."""
    kinds = set(get_model_kinds().values())
    if kinds > {"reference"}:
        st.sidebar.toggle(
            "Reference models",
            value=True,
            key=REFERENCES,
            bind="query-params",
            help="Solvers and the best constant answer, to compare models with. Means over models leave them out.",
        )


def are_references_shown() -> bool:
    """Return whether reference models are shown beside the others."""
    return read_state(REFERENCES, bool) is not False


def list_displayed_kinds() -> list[str] | None:
    """Return the kinds of models to show; None for all."""
    return None if are_references_shown() else sorted(set(get_model_kinds().values()) - {"reference"})
