"""Tri-Bench: 400 photographs of 100 triangles under four conditions.

Source: A. Bendkhale, "Tri-Bench: Stress-Testing VLM Reliability on Spatial Reasoning under Camera Tilt and Object
Interference".
"""

from core.benchmarks.registry import TRI_BENCH
from core.benchmarks.triangles.benchmark import TriangleBenchmark
from core.solvers import SOLVERS

BENCHMARK = TriangleBenchmark(TRI_BENCH, SOLVERS)
