"""Precision: scores by the margin of the cases, in percent, to separate blindness from a lack of precision."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from core.analyses.estimates import (
    add_verdicts,
    classify_against_zero,
    is_in_holm_family,
    list_run_metadata,
    to_percent,
)
from core.analyses.skill import BenchmarkConstants, estimate_skill
from core.benchmarks.data import MARGIN, MARGIN_SIZE
from core.records import COUNTED, FEW_GROUPS, RUN_COLUMNS
from core.statistics.grouped_means import compute_grouped_differences, compute_grouped_means
from core.statistics.intervals import compute_t_intervals

BAND, HALF = "band", "half"
NARROW, WIDE = "narrow", "wide"
"""Halves of a question's cases by their margin; the values of the column `HALF`."""

SUMMED_BY = (*RUN_COLUMNS, "question_id", MARGIN, "group_id")
"""Columns by which scores are summed for this page."""

CASES_BY = ("question_id", "case_id", MARGIN, MARGIN_SIZE, "chance")
"""Columns by which scores and skills are summed for statements on the cases themselves."""

_COUNTED = COUNTED.format("score")
_ROUNDING = 1e-9

Sight = Literal["yes", "falls", "if wide", "not shown", "no", "one answer", "too few"]
"""What a model's answers to a question show. `yes`: it beats not looking at wide and at narrow margins alike; `falls`:
at both, but less at narrow ones; `if wide`: at wide ones only, so it is not precise enough; `not shown` and `no`: not
even at wide ones, so it cannot see it; `one answer`: one answer is right in all cases, so nothing can be shown."""


@dataclass(frozen=True, slots=True)
class PrecisionResult:
    """Result of a run on a question.

    Attributes:
        wide, narrow: score minus that of not looking in each half, in points.
        wide_score, narrow_score: the mean score in each half, in percent.
        fall: score in the wide half minus the narrow one, in points.
        low, high: of the fall; None without an interval.
        is_falling: whether the fall is shown.
        is_of_narrow: whether the sight covers narrow margins alone, because one answer is right at all wide ones.
        detectable: for a gain that is not shown, the smallest one that would be shown in 80 of 100 such sets.
    """

    sight: Sight
    wide: float
    narrow: float
    fall: float
    low: float | None
    high: float | None
    wide_score: float
    narrow_score: float
    is_falling: bool = False
    is_of_narrow: bool = False
    detectable: float | None = None


def assign_halves(bands: Sequence[str]) -> dict[str, str]:
    """Assign each band to a half, the narrowest first."""
    return {band: NARROW if index < len(bands) / 2 else WIDE for index, band in enumerate(bands)}


def add_halves(sums: pd.DataFrame, bands: Sequence[str]) -> pd.DataFrame:
    """Add to the sums over cases with a margin the half of their question's cases that contains their band.

    Args:
        sums: by `SUMMED_BY` or `CASES_BY`, as `Warehouse.aggregate` returns them.
        bands: levels of the factor `MARGIN`, the narrowest first.
    """
    there = sums.dropna(subset=[MARGIN]).rename(columns={MARGIN: BAND})
    return there.assign(**{HALF: there[BAND].astype(object).map(assign_halves(bands))})


def compute_band_scores(sums: pd.DataFrame) -> pd.DataFrame:
    """Compute the mean score per run, question and band, with its interval.

    Args:
        sums: by `SUMMED_BY`, as `add_halves` returns them.

    Returns:
        run_id, question_id, band, value, low, high, n, n_groups, model_id, label, kind.
    """
    keys = ["run_id", "question_id", BAND]
    table = to_percent(compute_grouped_means(sums, "score", keys, counts=_COUNTED)).dropna(subset=["value"])
    return table.merge(list_run_metadata(sums), on="run_id")


