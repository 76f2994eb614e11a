"""GePBench: figures of lines, polygons, ellipses and spirals, and four-option questions in six aspects.

Source: Xing et al., "GePBench: Evaluating Fundamental Geometric Perception for Multimodal Large Language Models".
"""

from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.choice.side_words import mirror_case_text
from core.benchmarks.gepbench.item_reader import DATASET, ITEMS
from core.benchmarks.gepbench.published import PAPER_TABLES
from core.benchmarks.gepbench.reader import BENCHMARK_ID, read_gepbench
from core.records import ORIGINAL_VIEW

BENCHMARK = ChoiceBenchmark(
    benchmark_id=BENCHMARK_ID,
    reads=read_gepbench,
    needs=(ITEMS, DATASET),
    published=PAPER_TABLES.paths,
    has_image_statistics=True,
    image_views=(ORIGINAL_VIEW, "mirrored"),
    view_maps={"mirrored": mirror_case_text},
)
