"""Chart of score against tilt with all models in one panel; the legend adds the reference solvers."""

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.primitives import Trace
from dashboard.charts.template import build_figure, drawn_once, format_axis_label
from dashboard.pages.tilt import texts
from dashboard.pages.tilt.broken_axis import build_broken_axis
from dashboard.pages.tilt.line_styles import LineStyle
from dashboard.pages.tilt.score_by_tilt_chart import LABEL_DEG, ROOM_DEG, compute_score_range, draw_curves, draw_markers
from dashboard.style.palette import BEHIND

HEIGHT_PX = 480
STEP_DEG = 0.6
"""Largest distance between the marks of two lines in one tilt band, on the axis."""

SPREAD_DEG = 3.0
"""Distance between the first and the last of these marks if there are many lines."""

FIRST_RANK, LAST_RANK = 1, 2
"""Ranks of lines in the legend: those that are drawn, then those that a click adds."""

FRAME = "3D"
"""Models and references are compared with the scene: against it, an image-plane reader loses by tilt."""


@drawn_once
def draw_tilt_lines(
    bands: pd.DataFrame, curves: pd.DataFrame, lines: Mapping[str, LineStyle], labelled_keys: Sequence[str]
) -> go.Figure:
    """Draw the score against 3D of every line; `customdata` of a mark is (line's key, tilt band).

    Reference models are thin and dotted or dashed, and hidden until their name in the legend is clicked, unless they
    are alone. Lines without a label are one faint trace. Bands of too few
    groups are left out unless all are such. A long stretch of tilt without data is left out, which a break in
    the axis marks.

    Args:
        bands: as `draw_score_by_tilt` takes them.
        curves: as `draw_score_by_tilt` takes them.
        lines: the style of each key.
        labelled_keys: keys of the lines with colour and name.
    """
    bands = bands[~bands["is_few"]] if (~bands["is_few"]).any() else bands
    tilts = build_broken_axis([*bands["tilt_deg"], *curves["tilt_deg"]], ROOM_DEG)
    bands, curves = (
        rows[rows["frame"] == FRAME].assign(tilt_deg=tilts.map_tilts(rows.loc[rows["frame"] == FRAME, "tilt_deg"]))
        for rows in (bands, curves)
    )
    shown = [*(key for key, line in lines.items() if line.is_reference and key not in labelled_keys), *labelled_keys]
    traces: list[Trace] = []
    others = curves[~curves["key"].isin(shown)]
    if len(others):
        traces.append({**draw_curves(others), "line": {"color": BEHIND, "width": 1.5}, "showlegend": False})
    shifts = _spread_marks([key for key in shown if not lines[key].is_reference])
    for key in shown:
        marks = bands[bands["key"] == key]
        marks = marks.assign(tilt_deg=marks["tilt_deg"] + shifts.get(key, 0.0))
        is_hidden = lines[key].is_reference and not all(line.is_reference for line in lines.values())
        drawn = _draw_line(marks, curves[curves["key"] == key], lines[key])
        switch = {"visible": "legendonly" if is_hidden else True, "legendgroup": key}
        traces += [{**trace, **switch, "legendrank": LAST_RANK if is_hidden else FIRST_RANK} for trace in drawn]
    y_range = compute_score_range(bands)
    return build_figure(
        traces,
        HEIGHT_PX,
        legend={"traceorder": "normal", "itemclick": "toggle", "itemdoubleclick": False},
        xaxis={**tilts.build_layout(LABEL_DEG), "title": texts.TILT_AXIS},
        yaxis={"range": y_range, "title": "score 3D, %"},
        shapes=tilts.draw_breaks("x", 0.0, 1.0),
    )


def _spread_marks(keys: Sequence[str]) -> dict[str, float]:
    """Return by key how far its marks are moved, in degrees, so that no interval covers another one."""
    step_deg = min(STEP_DEG, SPREAD_DEG / max(len(keys), 1))
    return {key: (index - (len(keys) - 1) / 2) * step_deg for index, key in enumerate(keys)}


def _draw_line(band: pd.DataFrame, curve: pd.DataFrame, line: LineStyle) -> list[Trace]:
    """Draw the curve of a line and its marks with intervals; a reference is thin, with small marks.

    The legend shows a model's mark and a reference's dashes.
    """
    width = 1.5 if line.is_reference else 3
    look = {"color": line.choose_colour(FRAME), "width": width, "dash": line.dash}
    traces = [{**draw_curves(curve), "line": look}] if len(curve) else []
    if len(band):
        size_px = 6 if line.is_reference else 9
        traces.append(draw_markers(band, line, FRAME, size_px=size_px, has_intervals=not line.is_reference))
    in_legend = 0 if line.is_reference else len(traces) - 1
    name = format_axis_label(line.label, is_reference=line.is_reference)
    return [{**trace, "name": name, "showlegend": index == in_legend} for index, trace in enumerate(traces)]
