"""What to write for the truth and the foil that answers are compared with."""

from core.benchmarks.info import About
from core.records import Scored
from dashboard.data.queries import about


def name_of(against: Scored) -> str:
    """The name of the truth or the foil: `3D`, `2D`, `Key`."""
    return names(about())[against]


def names(described: About) -> dict[Scored, str]:
    """The names of the truth and, where there is one, of the foil."""
    own: dict[Scored, str] = {"truth": described.truth.title}
    return own | ({"foil": described.foil.title} if described.foil else {})


def truth_word() -> str:
    """What the truth is called beside a value where only one stands: `truth`, or `key` where there is no foil."""
    return "truth" if about().foil else about().truth.title.lower()


def score_name(against: Scored) -> str:
    """What the score against it is called: `score 3D`, `accuracy`."""
    return about().score if against == "truth" else about().foil_score
