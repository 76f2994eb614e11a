"""Parts of the Precision page: scores along other quantities than the margin, such as the angle of a rotation."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses import score_curves
from core.benchmarks.data import Curve
from core.formatting import plain
from core.warehouse.aggregation import Sums
from core.warehouse.read import Filters
from dashboard.data.queries import about, model_kinds
from dashboard.pages.precision.score_by_margin_chart import score_by_margin
from dashboard.pages.precision.sections import ranked
from dashboard.selection.cached_analyses import summed
from dashboard.widgets.chart_display import how_to_read, show_chart
from dashboard.widgets.navigation import of_runs, open_cases
from dashboard.widgets.tables import show_small_table


@dataclass(frozen=True, slots=True)
class Figures:
    """What is shown of a curve: which runs, in order, scores by band, what guessing gives in each, and slopes."""

    runs: list[str]
    bands: pd.DataFrame
    guessing: dict[str, float]
    slopes: pd.DataFrame


def figures(filters: Filters) -> list[tuple[Curve, Figures]]:
    """The curves that somebody's readable answers are on."""
    found = [
        (curve, summed(_figures, filters, Sums(score_curves.summed_by(curve), ("score",)), curve, counted="models"))
        for curve in about().curves
    ]
    return [(curve, own) for curve, own in found if own is not None]


def _figures(sums: pd.DataFrame, curve: Curve) -> Figures | None:
    rows = score_curves.of_curve(sums, curve)
    if rows["score"].isna().all():
        return None
    runs = ranked(rows)
    shown = runs["run_id"][runs["is_shown"]].tolist()
    return Figures(
        shown, score_curves.scores_by_band(rows), score_curves.guessing(rows), score_curves.slopes(rows, curve)
    )


def show_curve(curve: Curve, found: Figures) -> None:
    """A heading, a sentence, the chart and the slopes; a click on a mark opens its cases."""
    described = about()
    factor = described.factors[curve.factor]
    st.header(f"{described.words.score.capitalize()} and {curve.meaning}", anchor=False)
    if text := score_curves.slope_sentence(found.slopes, curve, described):
        st.markdown(f"#### {plain(text)}")
    rows = found.bands[found.bands["run_id"].isin(found.runs)]
    rows = rows.sort_values("run_id", key=lambda ids: ids.map(found.runs.index), kind="stable")
    there = set(rows[score_curves.BAND])
    show_chart(
        score_by_margin(
            rows,
            found.guessing,
            {level: level for level in factor.levels if level in there},
            model_kinds(),
            described.words.units,
            described.questions[curve.question_id].name,
            curve.meaning,
            f"{factor.title[0].lower()}{factor.title[1:]} {{}}",
        ),
        f"score-along-{curve.factor}",
        f"{described.score} along the {curve.meaning}",
        lambda mark: open_cases(question=[curve.question_id], **{curve.factor: [mark[0]]}, **of_runs([mark[1]])),
    )
    step = score_curves.step_text(curve)
    how_to_read(
        f"{curve.remark} Lines are 95 % intervals, {described.words.groups} as clusters; dashed: what guessing gives. "
        f"The table has the slope of a straight line through the single {described.words.cases}, in points by {step}; "
        "whether a fall is shown is corrected for the number of models. A click on a mark opens its "
        f"{described.words.cases}."
    )
    slopes = found.slopes[found.slopes["run_id"].isin(found.runs)]
    falls = slopes["verdict"].eq("lower").map({True: "yes", False: "not shown"})
    numbers = {"value": f"Points by {step}", "low": "95 % from", "high": "to"}
    named = {"label": "Model", **numbers, "falls": "Falls", "n_groups": described.words.groups}
    show_small_table(
        slopes.assign(falls=falls)[list(named)].rename(columns=named),
        dict.fromkeys(numbers.values(), "{:.1f}"),
        [described.words.groups],
    )
