"""Charts of the Compare page: all pairs of runs, two runs by photograph, and who is right."""

from collections.abc import Collection, Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts import NEUTRAL, Theme, drawn_once, short_name

NOT_DISTINGUISHABLE = "≈"

OUTCOME_STYLES = {
    "both": (NEUTRAL, ""), "only_first": (None, ""), "only_second": (None, "/"), "none": ("rgba(127,127,127,0.25)", ""),
}  # fmt: skip
"""Colour (None: the run's) and pattern by who is right; the pattern tells two runs of one model apart."""


@drawn_once
def difference_matrix(
    values: pd.DataFrame,
    is_clear: pd.DataFrame,
    names: Mapping[str, str],
    chosen: tuple[str, str],
    theme: Theme,
    references: Collection[str] = (),
) -> go.Figure:
    """Row less column for every two runs; `customdata` of a click is (row's run, column's run).

    Columns carry the rows' numbers, which leaves room on a narrow screen. Pairs that cannot be told apart have no
    colour and a sign before the number.

    Args:
        values: runs by runs, NaN on the diagonal.
        is_clear: the same shape, whether the two can be told apart.
        names: what to write for a run.
        chosen: the two runs whose cell gets a frame.
        theme: a diverging scale.
        references: runs in italics.
    """
    run_ids = list(values.index)
    labels = [
        f"{place}  {f'<i>{short_name(names[run])}</i>' if run in references else short_name(names[run])}"
        for place, run in enumerate(run_ids, start=1)
    ]
    spread = max(1.0, float(values.abs().max().max())) if values.notna().any().any() else 1.0
    texts = [
        [_difference(value, clear) for value, clear in zip(*pair, strict=True)]
        for pair in zip(values.to_numpy(), is_clear.to_numpy(), strict=True)
    ]
    figure = go.Figure(
        go.Heatmap(
            z=values.where(is_clear, values * 0).to_numpy(),
            text=texts,
            texttemplate="%{text}",
            textfont={"color": theme.text_colour, "size": 12},
            colorscale=list(theme.colour_scale),
            zmin=-spread,
            zmax=spread,
            xgap=2,
            ygap=2,
            showscale=False,
            hoverinfo="skip",
        )
    )
    cells = [(row, column) for row in range(len(run_ids)) for column in range(len(run_ids)) if row != column]
    figure.add_scatter(
        x=[column for _, column in cells],
        y=[row for row, _ in cells],
        mode="markers",
        showlegend=False,
        marker={"symbol": "square", "size": 30, "opacity": 0},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
        customdata=[(run_ids[row], run_ids[column]) for row, column in cells],
        hovertext=[
            f"{short_name(names[run_ids[row]])} less {short_name(names[run_ids[column]])}: {texts[row][column] or '–'}"
            f"{'' if is_clear.iloc[row, column] else '<br>not distinguishable'}<br>click: compare the two"
            for row, column in cells
        ],
        hovertemplate="%{hovertext}<extra></extra>",
    )
    row, column = (run_ids.index(run) for run in chosen)
    figure.add_shape(
        type="rect",
        x0=column - 0.48,
        x1=column + 0.48,
        y0=row - 0.47,
        y1=row + 0.47,
        line={"color": theme.text_colour, "width": 2},
    )
    axis = {"title": None, "showgrid": False, "zeroline": False, "tickmode": "array"}
    places = list(range(len(run_ids)))
    figure.update_layout(
        height=70 + 46 * len(run_ids),
        margin={"l": 0, "r": 0, "t": 10, "b": 10},
        xaxis={**axis, "side": "top", "tickvals": places, "ticktext": [str(place + 1) for place in places]},
        yaxis={**axis, "autorange": "reversed", "tickvals": places, "ticktext": labels, "automargin": True},
        dragmode=False,
        clickmode="event+select",
    )
    return figure


