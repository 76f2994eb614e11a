"""The switch that shows or hides the reference models on every page."""

import streamlit as st

from dashboard.data.benchmark_info import get_model_kinds
from dashboard.runtime.state_keys import common as keys


def show_references_switch() -> None:
    """Show the switch that hides the reference models on every page; nothing if no other model answered."""
    kinds = set(get_model_kinds().values())
    if kinds > {"reference"}:
        st.sidebar.toggle(
            "Reference models",
            value=True,
            key=keys.REFERENCES,
            bind="query-params",
            help="Solvers and the best constant answer, to compare models with. Means over models leave them out.",
        )


def are_references_shown() -> bool:
    """Return whether reference models are shown beside the others."""
    return keys.REFERENCES.read() is not False


def list_displayed_kinds() -> list[str] | None:
    """Return the kinds of models to show; None for all."""
    return None if are_references_shown() else sorted(set(get_model_kinds().values()) - {"reference"})
