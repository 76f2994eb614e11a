"""The default set of scene measurements. It is drawn if the user supplies none."""

from core.generators.measurements import write
from core.progress import Report, ignore_progress
from core.settings import Settings


def draw_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Draw the default set: two views of each scene."""
    write.synthesize(settings.release, report=report)
