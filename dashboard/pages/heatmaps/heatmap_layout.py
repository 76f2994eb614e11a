"""Layout of a heatmap: the values on its axes, the names of columns, and all sizes in pixels."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dashboard.charts.primitives import build_cell_axis
from dashboard.charts.template import (
    LABEL_LINE_PX,
    MAX_LABEL,
    format_axis_label,
    format_small_text,
    label_ticks,
    wrap_label,
)

CELL_PX = 52
LOW_CELL_PX = 42
"""Height of a cell if the names of the columns state most numbers of answers."""

HEAD_PX = 76
LEGEND_PX = 56
COLUMN_NAMES_PX = 44
TITLE_PX = 28
ABOVE_TITLE_PX = 16

NAMES_PX = 30
"""Height of the columns' names if they are level and in one line."""

SLANT_DEG = 30
"""Slant of column names that do not fit level: they end at their column, above the names of the rows."""

SLANTED_CHARACTER_PX = 3.2
"""Height that each character of a slanted column name adds."""

MAX_LEVEL_CHARACTERS = 130
"""Characters of all column names together that fit level."""

CHARACTER_PX = 6.0
"""Width of a character of a name."""

COUNT_CHARACTER_PX = 5.5
"""Width of a character of a cell's number of answers, which is smaller."""

COUNT_MARGIN = 0.6
"""Space beside a cell's number of answers, in characters."""

MIN_COLUMN_PX = 42
"""Minimum width of a column: that of a value such as +12.3, in bold."""

MIN_CONSTANT_COLUMN_PX = 82
"""Minimum width of a column whose cells contain the constant baseline's value."""

RIGHT_PX = 24
"""Width of half of the legend's last number."""


@dataclass(frozen=True, slots=True)
class HeatmapAxes:
    """The values of rows and columns in order, the panels, and the label of each value.

    Attributes:
        references: values that are reference models, in italics.
        strip: values without colour, whose cells may exceed the scale: references beside models.
        counts: the number of answers of a column's cells, which its name states; without those of different numbers.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    panels: Sequence[str]
    labels: Mapping[str, str]
    references: Collection[str] = ()
    strip: Collection[str] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    def name(self, value: str) -> str:
        """Return a value's label, escaped for Plotly."""
        return format_axis_label(self.labels.get(value, value), is_reference=value in self.references)

    def name_column(self, value: str) -> str:
        """Return a column's name in one line, with the number of answers if its cells have it in common."""
        count = f" · {format_small_text(format_cell_count(self.counts[value]))}" if value in self.counts else ""
        return f"{self.name(value)}{count}"

    def wrap_column_name(self, value: str) -> str:
        """Return a column's name in several lines, the number of answers in the last one."""
        count = f"<br>{format_small_text(format_cell_count(self.counts[value]))}" if value in self.counts else ""
        return wrap_label(self.labels.get(value, value), is_reference=value in self.references) + count


def compute_plot_px(axes: HeatmapAxes) -> float:
    """Return the height of the panels and of the gaps between them."""
    n = len(axes.panels)
    cell_px = LOW_CELL_PX if set(axes.columns) <= set(axes.counts) else CELL_PX
    return (HEAD_PX + cell_px * len(axes.rows)) * n + compute_gap_px(axes) * (n - 1)


def compute_gap_px(axes: HeatmapAxes) -> float:
    """Return the gap between two panels, for the title and column names of the second."""
    return ABOVE_TITLE_PX + TITLE_PX + NAMES_PX + compute_slant_px(axes)


def compute_title_px(axes: HeatmapAxes) -> int:
    """Return the height of the first panel's title; 0 if there is one panel."""
    return TITLE_PX if len(axes.panels) > 1 else 0


def compute_min_width_px(axes: HeatmapAxes, count: float = 0, *, has_constants: bool = False) -> int:
    """Return the width below which the values of neighbouring cells, or the names of columns, would touch.

    Args:
        axes: as `draw_heatmap` takes them.
        count: the largest number of answers that a cell shows; 0 if none does.
        has_constants: whether cells contain the constant baseline's value.
    """
    names_px = CHARACTER_PX * max((len(axes.labels.get(value, value)) for value in axes.rows), default=0)
    count_px = COUNT_CHARACTER_PX * (len(format_cell_count(count)) + COUNT_MARGIN)
    value_px = MIN_CONSTANT_COLUMN_PX if has_constants else max(MIN_COLUMN_PX, count_px)
    column_px = value_px if _are_slanted(axes) else max(value_px, CHARACTER_PX * (_compute_longest_line(axes) + 1))
    return round(names_px + column_px * len(axes.columns)) + RIGHT_PX


def format_cell_count(count: float) -> str:
    """Return the number of answers as a cell shows it."""
    return f"n {count:,.0f}"


def compute_slant_px(axes: HeatmapAxes) -> float:
    """Return the additional height of column names that are slanted or take several lines."""
    if _are_slanted(axes):
        characters = max(
            min(len(axes.labels.get(value, value)), MAX_LABEL)
            + (len(format_cell_count(axes.counts[value])) if value in axes.counts else 0)
            for value in axes.columns
        )
        return SLANTED_CHARACTER_PX * characters
    return LABEL_LINE_PX * max(axes.wrap_column_name(value).count("<br>") for value in axes.columns)


def _are_slanted(axes: HeatmapAxes) -> bool:
    """Return whether the columns' names do not fit even in several lines."""
    return _compute_longest_line(axes) * len(axes.columns) > MAX_LEVEL_CHARACTERS


def _compute_longest_line(axes: HeatmapAxes) -> int:
    """Return the number of characters of the longest line of the columns' names."""
    lines = [line for value in axes.columns for line in wrap_label(axes.labels.get(value, value)).split("<br>")]
    return max(map(len, lines))


def build_panel_axes(number: int, domain: tuple[float, float], axes: HeatmapAxes) -> dict[str, Any]:
    """Build the axes of the panel with this number, from 1."""
    is_slanted = _are_slanted(axes)
    names = [axes.name_column(value) if is_slanted else axes.wrap_column_name(value) for value in axes.columns]
    columns = label_ticks(names) | build_cell_axis(len(names)) | {"tickangle": SLANT_DEG if is_slanted else 0}
    rows = label_ticks(axes.name(value) for value in axes.rows)
    return {
        f"xaxis{number}": {**columns, "side": "top", "showgrid": False, "anchor": f"y{number}"},
        f"yaxis{number}": {
            **rows,
            **build_cell_axis(len(axes.rows), is_reversed=True),
            "showgrid": False,
            "anchor": f"x{number}",
            "domain": domain,
        },
    }
