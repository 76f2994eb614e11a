"""Scores against the number of parameters: printed ones and those of runs, with Pearson's r."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from core.benchmarks.model_sizes import family, size_b
from core.errors import StatisticsError
from core.formatting import number_text
from core.statistics.correlation import FEWEST, Correlation, clustered, pearson


def sized(rows: pd.DataFrame, given: Mapping[str, float] | None = None) -> pd.DataFrame:
    """The rows of models whose size is known, the smallest first, with `size_b` (billions) and `family`.

    Args:
        rows: label and, of runs, model_id.
        given: sizes by model id; others are those of the label, or else of the id.
    """
    ids = rows["model_id"] if "model_id" in rows else rows["label"]
    named = list(zip(ids.astype(str), rows["label"].astype(str), strict=True))
    sizes = [(given or {}).get(model_id) or size_b(label) or size_b(model_id) for model_id, label in named]
    families = [family(label) for _, label in named]
    found = rows.assign(size_b=pd.Series(sizes, rows.index, dtype=float), family=families)
    return found.dropna(subset=["size_b", "value"]).sort_values("size_b", kind="stable", ignore_index=True)


def with_size(rows: pd.DataFrame) -> tuple[Correlation | None, Correlation | None]:
    """The correlation of a score with the logarithm of the size, models as units and families as units.

    Args:
        rows: as `sized` returns them.

    Returns:
        None where there are fewer than four models, or families, or no spread.

    Source: MMPerspective, Figures 5 and 6.
    """
    sizes = np.log10(rows["size_b"].to_numpy(dtype=float))
    scores = rows["value"].to_numpy(dtype=float)
    return _or_none(sizes, scores), _or_none(sizes, scores, list(rows["family"]))


def size_sentence(rows: pd.DataFrame, score: str) -> str:
    """How a score goes with size, in words; empty where there are too few models to tell.

    Args:
        rows: as `sized` returns them.
        score: what it is, as in a sentence.
    """
    alone, families = with_size(rows)
    if alone is None:
        return ""
    text = (
        f"Over {alone.n} models {score} goes with the logarithm of their size with r {number_text(alone.r, 2)} "
        f"(95 % interval {_ends(alone)})"
    )
    if families is None:
        return f"{text}."
    return f"{text}; with their {families.clusters} families as units {_ends(families)}."


def _ends(found: Correlation) -> str:
    return f"{number_text(found.low, 2)} to {number_text(found.high, 2)}"


def _or_none(sizes: np.ndarray, scores: np.ndarray, families: Sequence[str] | None = None) -> Correlation | None:
    if len(sizes) < FEWEST or np.ptp(sizes) == 0 or np.ptp(scores) == 0:
        return None
    try:
        return pearson(sizes, scores) if families is None else clustered(sizes, scores, families)
    except StatisticsError:
        return None  # too few families
