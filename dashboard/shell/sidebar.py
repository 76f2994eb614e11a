"""The sidebar of every page, below the navigation."""

from collections.abc import Hashable, Mapping
from contextvars import ContextVar
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.analyses.glossary import glossary
from core.benchmarks.data import Term
from core.benchmarks.registry import LISTED
from core.formatting import plain, time_text
from dashboard.components.copy_link import show_copy_link
from dashboard.components.glossary import explain_words
from dashboard.components.sideways import reach_by_tab
from dashboard.data.queries import about, model_kinds, per_generation, query, settings
from dashboard.selection.session_state import read_state

REFERENCES = "references"

_body: ContextVar[DeltaGenerator] = ContextVar("body", default=st.sidebar)


def show_purpose() -> None:
    """What the product is for, in a line, and whether it only shows."""
    with st.sidebar:
        st.caption("How vision-language models reason about space")
        if settings().read_only:
            st.badge(
                "Read-only", icon=":material/lock:", color="gray", help="Visitors see everything and change nothing."
            )


def show_references_switch() -> None:
    """The switch that hides the reference models on every page; absent if no other model answered."""
    kinds = set(model_kinds().values())
    if kinds > {"reference"}:
        st.sidebar.toggle(
            "Reference models",
            value=True,
            key=REFERENCES,
            bind="query-params",
            help="Solvers and the best constant answer, to compare models with. Means over models leave them out.",
        )


def with_references() -> bool:
    """Whether reference models are shown beside the others."""
    return read_state(REFERENCES, bool) is not False


def shown_kinds() -> list[str] | None:
    """The kinds of models to show; None for all."""
    return None if with_references() else sorted(set(model_kinds().values()) - {"reference"})


def show_frame() -> None:
    """The place for a page's own controls, and below it the foot, which stays if the page stops early."""
    _body.set(st.sidebar.container())
    with st.sidebar:
        explain_words(_words(), "glossary-words")
        reach_by_tab("scrolls-sideways")
    _show_foot()


def body() -> DeltaGenerator:
    """Where a page puts its controls: `with sidebar.body():`."""
    return _body.get()


def _show_foot() -> None:
    """The way to share the page, age of the data, and the credit that the photographs' licence asks for."""
    with st.sidebar:
        show_copy_link("copy-link")
        for line in _credits():
            st.markdown(f":small[{line}]")
        st.caption(_age())


@per_generation
def _words() -> list[Term]:
    return glossary(about())


@per_generation
def _credits() -> list[str]:
    return [
        f"{plain(row['credit'])} · {link_to_source(row, 'source')}" for row in query("benchmarks").to_dict("records")
    ]


def link_to_source(benchmark: Mapping[Hashable, Any], label: str = "") -> str:
    """Return where a benchmark comes from as Markdown: a link or a command if Trilens lists it, else a plain text.

    Args:
        benchmark: a row of the table `benchmarks`.
        label: of the link; the address itself where it is empty.
    """
    source = str(benchmark["source"])
    if benchmark["benchmark_id"] not in LISTED:
        return plain(source)
    return f"[{label or source}]({source})" if source.startswith("https://") else f"`{source}`"


@per_generation
def _age() -> str:
    return f"Data built {time_text(query('build')['built_at'][0])}"
