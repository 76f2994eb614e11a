"""MMPerspective's default set. It is drawn if the user supplies none."""

from core.generators.mmperspective import write
from core.progress import Report, silent
from core.settings import Settings


def draw_default_set(settings: Settings, report: Report = silent) -> None:
    """Draw MMPerspective's default set: tasks, classes and letters alike."""
    write.synthesize(settings.release, write.sizes(), report=report)
