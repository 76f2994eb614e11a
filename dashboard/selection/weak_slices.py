"""Slices in which a run scores lowest, searched for a selection, and their sentences with the labels of pages."""

from collections.abc import Sequence

from core.analyses.slice_sentences import describe_slice, name_level
from core.analyses.slices import WeakSlices, find_run_slices, list_slice_factors
from core.statistics.slice_search import Slice
from core.warehouse.aggregation_presets import build_slice_aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.selection.cached_analyses import Runs, analyse_aggregation
from dashboard.selection.filters import list_filter_options


def search_slices(filters: Filters, runs: Runs) -> WeakSlices:
    """Search the slices of a run, or of two that are compared, among the cases that fit the filters."""
    factors = list_searched_factors()
    sums = build_slice_aggregation(factors, is_pair=len(runs) > 1)
    return analyse_aggregation(find_run_slices, {**filters, "runs": list(runs)}, sums, factors)


def list_searched_factors() -> tuple[str, ...]:
    """List the keys of the factors whose levels form slices."""
    info = get_benchmark_info()
    return list_slice_factors(info, {key: list(list_filter_options(key)) for key in info.factors})


def list_level_labels() -> dict[str, str]:
    """List the labels of the levels of all searched factors, by `name_level`."""
    return {
        name_level(factor, level): label
        for factor in list_searched_factors()
        for level, label in list_filter_options(factor).items()
    }


def describe_weak_slice(weak: Slice, means: tuple[float, float], names: Sequence[str]) -> str:
    """Describe a slice in one sentence, with the labels of levels that pages show."""
    return describe_slice(weak, means, names, get_benchmark_info(), list_level_labels())
