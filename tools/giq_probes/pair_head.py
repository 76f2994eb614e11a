"""Pair probe: a small non-linear head over the absolute difference of two embeddings.

Source: GIQ, section on mental rotation. Head size, optimiser and L2 weight are our own.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from core.errors import StatisticsError
from core.scoring.metrics import Floats

HIDDEN = 16
L2 = 1e-3
MOST_STEPS = 200
_START = 0.5
"""Spread of the first layer's weights before the first step, for inputs of length 1."""


@dataclass(frozen=True, slots=True)
class ProbeHead:
    """One hidden layer with a hyperbolic tangent, and one output.

    Attributes:
        hidden: (d + 1, h), the last row is the bias.
        output: (h + 1,), the last number is the bias.
    """

    hidden: Floats
    output: Floats

    def compute_scores(self, differences: Floats) -> Floats:
        """Return the scores (n,) of pairs (n, d), above 0 if a pair is predicted to be the same."""
        layer = np.tanh(differences @ self.hidden[:-1] + self.hidden[-1])
        return np.asarray(layer @ self.output[:-1] + self.output[-1])


def fit_head(differences: Floats, is_same: np.ndarray, seed: int = 0) -> ProbeHead:
    """Fit the head with the least cross-entropy that L-BFGS finds from a seeded start.

    Args:
        differences: (n, d), of about the same scale in each direction.
        is_same: (n,), whether each pair is the same.
        seed: of the start.

    Raises:
        StatisticsError: all pairs are the same, or none is.
    """
    if is_same.all() or not is_same.any():
        raise StatisticsError("the probe needs pairs that are the same and pairs that differ")
    n, d = differences.shape
    signs = np.where(is_same, 1.0, -1.0)
    n_first = (d + 1) * HIDDEN
    is_weight = np.ones(n_first + HIDDEN + 1)
    is_weight[d * HIDDEN : n_first] = is_weight[-1] = 0.0

    def compute_loss(flat: Floats) -> tuple[float, Floats]:
        first, last = flat[:n_first].reshape(-1, HIDDEN), flat[n_first:]
        layer = np.tanh(differences @ first[:-1] + first[-1])
        signed = signs * (layer @ last[:-1] + last[-1])
        value = np.logaddexp(0.0, -signed).sum() / n + 0.5 * L2 * (is_weight * flat**2).sum()
        slope = -signs / (1.0 + np.exp(np.clip(signed, -500, 500))) / n
        of_layer = slope[:, None] * last[:-1] * (1.0 - layer**2)
        whole = [*(differences.T @ of_layer), of_layer.sum(axis=0), layer.T @ slope, [slope.sum()]]
        return float(value), np.concatenate(whole) + L2 * is_weight * flat

    start = np.random.default_rng(seed).normal(0.0, _START, len(is_weight)) * is_weight
    start[:n_first] /= np.sqrt(d)
    found = minimize(compute_loss, start, jac=True, method="L-BFGS-B", options={"maxiter": MOST_STEPS})
    flat = np.asarray(found.x, dtype=np.float64)
    return ProbeHead(flat[:n_first].reshape(-1, HIDDEN), flat[n_first:])
