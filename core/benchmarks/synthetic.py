"""Synthetic scenes: images like Tri-Bench's photographs, rendered by Trilens, with exact truths."""

from dataclasses import replace

from core.benchmarks.registry import SYNTHETIC
from core.benchmarks.triangles.benchmark import TriangleBenchmark
from core.benchmarks.triangles.benchmark_data import WORDS
from core.solvers import SOLVERS_OF_SCENES

BENCHMARK = TriangleBenchmark(SYNTHETIC, SOLVERS_OF_SCENES, replace(WORDS, case="scene", cases="scenes"))
