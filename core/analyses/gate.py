"""A gate between two runs: whether a new run is at most a stated number of points worse than an old one."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import pandas as pd

from core.analyses.estimates import to_percent
from core.formatting import format_interval, format_number
from core.records import COUNTED, FEW_GROUPS
from core.scoring.metrics import Floats
from core.statistics.exact_bounds import ChangedGroups, summarise_changes
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.intervals import NO_SPREAD, SIGNIFICANCE, apply_holm_correction

Outcome = Literal["passed", "regressed", "undecided"]

_COUNTS = COUNTED.format("difference")

EXIT_CODES: Mapping[Outcome, int] = {"passed": 0, "regressed": 1, "undecided": 3}
"""Exit codes of the command; 2 means that the command or its input is wrong."""


@dataclass(frozen=True, slots=True)
class GateCheck:
    """One comparison of the two runs.

    Attributes:
        name: of the slice, or `all answers`.
        difference: the new run's mean score minus the old one's on the pairs of answers that both gave, in points.
        low, high: its 95% interval, clustered by group; NaN if it cannot be computed.
        n_groups: number of groups with such a pair.
        p_value: one-sided, of the hypothesis that the true drop is at most the allowed one; corrected among slices.
        reason: why the comparison is undecided; empty otherwise.
    """

    name: str
    difference: float
    low: float
    high: float
    n_groups: int
    p_value: float
    outcome: Outcome
    reason: str = ""

    def describe(self) -> str:
        """Describe the difference with its interval and, if it is undecided, the reason."""
        interval = "" if np.isnan(self.low) else f", 95% CI {format_interval(self.low, self.high, with_plus=True)}"
        reason = f"; {self.reason}" if self.reason else ""
        return f"{format_number(self.difference, with_plus=True)} points{interval}; {self.n_groups:,} groups{reason}"


@dataclass(frozen=True, slots=True)
class GateResult:
    """Outcome of a gate.

    Attributes:
        overall: the comparison over all answers.
        slices: the comparisons by level of a factor; empty if they were not asked for.
        caution: why the gate cannot pass although the comparison does; empty otherwise.
    """

    new: str
    old: str
    max_drop: float
    overall: GateCheck
    slices: tuple[GateCheck, ...]
    caution: str = ""

    @property
    def outcome(self) -> Outcome:
        """Return `regressed` if any comparison is; `passed` if the overall one is and no caution applies."""
        if "regressed" in {self.overall.outcome, *(check.outcome for check in self.slices)}:
            return "regressed"
        return "undecided" if self.caution else self.overall.outcome

    @property
    def reason(self) -> str:
        """Return why the outcome is undecided; empty otherwise."""
        return (self.caution or self.overall.reason) if self.outcome == "undecided" else ""

    def describe(self) -> str:
        """Describe the outcome in one sentence, and the caution in another one."""
        words = {
            "passed": f"{self.new} is at most {format_number(self.max_drop)} points worse than {self.old}",
            "regressed": f"{self.new} is more than {format_number(self.max_drop)} points worse than {self.old}",
            "undecided": f"It is undecided whether {self.new} is at most {format_number(self.max_drop)} points worse "
            f"than {self.old}",
        }
        regressed = [check.name for check in self.slices if check.outcome == "regressed"]
        where = f" on {', '.join(regressed)}" if regressed and self.overall.outcome != "regressed" else ""
        reason = f" {self.caution}" if self.caution and self.outcome == "undecided" else ""
        return f"{words[self.outcome]}{where}: overall {self.overall.describe()}.{reason}"


def judge_pair(
    sums: pd.DataFrame, n_old: int, names: tuple[str, str], max_drop: float, slices: tuple[GateCheck, ...] = ()
) -> GateResult | None:
    """Judge a new run against an old one; None if they share no readable answer.

    Args:
        sums: as for `judge_overall`.
        n_old: number of readable answers of the old run.
        names: of the new run and the old one.
        max_drop: the allowed drop, in points.
        slices: the comparisons by level of a factor, from `judge_slices`.
    """
    n_pairs = int(sums[_COUNTS].sum())
    if not n_pairs:
        return None
    new, old = names
    caution = describe_missing(n_old, n_pairs, new, max_drop)
    return GateResult(new, old, max_drop, judge_overall(sums, max_drop), slices, caution)


def judge_overall(sums: pd.DataFrame, max_drop: float) -> GateCheck:
    """Judge the mean paired difference over all answers.

    Args:
        sums: of the differences new minus old by group_id, from `aggregation_presets.build_pair_aggregation`.
        max_drop: the allowed drop, in points.
    """
    (check,) = _judge(sums, [], "all answers", max_drop)
    return check


def judge_slices(sums: Mapping[str, pd.DataFrame], titles: Mapping[str, str], max_drop: float) -> tuple[GateCheck, ...]:
    """Judge the mean paired difference by level of each factor, corrected for the number of all slices (Holm).

    Args:
        sums: as for `judge_overall`, by the column of a factor too; by that column.
        titles: of the factors, by column.
        max_drop: the allowed drop, in points.

    Returns:
        The slices with at least `FEW_GROUPS` groups; fewer give no evidence either way.
    """
    checks: list[GateCheck] = []
    for column, rows in sums.items():
        checks += _judge(rows, [column], titles[column], max_drop)
    checks = [check for check in checks if check.n_groups >= FEW_GROUPS]
    corrected: Sequence[float] | Floats = apply_holm_correction([check.p_value for check in checks]) if checks else []
    return tuple(_apply_corrected_p(check, float(p), len(checks)) for check, p in zip(checks, corrected, strict=True))


def _apply_corrected_p(check: GateCheck, corrected_p: float, n_slices: int) -> GateCheck:
    """Return the check of a slice with its corrected p-value; undecided if that does not show a regression."""
    if check.outcome != "regressed" or corrected_p <= SIGNIFICANCE / 2:
        return replace(check, p_value=corrected_p)
    reason = f"worse by its own interval, but not significant among {n_slices:,} slices (Holm)"
    return replace(check, p_value=corrected_p, outcome="undecided", reason=reason)


def _judge(sums: pd.DataFrame, by: Sequence[str], title: str, max_drop: float) -> list[GateCheck]:
    """Judge each level of the columns of `by`, in their own order; the level follows the title."""
    table = to_percent(compute_grouped_means(sums, "difference", by, counts=_COUNTS))
    parts = [rows for _, rows in sums.groupby(list(by), observed=True, sort=True)] if by else [sums]
    changes = [_summarise_changes(rows) for rows in parts]
    p_values = compute_drop_p_values(table, changes, max_drop)
    return [
        GateCheck(
            ": ".join([title, *(str(row[column]) for column in by)]), float(row["value"]), float(row["low"]),
            float(row["high"]), int(row["n_groups"]), float(p),
            *_decide(row, changes_of_part, float(p), max_drop),
        )
        for p, row, changes_of_part in zip(p_values, table.to_dict("records"), changes, strict=True)
    ]  # fmt: skip


def _summarise_changes(sums: pd.DataFrame) -> ChangedGroups:
    by_group = sums.groupby("group_id", observed=True)[["difference", _COUNTS]].sum()
    return summarise_changes(by_group["difference"].to_numpy(float), by_group[_COUNTS].to_numpy(float))


def compute_drop_p_values(differences: pd.DataFrame, changes: Sequence[ChangedGroups], max_drop: float) -> Floats:
    """Compute one-sided p-values of the hypotheses that the true difference is not below minus the allowed drop.

    Args:
        differences: value, standard_error, both in points, and degrees_of_freedom, as
            `compute_grouped_means` returns them.
        changes: of the groups of each.
        max_drop: the allowed drop, in points.

    Returns:
        [differences]; of exact bounds without spread, and 1 without a standard error.
    """
    from scipy import special  # as in `intervals`; `scipy.stats` takes 42 MB

    value, error = differences["value"].to_numpy(float), differences["standard_error"].to_numpy(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        p = special.stdtr(differences["degrees_of_freedom"].to_numpy(float), (value + max_drop) / error)
    for index in np.flatnonzero(error <= NO_SPREAD):
        p[index] = changes[int(index)].compute_p_value(max_drop / 100)
    return np.where(np.isnan(error), 1.0, p)


def _decide(
    row: Mapping[Hashable, Any], changes: ChangedGroups, p_value: float, max_drop: float
) -> tuple[Outcome, str]:
    """Decide by the whole interval, and return the reason if nothing is decided.

    Few groups decide nothing. A run with the same score in every group passes: it is the old one on these cases. If few
    groups changed, the interval is too narrow, so the exact bound has to stay within the allowed drop too. If all
    changed alike, only a better run passes, and only exact bounds show a regression.
    """
    limit = f"the limit of {format_number(-max_drop, with_plus=True)} points"
    if row["n_groups"] < FEW_GROUPS:
        return "undecided", f"fewer than {FEW_GROUPS} groups decide nothing"
    if not np.isnan(row["low"]) and row["low"] < -max_drop:
        is_worse = row["high"] < -max_drop
        return ("regressed", "") if is_worse else ("undecided", f"the interval contains {limit}")
    if 0 < changes.n_changed < FEW_GROUPS and 100 * changes.compute_low() < -max_drop:
        return "undecided", _describe_few_changes(changes)
    if np.isnan(row["low"]) and row["value"] < 0:
        if p_value <= SIGNIFICANCE / 2:
            return "regressed", ""
        return "undecided", f"every group lost the same, too little to be sure about {limit}"
    return "passed", ""


def _describe_few_changes(changes: ChangedGroups) -> str:
    """State the drop that so few changed groups cannot exclude."""
    drop = format_number(-100 * changes.compute_low())
    changed = f"only {changes.n_changed:,} of {changes.n_groups:,} groups changed"
    return f"{changed}, which cannot exclude a drop of {drop} points"


def describe_missing(n_old: int, n_pairs: int, new: str, max_drop: float) -> str:
    """State that the new run lacks so many of the old run's answers that they could hide a drop; empty otherwise.

    Args:
        n_old: number of readable answers of the old run.
        n_pairs: number of them with a readable answer of the new run.
        new: name of the new run.
        max_drop: the allowed drop, in points.
    """
    n_lost = n_old - n_pairs
    if n_lost <= 0 or 100 * n_lost / n_old <= max_drop:
        return ""
    return (
        f"{new} has no readable answer to {n_lost:,} of the {n_old:,} questions that the old run answered readably; "
        "they are not compared and could hide a drop."
    )
