"""MMPerspective: nine tasks about the perspective of images, and its robustness to changes of them.

Source: Tang et al., "MMPerspective: Do MLLMs Understand Perspective? A Comprehensive Benchmark for Perspective
Perception, Reasoning, and Robustness".
"""

from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.mmperspective.files import ITEMS
from core.benchmarks.mmperspective.item import BENCHMARK_ID
from core.benchmarks.mmperspective.published import PAPER_TABLES
from core.benchmarks.mmperspective.reader import read_mmperspective
from core.benchmarks.mmperspective.release_reader import TABLES
from core.records import ORIGINAL_VIEW

BENCHMARK = ChoiceBenchmark(
    benchmark_id=BENCHMARK_ID,
    reads=read_mmperspective,
    needs=(ITEMS, *TABLES),
    published=PAPER_TABLES.paths,
    has_image_statistics=True,
    image_views=(ORIGINAL_VIEW, "blue_marks"),
)
