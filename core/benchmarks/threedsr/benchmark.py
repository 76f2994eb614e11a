"""3DSRBench: twelve kinds of questions about objects in space, with mirror images and all orders of the options.

Source: Ma et al., "3DSRBench: A Comprehensive 3D Spatial Reasoning Benchmark".
"""

from dataclasses import dataclass, replace
from pathlib import Path

from core.benchmarks.cases import Case
from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.threedsr.files import ENGINE, IMAGES, ITEMS
from core.benchmarks.threedsr.published import PAPER_TABLES
from core.benchmarks.threedsr.reader import BENCHMARK_ID, read_threedsr
from core.benchmarks.threedsr.release_reader import ENDS, find_released_table
from core.benchmarks.threedsr.vocabulary import flip_option
from core.errors import ReleaseError
from core.records import ORIGINAL_VIEW


@dataclass(frozen=True, slots=True)
class ThreeDSRBench(ChoiceBenchmark):
    """A multiple-choice benchmark whose released table is recognised by its columns instead of its name."""

    def is_here(self, folder: Path) -> bool:
        """Return whether the folder contains generated items or a released table."""
        if (folder / ITEMS).is_file():
            # Custom benchmarks also have a file of this name.
            return (folder / IMAGES).is_dir() and (folder / ENGINE).is_file()
        try:
            return find_released_table(folder) is not None
        except ReleaseError:
            return False


def flip_case(case: Case) -> Case:
    """Mirror the options of a case for its mirror image and keep its question, as FlipEval does."""
    return replace(
        case,
        asks=tuple(
            replace(
                case_question,
                options=tuple(flip_option(case_question.question_id, option) for option in case_question.options),
            )
            for case_question in case.asks
        ),
    )


BENCHMARK = ThreeDSRBench(
    benchmark_id=BENCHMARK_ID,
    reads=read_threedsr,
    needs=(ITEMS,),
    published=PAPER_TABLES.paths,
    has_image_statistics=True,
    image_views=(ORIGINAL_VIEW, "mirrored"),
    view_maps={"mirrored": flip_case},
    tables=("json", "jsonl", *(end.removeprefix(".") for end in ENDS)),
)
