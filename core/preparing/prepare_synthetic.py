"""Brings the synthetic benchmark from any state to a current warehouse; needs only the disk."""

import shutil

from core.benchmarks.registry import SYNTHETIC
from core.files import exclusive
from core.progress import Report, silent
from core.settings import Settings
from core.synthetic.write import synthesize
from core.warehouse.build import build, is_current
from core.warehouse.which_benchmark import has_release

SET_PHOTOGRAPHS = 100
"""25 triangles in the four conditions: each of the ten objects two or three times, ready within a minute."""


def prepare_synthetic(settings: Settings, report: Report = silent) -> None:
    """Draws the set if it is missing, and builds if anything changed.

    A kill leaves no set or a whole one and keeps the measurements, so the next call resumes the work.

    Args:
        settings: of the data folder or of the synthetic benchmark.
        report: takes the progress.

    Raises:
        TrilensError: another process is preparing the set, or the disk cannot be written.
    """
    settings = settings.of(SYNTHETIC)
    with exclusive(settings.data, "synthesize"):
        for part in settings.data.glob(f".{settings.release.name}.*.part"):
            shutil.rmtree(part)
        if not has_release(settings):
            synthesize(settings.release, SET_PHOTOGRAPHS, report=report)
        if not is_current(settings):
            build(settings, report=report)
