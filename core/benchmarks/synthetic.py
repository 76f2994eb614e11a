"""Synthetic scenes: photographs like Tri-Bench's, drawn here, with exact truth."""

from dataclasses import replace

from core.benchmarks.registry import SYNTHETIC
from core.benchmarks.triangles.benchmark import TriangleBenchmark
from core.benchmarks.triangles.benchmark_data import WORDS
from core.generators.triangles.write import synthesize
from core.progress import Report, silent
from core.settings import Settings
from core.solvers import SOLVERS_OF_SCENES

SET_PHOTOGRAPHS = 100
"""25 triangles in the four conditions: each of the ten objects two or three times, ready within a minute."""


def draw(settings: Settings, report: Report = silent) -> None:
    """Draws the set that stands there where nobody brings one."""
    synthesize(settings.release, SET_PHOTOGRAPHS, report=report)


BENCHMARK = TriangleBenchmark(SYNTHETIC, SOLVERS_OF_SCENES, draw, replace(WORDS, case="scene", cases="scenes"))
