"""Labels of the truth and the foil that answers are compared with."""

from core.benchmarks.info import BenchmarkInfo
from core.records import Scored
from dashboard.data.benchmark_info import get_benchmark_info


def get_truth_label(against: Scored) -> str:
    """Return the name of the truth or the foil: `3D`, `2D`, `Key`."""
    return get_truth_labels(get_benchmark_info())[against]


def get_truth_labels(described: BenchmarkInfo) -> dict[Scored, str]:
    """Return the names of the truth and, if there is one, of the foil."""
    own: dict[Scored, str] = {"truth": described.truth.title}
    return own | ({"foil": described.foil.title} if described.foil else {})


def get_truth_noun() -> str:
    """Return the noun for the truth beside a single value: `truth`, or `key` without a foil."""
    return "truth" if get_benchmark_info().foil else get_benchmark_info().truth.title.lower()


def get_score_label(against: Scored) -> str:
    """Return the label of the score against it: `score 3D`, `accuracy`."""
    return get_benchmark_info().score if against == "truth" else get_benchmark_info().foil_score
