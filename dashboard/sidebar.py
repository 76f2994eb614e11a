"""What stands in the sidebar of every page, below the navigation."""

from contextvars import ContextVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.queries import model_kinds, query

REFERENCES = "references"

_body: ContextVar[DeltaGenerator] = ContextVar("body", default=st.sidebar)


def show_references_switch() -> None:
    """The switch that takes the reference models off every page; not there where nobody else answered."""
    kinds = set(model_kinds().values())
    if kinds > {"reference"}:
        st.sidebar.toggle(
            "Reference models", value=True, key=REFERENCES, bind="query-params",
            help="Solvers and the best fixed answer, to compare models with. No mean over models has them in it.",
        )  # fmt: skip


def with_references() -> bool:
    """Whether reference models are shown where models stand side by side."""
    return bool(st.session_state.get(REFERENCES, True))


def shown_kinds() -> list[str] | None:
    """The kinds of models to show side by side; None for all."""
    return None if with_references() else sorted(set(model_kinds().values()) - {"reference"})


def show_frame() -> None:
    """The place for a page's own controls, and below it the foot, which a page that stops early leaves standing."""
    _body.set(st.sidebar.container())
    _show_foot()


def body() -> DeltaGenerator:
    """Where a page puts its controls: `with sidebar.body():`."""
    return _body.get()


def _show_foot() -> None:
    """Age of the data, and the credit that the photographs' licence asks for."""
    built_at = query("build")["built_at"][0]
    with st.sidebar:
        for benchmark in query("benchmarks").itertuples():
            is_address = str(benchmark.source).startswith("https://")
            source = f"[source]({benchmark.source})" if is_address else f"`{benchmark.source}`"
            st.markdown(f":small[{benchmark.credit} · {source}]")
        st.caption(f"Warehouse of {built_at:%Y-%m-%d %H:%M} UTC")
