"""Two runs, photograph by photograph."""

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.marks import identity_line
from dashboard.charts.palette import NEUTRAL
from dashboard.charts.template import HIDING_LEGEND, chart, drawn_once, short_name


@drawn_once
def by_photograph(rows: pd.DataFrame, names: tuple[str, str], colours: tuple[str, str], measure: str) -> go.Figure:
    """Mean score of one run against the other's, a mark a photograph, with the identity line; `customdata` is its id.

    Below the line the first run is ahead (full), above it the second (open).

    Args:
        rows: case_id, kappa_first, kappa_second, in percent.
        names: of the first and the second run.
        colours: of the same.
        measure: in words, for the axes.
    """
    lowest = float(rows[["kappa_first", "kappa_second"]].min().min())
    limits = [max(-3.0, lowest - 5.0), 103.0]
    ahead = rows["kappa_first"] - rows["kappa_second"]
    first, second = (short_name(name) for name in names)
    hover = f"%{{customdata}}<br>{first} %{{x:.1f}} %, {second} %{{y:.1f}} %<br>click: its case<extra></extra>"
    marks = [
        {
            "x": part["kappa_first"],
            "y": part["kappa_second"],
            "mode": "markers",
            "name": f"{name} ({len(part):,})",
            "customdata": part["case_id"],
            "marker": {"color": colour, "symbol": symbol, "size": 9, "opacity": 0.75, "line": {"width": 1.5}},
            "hovertemplate": hover,
        }
        for part, name, colour, symbol in (
            (rows[ahead > 0], f"{first} ahead", colours[0], "circle"),
            (rows[ahead < 0], f"{second} ahead", colours[1], "circle-open"),
            (rows[ahead == 0], "equal", NEUTRAL, "x-thin-open"),
        )
        if len(part)
    ]
    axis = {"range": limits, "nticks": 6}
    return chart(
        [identity_line(limits), *marks],
        470,
        xaxis={**axis, "title": f"{first}: {measure}, %"},
        yaxis={**axis, "title": f"{second}: {measure}, %"},
        legend=HIDING_LEGEND,
    )