@drawn_once
def by_photograph(rows: pd.DataFrame, names: tuple[str, str], colours: tuple[str, str], measure: str) -> go.Figure:
    """Mean kappa of one run against the other's, a mark a photograph, with the identity line; `customdata` is its id.

    Below the line the first run is ahead (full), above it the second (open).

    Args:
        rows: photograph_id, kappa_first, kappa_second, in percent.
        names: of the first and the second run.
        colours: of the same.
        measure: in words, for the axes.
    """
    lowest = float(rows[["kappa_first", "kappa_second"]].min().min())
    limits = [max(-3.0, lowest - 5.0), 103.0]
    figure = go.Figure()
    figure.add_scatter(
        x=limits,
        y=limits,
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
        line={"color": NEUTRAL, "width": 1.5, "dash": "dash"},
    )
    ahead = rows["kappa_first"] - rows["kappa_second"]
    short = [short_name(name) for name in names]
    for part, name, colour, symbol in (
        (rows[ahead > 0], f"{short[0]} ahead", colours[0], "circle"),
        (rows[ahead < 0], f"{short[1]} ahead", colours[1], "circle-open"),
        (rows[ahead == 0], "equal", NEUTRAL, "x-thin-open"),
    ):
        if part.empty:
            continue
        figure.add_scatter(
            x=part["kappa_first"],
            y=part["kappa_second"],
            mode="markers",
            name=f"{name} ({len(part):,})",
            customdata=part["photograph_id"],
            marker={"color": colour, "symbol": symbol, "size": 9, "opacity": 0.75, "line": {"width": 1.5}},
            hovertemplate=f"%{{customdata}}<br>{short[0]} %{{x:.1f}} %, {short[1]} %{{y:.1f}} %"
            "<br>click: its case<extra></extra>",
        )
    axis = {"zeroline": False, "range": limits, "nticks": 6}
    figure.update_layout(
        height=470,
        margin={"l": 0, "r": 10, "t": 10, "b": 10},
        xaxis={**axis, "title": f"{short[0]}: {measure}, %"},
        yaxis={**axis, "title": f"{short[1]}: {measure}, %"},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        dragmode=False,
        clickmode="event+select",
    )
    return figure


@drawn_once
def who_is_right(rows: pd.DataFrame, names: Mapping[str, str], colours: tuple[str, str], text_colour: str) -> go.Figure:
    """Shares of the answers by who is right, a bar per question; `customdata` of a part is (question, outcome).

    Args:
        rows: question_id, label, n and the number of answers by outcome.
        names: what to write for an outcome, in their order.
        colours: of the first and the second run.
        text_colour: readable on the page.
    """
    of_run = dict(zip(("only_first", "only_second"), colours, strict=True))
    figure = go.Figure()
    for outcome, name in names.items():
        colour, pattern = OUTCOME_STYLES[outcome]
        colour = colour or of_run[outcome]
        shares = 100 * rows[outcome] / rows["n"]
        stripes = {
            "shape": pattern,
            "size": 7,
            "solidity": 0.2,
            "fillmode": "replace",
            "bgcolor": colour,
            "fgcolor": "rgba(255,255,255,0.45)",
        }
        figure.add_bar(
            y=rows["label"],
            x=shares,
            orientation="h",
            name=short_name(name),
            customdata=[(question_id, outcome) for question_id in rows["question_id"]],
            marker={"color": colour, "pattern": stripes if pattern else None, "line": {"width": 0}},
            insidetextfont={"color": text_colour} if outcome == "none" else None,
            text=_shown(shares),
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            hovertext=[
                f"{short_name(name)}: {count:,} of {n:,} answers"
                for count, n in zip(rows[outcome], rows["n"], strict=True)
            ],
            hovertemplate="%{y}<br>%{hovertext}<br>click: these photographs, below<extra></extra>",
        )
    figure.update_layout(
        barmode="stack",
        bargap=0.35,
        height=90 + 46 * len(rows),
        margin={"l": 0, "r": 10, "t": 10, "b": 10},
        xaxis={"title": "share of the answers, %", "zeroline": False, "range": [0, 100]},
        yaxis={"title": None, "automargin": True, "autorange": "reversed"},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemclick": False, "traceorder": "normal"},
        dragmode=False,
        clickmode="event+select",
    )
    return figure


def _difference(value: float, is_clear: bool) -> str:
    if pd.isna(value):
        return ""
    number = f"{value:+.0f}" if abs(value) >= 9.95 else f"{round(value, 1) + 0.0:+.1f}"
    return ("" if is_clear else NOT_DISTINGUISHABLE) + number.replace("-", "−")


def _shown(shares: Sequence[float] | pd.Series) -> list[str]:
    """Texts of a bar's parts; a small one has no room for one."""
    return [f"{share:.0f}" if share >= 4 else "" for share in shares]
