"""The table of the cases that the gallery shows, in an expander below it."""

import pandas as pd
import streamlit as st

from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.pages.cases import gallery_options, gallery_texts, gallery_tiles
from dashboard.widgets.tables import DecimalColumn, show_lazy_expander, show_table


def show(cases: pd.DataFrame) -> None:
    """Show the expander; its table is built once it is opened."""
    described = get_benchmark_info()
    first = {factor.key: factor.title for factor in described.case_factors if factor.is_first}
    columns = {
        "case_id": described.words.case.capitalize(),
        **first,
        "score": DecimalColumn(f"{described.score}, %", 2),
        **({"foil_score": DecimalColumn(f"{described.foil_score}, %", 2)} if described.foil else {}),
        "answers": "answers",
        "unreadable": "unreadable",
    }

    def show_all() -> None:
        rows = _build_table(
            require_generation(), gallery_tiles.hash_selection(cases), tuple(columns), tuple(first), cases
        )
        show_table(rows, "cases", columns, gallery_texts.name_gallery_table(described.words.cases))

    show_lazy_expander("Show data", "cases", show_all)


@st.cache_resource(max_entries=100, show_spinner=False)
def _build_table(
    found: Generation,  # noqa: ARG001 - key of the cache, as is the next one
    cases_key: str,  # noqa: ARG001
    columns: tuple[str, ...],
    factors: tuple[str, ...],
    _cases: pd.DataFrame,
) -> pd.DataFrame:
    """Build a table of the selection with scores in percent and a column per factor; shared, so read-only."""
    levels = {key: gallery_options.get_levels(_cases, key) for key in factors}
    named = _cases.assign(score=100 * _cases["score"], foil_score=100 * _cases["foil_score"])
    return named.join(pd.DataFrame(levels, index=named.index))[list(columns)]