def compute_blind_scores(cases: pd.DataFrame) -> pd.DataFrame:
    """Compute the score without looking on the cases of each question and half, as a share.

    Columns: question_id, half, value, and is_chance, whether guessing is better than the constant.

    It is the better of guessing and of the best constant answer. If keys are balanced, a constant that is chosen on
    the other groups falls below guessing, and would favour every model.

    Args:
        cases: sums by `CASES_BY`, as `add_halves` returns them.
    """
    n = cases[COUNTED.format("skill")]
    read = cases.assign(blind=(cases["score"] - cases["skill"]) / n)[n > 0]
    by_half = read.groupby(["question_id", HALF], observed=True)
    means = by_half[["blind", "chance"]].mean()
    return means.assign(value=means.max(axis=1), is_chance=means["chance"] > means["blind"] + _ROUNDING)[
        ["value", "is_chance"]
    ].reset_index()


def compute_margin_ranges(cases: pd.DataFrame) -> pd.DataFrame:
    """Compute the range of margins of the cases in each band: question_id, band, low, high, n (cases).

    Args:
        cases: sums by `CASES_BY`, as `add_halves` returns them.
    """
    sizes = cases.groupby(["question_id", BAND], observed=True)[MARGIN_SIZE]
    return pd.DataFrame(sizes.agg(low="min", high="max", n="size")).reset_index()


def list_undivided_questions(ranges: pd.DataFrame, bands: Sequence[str]) -> list[str]:
    """List the questions whose cases are all in one half, because most margins are equal or filters leave one half.

    Args:
        ranges: as `compute_margin_ranges` returns it.
        bands: levels of the factor `MARGIN`, the narrowest first.
    """
    n_halves = ranges[BAND].astype(object).map(assign_halves(bands)).groupby(ranges["question_id"]).nunique()
    return [str(question_id) for question_id, count in n_halves.items() if count == 1]


def count_partial_margins(cases: pd.DataFrame) -> dict[str, tuple[int, int]]:
    """Count, for questions of which only some cases have a margin, the cases with one and all cases.

    Args:
        cases: sums by `CASES_BY`, as `Warehouse.aggregate` returns them.
    """
    has_margin = cases[MARGIN].notna().groupby(cases["question_id"], observed=True)
    counts = {str(question_id): (int(own.sum()), len(own)) for question_id, own in has_margin}
    return {question_id: (some, n_cases) for question_id, (some, n_cases) in counts.items() if 0 < some < n_cases}


def diagnose_precision(
    sums: pd.DataFrame, blind: pd.DataFrame, redrawn: BenchmarkConstants | None = None
) -> dict[tuple[str, str], PrecisionResult]:
    """Diagnose each run on each question, by both ids.

    Gains at wide margins, gains at narrow margins and falls are each corrected for the number of models and questions
    (Holm), and need an interval without 0, with groups as clusters. If one answer is right at all wide margins, not
    looking is right there too and no model can beat it, so only the narrow margins decide. If it is right at all narrow
    ones too, none do.

    Args:
        sums: by `SUMMED_BY`, as `add_halves` returns them; with `redrawn` also by `skill.ASKED`.
        blind: as `compute_blind_scores` returns it.
        redrawn: constants of draws, so that intervals of gains choose them again; None takes the constants as given.
    """
    keys = ["run_id", "question_id"]
    is_unbeatable = blind["value"] >= 1 - _ROUNDING
    unbeatable, unbeatable_if_narrow = (
        set(blind.loc[is_unbeatable & (blind[HALF] == half), "question_id"]) for half in (WIDE, NARROW)
    )
    kinds = list_run_metadata(sums).set_index("run_id")["kind"]
    gains = _compute_gains(sums, blind, [*keys, HALF], redrawn)
    judged_gains = [
        _add_family_verdicts(gains[gains[HALF] == half], kinds, without)
        for half, without in ((WIDE, unbeatable), (NARROW, unbeatable_if_narrow))
    ]
    skill = pd.concat(judged_gains).set_index([*keys, HALF])
    standings = classify_against_zero(skill)
    drops = to_percent(compute_grouped_differences(sums, "score", HALF, WIDE, NARROW, keys, counts=_COUNTED))
    falls = _add_family_verdicts(drops, kinds, unbeatable & unbeatable_if_narrow).set_index(keys)
    falling = classify_against_zero(falls)
    by_half = sums.groupby([*keys, HALF], observed=True)[["score", _COUNTED]].sum()
    scores = 100 * by_half["score"] / by_half[_COUNTED]
    found = {}
    for key in falls.index:
        if (*key, WIDE) not in skill.index or (*key, NARROW) not in skill.index or pd.isna(falls["value"][key]):
            continue
        wide, narrow, fall = skill.loc[(*key, WIDE)], skill.loc[(*key, NARROW)], falls.loc[key]
        is_constant = key[1] in unbeatable & unbeatable_if_narrow
        is_of_narrow = key[1] in unbeatable and not is_constant
        stands_wide = "above" if is_of_narrow else standings[(*key, WIDE)]
        sight = _classify_sight(stands_wide, standings[(*key, NARROW)], falling[key], is_of_narrow=is_of_narrow)
        found[key] = PrecisionResult(
            "one answer" if is_constant else sight,
            float(wide["value"]),
            float(narrow["value"]),
            float(fall["value"]),
            None if pd.isna(fall["low"]) else float(fall["low"]),
            None if pd.isna(fall["high"]) else float(fall["high"]),
            float(scores[(*key, WIDE)]),
            float(scores[(*key, NARROW)]),
            falling[key] == "above",
            is_of_narrow,
            _find_detectable(narrow if is_of_narrow else wide) if sight == "not shown" and not is_constant else None,
        )
    return found


