"""Words of a reply that decided how the current benchmark's parser read it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.benchmarks.registry import load_benchmark
from core.parsing.deciding_words import DecidingWords
from core.warehouse.case_reader import read_case
from dashboard.data.queries import get_benchmark_settings, require_warehouse


def find_deciding_words(case_id: str, raw: str, seen_options: Sequence[str] | None) -> tuple[DecidingWords, ...]:
    """Return the deciding words of a reply to a case.

    Args:
        case_id: case of the current benchmark.
        raw: the reply.
        seen_options: the options in the order in which the model saw them; None for the case's own order.
    """
    case = read_case(require_warehouse(), case_id)
    if isinstance(seen_options, Sequence | np.ndarray) and len(seen_options):
        case = replace(case, asks=tuple(replace(asked, options=tuple(seen_options)) for asked in case.asks))
    return load_benchmark(get_benchmark_settings()).find_deciding_words(raw, case)
