"""Thresholds: the margin that a model needs per question, from psychometric functions, in the margin's own unit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np
import pandas as pd

from core.analyses.estimates import add_verdicts
from core.benchmarks.data import MARGIN_SIZE
from core.records import COUNTED, FEW_GROUPS, RUN_COLUMNS
from core.scoring.metrics import Floats
from core.statistics import psychometric
from core.statistics.psychometric import Curves, GroupedAnswers

TRUE_OPTION = "true_option"
SUMMED_BY = (*RUN_COLUMNS, "question_id", MARGIN_SIZE, "chance", TRUE_OPTION, "group_id")
"""Columns by which scores are summed for thresholds."""

MAX_LEVELS = 20
"""Maximum number of levels of the margin; a question with more margins gets levels of about the same size."""

MIN_LEVELS = 4

FEW_GROUPS_OF_TWO_ANSWERS = 60
"""Minimum number of groups for a curve of two answers, which has a number more than others: with fewer, its intervals
contain the truth less often than in 93 of 100 observers (`tests.statistics.simulate_thresholds`)."""

MISFIT = 0.01
"""A curve whose shape is rejected at this level is drawn with a warning."""

SHOWN = 0.975
"""Minimum share of draws that must agree for a rise, or a high score, to be shown."""

CURVE_POINTS = 81

_LEVEL = "level"
_COUNT = COUNTED.format("score")

Status = Literal["threshold", "too few", "no rise", "not reached", "below"]
"""`threshold`: one is stated; `too few`: groups or margins; `no rise`: the curve is not shown to rise with the margin;
`not reached`: not even at the largest margin; `below`: smaller than the margins asked can show."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """Psychometric function of a run on a question.

    Attributes:
        value, low, high: the threshold with its 95% interval, in the margin's unit; an infinite end is beyond the
            largest margin asked. NaN unless the status is `threshold`.
        bias, bias_low, bias_high: of two answers, the signed margin at which both are equally frequent; else NaN.
        lapse: share of wrong answers however large the margin is.
        fit_p: p-value of the hypothesis that the curve has the right shape.
        levels, shares, counts: [levels], margins with their observed share and number of answers.
        curve_at, curve: margins and shares of the fitted curve; empty without one.
        draws: thresholds of the bootstrap, the same groups for all runs of a question.
        upper, lower: of two answers, the one that the share counts, and the other; else empty.
    """

    run_id: str
    question_id: str
    status: Status
    n_groups: int
    levels: Floats
    shares: Floats
    counts: Floats
    value: float = np.nan
    low: float = np.nan
    high: float = np.nan
    bias: float = np.nan
    bias_low: float = np.nan
    bias_high: float = np.nan
    lapse: float = np.nan
    fit_p: float = np.nan
    curve_at: tuple[float, ...] = ()
    curve: tuple[float, ...] = ()
    draws: Floats | None = None
    upper: str = ""
    lower: str = ""

    @property
    def is_misfit(self) -> bool:
        """Return whether the shape of the curve is rejected."""
        return self.fit_p < MISFIT

    @property
    def largest(self) -> float:
        """The largest margin asked."""
        return float(np.abs(self.levels).max())


def select_runs(sums: pd.DataFrame) -> pd.DataFrame:
    """Select the sums of models on cases with a margin and a score of guessing; of reference models if no other are.

    Args:
        sums: by `SUMMED_BY`, as `Warehouse.aggregate` returns them.
    """
    rows = sums.dropna(subset=[MARGIN_SIZE, "chance"])
    rows = rows[rows[_COUNT] > 0]
    is_reference = rows["model_kind"].eq("reference")
    return rows if is_reference.all() else rows[~is_reference]


def fit_thresholds(sums: pd.DataFrame, draws: int = psychometric.DRAWS) -> dict[tuple[str, str], Threshold]:
    """Fit the psychometric function of each run and question, by both ids.

    Args:
        sums: as `select_runs` returns them.
        draws: number of bootstrap draws of groups.
    """
    fits: dict[tuple[str, str], Threshold] = {}
    for question_id, rows in sums.groupby("question_id", observed=True, sort=False):
        fits |= _fit_question(str(question_id), rows, draws)
    return fits


def _fit_question(question_id: str, rows: pd.DataFrame, draws: int) -> dict[tuple[str, str], Threshold]:
    options = _find_two_answers(rows)
    rows = _add_levels(rows, options)
    group_of, groups = pd.factorize(rows["group_id"])
    level_of, levels = pd.factorize(rows[_LEVEL], sort=True)
    counts = rows[_COUNT].to_numpy(float)
    shape = (len(groups), len(levels))
    guess = None if options else _compute_means(rows["chance"].to_numpy(float), counts, level_of, len(levels))
    weights = psychometric.draw_group_weights(len(groups), draws)
    fits = {}
    for run_id, places in rows.groupby("run_id", observed=True, sort=False).indices.items():
        at = np.ravel_multi_index((group_of[places], level_of[places]), shape)
        values = (rows["upper_sum"].to_numpy(float)[places], counts[places])
        tables = [
            np.bincount(at, weights=selected, minlength=shape[0] * shape[1]).reshape(shape).astype(float)
            for selected in values
        ]
        answers = GroupedAnswers(np.asarray(levels, dtype=float), tables[0], tables[1], guess)
        fits[str(run_id), question_id] = fit_threshold(str(run_id), question_id, answers, weights, options)
    return fits


def _find_two_answers(rows: pd.DataFrame) -> tuple[str, str] | tuple[()]:
    """Return the texts of the two options (lower, upper) if the same two are offered in every case, else ().

    With fewer groups than a curve of two answers needs it returns () too: then the curve is that of the margin.
    """
    if rows["group_id"].nunique() < FEW_GROUPS_OF_TWO_ANSWERS:
        return ()
    texts = sorted(rows[TRUE_OPTION].dropna().astype(str).unique())
    is_pair = len(texts) == 2 and bool(rows["chance"].eq(0.5).all()) and bool(rows[TRUE_OPTION].notna().all())
    return (texts[0], texts[1]) if is_pair else ()


def _add_levels(rows: pd.DataFrame, options: Sequence[str]) -> pd.DataFrame:
    """Add the level of each row, and `upper_sum`, the sum that the curve describes."""
    score, margins = rows["score"].to_numpy(float), rows[MARGIN_SIZE].to_numpy(float)
    if options:
        is_upper = rows[TRUE_OPTION].astype(str).eq(options[1]).to_numpy()
        margins = np.where(is_upper, margins, -margins) + 0.0
        score = np.where(is_upper, score, rows[_COUNT].to_numpy(float) - score)
    return rows.assign(**{_LEVEL: _assign_levels(margins), "upper_sum": score})


def _assign_levels(margins: Floats) -> Floats:
    """Replace margins by the mean margin of their level if there are more than `MAX_LEVELS`."""
    rounded = np.round(margins, 9) + 0.0
    if len(np.unique(rounded)) <= MAX_LEVELS:
        return rounded
    edges = np.unique(np.quantile(rounded, np.linspace(0, 1, MAX_LEVELS + 1)[1:-1]))
    level = np.searchsorted(edges, rounded, side="right")
    return _compute_means(rounded, np.ones(len(level)), level, len(edges) + 1)[level]


def _compute_means(values: Floats, counts: Floats, codes: Any, size: int) -> Floats:  # noqa: ANN401 - integers of any width
    total = np.bincount(codes, weights=counts, minlength=size)
    means: Floats = np.bincount(codes, weights=values * counts, minlength=size) / np.maximum(total, 1e-12)
    return means


def fit_threshold(
    run_id: str, question_id: str, answers: GroupedAnswers, weights: Floats, options: Sequence[str] = ()
) -> Threshold:
    """Fit the psychometric function of one run on one question.

    Args:
        run_id: of the run.
        question_id: of the question.
        answers: of the run; with signed margins if there are two answers.
        weights: [draws, groups], as `psychometric.draw_group_weights` returns them.
        options: of two answers, the texts of the lower and the upper one.
    """
    n = answers.counts.sum(axis=0)
    used = n > 0
    n_groups = int((answers.counts.sum(axis=1) > 0).sum())
    observed = (answers.levels[used], answers.sums.sum(axis=0)[used] / n[used], n[used])
    details: dict[str, Any] = dict(zip(("lower", "upper"), options, strict=False))
    least = FEW_GROUPS_OF_TWO_ANSWERS if options else FEW_GROUPS
    if n_groups < least or len(np.unique(np.abs(observed[0]))) < MIN_LEVELS:
        return Threshold(run_id, question_id, "too few", n_groups, *observed, **details)
    curves = psychometric.fit_curves(answers, weights)
    if np.mean(curves.slopes[1:] > 0) < SHOWN or curves.slopes[0] <= 0:
        status: Status = "below" if _is_high_everywhere(answers, weights[1:]) else "no rise"
        return Threshold(run_id, question_id, status, n_groups, *observed, **details)
    details |= _describe_curve(answers, curves, observed[0], n_groups)
    thresholds = psychometric.compute_thresholds(curves, answers)
    margins = np.abs(observed[0])
    if thresholds[0] > margins.max():
        return Threshold(run_id, question_id, "not reached", n_groups, *observed, **details)
    if thresholds[0] < find_resolution(observed[0], is_signed=bool(options)):
        return Threshold(run_id, question_id, "below", n_groups, *observed, **details)
    low, high = psychometric.compute_interval(float(thresholds[0]), thresholds[1:], n_groups, is_positive=True)
    details |= {"value": float(thresholds[0]), "low": low, "high": np.inf if high > margins.max() else high}
    return Threshold(run_id, question_id, "threshold", n_groups, *observed, **details, draws=thresholds[1:])


def _is_high_everywhere(answers: GroupedAnswers, weights: Floats) -> bool:
    """Return whether the mean score is shown to be above the level of a threshold, so that flat means always right."""
    if answers.guess is None:
        return False
    sums, counts = weights @ answers.sums.sum(axis=1), weights @ answers.counts.sum(axis=1)
    level = (1 + float(answers.guess.mean())) / 2
    return bool(np.mean(sums > level * counts) >= SHOWN)


def find_resolution(levels: Floats, *, is_signed: bool) -> float:
    """Return the smallest threshold that these margins can show.

    It is the smallest margin; for signed margins, half of the smallest step, because a threshold is half a distance.
    """
    steps = np.diff(np.unique(levels)) / 2
    return float(steps.min() if is_signed else levels[levels > 0].min())


def _describe_curve(answers: GroupedAnswers, curves: Curves, levels: Floats, n_groups: int) -> dict[str, Any]:
    """Return the attributes of `Threshold` about the curve itself: bias, lapse, fit and points."""
    at = np.linspace(levels.min() if answers.guess is None else max(levels.min(), 0.0), levels.max(), CURVE_POINTS)
    grid = GroupedAnswers(at, at[None], at[None], answers.guess)
    details: dict[str, Any] = {
        "lapse": float(1 - curves.ceilings[0]),
        "fit_p": psychometric.compute_fit_p_value(answers, float(curves.deviances[0])),
        "curve_at": tuple(at.tolist()),
        "curve": tuple(curves.compute_shares(grid.positions).tolist()),
    }
    if answers.guess is None:
        details["lapse"] = float(max(1 - curves.ceilings[0], curves.floors[0, 0]))
        biases = psychometric.compute_biases(curves)
        if levels.min() <= biases[0] <= levels.max():
            low, high = psychometric.compute_interval(float(biases[0]), biases[1:], n_groups, is_positive=False)
            details |= {"bias": float(biases[0]), "bias_low": low, "bias_high": high}
    return details


def compare_thresholds(fits: Mapping[tuple[str, str], Threshold]) -> pd.DataFrame:
    """Compute the difference of thresholds of every two runs on a question, on the same draws of groups.

    Draws beyond the largest margin count as the largest margin.

    Returns:
        question_id, first, second (ids of the runs), value (first minus second, in the margin's unit),
        standard_error, low, high, p_value, n_groups, corrected_p (Holm, the pairs of a question), verdict.
    """
    parts = []
    for question_id in dict.fromkeys(question_id for _, question_id in fits):
        selected = [fit for (_, asked_id), fit in fits.items() if asked_id == question_id and fit.draws is not None]
        rows = [_compare_pair(first, second) for first, second in combinations(selected, 2)]
        if rows:
            parts.append(add_verdicts(pd.DataFrame(rows)))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def _compare_pair(first: Threshold, second: Threshold) -> dict[str, Any]:
    from scipy import special  # as in `intervals`

    if first.draws is None or second.draws is None:
        raise ValueError(f"{first.run_id} or {second.run_id} has no threshold to compare")
    ours, theirs = (np.minimum(fit.draws, fit.largest) for fit in (first, second) if fit.draws is not None)
    draws, value = ours - theirs, first.value - second.value
    n_groups = min(first.n_groups, second.n_groups)
    error = psychometric.compute_standard_error(draws, n_groups)
    low, high = psychometric.compute_interval(value, draws, n_groups, is_positive=False)
    p_value = float(2 * special.stdtr(n_groups - 1, -abs(value) / error)) if error > 0 else 1.0
    names = {"question_id": first.question_id, "first": first.run_id, "second": second.run_id}
    estimate = {"value": value, "standard_error": error, "low": low, "high": high, "p_value": p_value}
    return {**names, **estimate, "n_groups": n_groups}
