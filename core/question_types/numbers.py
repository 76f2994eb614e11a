"""Numbers: mean relative accuracy, relative error, tolerance, angles and counts."""

import math
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from core.parsing.open_answers.quantities import read_quantity
from core.question_types.question_type import AnswerForm, Floats, NumericQuestionType
from core.records import Answer, Value

MRA_THRESHOLDS = np.linspace(0.5, 0.95, int((0.95 - 0.5) / 0.05 + 2))
"""Ten thresholds, 0.50 to 0.95. Source: task vsibench of lmms-eval and `spatial_bench` of VLMEvalKit."""

THETA_MAX_DEG = 180.0
"""The largest difference of two angles, in degrees. Source: Tri-Bench, "Unified Evaluation", Notation."""

_INSIDE = 1 - 1e-9
"""Factor that keeps a constant inside a tolerance in spite of rounding."""

_ROUNDING = 1e-12
"""Relative rounding error of a difference of decimals: 0.3 - 0.2 is 0.1, although not in binary digits."""


class NumberType(NumericQuestionType):
    """A number, scored by one of several rules.

    Attributes:
        tolerance: of the rule `within`.
    """

    title: ClassVar[str] = "number"
    prompt: ClassVar[str] = "Answer with a single number{unit} and nothing else."

    def __init__(self, rule: str) -> None:
        """Create the type with a rule: `mra`, `relative`, `within 2.5`, `angular` or `count`.

        Raises:
            ValueError: the rule is unknown.
        """
        name, _, number = rule.partition(" ")
        tolerance = float(number) if number else math.nan
        if name not in _RULES or (name == "within") != (0 <= tolerance < math.inf):
            raise ValueError(f"{rule!r} is not a rule for numbers. Use mra, relative, within X, angular or count")
        self.kind, self.rule, self.name, self.tolerance = f"number:{rule}", _MEANINGS[name], name, tolerance

    def parse(self, raw: str | None, form: AnswerForm, question_id: str) -> Answer:
        """Return the number that a reply states, in the unit of the question."""
        unit = form.unit or ("deg" if self.name == "angular" else "")
        read = read_quantity(raw, unit)
        if read is None:
            return Answer(question_id, "missing", reason="the reply states nothing")
        if read.value is None:
            return Answer(question_id, "unparsed", stated=read.stated, reason=read.reason)
        if not math.isfinite(read.value):
            return Answer(question_id, "invalid", stated=read.stated, reason=f"{read.stated} is not a finite number")
        return Answer(question_id, "ok", read.value, read.stated, note=read.note or None)

    def find_problem(self, truth: Value) -> str | None:
        """Return why a value cannot be a truth."""
        if isinstance(truth, str) or not math.isfinite(truth):
            return f"{truth!r} is not a number"
        if self.name == "relative" and truth == 0:
            return "0 has no relative error. Use another rule, such as within X"
        if self.name == "count" and (truth < 0 or truth != int(truth)):
            return f"{truth!r} is not a count. Use another rule, such as mra"
        return None

    def score_numbers(self, answers: Floats, truths: Floats) -> Floats:
        """Return the scores of numbers; NaN if answer or truth is NaN."""
        scores = _RULES[self.name](np.asarray(answers), np.asarray(truths), self.tolerance)
        return np.where(np.isnan(answers + truths), np.nan, scores)

    def list_constants(self, truths: Floats) -> Floats:
        """Return the ends of every interval in which a constant scores, since the score only changes there."""
        if self.name == "within":
            return np.unique(
                np.concatenate([truths, truths - self.tolerance * _INSIDE, truths + self.tolerance * _INSIDE])
            )
        if self.name == "mra":
            shares = (1 - MRA_THRESHOLDS) * _INSIDE
            return np.unique(
                np.concatenate([truths, *(truths * (1 + sign * share) for sign in (-1, 1) for share in shares)])
            )
        return truths

    def compute_chance(self, truth: Value, form: AnswerForm) -> float | None:
        """Return 1/2 for angles, the mean score of a uniformly drawn direction."""
        return 0.5 if self.name == "angular" else super().compute_chance(truth, form)

    def describe_required(self, right_at: float) -> str:
        """Describe the largest error of a right answer; empty for tolerances and counts."""
        if self.name == "angular":
            return f"within {THETA_MAX_DEG * (1 - right_at):.3g}°"
        if self.name == "mra":
            n_kept = max(math.ceil(right_at * len(MRA_THRESHOLDS) - 1e-9), 1)
            return f"within {100 * (1 - MRA_THRESHOLDS[n_kept - 1]):.3g}%"
        return f"within {100 * (1 - right_at):.3g}%" if self.name == "relative" else ""

    def write_reply(self, value: Value) -> str:
        """Return the number with enough digits to score the same."""
        return f"{value:.12g}" if isinstance(value, int | float) else value

    def format(self, value: Value) -> str:
        """Return the number with up to four significant digits."""
        return f"{value:.4g}" if isinstance(value, int | float) else value


def compute_relative_errors(answers: Floats, truths: Floats) -> Floats:
    """Return |answer - truth| / |truth|; the absolute error if the truth is 0, as VLMEvalKit computes it."""
    scale = np.where(truths == 0, 1.0, np.abs(truths))
    errors: Floats = np.abs(answers - truths) / scale
    return errors


def _score_mra(answers: Floats, truths: Floats, _: float) -> Floats:
    errors = compute_relative_errors(answers, truths)
    hits = np.sum([errors <= 1 - threshold for threshold in MRA_THRESHOLDS], axis=0)
    return np.asarray(hits, dtype=np.float64) / len(MRA_THRESHOLDS)


def _score_relative(answers: Floats, truths: Floats, _: float) -> Floats:
    return np.asarray(1 - np.minimum(1.0, compute_relative_errors(answers, truths)), dtype=np.float64)


def _score_within(answers: Floats, truths: Floats, tolerance: float) -> Floats:
    """Score 1 up to the tolerance, including it, in spite of the rounding of decimals."""
    slack = _ROUNDING * (np.abs(answers) + np.abs(truths) + tolerance)
    return np.asarray(np.abs(answers - truths) <= tolerance + slack, dtype=np.float64)


def _score_angles(answers: Floats, truths: Floats, _: float) -> Floats:
    turned = np.abs(answers - truths) % 360
    return np.asarray(1 - np.minimum(turned, 360 - turned) / THETA_MAX_DEG, dtype=np.float64)


def _score_counts(answers: Floats, truths: Floats, _: float) -> Floats:
    return np.asarray(answers == truths, dtype=np.float64)


_RULES: dict[str, Callable[[Floats, Floats, float], Floats]] = {
    "mra": _score_mra,
    "relative": _score_relative,
    "within": _score_within,
    "angular": _score_angles,
    "count": _score_counts,
}
_MEANINGS = {
    "mra": "Mean relative accuracy: the share of the ten thresholds 0.50 to 0.95 whose error the answer keeps.",
    "relative": "One minus the relative error, at least 0.",
    "within": "1 if the error is at most the tolerance.",
    "angular": "One minus the angle between answer and truth, over 180 degrees.",
    "count": "1 if the count is equal.",
}
