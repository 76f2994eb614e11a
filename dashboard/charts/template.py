"""The look that all charts share: one Plotly template, and the function that builds figures with it.

Streamlit overrides the template with its fonts, the theme's colours and its own margins. Margins and the drag mode are
therefore set in each figure, which Streamlit does not change.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from textwrap import TextWrapper, wrap
from typing import Any, Literal

import plotly.graph_objects as go
import plotly.io as pio

from core.formatting import format_number
from dashboard.charts.label_spacing import space_labels
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.style.palette import GRID, PICTURE, WORLD

CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClickDelay": 1}
"""Plotly's configuration of every chart; without `doubleClickDelay` quick clicks on two marks are a double click."""

Scored = Literal["truth", "foil"]
"""The truth or the foil that a mark is about."""

LINE_NAME_PX, SIGN_SHARE = 16, 0.019
"""Height of a row of line names; half the width of a character on a phone, as a share of the chart's width."""

TITLE_WIDTH, TITLE_LINE_PX = 30, 17
"""Characters per line of a horizontal axis's title, and the height of a line."""

ROOM_SHARE = 0.05
"""Space on either side, as a share of the range of the content."""

PERCENT = (-4.0, 104.0)
"""Range of an axis of percentages, so that no mark at 0 or 100 touches the frame."""

MAX_LABEL = 36
"""Maximum characters of a label on an axis; a longer one would leave no space for the chart."""

MAX_LINE = 32
"""Number of characters above which a label is broken into two lines if it can be."""

CELL_TEXT_PX, LABEL_PX = 14, 12
"""Font sizes of texts in cells, and of labels beside lines and small text below other text."""

VALUE_PX = 48
"""Width of the space for values at the right."""

LABEL_LINE_PX = 16
"""Height of a line of a label beside a chart."""

LABEL_WIDTH = 12
NARROW_WIDTH = 7
"""Characters per line of a label beside a chart, if its words allow that, and of one of many columns."""

HIDING_LEGEND = {"itemclick": "toggle"}
"""Legend of charts with many lines: a click on an entry hides its line."""

_OWN = go.layout.Template(
    layout={
        "xaxis": {"zeroline": False, "gridcolor": GRID, "gridwidth": 1},
        "yaxis": {"zeroline": False, "automargin": True, "gridcolor": GRID, "gridwidth": 1},
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemclick": False},
        "annotationdefaults": {"font": {"size": 14}, "showarrow": False},
        "bargap": 0.35,
    }
)
TEMPLATE = "trilens"
pio.templates[TEMPLATE] = pio.templates.merge_templates("streamlit", _OWN)

drawn_once = cache_with_limits(max_entries=24, max_mb=4)
"""Decorator of chart functions: equal rows return the same figure, which all sessions share: do not modify it.

The cache has about twenty figures of 30 to 400 kB each."""


def build_figure(
    traces: Iterable[Any],
    height_px: float,
    *,
    top_px: float = 10,
    right_px: float = 10,
    **layout: Any,  # noqa: ANN401 - Plotly's own settings
) -> go.Figure:
    """Build a figure in the shared look.

    Args:
        traces: Plotly traces, or dictionaries of their settings.
        height_px: of the whole figure.
        top_px: space above the chart for titles.
        right_px: space at the right for labels.
        layout: settings specific to the chart: its axes, shapes and annotations.
    """
    shared = {
        "template": TEMPLATE,
        "height": height_px,
        "margin": {"l": 0, "r": right_px, "t": top_px, "b": 10},
        "dragmode": False,
        "clickmode": "event+select",
    }
    return go.Figure(list(traces), shared | layout)


def copy_with_lasso(figure: go.Figure) -> go.Figure:
    """Return a copy of a chart on which dragging draws a lasso."""
    return go.Figure(figure).update_layout(dragmode="lasso")


def pad_range(ends: Iterable[float]) -> dict[str, Any]:
    """Return an axis range with space on both sides, so that no mark or interval touches the frame; {} without numbers.

    Args:
        ends: of everything drawn; missing ones are ignored.
    """
    there = [end for end in ends if math.isfinite(end)]
    if not there:
        return {}
    room = ROOM_SHARE * max(max(there) - min(there), 1.0)
    return {"range": [min(there) - room, max(there) + room]}


def label_ticks(labels: Iterable[str], places: Iterable[float] | None = None) -> dict[str, Any]:
    """Return an axis with a label at each position, by default 0, 1, 2 and so on."""
    names = list(labels)
    return {"tickmode": "array", "tickvals": list(range(len(names)) if places is None else places), "ticktext": names}


