"""Offsets of points and boxes from the right place: how far answers are, and in which direction on average."""

from dataclasses import dataclass

import pandas as pd

from core.formatting import format_interval, format_number
from core.question_types.boxes import parse_box
from core.question_types.points import measure_offset
from core.question_types.value_codes import decode_text
from core.statistics.grouped_means import compute_grouped_means

DIRECTIONS = {"dx": ("left", "right"), "dy": ("upwards", "downwards")}
"""Words for a negative and a positive mean offset."""


@dataclass(frozen=True, slots=True)
class MeanOffset:
    """Mean offset along an axis, in percent of the image, with its interval over groups."""

    axis: str
    value: float
    low: float
    high: float

    @property
    def sentence(self) -> str:
        """State the direction, or that none is shown."""
        interval = format_interval(self.low, self.high, with_plus=True)
        side, size = DIRECTIONS[self.axis], "width" if self.axis == "dx" else "height"
        if not (self.low > 0 or self.high < 0):
            return (
                f"no mean offset to the {side[0]} or {side[1]} is shown"
                if self.axis == "dx"
                else (f"no mean offset {side[0]} or {side[1]} is shown")
            )
        word = side[self.value > 0]
        where = f"to the {word}" if self.axis == "dx" else word
        amount = format_number(abs(self.value))
        return f"on average {amount}% of the {size} {where} (95% CI {interval})"


def compute_offsets(answers: pd.DataFrame, kind: str) -> pd.DataFrame:
    """Return the readable answers with `dx` and `dy`: right of and below the right place, in percent of the image.

    Args:
        answers: case_id, group_id, value and truth (codes) of one question and run.
        kind: of the question: a point or a box, of which the centre counts.
    """
    read = answers.dropna(subset=["value", "truth"])
    texts = [
        (decode_text(value), decode_text(truth)) for value, truth in zip(read["value"], read["truth"], strict=True)
    ]
    offsets = [
        (float("nan"), float("nan")) if value is None or truth is None else _measure(kind, value, truth)
        for value, truth in texts
    ]
    return read.assign(dx=[100 * dx for dx, _ in offsets], dy=[100 * dy for _, dy in offsets]).dropna(subset=["dx"])


def compute_mean_offsets(offsets: pd.DataFrame) -> list[MeanOffset]:
    """Return the mean offset along both axes, as `compute_offsets` gives them, with groups as clusters."""
    means = []
    for axis in DIRECTIONS:
        estimate = compute_grouped_means(offsets, axis, is_share=False).iloc[0]
        means.append(MeanOffset(axis, float(estimate["value"]), float(estimate["low"]), float(estimate["high"])))
    return means


def _measure(kind: str, value: str, truth: str) -> tuple[float, float]:
    if kind.startswith("point"):
        return measure_offset(value, truth)
    (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = parse_box(value), parse_box(truth)
    return (ax1 + ax2 - bx1 - bx2) / 2, (ay1 + ay2 - by1 - by2) / 2
