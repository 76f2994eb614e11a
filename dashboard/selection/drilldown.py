"""The scope of Cases: what a mark of an analysis stands for. It lives in the address and narrows Cases alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from core.warehouse.read import Filters
from dashboard.data.queries import get_benchmark_info
from dashboard.selection.filters import ORIGIN, SCOPE, list_all_filter_options


@dataclass(frozen=True, slots=True)
class Drilldown:
    """Values by the key of their factor, and what the address names that this benchmark does not have."""

    values: Mapping[str, list[str]]
    unknown: Sequence[str] = ()

    def narrow(self, filters: Filters) -> Filters:
        """The filters, narrowed by the scope."""
        narrowed = dict(filters)
        for key, values in self.values.items():
            chosen = filters.get(key)
            narrowed[key] = [value for value in values if value in chosen] if isinstance(chosen, list) else values
        return narrowed

    @property
    def text(self) -> str:
        """What it stands for, in the benchmark's words."""
        names = {key: list_all_filter_options(key) for key in self.values}
        return " × ".join(", ".join(names[key][value] for value in values) for key, values in self.values.items())


def encode_drilldown(values: Mapping[str, str | Sequence[str]]) -> str:
    """A scope as its parameter holds it: labels, as everything in the address."""
    several = {key: [value] if isinstance(value, str) else list(value) for key, value in values.items()}
    return urlencode(
        {key: [list_all_filter_options(key)[one] for one in found] for key, found in several.items()}, doseq=True
    )


def read_drilldown() -> Drilldown:
    """The scope of Cases that the address names; what is unknown in it is kept to be said."""
    return parse_drilldown(SCOPE)


def parse_drilldown(parameter: str) -> Drilldown:
    """The scope that a parameter of the address holds; what is unknown in it is kept.

    Args:
        parameter: as `encode_drilldown` writes it.
    """
    values: dict[str, list[str]] = {}
    unknown: list[str] = []
    for key, label in parse_qsl(st.query_params.get(parameter, ""), keep_blank_values=True):
        is_known = key in get_benchmark_info().factors
        by_label = {name: value for value, name in list_all_filter_options(key).items()} if is_known else {}
        if label in by_label:
            values.setdefault(key, []).append(by_label[label])
        else:
            unknown.append(label if is_known and label else f"{key}={label}" if label else key)
    return Drilldown(values, unknown)


def remove_drilldown() -> None:
    """Callback: forgets the scope and where it came from."""
    st.query_params.pop(SCOPE, None)
    st.query_params.pop(ORIGIN, None)
