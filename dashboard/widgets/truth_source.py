"""Source of a photograph's true sides, in words for captions and legends."""

from collections.abc import Hashable, Mapping
from typing import Any

from core.benchmarks.entries import UNLISTED
from core.benchmarks.registry import list_registered


def describe_truth_source(photograph: Mapping[Hashable, Any]) -> str | None:
    """Return how the true sides are known: by tape, exact, or as the benchmark publishes them.

    Args:
        photograph: a row of the table `photographs`, or its known columns.

    Returns:
        None for an uploaded photograph, which belongs to no benchmark: its sides are only measured.
    """
    benchmark_id = photograph.get("benchmark_id")
    return None if benchmark_id is None else list_registered().get(benchmark_id, UNLISTED).how_known
