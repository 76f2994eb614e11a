"""3DSRBench's default set. It is drawn if the user supplies none."""

from core.generators.threedsr import write
from core.progress import Report, ignore_progress
from core.settings import Settings


def draw_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Draw 3DSRBench's default set: subtypes, answers and views balanced."""
    write.synthesize(settings.release, with_table=False, report=report)
