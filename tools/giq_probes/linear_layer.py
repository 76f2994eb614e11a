"""Linear probe: one linear layer over frozen embeddings, tested on held-out groups.

Source: GIQ, section on 3D symmetry detection. Optimiser, folds and the weight of L2 are our own.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from core.errors import StatisticsError
from core.scoring.metrics import Floats

L2 = 1e-4
MOST_STEPS = 300
FOLDS = 5
Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class BalancedAccuracy:
    """Balanced accuracy of a label: the mean of the shares of right answers among groups with it and without it.

    Attributes:
        value: in [0, 1]; a constant answer has 0.5.
        low, high: the 95 % interval with groups as units, within [0, 1].
        n_yes, n_no: number of groups with the label, and without it.
    """

    value: float
    low: float
    high: float
    n_yes: int
    n_no: int


def fit_linear_layer(vectors: Floats, labels: Floats, l2: float = L2) -> Floats:
    """Fit the layer (d + 1, c) with the least weighted cross-entropy; its last row is the bias.

    Args:
        vectors: (n, d), of about the same scale in each direction.
        labels: (n, c), 0 or 1; each column has both.
        l2: weight of the squared layer, excluding its bias.

    Raises:
        StatisticsError: a label is constant.

    Source: GIQ, the loss of 3D symmetry detection: a positive label counts (N - n) / n times.
    """
    n, n_labels = labels.shape
    counts = labels.sum(axis=0)
    if ((counts == 0) | (counts == n)).any():
        raise StatisticsError("a label is constant in the probe's training data; it needs both 0 and 1")
    weights = np.where(labels == 1, (n - counts) / counts, 1.0)
    inputs = np.column_stack([vectors, np.ones(n)])
    is_weight = np.ones((inputs.shape[1], 1))
    is_weight[-1] = 0.0

    def compute_loss(flat: Floats) -> tuple[float, Floats]:
        layer = flat.reshape(-1, n_labels)
        signed = (inputs @ layer) * (2 * labels - 1)
        value = (weights * np.logaddexp(0.0, -signed)).sum() / n + 0.5 * l2 * (is_weight * layer**2).sum()
        slope = -weights * (2 * labels - 1) / (1.0 + np.exp(np.clip(signed, -500, 500)))
        return float(value), (inputs.T @ slope / n + l2 * is_weight * layer).ravel()

    start = np.zeros(inputs.shape[1] * n_labels)
    found = minimize(compute_loss, start, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS})
    return np.asarray(found.x, dtype=np.float64).reshape(-1, n_labels)


def assign_folds(strata: Sequence[Hashable], seed: int, n_folds: int = FOLDS) -> np.ndarray:
    """Assign each group to a fold, (n,), spreading each stratum over all folds.

    Args:
        strata: of each group; balanced across the folds.
        seed: of the draw.
        n_folds: how many.
    """
    random = np.random.default_rng(seed)
    order = random.permutation(len(strata))
    keys = {key: index for index, key in enumerate(dict.fromkeys(strata))}
    ranked = sorted(order.tolist(), key=lambda group: keys[strata[group]])
    folds = np.empty(len(strata), dtype=int)
    folds[ranked] = np.arange(len(strata)) % n_folds
    return folds


def predict_held_out(
    vectors: Floats, labels: Floats, groups: np.ndarray, folds: np.ndarray, is_training: np.ndarray | None = None
) -> np.ndarray:
    """Predict each label of each vector, (n, c), with the probe that was not trained on its group.

    Args:
        vectors: (n, d).
        labels: (n, c), 0 or 1.
        groups: (n,), the number of each vector's group.
        folds: of each group.
        is_training: (n,), whether the probe may learn from a vector; None allows all.

    Raises:
        StatisticsError: a label is constant outside of some fold.
    """
    may_teach = np.ones(len(vectors), dtype=bool) if is_training is None else is_training
    said = np.zeros(labels.shape, dtype=bool)
    for fold in np.unique(folds):
        is_tested = folds[groups] == fold
        taught = ~is_tested & may_teach
        middle, spread = vectors[taught].mean(axis=0), vectors[taught].std(axis=0)
        scaled = (vectors - middle) / np.where(spread > 0, spread, 1.0)
        layer = fit_linear_layer(scaled[taught], labels[taught])
        said[is_tested] = scaled[is_tested] @ layer[:-1] + layer[-1] > 0
    return said


def estimate_balanced_accuracy(is_right: Floats, is_so: np.ndarray) -> BalancedAccuracy:
    """Estimate balanced accuracy over groups.

    Args:
        is_right: (g,), the share of each group's answers that are right.
        is_so: (g,), whether each group has the label.

    Raises:
        StatisticsError: all groups have the same label.
    """
    yes, no = is_right[is_so], is_right[~is_so]
    if not len(yes) or not len(no):
        raise StatisticsError("all groups have the same label; balanced accuracy needs both")
    value = float(yes.mean() + no.mean()) / 2
    spreads = [part.var(ddof=1) / len(part) if len(part) > 1 else np.nan for part in (yes, no)]
    half = Z_95 * float(np.sqrt(sum(spreads))) / 2
    return BalancedAccuracy(value, max(value - half, 0.0), min(value + half, 1.0), len(yes), len(no))
