"""An axis of degrees that leaves out long stretches where nothing is drawn, and shows that it does."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from dashboard.style.palette import NEUTRAL

EMPTY_DEG = 12.0
"""A longer stretch without anything is left out."""

BREAK_DEG = 3.0
"""As much of the axis stands for what is left out."""

STROKES = "M-5,6L-1,-6M1,6L5,-6"
"""Two slanted strokes over the axis, in pixels."""


@dataclass(frozen=True, slots=True)
class BrokenAxis:
    """Where tilts stand on an axis, in degrees of the axis.

    Attributes:
        low_deg, high_deg: the tilts at its ends.
        cuts: the stretches of tilt that are left out, from and to, in order.
    """

    low_deg: float
    high_deg: float
    cuts: tuple[tuple[float, float], ...] = ()

    def map_tilts(self, tilts_deg: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Where tilts stand; without a cut before it each stands at its number."""
        given = np.asarray(tilts_deg, dtype=float)
        left_out = [(np.clip(given, start, end) - start) * (1 - BREAK_DEG / (end - start)) for start, end in self.cuts]
        return given - np.sum(left_out, axis=0) if left_out else given

    def build_layout(self, step_deg: int) -> dict[str, Any]:
        """Range and labels of the axis, a label at every multiple of the step that is not left out."""
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
        """What shows the cuts: a grey ground over the height of the chart, and two strokes on the axis.

        Args:
            xref: the axis.
            bottom: of the chart, as a share of the whole figure.
            top: the same.
        """
        shapes: list[dict[str, Any]] = []
        for start, end in self.map_tilts(np.array(self.cuts).reshape(-1, 2)).tolist():
            ground = {"x0": start, "x1": end, "y0": bottom, "y1": top, "layer": "below", "opacity": 0.15}
            strokes = {"path": STROKES, "xsizemode": "pixel", "ysizemode": "pixel", "yanchor": bottom}
            shapes += [
                {"type": "rect", **ground, "fillcolor": NEUTRAL, "line": {"width": 0}},
                {"type": "path", **strokes, "xanchor": (start + end) / 2, "line": {"color": NEUTRAL, "width": 2}},
            ]
        return [{**shape, "xref": xref, "yref": "paper"} for shape in shapes]


def build_broken_axis(drawn_deg: Iterable[float], room_deg: float) -> BrokenAxis:
    """The axis of what is drawn.

    Args:
        drawn_deg: the tilts at which something is drawn, at least one.
        room_deg: beside the first and the last of them, and beside each cut.
    """
    tilts = sorted(set(drawn_deg))
    cuts = ((one + room_deg, next_one - room_deg) for one, next_one in pairwise(tilts) if next_one - one > EMPTY_DEG)
    return BrokenAxis(tilts[0] - room_deg, tilts[-1] + room_deg, tuple(cuts))
