"""The chip over Cases: the analysis of origin, the meaning of the clicked mark, and the way back."""

from urllib.parse import parse_qs

import streamlit as st

from core.formatting import escape_markdown
from dashboard.data.benchmark_info import list_extra_pages
from dashboard.pages.cases import texts
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.drilldown import Drilldown, remove_drilldown
from dashboard.selection.filters import ORIGIN
from dashboard.widgets.navigation import go_back

ANALYSES = {
    "": "Overview",
    "heatmaps": "Heatmaps",
    "compare": "Compare",
    "checkpoints": "Checkpoints",
    "slices": "Slices",
    "items": "Items",
    "bias": "Bias",
    "tilt": "Tilt",
    "precision": "Precision",
    "robustness": "Robustness",
    "review": "Review",
    "truth_audit": "Truth audit",
}
"""Names of the pages from which a click opens cases, by the last part of their paths."""

OWN_PAGES = ("tilt", "precision", "truth_audit")
"""Pages among `ANALYSES` that only some benchmarks have."""

MAX_ORIGIN = 4000


def warn_unknown_values(scope: Drilldown) -> None:
    """Warn about values in a link that the benchmark does not have."""
    if scope.unknown:
        st.warning(texts.describe_unknown_values(escape_markdown(", ".join(scope.unknown)[:200])))


def show(scope: Drilldown) -> None:
    """Show the chip if there is a scope, and a link back if the URL names an analysis."""
    origin = st.query_params.get(ORIGIN)
    page, _, choices = ("", "", "") if origin is None else origin[:MAX_ORIGIN].partition("?")
    is_known = origin is not None and page in ANALYSES and (page not in OWN_PAGES or page in list_extra_pages())
    warn_unknown_values(scope)
    if not (scope.values or scope.unknown or is_known):
        return
    with st.container(horizontal=True, vertical_alignment="center", key=keys.SCOPE_CHIP):
        name = ANALYSES[page] if is_known else "a link"
        what = f": {escape_markdown(scope.text)}" if scope.values else ""
        if scope.values or scope.unknown:
            st.button(
                f"from {name}{what}",
                icon=":material/close:",
                icon_position="right",
                key=keys.REMOVE_SCOPE,
                on_click=remove_drilldown,
                help=texts.REMOVE_SCOPE,
            )
        if is_known:
            st.button(
                f"Back to {ANALYSES[page]}",
                icon=":material/arrow_back:",
                key=keys.GO_BACK,
                type="tertiary",
                on_click=go_back,
                args=(page, parse_qs(choices)),
            )
