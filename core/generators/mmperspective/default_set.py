"""MMPerspective's default set. It is drawn if the user supplies none."""

from core.generators.mmperspective import write
from core.progress import Report, ignore_progress
from core.settings import Settings


def draw_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Draw MMPerspective's default set: tasks, classes and letters balanced."""
    write.synthesize(settings.release, write.compute_item_counts(), report=report)
