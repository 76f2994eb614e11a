"""Keys of the session state and of the address, and typed reading of what the session holds.

Streamlit keeps widgets, components and what a page remembers in one flat list of keys, and the key of a widget that is
bound to the address is the name of its parameter. Three namespaces share the list and never meet:

- a parameter of a page is one of `PARAMETERS`;
- the filter of a factor has the factor's key, or another one if a page has a parameter of that name:
  `build_filter_key`;
- every other key has a hyphen, which neither of them has.

A browser may send anything under any key that the server has not set itself, so a value is read with its type.
"""

from typing import TypeVar

import streamlit as st

from core.benchmarks.validation import TAKEN
from core.inference.clients.providers import PROVIDERS

Kind = TypeVar("Kind")

PARAMETERS = frozenset({
    "about", "across", "aggregate", "benchmark", "cases_of_cell_page", "cell", "chart", "claims_of", "columns",
    "confused_page", "contradiction", "disagreements_page", "export_form", "export_pictures", "export_runs", "fewest",
    "file_status", "first", "frame", "from", "group_by", "implied", "isosceles", "lab_factor", "lab_knob", "lab_model",
    "lab_photographs", "label", "layers", "lines", "measure", "measure_of", "models", "more_panels", "of_cell",
    "of_model", "outcome", "page", "panels", "paper_column", "paper_part", "paper_table", "photograph", "pins",
    "present", "prompt", "read_on", "rectified", "references", "repeated_page", "reproduction_origin",
    "reproduction_view", "right", "right_angle", "right_at", "rows", "run", "said", "scene", "scope", "second",
    "sets_of", "shown", "slice", "solver", "sort", "sorts", "table", "tile_size", "told_among", "told_question",
    "triangle", "verdict", "view", "way", "who", "worst_of", "worst_question", "wrong",
}) | frozenset(PROVIDERS)  # fmt: skip
"""Names that pages have in the address, beside the filters."""

_CLASHING = PARAMETERS - TAKEN
_PREFIX = "given_"


def build_filter_key(factor_key: str) -> str:
    """Return the key of a factor's filter, which is its parameter in the address; no two factors share one.

    A factor whose key is a parameter of a page, as `label`, has `given_` before it.
    """
    bare = factor_key
    while bare.startswith(_PREFIX):
        bare = bare.removeprefix(_PREFIX)
    return f"{_PREFIX}{factor_key}" if bare in _CLASHING else factor_key


def read_state(key: str, kind: type[Kind]) -> Kind | None:
    """Return what the session holds under a key, None if it holds nothing of this type."""
    return _check_type(st.session_state.get(key), kind)


def take_state(key: str, kind: type[Kind]) -> Kind | None:
    """Return the same and forget it."""
    return _check_type(st.session_state.pop(key, None), kind)


def read_texts(key: str) -> list[str]:
    """Return the texts of a list that the session holds under a key."""
    return list_texts(st.session_state.get(key))


def read_sent(key: str, name: str, kind: type[Kind]) -> Kind | None:
    """Return what a component of ours has sent under a name, None if that is not of this type."""
    state = st.session_state.get(key)
    return _check_type(state.get(name), kind) if isinstance(state, dict) else None


def read_selected(key: str, name: str, kind: type[Kind]) -> Kind | None:
    """Return the first point or row that is selected in a chart or a table, None if there is none of this type."""
    selection = (read_state(key, dict) or {}).get("selection")
    selected = selection.get(name) if isinstance(selection, dict) else None
    return _check_type(selected[0], kind) if isinstance(selected, list) and selected else None


def list_texts(value: object) -> list[str]:
    """Return the texts of a list or tuple; none of anything else."""
    return [text for text in value if isinstance(text, str)] if isinstance(value, list | tuple) else []


def as_text(value: object) -> str:
    """Return what a text field has, empty if a browser has sent anything but a text."""
    return value if isinstance(value, str) else ""


def _check_type(value: object, kind: type[Kind]) -> Kind | None:
    return value if isinstance(value, kind) else None
