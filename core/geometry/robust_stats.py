"""Statistics that a few wrong measurements do not move."""

import numpy as np

from core.geometry.homography import Array

SD_OF_MAD = 1.4826
"""Standard deviation of normal errors over their median absolute value: 1 / inverse normal distribution of 0.75."""


def compute_robust_deviation(errors: Array) -> float:
    """Estimate the standard deviation of errors about zero, of any shape, by their median absolute value.

    Up to half of them may be wrong.

    Source: P. J. Rousseeuw, C. Croux, "Alternatives to the Median Absolute Deviation" (1993), equation 1.1.
    """
    return SD_OF_MAD * float(np.median(np.abs(errors)))


def compute_geman_mcclure_weights(errors: Array, scale: float) -> Array:
    """Compute the weights (n,) of errors (n,) in reweighted least squares: 1 at zero, 1/4 at `scale`, 0 far away.

    Source: S. Geman, D. E. McClure, "Statistical Methods for Tomographic Image Reconstruction" (1987); the weight is
    rho'(x) / x of its rho(x) = x² / (1 + x²) / 2.
    """
    return np.asarray(1.0 / (1.0 + (errors / scale) ** 2) ** 2)
