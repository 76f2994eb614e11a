"""GIQ: the name of a polyhedron, its symmetry, and whether two images show the same one.

Source: Michalkiewicz et al., "GIQ: Benchmarking 3D Geometric Reasoning of Vision Foundation Models with Simulated and
Real Polyhedra".
"""

from core.benchmarks.choice.benchmark import TURNED_VIEWS, ChoiceBenchmark
from core.benchmarks.giq.files import ITEMS
from core.benchmarks.giq.naming import find_name_words, parse_name_reply
from core.benchmarks.giq.published import PAPER_TABLES
from core.benchmarks.giq.reader import read_giq
from core.benchmarks.giq.release_reader import SHAPES
from core.benchmarks.giq.set_contents import BENCHMARK_ID

BENCHMARK = ChoiceBenchmark(
    benchmark_id=BENCHMARK_ID,
    reads=read_giq,
    needs=(ITEMS, SHAPES, f"jsons/{SHAPES}"),
    published=PAPER_TABLES.paths,
    has_image_statistics=True,
    read_open=parse_name_reply,
    find_open_words=find_name_words,
    image_views=TURNED_VIEWS,
)
