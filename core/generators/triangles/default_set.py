"""The default set of synthetic scenes. It is drawn if the user supplies none."""

from core.generators.triangles import write
from core.progress import Report, ignore_progress
from core.settings import Settings

SET_PHOTOGRAPHS = 100
"""25 triangles in the four conditions: each of the ten objects two or three times, ready within a minute."""


def draw_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Draw the default set of synthetic scenes."""
    write.synthesize(settings.release, SET_PHOTOGRAPHS, report=report)
