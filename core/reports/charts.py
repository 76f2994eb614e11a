"""Forest plots of the report as SVG positions, so that the file needs no script and prints well."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from core.formatting import format_number

WIDTH_PX, ROW_PX, LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX = 760, 30, 180, 70, 26, 34
TICKS = 6


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One row: name, value in words, and positions of marks in pixels; no interval if `low_px` is None."""

    label: str
    text: str
    is_reference: bool
    y_px: float
    value_px: float
    low_px: float | None
    high_px: float | None


@dataclass(frozen=True, slots=True)
class ForestPlot:
    """A forest plot: its title, size, marks, ticks (x, text) and vertical lines (x, text)."""

    title: str
    height_px: float
    marks: list[ForestRow]
    ticks: list[tuple[float, str]]
    lines: list[tuple[float, str]]


def build_forest_plot(title: str, rows: pd.DataFrame, lines: Mapping[str, float]) -> ForestPlot:
    """Build the plot of estimates, the first row on top.

    Args:
        title: the plotted measure, with its unit.
        rows: label, kind, value, low, high.
        lines: values to compare with, by name.
    """
    rows = rows.dropna(subset=["value"])
    ends = [*rows["value"], *rows["low"].dropna(), *rows["high"].dropna(), *lines.values()]
    lowest, highest = (min(ends), max(ends)) if ends else (0.0, 1.0)
    step = _compute_tick_step((highest - lowest) / TICKS)
    start, end = math.floor(lowest / step) * step, math.ceil(highest / step) * step
    end = end if end > start else start + step

    def x_px(value: float) -> float:
        return LEFT_PX + (WIDTH_PX - LEFT_PX - RIGHT_PX) * (value - start) / (end - start)

    marks = [
        ForestRow(
            label=row["label"],
            text=f"{format_number(row['value'])}",
            is_reference=row["kind"] == "reference",
            y_px=TOP_PX + ROW_PX * (number + 0.5),
            value_px=x_px(row["value"]),
            low_px=None if pd.isna(row["low"]) else x_px(row["low"]),
            high_px=None if pd.isna(row["high"]) else x_px(row["high"]),
        )
        for number, row in enumerate(rows.to_dict("records"))
    ]
    at = [start + number * step for number in range(round((end - start) / step) + 1)]
    decimals = max(0, -math.floor(math.log10(step)))
    ticks = [(x_px(value), format_number(value, decimals)) for value in at]
    return ForestPlot(
        title,
        TOP_PX + ROW_PX * len(marks) + BOTTOM_PX,
        marks,
        ticks,
        [(x_px(value), name) for name, value in lines.items()],
    )


def _compute_tick_step(least: float) -> float:
    """Return the smallest of 1, 2, 5 times a power of ten that is not below `least`."""
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))
