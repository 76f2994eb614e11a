"""GePBench's default set. It is drawn if the user supplies none."""

from core.generators.gepbench import write
from core.progress import Report, ignore_progress
from core.settings import Settings


def draw_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Draw GePBench's default set: aspects, levels and letters balanced, mode exact, easy figures also with noise."""
    write.synthesize(settings.release, noise_pairs=True, report=report)
