"""Keys of the session state and of the URL, and typed access to session values.

Streamlit keeps widgets, components and what a page remembers in one flat list of keys, and the key of a widget that is
bound to the URL is the name of its parameter. Three namespaces share the list without collisions:

- a parameter of a page is one of `PARAMETERS`;
- the filter of a factor has the factor's key, or another one if a page has a parameter of that name:
  `build_filter_key`;
- every other key contains a hyphen, which the others never do.

A browser may send anything under any key that the server has not set itself, so values are read with a type check.
"""

from typing import TypeVar

import streamlit as st

from core.benchmarks.validation import TAKEN
from core.inference.clients.providers import PROVIDERS

Kind = TypeVar("Kind")

PARAMETERS = frozenset({
    "about", "across", "aggregate", "asked", "benchmark", "case_search", "cases_of_cell_page", "cell",
    "changed_view", "chart", "checkpoint_drop", "checkpoint_series", "checkpoint_step", "claims_of", "code",
    "code_coder", "code_sample", "coder_first", "coder_second", "cohort", "columns", "confused_page",
    "contradiction", "cost_on", "data_part", "disagreements_page", "equivalence_margin", "export_form",
    "export_pictures", "export_runs", "fewest", "file_status", "find_mode", "find_text", "first", "frame", "from",
    "gap_part", "gap_scored_by", "group_by", "implied", "isosceles", "item_flag", "lab_factor", "lab_knob",
    "lab_model", "lab_photographs", "label", "layers", "lines", "measure", "measure_of", "model_size", "models",
    "more_panels", "of_cell", "of_model", "on", "outcome", "page", "panels", "paper_column", "paper_part",
    "paper_table", "photograph", "pins", "plan_detect", "plan_power", "present", "prompt", "rank_error", "read_on",
    "rectified", "references", "repeated_page", "reply_search", "reproduction_origin", "reproduction_view",
    "review_first", "review_part", "review_queue", "review_sample", "review_second", "right", "right_angle",
    "right_at", "rows", "run", "said", "scene", "scope", "second", "series", "sets_of", "shown", "slice",
    "slice_against", "slice_run", "slides", "solver", "sort", "sorts", "table", "tile_size", "told_among",
    "told_question", "triangle", "verdict", "view", "way", "who", "worst_of", "worst_question", "wrong",
}) | frozenset(PROVIDERS)  # fmt: skip
"""Names of page parameters in the URL, beside the filters."""

_CLASHING = PARAMETERS - TAKEN
_PREFIX = "given_"


def build_filter_key(factor_key: str) -> str:
    """Return the key of a factor's filter, which is its parameter in the URL; no two factors share one.

    A factor whose key is also a page parameter, such as `label`, gets the prefix `given_`.
    """
    bare = factor_key
    while bare.startswith(_PREFIX):
        bare = bare.removeprefix(_PREFIX)
    return f"{_PREFIX}{factor_key}" if bare in _CLASHING else factor_key


def read_state(key: str, kind: type[Kind]) -> Kind | None:
    """Return the session's value under a key; None if it has none of this type."""
    return _check_type(st.session_state.get(key), kind)


def take_state(key: str, kind: type[Kind]) -> Kind | None:
    """Return the session's value under a key and remove it; None if it has none of this type."""
    return _check_type(st.session_state.pop(key, None), kind)


def read_texts(key: str) -> list[str]:
    """Return the texts of the list under a key of the session."""
    return list_texts(st.session_state.get(key))


def read_sent(key: str, name: str, kind: type[Kind]) -> Kind | None:
    """Return what one of our components has sent under a name; None if it is not of this type."""
    state = st.session_state.get(key)
    return _check_type(state.get(name), kind) if isinstance(state, dict) else None


def read_selected(key: str, name: str, kind: type[Kind]) -> Kind | None:
    """Return the first selected point or row of a chart or a table; None if there is none of this type."""
    selected = _list_selected(key, name)
    return _check_type(selected[0], kind) if selected else None


def read_all_selected(key: str, name: str, kind: type[Kind]) -> list[Kind]:
    """Return all selected points or rows of a chart or a table that are of this type."""
    return [value for value in _list_selected(key, name) if isinstance(value, kind)]


def _list_selected(key: str, name: str) -> list[object]:
    selection = (read_state(key, dict) or {}).get("selection")
    selected = selection.get(name) if isinstance(selection, dict) else None
    return selected if isinstance(selected, list) else []


def list_texts(value: object) -> list[str]:
    """Return the texts of a list or tuple; none for any other value."""
    return [text for text in value if isinstance(text, str)] if isinstance(value, list | tuple) else []


def as_text(value: object) -> str:
    """Return the value of a text field; empty if the browser has sent anything but a text."""
    return value if isinstance(value, str) else ""


def _check_type(value: object, kind: type[Kind]) -> Kind | None:
    return value if isinstance(value, kind) else None
