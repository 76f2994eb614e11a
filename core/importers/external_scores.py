"""The score that another program gave a reply, taken from the metrics it wrote."""

import math
from collections.abc import Mapping

MRA = "MRA:.5:.95:.05"
"""Name under which lmms-eval and VLMEvalKit write the mean relative accuracy of a number."""

OVERALL = ("score", "acc", "accuracy", "exact_match", "correct", "hit", "mra", MRA.lower(), "iou")
"""Names of metrics that are the score of the whole reply, in order of precedence over any other metric."""


def find_external_score(metrics: Mapping[str, object]) -> float | None:
    """Return the reply's score from 0 to 1 as the program states it.

    Args:
        metrics: by name; a number, or an object that contains the score, as tasks of lmms-eval write.

    Returns:
        None if no metric is between 0 and 1, or it is ambiguous which metric counts.
    """
    if len(metrics) == 1:
        (value,) = metrics.values()
        return find_external_score(_select_scores(value)) if isinstance(value, Mapping) else _parse_fraction(value)
    named = {name.lower(): value for name, value in metrics.items()}
    for name in OVERALL:
        if (score := _parse_fraction(named.get(name))) is not None:
            return score
    scores = [_parse_fraction(value) for value in metrics.values()]
    words = {name.split("_")[0].lower() for name in metrics}
    known = [score for score in scores if score is not None]
    return math.fsum(known) / len(known) if known and len(known) == len(scores) and len(words) == 1 else None


def _select_scores(value: Mapping[str, object]) -> Mapping[str, object]:
    """Select the scores in an object: one by its name, else all fractions, as the parts of one score."""
    named = {name.lower(): part for name, part in value.items()}
    overall = [name for name in OVERALL if _parse_fraction(named.get(name)) is not None]
    if overall:
        return {overall[0]: named[overall[0]]}
    fractions = [part for part in value.values() if isinstance(part, float)]
    return {f"part_{number}": part for number, part in enumerate(fractions)}


def _parse_fraction(value: object) -> float | None:
    """Parse the value as a score from 0 to 1; None if it is not one."""
    if not isinstance(value, bool | int | float) or not 0 <= value <= 1:  # NaN is not
        return None
    return float(value)
