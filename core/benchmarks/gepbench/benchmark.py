"""GePBench: figures of lines, polygons, ellipses and spirals, and four-option questions in six aspects.

Source: Xing et al., "GePBench: Evaluating Fundamental Geometric Perception for Multimodal Large Language Models".
"""

from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.gepbench.item_reader import DATASET, ITEMS
from core.benchmarks.gepbench.published import CONTRADICTIONS, DERIVED, FIGURES
from core.benchmarks.gepbench.reader import BENCHMARK_ID, read_gepbench
from core.generators.gepbench.write import synthesize
from core.progress import Report, silent
from core.settings import PUBLISHED, Settings


def draw(settings: Settings, report: Report = silent) -> None:
    """Draws the default set: aspects, levels and letters alike, mode exact, easy figures with noise too."""
    synthesize(settings.release, noise_pairs=True, report=report)


BENCHMARK = ChoiceBenchmark(
    benchmark_id=BENCHMARK_ID,
    reads=read_gepbench,
    needs=(ITEMS, DATASET),
    published=tuple(PUBLISHED / name for name in (FIGURES, DERIVED, CONTRADICTIONS)),
    draw=draw,
    has_image_statistics=True,
)
