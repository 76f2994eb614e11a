"""GIQ's default set. It is drawn if the user supplies none."""

from core.generators.giq import write
from core.progress import Report, ignore_progress
from core.settings import Settings


def draw_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Draw GIQ's default set: every solid to name, its symmetry, the authors' hard pairs and generated ones."""
    write.synthesize(settings.release, report=report)
