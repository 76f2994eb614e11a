"""Scene measurements: open questions about scenes of objects and of triangles on a table, with exact truths.

Source: our own; docs/benchmarks/measurements.md.
"""

from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.measurements.files import ITEMS
from core.benchmarks.measurements.reader import BENCHMARK_ID, read_measurements

BENCHMARK = ChoiceBenchmark(benchmark_id=BENCHMARK_ID, reads=read_measurements, needs=(ITEMS,))
