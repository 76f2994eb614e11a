"""Synthetic scenes: photographs like Tri-Bench's, drawn here, with exact truth."""

from dataclasses import replace

from core.benchmarks.registry import SYNTHETIC
from core.benchmarks.triangles.benchmark import TriangleBenchmark
from core.benchmarks.triangles.benchmark_data import WORDS
from core.solvers import SOLVERS_OF_SCENES

BENCHMARK = TriangleBenchmark(SYNTHETIC, SOLVERS_OF_SCENES, replace(WORDS, case="scene", cases="scenes"))
