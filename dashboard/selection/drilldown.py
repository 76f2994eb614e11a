"""The scope of Cases: what a mark of an analysis stands for. It lives in the address and narrows Cases alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from core.warehouse.read import Filters
from dashboard.data.queries import about
from dashboard.selection.filters import ORIGIN, SCOPE, all_options_of


@dataclass(frozen=True, slots=True)
class Scope:
    """Values by the key of their factor, and what the address names that this benchmark does not have."""

    values: Mapping[str, list[str]]
    unknown: Sequence[str] = ()

    def within(self, filters: Filters) -> Filters:
        """The filters, narrowed by the scope."""
        narrowed = dict(filters)
        for key, values in self.values.items():
            chosen = filters.get(key)
            narrowed[key] = [value for value in values if value in chosen] if isinstance(chosen, list) else values
        return narrowed

    @property
    def text(self) -> str:
        """What it stands for, in the benchmark's words."""
        names = {key: all_options_of(key) for key in self.values}
        return " × ".join(", ".join(names[key][value] for value in values) for key, values in self.values.items())


def in_address(values: Mapping[str, str | Sequence[str]]) -> str:
    """A scope as its parameter holds it: labels, as everything in the address."""
    several = {key: [value] if isinstance(value, str) else list(value) for key, value in values.items()}
    return urlencode({key: [all_options_of(key)[one] for one in found] for key, found in several.items()}, doseq=True)


def shown_scope() -> Scope:
    """The scope of Cases that the address names; what is unknown in it is kept to be said."""
    return scope_of(SCOPE)


def scope_of(parameter: str) -> Scope:
    """The scope that a parameter of the address holds; what is unknown in it is kept.

    Args:
        parameter: as `in_address` writes it.
    """
    values: dict[str, list[str]] = {}
    unknown: list[str] = []
    for key, label in parse_qsl(st.query_params.get(parameter, ""), keep_blank_values=True):
        is_known = key in about().factors
        by_label = {name: value for value, name in all_options_of(key).items()} if is_known else {}
        if label in by_label:
            values.setdefault(key, []).append(by_label[label])
        else:
            unknown.append(label if is_known and label else f"{key}={label}" if label else key)
    return Scope(values, unknown)


def remove_scope() -> None:
    """Callback: forgets the scope and where it came from."""
    st.query_params.pop(SCOPE, None)
    st.query_params.pop(ORIGIN, None)
