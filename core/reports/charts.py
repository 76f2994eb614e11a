"""Forest plots of the report as positions, so that the file needs no script, fits every width and prints well."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from core.formatting import format_interval, format_number
from core.reports.marker_shapes import PATHS
from core.reports.model_styles import get_marker_style

EDGE_PERCENT = 4.0
"""Distance of the first and the last tick from the sides of a plot, in percent of its width."""

TICKS = 6

LABEL_PERCENT = 24.0
"""Distance of two labels of lines below which the second one moves to the other level."""

POOLED_COLOUR = "#7F7F7F"
"""Colour of marks that do not belong to one model."""


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One row: name, value and interval in words, and positions of its marks in percent of the plot's width.

    Attributes:
        low, high: ends of the interval; None without one.
        colour: of the marks.
        shape: path of the mark, within distance 1 of its centre.
        phrases: what is known about the model, each with its evidence.
    """

    label: str
    text: str
    interval: str
    is_reference: bool
    value: float
    low: float | None
    high: float | None
    colour: str
    shape: str
    phrases: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ForestPlot:
    """A forest plot.

    Attributes:
        ticks: position and text of each.
        lines: position, text and level (0 or 1) of the label of each vertical line.
    """

    title: str
    marks: list[ForestRow]
    ticks: list[tuple[float, str]]
    lines: list[tuple[float, str, int]]

    @property
    def levels(self) -> int:
        """Number of lines of text that the labels of the vertical lines take."""
        return max((level + 1 for _, _, level in self.lines), default=0)


def build_forest_plot(
    title: str,
    rows: pd.DataFrame,
    lines: Mapping[str, float],
    kinds: Mapping[str, str],
    phrases: Mapping[str, tuple[tuple[str, str], ...]] | None = None,
) -> ForestPlot:
    """Build the plot of estimates, the first row on top.

    Args:
        title: the plotted measure, with its unit.
        rows: label, kind, value, low, high; run_id and model_id if it belongs to one model.
        lines: values to compare with, by name.
        kinds: kind by model id, of all models of the warehouse, which decides their looks.
        phrases: what is known about a run, by its id.
    """
    rows = rows.dropna(subset=["value"])
    ends = [*rows["value"], *rows["low"].dropna(), *rows["high"].dropna(), *lines.values()]
    lowest, highest = (min(ends), max(ends)) if ends else (0.0, 1.0)
    step = _compute_tick_step((highest - lowest) / TICKS)
    start, end = math.floor(lowest / step) * step, math.ceil(highest / step) * step
    end = end if end > start else start + step

    def locate(value: float) -> float:
        return EDGE_PERCENT + (100 - 2 * EDGE_PERCENT) * (value - start) / (end - start)

    marks = []
    for row in rows.to_dict("records"):
        model_id = row.get("model_id")
        look = get_marker_style(model_id, kinds) if isinstance(model_id, str) else None
        marks.append(
            ForestRow(
                label=row["label"],
                text=format_number(row["value"]),
                interval=format_interval(row["low"], row["high"]) if pd.notna(row["low"]) else "",
                is_reference=row["kind"] == "reference",
                value=locate(row["value"]),
                low=None if pd.isna(row["low"]) else locate(row["low"]),
                high=None if pd.isna(row["high"]) else locate(row["high"]),
                colour=look.colour if look else POOLED_COLOUR,
                shape=PATHS[look.shape if look else "circle"],
                phrases=(phrases or {}).get(str(row.get("run_id")), ()),
            )
        )
    at = [start + number * step for number in range(round((end - start) / step) + 1)]
    decimals = max(0, -math.floor(math.log10(step)))
    ticks = [(locate(value), format_number(value, decimals)) for value in at]
    return ForestPlot(title, marks, ticks, _place_labels({name: locate(value) for name, value in lines.items()}))


def _place_labels(lines: Mapping[str, float]) -> list[tuple[float, str, int]]:
    """Return position, text and level of each label from left to right; close neighbours alternate between levels."""
    labels: list[tuple[float, str, int]] = []
    for name, position in sorted(lines.items(), key=lambda line: line[1]):
        is_close = bool(labels) and position - labels[-1][0] < LABEL_PERCENT
        labels.append((position, name, 1 - labels[-1][2] if is_close else 0))
    return labels


def _compute_tick_step(least: float) -> float:
    """Return the smallest of 1, 2, 5 times a power of ten that is not below `least`."""
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))
