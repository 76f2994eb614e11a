"""Colours as seen with colour vision deficiencies, and perceived differences between two colours."""

import math

import numpy as np

VISIONS = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    "greyscale": np.tile([0.2126, 0.7152, 0.0722], (3, 1)),
}
"""What becomes of linear sRGB; greyscale keeps its luminance.

Source: Machado, Oliveira and Fernandes (2009), severity 1.
"""

XYZ_FROM_RGB = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                         [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
WHITE = XYZ_FROM_RGB.sum(axis=1)

APART = 25.0
"""Difference of CIE 1976 from which thin lines are told apart at a glance; 2.3 can just be seen."""


def lab(colour, vision):
    """Return a colour as seen with this kind of vision, in CIELAB."""
    shares = np.array([int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)])
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    relative = XYZ_FROM_RGB @ np.clip(VISIONS[vision] @ linear, 0, 1) / WHITE
    x, y, z = np.where(relative > (6 / 29) ** 3, np.cbrt(relative), relative / (3 * (6 / 29) ** 2) + 4 / 29)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one, other, vision):
    return math.dist(lab(one, vision), lab(other, vision))


def luminance(colour):
    """Return the relative luminance, as WCAG 2.2 defines it."""
    shares = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """Return the contrast of two colours, as WCAG 2.2 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