def build_title(text: str, x: float, y: float, **settings: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's own settings
    """Build a title within the chart, positioned in the whole figure unless the settings name an axis."""
    return {"text": text, "x": x, "y": y, "xref": "paper", "yref": "paper", "yanchor": "bottom", **settings}


def build_annotation(text: str, **settings: Any) -> dict[str, Any]:  # noqa: ANN401 - Plotly's own settings
    """Build a small text at the chart position that the settings name."""
    return {"text": text, "font": {"size": LABEL_PX}, **settings}


def format_truth_title(text: str, against: Scored) -> str:
    """Format the title of a panel against truth or foil, with a square in the frame's colour."""
    return f"<span style='color:{WORLD if against == 'truth' else PICTURE}'>■</span> {text}"


def build_end_labels(
    names: Sequence[str], places: Sequence[float], limits: Sequence[float], height_px: float, yref: str = "y"
) -> list[dict[str, Any]]:
    """Build the names of lines at the right of the chart, each as near to the end of its line as the others allow.

    Args:
        names: of the lines, escaped for Plotly; `wrap_label` breaks them.
        places: where the lines end, in the unit of the axis.
        limits: limits of that axis.
        height_px: of the panel.
        yref: the axis.
    """
    unit = (limits[1] - limits[0]) / height_px
    gap = unit * (4 + LABEL_LINE_PX * max((name.count("<br>") + 1 for name in names), default=1))
    return [
        build_annotation(
            name, x=1, xref="paper", xanchor="left", xshift=6, y=label, yref=yref, yanchor="middle", align="left"
        )
        for name, label in zip(names, space_labels(places, gap, limits[0] + gap / 2, limits[1] - gap / 2), strict=True)
    ]


def build_value_labels(values: Sequence[float], places: Sequence[float] | None = None) -> list[dict[str, Any]]:
    """Build the labels with each row's value at the right of the chart, by default at 0, 1, 2 and so on."""
    at = range(len(values)) if places is None else places
    look = {"x": 1, "xref": "paper", "xanchor": "right", "xshift": VALUE_PX - 2, "yref": "y", "yanchor": "middle"}
    return [build_annotation(format_number(value), y=place, **look) for value, place in zip(values, at, strict=True)]


class _Lines(TextWrapper):
    """A text wrapper that breaks at each hyphen; the library does so only between letters, but names contain digits."""

    wordsep_re = re.compile(r"(\s+|(?<=-)(?=\S))")


class _NarrowLines(_Lines):
    """The same for few characters per line; it also breaks names such as InternVL before their capitals."""

    wordsep_re = re.compile(r"(\s+|(?<=-)(?=\S)|(?<=[a-z]{3})(?=[A-Z]))")


def wrap_title(title: str) -> list[str]:
    """Return the lines of a horizontal axis's title; they fit beside the names of rows on a phone."""
    return wrap(title, TITLE_WIDTH)


def wrap_label(label: str, *, is_reference: bool = False, width: int = LABEL_WIDTH) -> str:
    """Break a label at its spaces and hyphens for a narrow space beside a chart; otherwise as `format_axis_label`.

    Args:
        label: the text.
        is_reference: whether it is a reference model's, in italics.
        width: characters per line, if the words allow that.
    """
    short = shorten_label(label)
    lines = _NarrowLines if width <= NARROW_WIDTH else _Lines
    text = "<br>".join(escape(line) for line in lines(width, break_long_words=False).wrap(short))
    return f"<i>{text}</i>" if is_reference else text


def build_line_labels(lines: Mapping[str, float], span: float) -> tuple[list[dict[str, Any]], int]:
    """Build the names of vertical lines above them, in as many rows as they need to avoid overlap; return the rows too.

    Args:
        lines: positions by name.
        span: length of the axis.
    """
    ends: list[float] = []
    names = []
    for text, x in sorted(lines.items(), key=lambda line: line[1]):
        half = SIGN_SHARE * len(text) * span
        row = next((number for number, end in enumerate(ends) if end <= x - half), len(ends))
        ends[row : row + 1] = [x + half]
        at: dict[str, Any] = {"x": x, "y": 1, "yref": "y domain", "yanchor": "bottom", "yshift": LINE_NAME_PX * row}
        names.append(build_annotation(format_axis_label(text), **at))
    return names, len(ends)


def format_axis_label(label: str, *, is_reference: bool = False) -> str:
    """Format a label for Plotly: HTML escaped, short enough for an axis, a reference model's in italics."""
    short = escape(shorten_label(label))
    return f"<i>{short}</i>" if is_reference else short


def break_label(label: str) -> str:
    """Format a label as `format_axis_label` does, but break one that is too long before the design of its run.

    Names of runs end with what they differ in: `Model · without reasoning`.
    """
    model, _, design = label.rpartition(" · ")
    if len(label) <= MAX_LINE or not model:
        return format_axis_label(label)
    return f"{format_axis_label(model)}<br>{format_axis_label(design)}"


def shorten_label(label: str) -> str:
    """Remove the middle of a label that is longer than `MAX_LABEL`, since runs of one model differ only at the end."""
    if len(label) <= MAX_LABEL:
        return label
    n_end = MAX_LABEL // 2
    return f"{label[: MAX_LABEL - n_end - 1].rstrip()}…{label[-n_end:].lstrip()}"


def format_small_text(text: str) -> str:
    """Format small text below other text in a cell."""
    return f"<span style='font-size:{LABEL_PX}px'>{text}</span>"
