"""Questions adapted to an image view, such as with left and right swapped for a mirror image."""

from dataclasses import replace

from core.benchmarks.cases import Case
from core.benchmarks.choice.items import has_options_in_text
from core.benchmarks.data import BenchmarkData
from core.benchmarks.protocol import Benchmark
from core.errors import ImageViewError


def map_case(case: Case, benchmark: Benchmark, view: str) -> Case:
    """Adapt the question and the options of a case to an image view.

    Raises:
        ImageViewError: the view changes the options of the case, but its question lists them itself.
    """
    mapped = benchmark.map_case(case, view)
    changed = [
        case_question.options
        for case_question, new in zip(case.asks, mapped.asks, strict=True)
        if case_question.options != new.options
    ]
    if any(has_options_in_text(case.text or "", options) for options in changed):
        raise ImageViewError(
            f"The question of {case.case_id} lists its options, so they cannot be changed for the view {view}. "
            "Choose another view."
        )
    return mapped


def map_cases(contents: BenchmarkData, benchmark: Benchmark, view: str) -> BenchmarkData:
    """Adapt the questions and options of all cases to an image view.

    Raises:
        ImageViewError: as for `map_case`.
    """
    return replace(contents, cases=[map_case(case, benchmark, view) for case in contents.cases])
