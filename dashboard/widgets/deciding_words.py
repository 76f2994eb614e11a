"""Words of a reply that decided how the current benchmark's parser read it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.benchmarks.registry import load_benchmark
from core.inference.view_names import VIEW_TITLES
from core.parsing.deciding_words import DecidingWords
from core.records import ORIGINAL_VIEW
from core.warehouse.case_reader import read_case
from dashboard.data.current_benchmark import get_workspace, require_warehouse

MAPPED_VIEW = (
    "The model saw the {} image. Question and options were changed to fit it, and the options kept their letters."
)


def describe_mapped_question(case_id: str, image_view: str) -> str:
    """Return a sentence if the question was changed to fit the image view; empty otherwise."""
    if image_view == ORIGINAL_VIEW:
        return ""
    case = read_case(require_warehouse(), case_id)
    if load_benchmark(get_workspace()).map_case(case, image_view) == case:
        return ""
    return MAPPED_VIEW.format(VIEW_TITLES.get(image_view, image_view))


def find_deciding_words(
    case_id: str, raw: str, seen_options: Sequence[str] | None, image_view: str
) -> tuple[DecidingWords, ...]:
    """Return the deciding words of a reply to a case.

    Args:
        case_id: case of the current benchmark.
        raw: the reply.
        seen_options: the options in the order in which the model saw them; None for the case's own order.
        image_view: what the model was shown.
    """
    benchmark = load_benchmark(get_workspace())
    case = benchmark.map_case(read_case(require_warehouse(), case_id), image_view)
    if isinstance(seen_options, Sequence | np.ndarray) and len(seen_options):
        case = replace(
            case, asks=tuple(replace(case_question, options=tuple(seen_options)) for case_question in case.asks)
        )
    return benchmark.find_deciding_words(raw, case)
