"""An axis of degrees that leaves out long empty stretches and marks where it does."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from dashboard.pages.tilt import texts
from dashboard.style.palette import NEUTRAL, add_alpha

EMPTY_DEG = 12.0
"""Minimum length of an empty stretch that is left out."""

BREAK_DEG = 3.0
"""Length of the axis that represents a stretch that is left out."""

STROKES = "M-5,6L-1,-6M1,6L5,-6"
"""Two slanted strokes over the axis, in pixels."""


@dataclass(frozen=True, slots=True)
class BrokenAxis:
    """Mapping from tilts to positions on an axis, in degrees of the axis.

    Attributes:
        low_deg, high_deg: the tilts at its ends.
        cuts: stretches of tilt that are left out, from and to, in order.
    """

    low_deg: float
    high_deg: float
    cuts: tuple[tuple[float, float], ...] = ()

    def map_tilts(self, tilts_deg: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return the positions of tilts; a tilt with no cut before it is at its own value."""
        given = np.asarray(tilts_deg, dtype=float)
        left_out = [(np.clip(given, start, end) - start) * (1 - BREAK_DEG / (end - start)) for start, end in self.cuts]
        return given - np.sum(left_out, axis=0) if left_out else given

    def build_layout(self, step_deg: int) -> dict[str, Any]:
        """Return range and labels of the axis, with a label at every multiple of the step outside of the cuts."""
        low, high = (float(end) for end in self.map_tilts([self.low_deg, self.high_deg]))
        labels = [
            tilt
            for tilt in range(0, 91, step_deg)
            if self.low_deg <= tilt <= self.high_deg and not any(start < tilt < end for start, end in self.cuts)
        ]
        ticks = {
            "tickmode": "array",
            "tickvals": self.map_tilts(labels).tolist(),
            "ticktext": [f"{at}°" for at in labels],
        }
        return {"range": [low, high], **ticks}

    def draw_breaks(self, xref: str, bottom: float, top: float) -> list[dict[str, Any]]:
        """Draw the cuts: a labelled grey band over the height of the chart, and two strokes on the axis.

        Args:
            xref: the axis.
            bottom: bottom of the chart, as a share of the whole figure.
            top: top of the chart, as a share of the whole figure.
        """
        shapes: list[dict[str, Any]] = []
        for start, end in self.map_tilts(np.array(self.cuts).reshape(-1, 2)).tolist():
            ground = {"x0": start, "x1": end, "y0": bottom, "y1": top, "layer": "below"}
            label = {"text": texts.NO_DATA, "textangle": -90}
            strokes = {"path": STROKES, "xsizemode": "pixel", "ysizemode": "pixel", "yanchor": bottom}
            shapes += [
                {"type": "rect", **ground, "fillcolor": add_alpha(NEUTRAL, 0.15), "line": {"width": 0}, "label": label},
                {"type": "path", **strokes, "xanchor": (start + end) / 2, "line": {"color": NEUTRAL, "width": 2}},
            ]
        return [{**shape, "xref": xref, "yref": "paper"} for shape in shapes]


def build_broken_axis(drawn_deg: Iterable[float], room_deg: float) -> BrokenAxis:
    """Build the axis for the drawn tilts.

    Args:
        drawn_deg: the tilts of everything drawn, at least one.
        room_deg: space before the first and after the last of them, and beside each cut.
    """
    tilts = sorted(set(drawn_deg))
    cuts = ((one + room_deg, next_one - room_deg) for one, next_one in pairwise(tilts) if next_one - one > EMPTY_DEG)
    return BrokenAxis(tilts[0] - room_deg, tilts[-1] + room_deg, tuple(cuts))
