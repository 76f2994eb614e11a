"""The image statistics baseline: it answers from crude statistics of the images, learned on other groups.

What it gets right needs no spatial reasoning. Per question and option text, kernel ridge regression predicts from the
statistics of a case's images whether the option is right; the option with the highest prediction is the answer.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from core.records import FEW_GROUPS
from core.scoring.metrics import Floats
from core.scoring.split_halves import assign_folds

FOLDS = 10
RIDGE = 0.3
"""Added to the diagonal of the kernel, which is 1 without it."""

MAX_LEARNED = 1000
"""Maximum number of cases that one fold learns from: the cost grows with the cube of their number."""

PRIOR_ERRORS = 2.0
"""Number of standard errors by which the share of an option must differ from chance to count.

In a balanced set, a class that is right in a group has a share below chance among the other groups.
"""


def predict_from_statistics(cases: pd.DataFrame, blocks: Sequence[Floats]) -> pd.Series:
    """Predict the code of each case's option from the image statistics of the other folds of its question.

    Args:
        cases: group_id, question_id, options (their texts in the order of their letters), truth (code of the right
            one).
        blocks: statistics of the cases' images, cases x numbers each, with equal weight.

    Returns:
        With the index of `cases`; NaN if the question has fewer than `FEW_GROUPS` groups.
    """
    values = np.full(len(cases), np.nan)
    options, truths = cases["options"].tolist(), cases["truth"].to_numpy(dtype=np.int64)
    group_ids = cases["group_id"].reset_index(drop=True)
    for rows in cases.groupby("question_id", observed=True).indices.values():
        if group_ids[rows].nunique() < FEW_GROUPS:
            continue
        own = [_standardise_block(block[rows]) for block in blocks]
        predicted = _predict_options([options[row] for row in rows], truths[rows], group_ids[rows], own)
        values[rows] = [int(np.argmax(scores)) for scores in predicted]
    return pd.Series(values, cases.index)


def _standardise_block(block: Floats) -> Floats:
    """Return the block with mean 0 and variance 1 in each column that varies, without the constant columns."""
    spread = block.std(axis=0)
    varies = spread > 1e-9 * np.maximum(np.abs(block).max(axis=0), 1.0)
    return np.asarray((block[:, varies] - block[:, varies].mean(axis=0)) / spread[varies])


def _predict_options(
    options: Sequence[Sequence[str]], truths: np.ndarray, group_ids: pd.Series, blocks: Sequence[Floats]
) -> list[Floats]:
    """Return the prediction for each option of each case, relative to the probability of guessing it."""
    fold_of = assign_folds(group_ids, FOLDS)
    groups, _ = pd.factorize(group_ids)
    places: dict[str, dict[int, int]] = {}
    for row, texts in enumerate(options):
        for index, text in enumerate(texts):
            places.setdefault(text, {})[row] = index
    predicted: list[Floats] = [np.zeros(len(texts)) for texts in options]
    gain = np.array([1 / len(texts) for texts in options])
    for fold in np.unique(fold_of):
        learned, asked = _sample_rows(np.flatnonzero(fold_of != fold)), np.flatnonzero(fold_of == fold)
        between, within = _compute_kernel(blocks, asked, learned), _compute_kernel(blocks, learned, learned)
        for place_of in places.values():
            is_taught, is_asked = (np.array([row in place_of for row in rows]) for rows in (learned, asked))
            if not is_taught.any() or not is_asked.any():
                continue
            taught = learned[is_taught]
            above = np.array([truths[row] == place_of[row] for row in taught]) - gain[taught]
            share = float(above.mean())
            matrix = within[np.ix_(is_taught, is_taught)] + RIDGE * np.eye(len(taught))
            weights = np.linalg.solve(matrix, above - share)
            prior = _shrink_share(share, len(np.unique(groups[taught])))
            scores = between[np.ix_(is_asked, is_taught)] @ weights + prior
            for row, score in zip(asked[is_asked].tolist(), scores.tolist(), strict=True):
                predicted[row][place_of[row]] = score
    return predicted


def _sample_rows(rows: np.ndarray) -> np.ndarray:
    """Return at most `MAX_LEARNED` of the rows, evenly spaced."""
    return rows[np.linspace(0, len(rows) - 1, min(len(rows), MAX_LEARNED)).round().astype(np.int64)]


def _shrink_share(share: float, n_groups: int) -> float:
    """Return the difference of a share from chance beyond `PRIOR_ERRORS` standard errors."""
    return float(np.sign(share) * max(abs(share) - PRIOR_ERRORS * 0.5 / np.sqrt(n_groups), 0.0))


def _compute_kernel(blocks: Sequence[Floats], first: np.ndarray, second: np.ndarray) -> Floats:
    """Return the similarity of the rows of `first` and `second` in [0, 1]: the mean of a Gaussian kernel per block."""
    alike = np.zeros((len(first), len(second)))
    kept = [block for block in blocks if block.shape[1]]
    for block in kept:
        a, b = block[first], block[second]
        squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * a @ b.T
        alike += np.exp(-np.maximum(squares, 0.0) / (2 * block.shape[1]))
    return alike / max(len(kept), 1)