def _find_detectable(gain: pd.Series) -> float | None:
    return None if pd.isna(gain["detectable"]) else float(gain["detectable"])


def _add_family_verdicts(estimates: pd.DataFrame, kinds: pd.Series, undecidable: set[str]) -> pd.DataFrame:
    """Add verdicts that are corrected over the models and questions, with at least `FEW_GROUPS` groups.

    Args:
        estimates: run_id, question_id and the columns of an estimate.
        kinds: kind of the model by run.
        undecidable: questions that are not tested, because one answer is always right.
    """
    is_tested = (estimates["n_groups"] >= FEW_GROUPS) & ~estimates["question_id"].isin(undecidable)
    return add_verdicts(estimates, is_in_holm_family(estimates["run_id"].map(kinds)) & is_tested)


def _compute_gains(
    sums: pd.DataFrame, blind: pd.DataFrame, by: list[str], redrawn: BenchmarkConstants | None
) -> pd.DataFrame:
    """Compute the mean score minus that of not looking by run, question and half, in points.

    With constants of draws, the gain over a constant and the width of every interval are those of skill elsewhere.
    """
    rows = sums.merge(blind.rename(columns={"value": "blind"}), on=["question_id", HALF])
    gains = rows.assign(gain=rows["score"] - rows[_COUNTED] * rows["blind"])
    table = to_percent(compute_grouped_means(gains, "gain", by, counts=_COUNTED))
    if redrawn is None:
        return table
    skills = estimate_skill(sums, by, redrawn).rename(columns={"value": "skill", "standard_error": "error"})
    joined = table.merge(skills[[*by, "skill", "error"]], on=by).merge(blind, on=by[1:], suffixes=("", "_of_blind"))
    value = joined["value"].where(joined["is_chance"], joined["skill"]).to_numpy(float)
    error, freedom = joined["error"].to_numpy(float), joined["degrees_of_freedom"].to_numpy(int)
    return joined.assign(**compute_t_intervals(value, error, freedom))


def _classify_sight(wide: str, narrow: str, fall: str, *, is_of_narrow: bool = False) -> Sight:
    """Classify by the positions of skill at wide and narrow margins, and of the fall between them, relative to 0."""
    if "too few" in (wide, narrow):
        return "too few"
    decides = narrow if is_of_narrow else wide
    if decides != "above":
        return "no" if decides == "below" else "not shown"
    if narrow != "above":
        return "if wide"
    return "falls" if fall == "above" else "yes"
