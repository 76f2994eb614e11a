"""Mean scores in context: beside both baselines, with unreadable answers as wrong, and against independent answers."""

import pandas as pd

from core.analyses.overview import Overview
from core.records import EXACT_KINDS
from core.statistics.intervals import compute_design_effect

_FULL = 100.0
"""The highest score, in percent."""


def compute_score_context(overview: Overview) -> pd.DataFrame:
    """Compute the context of each run's score in percent, the best run first.

    Args:
        overview: the overview.

    Returns:
        run_id, model_id, label, kind, score (of readable answers), least (with unreadable ones as wrong), over_chance
        (chance-adjusted accuracy, CAA, of `least`; NaN without options, and for runs on a part of the cases),
        over_constant and over_text (the share that is gained of what the constant baseline, and the text-only baseline,
        leave: (score - blind) / (1 - blind); NaN for these themselves and if they have not answered the same cases),
        design_effect (the variance by groups over that of as many independent answers; NaN if answers are numbers, and
        without a spread), n, n_groups.

    Source: docs/methods/statistics.md, share of the possible gain and design effect; CAA as in SITE (2025).
    """
    rows = overview.scores.dropna(subset=["value"]).set_index("run_id")
    is_exact = all(question.kind in EXACT_KINDS for question in overview.about.questions.values())
    effects = compute_design_effect(rows["value"] / 100, rows["standard_error"] / 100, rows["n"])
    named = rows[["model_id", "label", "kind", "n", "n_groups", "least"]].assign(
        score=rows["value"],
        over_chance=_compute_chance_adjusted(rows, overview.chance),
        over_constant=_compute_gained_share(rows, overview.skill),
        over_text=_compute_gained_share(rows, overview.looking),
        design_effect=effects if is_exact else float("nan"),
    )
    return named.reset_index()


def _compute_chance_adjusted(rows: pd.DataFrame, chance: float | None) -> pd.Series:
    """Compute (hits - chance) / (answers - chance) in percent by run, from the mean chance of all cases in percent."""
    if chance is None or chance >= _FULL:
        return pd.Series(float("nan"), rows.index)
    return _divide_by_headroom(rows["least"] - chance, chance).where(rows["n_cases"] == rows["all_cases"])


def _compute_gained_share(scores: pd.DataFrame, ahead: pd.DataFrame) -> pd.Series:
    """Compute the share that is gained of what a baseline leaves, by run; NaN if it answered other cases than the run.

    Args:
        scores: by run, with `value` and `n`.
        ahead: the score minus the baseline's, with `run_id` and `n`.
    """
    gains = ahead.set_index("run_id").reindex(scores.index)
    baseline = scores["value"] - gains["value"]
    is_comparable = (gains["n"] == scores["n"]) & (baseline < _FULL)
    return _divide_by_headroom(gains["value"], baseline).where(is_comparable)


def _divide_by_headroom(gains: pd.Series, baseline: float | pd.Series) -> pd.Series:
    """Return gains over a baseline as shares of what it leaves, all in percent."""
    return 100 * gains / (_FULL - baseline)
