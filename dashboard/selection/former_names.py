"""Links that name reference models, questions and factors as they were called before."""

from urllib.parse import parse_qsl, urlencode

import streamlit as st

from core.factors import KIND_OF_QUESTION
from dashboard.components.trip import HERE, NavigationRequest, send_navigation
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.selection.filters import SCOPE, list_all_filter_options

FORMER_NAMES = {
    "Blind constant": "Best constant answer",
    "Blind text": "Text-only baseline",
    "Name from three pictures": "Name from three images",
    "Flat picture": "Flat image",
    "Right answers": "Correct options",
    "Models agree": "Agreement on right or wrong",
    "Agreement of models": "Agreement on right or wrong",
    "Question": KIND_OF_QUESTION,
}
"""Present names by those in former links."""


def migrate_former_names() -> None:
    """Redirect a link with former names to the same link with the present ones; call it before all widgets."""
    shown = {name for key in ("model", "question") for name in list_all_filter_options(key).values()}
    shown |= {factor.title for factor in get_benchmark_info().factors.values()}
    present = {former: name for former, name in FORMER_NAMES.items() if name in shown and former not in shown}
    parameters = {key: st.query_params.get_all(key) for key in st.query_params}
    renamed = {key: [_rename(key, value, present) for value in values] for key, values in parameters.items()}
    if changed := {key: values for key, values in renamed.items() if values != parameters[key]}:
        send_navigation(NavigationRequest(HERE, changed, list(parameters), corrects=True))
        st.stop()


def _rename(key: str, value: str, present: dict[str, str]) -> str:
    """Return a parameter's value with present names; a scope has parameters inside."""
    parts = parse_qsl(value, keep_blank_values=True) if key == SCOPE else []
    if not any(name in present for _, name in parts):
        return present.get(value, value)
    return urlencode([(factor, present.get(name, name)) for factor, name in parts])
