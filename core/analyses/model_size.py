"""Scores against the number of parameters, published ones and those of runs, with Pearson's r."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from core.benchmarks.model_sizes import parse_family, parse_size_b
from core.errors import StatisticsError
from core.formatting import format_number
from core.statistics.correlation import FEWEST, Correlation, compute_clustered_pearson, compute_pearson


def select_sized_models(rows: pd.DataFrame, given: Mapping[str, float] | None = None) -> pd.DataFrame:
    """Return the rows of models with a known size, the smallest first, with `size_b` (billions) and `family`.

    Args:
        rows: label and, for runs, model_id.
        given: sizes by model id; other sizes are read from the label, or else from the id.
    """
    ids = rows["model_id"] if "model_id" in rows else rows["label"]
    named = list(zip(ids.astype(str), rows["label"].astype(str), strict=True))
    sizes = [(given or {}).get(model_id) or parse_size_b(label) or parse_size_b(model_id) for model_id, label in named]
    families = [parse_family(label) for _, label in named]
    found = rows.assign(size_b=pd.Series(sizes, rows.index, dtype=float), family=families)
    return found.dropna(subset=["size_b", "value"]).sort_values("size_b", kind="stable", ignore_index=True)


def compute_size_correlation(rows: pd.DataFrame) -> tuple[Correlation | None, Correlation | None]:
    """Correlate a score with the logarithm of the size, with models as units and with families as units.

    Args:
        rows: as `select_sized_models` returns them.

    Returns:
        None if there are fewer than four models, or families, or no spread.

    Source: MMPerspective, Figures 5 and 6.
    """
    sizes = np.log10(rows["size_b"].to_numpy(dtype=float))
    scores = rows["value"].to_numpy(dtype=float)
    return _try_correlation(sizes, scores), _try_correlation(sizes, scores, list(rows["family"]))


def describe_size_correlation(rows: pd.DataFrame, score: str) -> str:
    """Describe how a score changes with size; empty if there are too few models.

    Args:
        rows: as `select_sized_models` returns them.
        score: its name, as in a sentence.
    """
    alone, families = compute_size_correlation(rows)
    if alone is None:
        return ""
    text = (
        f"Over {alone.n} models, {score} correlates with the logarithm of their size: r {format_number(alone.r, 2)} "
        f"(95% CI {_format_ends(alone)})"
    )
    if families is None:
        return f"{text}."
    return f"{text}; with their {families.clusters} families as units {_format_ends(families)}."


def _format_ends(correlation: Correlation) -> str:
    return f"{format_number(correlation.low, 2)} to {format_number(correlation.high, 2)}"


def _try_correlation(
    sizes: np.ndarray, scores: np.ndarray, families: Sequence[str] | None = None
) -> Correlation | None:
    if len(sizes) < FEWEST or np.ptp(sizes) == 0 or np.ptp(scores) == 0:
        return None
    try:
        return (
            compute_pearson(sizes, scores) if families is None else compute_clustered_pearson(sizes, scores, families)
        )
    except StatisticsError:
        return None  # too few families
