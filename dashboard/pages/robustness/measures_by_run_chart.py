"""Chart of several measures per run on one line, with intervals."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import (
    Trace,
    draw_horizontal_line,
    draw_interval_lines,
    draw_legend_sample,
    draw_vertical_line,
    format_estimate_hover,
    format_run_name,
    get_run_style,
)
from dashboard.charts.template import LINE_NAME_PX, PERCENT, build_figure, build_line_labels, drawn_once, label_ticks
from dashboard.pages.robustness import texts
from dashboard.style.markers import get_full_shape, get_open_shape


def _get_tick(shape: str) -> str:  # noqa: ARG001 - the other forms depend on it
    """Return the symbol of a vertical line, whatever the model's shape."""
    return "line-ns"


FORMS = (get_full_shape, get_open_shape, _get_tick)
"""Symbols of a model's measures on one line, in their order: its full shape, its open shape, a vertical line."""

FORM_NAMES = ("filled", "open", "upright line")
"""Names of these forms in the legend, whatever a model's shape is."""

MARK_PX = 11
ROW_PX = 52
LEGEND_PX = 22
"""Height of a row of the legend; entries are stacked, so the chart's width does not change their number."""
BETWEEN_MEASURES = 0.2
"""Distance between measures, as a share of the distance between two runs."""


@drawn_once
def draw_measures_by_run(
    rows: pd.DataFrame,
    measures: Mapping[str, str],
    kinds: Mapping[str, str],
    units: tuple[str, str],
    legend_rows: int = 1,
    lines: Mapping[str, float] | None = None,
    *,
    is_beside: bool = False,
) -> go.Figure:
    """Draw each run's measures as marks on one line, with intervals; `customdata` of a mark is the model's id.

    Args:
        rows: run_id, model_id, label, measure, value, low, high, n_groups, the first run on top.
        measures: the label of each measure, at most as many as there are forms.
        kinds: as `get_marker_style` takes them.
        units: the benchmark's words for one group and for several.
        legend_rows: number of rows reserved above; charts with the same number have their rows at the same height.
        lines: shares to compare with, by name: vertical lines with their names above.
        is_beside: whether it is beside another chart, so that names of runs are broken into lines.
    """
    upwards = list(rows["run_id"].drop_duplicates())[::-1]
    middle = (len(measures) - 1) / 2
    shifts = {measure: BETWEEN_MEASURES * (middle - number) for number, measure in enumerate(measures)}
    placed = rows.assign(place=rows["run_id"].map(upwards.index) + rows["measure"].map(shifts))
    traces = [line for _, part in placed.groupby("run_id", sort=False) for line in _draw_intervals(part, kinds)]
    for form, name, (measure, title) in zip(
        FORMS[: len(measures)], FORM_NAMES[: len(measures)], measures.items(), strict=True
    ):
        marks = _draw_markers(placed[placed["measure"] == measure], form, title, kinds, units)
        traces += [marks, draw_legend_sample(f"{name}: {title}", form("circle"), MARK_PX)]
    names = placed.drop_duplicates("run_id").set_index("run_id", drop=False).loc[upwards].to_dict("records")
    lines = lines or {}
    line_names, n_rows = build_line_labels(lines, PERCENT[1] - PERCENT[0])
    rows_px = ROW_PX * max(len(upwards), 1)
    above = LEGEND_PX * legend_rows + 14 + LINE_NAME_PX * n_rows
    return build_figure(
        traces,
        above + 46 + rows_px,
        top_px=above,
        legend={"orientation": "v", "y": 1.02 + LINE_NAME_PX * n_rows / rows_px},
        shapes=[*_draw_rule(upwards, placed, kinds), *map(draw_vertical_line, lines.values())],
        annotations=line_names,
        xaxis={"title": texts.MEASURES_AXIS, "range": list(PERCENT), "showgrid": True},
        yaxis={
            **label_ticks(format_run_name(row, kinds, is_in_lines=is_beside) for row in names),
            "range": [-0.6, len(upwards) - 0.4],
        },
    )


def _draw_rule(upwards: list[str], rows: pd.DataFrame, kinds: Mapping[str, str]) -> list[dict[str, Any]]:
    """Draw a line between models and the references below them; none without both."""
    models = rows.drop_duplicates("run_id").set_index("run_id")["model_id"]
    n_references = sum(kinds[models[run_id]] == "reference" for run_id in upwards)
    return [draw_horizontal_line(n_references - 0.5, "dot")] if 0 < n_references < len(upwards) else []


def _draw_intervals(part: pd.DataFrame, kinds: Mapping[str, str]) -> list[Trace]:
    rows = part.to_dict("records")
    return draw_interval_lines(rows, list(part["place"]), get_run_style(rows[0], kinds))


def _draw_markers(
    part: pd.DataFrame, form: Callable[[str], str], title: str, kinds: Mapping[str, str], units: tuple[str, str]
) -> Trace:
    """Draw one measure of every run."""
    rows = part.to_dict("records")
    looks = [get_run_style(row, kinds) for row in rows]
    colours, shapes = [look.colour for look in looks], [form(look.shape) for look in looks]
    return {
        "x": list(part["value"]),
        "y": list(part["place"]),
        "mode": "markers",
        "showlegend": False,
        "cliponaxis": False,
        "customdata": list(part["model_id"]),
        "marker": {"size": MARK_PX, "symbol": shapes, "color": colours, "line": {"width": 2, "color": colours}},
        "hovertext": [format_estimate_hover(row, title, units) for row in rows],
        "hovertemplate": "%{hovertext}<br>click: its cases<extra></extra>",
    }
