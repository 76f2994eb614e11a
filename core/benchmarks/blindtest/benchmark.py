"""BlindTest's two tasks with two circles: do they touch, do they overlap?

Source: Rahmanzadehgervi, Bolton, Taesiri, Nguyen, "Vision language models are blind", arXiv 2407.06581.
"""

from core.benchmarks.blindtest.published import PAPER_TABLES
from core.benchmarks.blindtest.reader import BENCHMARK_ID, read_blindtest
from core.benchmarks.blindtest.release_folders import IMAGES
from core.benchmarks.choice.benchmark import TURNED_VIEWS, ChoiceBenchmark

BENCHMARK = ChoiceBenchmark(
    benchmark_id=BENCHMARK_ID,
    reads=read_blindtest,
    needs=(IMAGES,),
    published=PAPER_TABLES.paths,
    prompts=None,
    tables=("md",),
    image_views=TURNED_VIEWS,
)
