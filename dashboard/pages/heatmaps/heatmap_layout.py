"""Layout of a heatmap: the values on its axes, the names of columns, and all sizes in pixels."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from dashboard.charts.primitives import build_cell_axis
from dashboard.charts.template import (
    LABEL_LINE_PX,
    LABEL_WIDTH,
    MAX_LABEL,
    NARROW_WIDTH,
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

LINE_WIDTHS = {LABEL_WIDTH: 130, NARROW_WIDTH: 160}
"""Maximum characters of all column names beside each other, by the width of their lines."""

MAX_LINES = 3
"""Maximum number of lines of a level column name, without the number of answers."""

ROW_LINE_WIDTH = 20
"""Characters per line of the names of rows, if their words allow that."""

CHARACTER_PX = 6.0
"""Width of a character of a name."""

NARROW_CHARACTER_PX = 5.4
"""Width of a character of a name in narrow lines."""

COUNT_CHARACTER_PX = 5.5
"""Width of a character of a cell's number of answers, which is smaller."""

COUNT_MARGIN = 0.6
"""Space beside a cell's number of answers, in characters."""

MIN_COLUMN_PX = 42
"""Minimum width of a column: that of a value such as +12.3, in bold."""

MIN_CONSTANT_COLUMN_PX = 82
"""Minimum width of a column whose cells contain the constant baseline's value."""

RIGHT_PX = 8
"""Margin at the right."""


@dataclass(frozen=True, slots=True)
class HeatmapAxes:
    """The values of rows and columns in order, the panels, and the label of each value.

    Attributes:
        references: values that are reference models, in italics.
        strip: values without colour, whose cells may exceed the scale: references beside models.
        counts: the number of answers of a column's cells, which its name states; without those of different numbers.
        row_counts: the same of rows, if these state the numbers instead.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    panels: Sequence[str]
    labels: Mapping[str, str]
    references: Collection[str] = ()
    strip: Collection[str] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    row_counts: Mapping[str, int] = field(default_factory=dict)

    def find_count(self, row: str, column: str) -> int | None:
        """Return the number of answers that the name of a cell's row or column states; None if neither does."""
        return self.row_counts.get(row, self.counts.get(column))

    def name(self, value: str) -> str:
        """Return a value's label, escaped for Plotly."""
        return format_axis_label(self.labels.get(value, value), is_reference=value in self.references)

    def name_column(self, value: str) -> str:
        """Return a column's name in one line, with the number of answers if its cells have it in common."""
        count = f" · {_format_count(self.counts[value])}" if value in self.counts else ""
        return f"{self.name(value)}{count}"

    def wrap_name(self, value: str, width: int) -> str:
        """Return a value's label in lines of about this many characters."""
        return wrap_label(self.labels.get(value, value), is_reference=value in self.references, width=width)

    def wrap_column_name(self, value: str, width: int) -> str:
        """Return a column's name in several lines, the number of answers in the last one."""
        count = f"<br>{_format_count(self.counts[value])}" if value in self.counts else ""
        return self.wrap_name(value, width) + count

    def wrap_row_name(self, value: str) -> str:
        """Return a row's name in one line or more, the number of answers after it or, without room, below it."""
        name = self.wrap_name(value, ROW_LINE_WIDTH)
        if value not in self.row_counts:
            return name
        count = format_cell_count(self.row_counts[value])
        has_room = len(name.rpartition("<br>")[2]) + len(count) + len(" · ") <= ROW_LINE_WIDTH
        return f"{name}{' · ' if has_room else '<br>'}{_format_count(self.row_counts[value])}"


def do_names_fit(labels: Sequence[str]) -> bool:
    """Return whether columns with these labels and their mean fit a screen without slanted or narrow names."""
    return _do_fit(labels, LABEL_WIDTH, len(labels) + 1)


def compute_plot_px(axes: HeatmapAxes) -> float:
    """Return the height of the panels and of the gaps between them."""
    n = len(axes.panels)
    are_counted = set(axes.columns) <= set(axes.counts) or set(axes.rows) <= set(axes.row_counts)
    cell_px = LOW_CELL_PX if are_counted else CELL_PX
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
    names_px = CHARACTER_PX * max(_measure_lines(_list_labels(axes, axes.rows), ROW_LINE_WIDTH), default=0)
    count_px = COUNT_CHARACTER_PX * (len(format_cell_count(count)) + COUNT_MARGIN)
    value_px = MIN_CONSTANT_COLUMN_PX if has_constants else max(MIN_COLUMN_PX, count_px)
    width = _choose_line_width(axes)
    characters = _measure_neighbours(_list_labels(axes, axes.columns), width) if width else 0
    name_px = CHARACTER_PX * (characters + 1) if width == LABEL_WIDTH else NARROW_CHARACTER_PX * characters
    return round(names_px + max(value_px, name_px) * len(axes.columns)) + RIGHT_PX


def format_cell_count(count: float) -> str:
    """Return the number of answers as a cell shows it."""
    return f"n {count:,.0f}"


def _format_count(count: float) -> str:
    """Format the number of answers as small text beside or below a name."""
    return format_small_text(format_cell_count(count))


def compute_slant_px(axes: HeatmapAxes) -> float:
    """Return the additional height of column names that are slanted or take several lines."""
    if width := _choose_line_width(axes):
        return LABEL_LINE_PX * max(axes.wrap_column_name(value, width).count("<br>") for value in axes.columns)
    characters = max(
        min(len(axes.labels.get(value, value)), MAX_LABEL)
        + (len(format_cell_count(axes.counts[value])) if value in axes.counts else 0)
        for value in axes.columns
    )
    return SLANTED_CHARACTER_PX * characters


def _choose_line_width(axes: HeatmapAxes) -> int:
    """Return the number of characters per line of level column names; 0 if they fit only slanted."""
    labels = _list_labels(axes, axes.columns)
    return next((width for width in LINE_WIDTHS if _do_fit(labels, width, len(labels))), 0)


def _do_fit(labels: Sequence[str], width: int, n_columns: int) -> bool:
    """Return whether labels fit a screen beside each other in few lines of about `width` characters."""
    n_lines = max((wrap_label(label, width=width).count("<br>") + 1 for label in labels), default=0)
    return n_lines <= MAX_LINES and _measure_neighbours(labels, width) * n_columns <= LINE_WIDTHS[width]


def _list_labels(axes: HeatmapAxes, values: Iterable[str]) -> list[str]:
    return [axes.labels.get(value, value) for value in values]


def _measure_neighbours(labels: Sequence[str], width: int) -> float:
    """Return the characters that a column needs, so that no name touches the next: the mean of two longest lines."""
    longest = _measure_lines(labels, width)
    return max((sum(neighbours) / 2 for neighbours in pairwise(longest)), default=max(longest, default=0))


def _measure_lines(labels: Iterable[str], width: int) -> list[int]:
    """Return the number of characters of the longest line of each label in lines of about `width` characters."""
    return [max(map(len, wrap_label(label, width=width).split("<br>"))) for label in labels]


def build_panel_axes(number: int, domain: tuple[float, float], axes: HeatmapAxes) -> dict[str, Any]:
    """Build the axes of the panel with this number, from 1."""
    width = _choose_line_width(axes)
    names = [axes.wrap_column_name(value, width) if width else axes.name_column(value) for value in axes.columns]
    columns = label_ticks(names) | build_cell_axis(len(names)) | {"tickangle": 0 if width else SLANT_DEG}
    rows = label_ticks(map(axes.wrap_row_name, axes.rows))
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
