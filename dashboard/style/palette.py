"""The colours of the charts by their meaning. The scales of heatmaps are in `.streamlit/config.toml`.

Blue is the world, orange the image, red is worse: no model has one of these. The looks of models are those of
`core/reports/model_styles.py`, which the report shares.
"""

from core.reports.model_styles import (
    MODELS,
    NEW_MODEL,
    REFERENCES,
    SOLVERS,
    MarkerStyle,
    get_marker_style,
    get_model_colour,
)

__all__ = ["MODELS", "NEW_MODEL", "REFERENCES", "SOLVERS", "MarkerStyle", "get_marker_style", "get_model_colour"]

WORLD, PICTURE = "#1F78B4", "#C2620E"
"""Colours of values in the world, and of values in the image plane (2D)."""

WORSE = "#C8402F"
"""Colour of errors that the audit finds, and of the largest differences."""

CLASSES = {
    "scalene": "#D8C98A", "isosceles": "#A9CBA1", "equilateral": "#C6B0DA",
    "acute": "#9DD0CB", "right": "#E2B5AE", "obtuse": "#C4C4AC",
}  # fmt: skip
"""Colours of triangle classes: light backgrounds for dark text, unlike any mark."""

TEXT_ON_CLASSES = "#10202b"

VERDICTS = {
    "light": {"right": "#709dc3", "foil_only": "#e0ae74", "wrong": "#f9d2cf"},
    "dark": {"right": "#32648d", "foil_only": "#64421d", "wrong": "#522423"},
}
"""Background colours of answers by verdict, per theme: the nearer to the truth, the stronger the contrast to the page.

They are steps of brightness, which every viewer can distinguish. An unreadable answer has no background.
"""

LAB_OBJECT = "#6b4ba3"
"""Colour of the Lab's object on the board."""

CODES = ("#8A6D3B", "#4F8A8B", "#A05195", "#6B8E23", "#B0703C", "#5C6BC0", "#9C5B5B", "#5F7F95")
"""Colours of failure codes, muted so that they do not look like a model's; the name is always beside the colour."""

NEUTRAL = "#7F7F7F"
"""Colour of marks that do not belong to a model; readable in both themes."""

GRID = "rgba(127,127,127,0.22)"
"""Colour of grid lines."""

BOTH_RIGHT = "#3F8F8A"
"""Colour of the part of a bar for answers that both runs get right: not grey, which reference models have."""

FAINT = "rgba(127,127,127,0.25)"
"""Colour of the part of a bar for answers that neither run gets right."""

BEHIND = "rgba(127,127,127,0.38)"
"""Colour of the lines of other models behind the one that a panel shows."""

STRIPES = "rgba(255,255,255,0.45)"
"""Colour of stripes over a model's colour."""


def add_alpha(colour: str, alpha: float) -> str:
    """Return a colour with the opacity `alpha` (0 to 1), for backgrounds behind lines."""
    red, green, blue = bytes.fromhex(colour[1:])
    return f"rgba({red},{green},{blue},{alpha:g})"
