"""The scope of Cases: the data behind a mark of an analysis. It is kept in the URL and narrows only Cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.selection.filters import ORIGIN, SCOPE, list_all_filter_options


@dataclass(frozen=True, slots=True)
class Drilldown:
    """Values by the key of their factor, and names in the URL that this benchmark does not have."""

    values: Mapping[str, list[str]]
    unknown: Sequence[str] = ()

    def narrow(self, filters: Filters) -> Filters:
        """Return the filters, narrowed by the scope."""
        narrowed = dict(filters)
        for key, values in self.values.items():
            chosen = filters.get(key)
            narrowed[key] = [value for value in values if value in chosen] if isinstance(chosen, list) else values
        return narrowed

    @property
    def text(self) -> str:
        """Description of the scope in the benchmark's words; the levels of a case's factor follow its title."""
        factors = get_benchmark_info().factors
        titles = {key: f"{factors[key].title} = " if factors[key].of == "case" else "" for key in self.values}
        return " × ".join(f"{titles[key]}{labels}" for key, labels in self._list_labels({}).items())

    def describe(self, labels: Mapping[str, str]) -> str:
        """Describe the scope by its values alone, as the cell of a chart whose axes have the titles.

        Args:
            labels: of some values, such as the one that the chart shows for a model.
        """
        return " × ".join(self._list_labels(labels).values())

    def _list_labels(self, labels: Mapping[str, str]) -> dict[str, str]:
        names = {key: {**list_all_filter_options(key), **labels} for key in self.values}
        return {key: ", ".join(names[key][value] for value in values) for key, values in self.values.items()}


def encode_drilldown(values: Mapping[str, str | Sequence[str]]) -> str:
    """Return a scope as its URL parameter, written with labels like everything in the URL."""
    several = {key: [value] if isinstance(value, str) else list(value) for key, value in values.items()}
    return urlencode(
        {key: [list_all_filter_options(key)[one] for one in found] for key, found in several.items()}, doseq=True
    )


def read_drilldown() -> Drilldown:
    """Return the scope of Cases from the URL; unknown parts are kept so that they can be reported."""
    return parse_drilldown(SCOPE)


def parse_drilldown(parameter: str) -> Drilldown:
    """Return the scope in a URL parameter; unknown parts are kept.

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
    """Remove the scope and its origin, as a widget callback."""
    st.query_params.pop(SCOPE, None)
    st.query_params.pop(ORIGIN, None)
