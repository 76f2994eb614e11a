"""Charts of the overview: each model's score, frame and use of the image, and the effects of tilt and of an object."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.overview import Overview
from core.benchmarks.info import BenchmarkInfo
from core.formatting import capitalise_first, escape_markdown
from core.solvers.fitted import FITTED
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_model_kinds
from dashboard.data.queries import run_query
from dashboard.pages.overview import texts
from dashboard.pages.overview.habit_chart import draw_habit_chart
from dashboard.pages.overview.run_choice import select_top_rows
from dashboard.pages.overview.score_pairs_chart import draw_score_pairs
from dashboard.runtime.state_keys import overview as keys
from dashboard.selection.references import list_displayed_kinds
from dashboard.selection.selectors import choose_segment, migrate_renamed_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases, perform_navigation
from dashboard.widgets.run_selector import ONE_RUN, add_coverage_column, sort_by_value

FRAMES, PICTURE, LOOKING = "frames", "picture", "looking"

FORMER_TITLES = {"Habit or looking": PICTURE}
"""Charts by their titles in former links."""


def list_charts(overview: Overview) -> dict[str, str]:
    """List the charts of a benchmark, by their names in links."""
    described = overview.about
    titles = {}
    if described.foil:
        titles[FRAMES] = f"{described.truth.title} against {described.foil.title}"
    titles["skill"] = "Skill"
    if len(overview.looking):
        titles[LOOKING] = "Gain over text-only"
    if described.foil:
        titles[PICTURE] = texts.HABIT_CHART
    return titles | {
        contrast.contrast: f"{capitalise_first(contrast.contrast)} effect" for contrast in described.contrasts
    }


def _describe_chart(name: str, described: BenchmarkInfo) -> str:
    captions = {
        "skill": texts.describe_skill_chart(described.score),
        LOOKING: texts.describe_gain_chart(described.score),
        FRAMES: texts.describe_frames_chart(described),
        PICTURE: texts.describe_habit_chart(described),
    }
    effects = {c.contrast: f"{capitalise_first(described.score)}, {c.title}." for c in described.contrasts}
    return (captions | effects)[name]


def _explain_chart(name: str, described: BenchmarkInfo) -> str:
    explained = {
        FRAMES: texts.explain_frames_chart(described),
        "skill": texts.explain_skill_chart(described.words.groups),
        LOOKING: texts.explain_gain_chart(described.words),
        PICTURE: texts.explain_habit_chart(described),
    }
    return explained.get(name) or texts.explain_effect_chart(described.words.groups, ONE_RUN)


@st.fragment
def show(overview: Overview, run_ids: Sequence[str] = ()) -> None:
    """Show the choice of a chart, the chart, and an explanation.

    Args:
        overview: the overview.
        run_ids: ids of the runs that were chosen by name.
    """
    perform_navigation()
    described = overview.about
    titles = list_charts(overview)
    if st.query_params.get("chart") == capitalise_first(described.score):
        del st.query_params["chart"]  # a former chart, which the ranked chart at the top of the page replaces
    migrate_renamed_option(keys.CHART, titles, {title: key for title, key in FORMER_TITLES.items() if key in titles})
    name = choose_segment("Chart", titles, keys.CHART, label_visibility="collapsed")
    kinds = get_model_kinds()
    if name == FRAMES:
        rows, note = select_top_rows(
            run_query("ranking", kinds=list_displayed_kinds()).dropna(subset=["score"]), run_ids
        )
        runs = dict(zip(rows["run_id"], rows["run_id"], strict=True))
        figure = draw_score_pairs(add_coverage_column(rows), kinds)
    elif name == PICTURE:
        rows, note = select_top_rows(_select_displayed(_choose_readings(overview)), run_ids)
        runs = dict(zip(rows["run_id"], rows["run_id"], strict=True))
        figure = draw_habit_chart(add_coverage_column(rows), kinds, texts.name_habit_axis(described))
    else:
        rows, note = select_top_rows(_select_rows(overview, name), run_ids)
        runs = dict(enumerate(rows["run_id"]))
        figure = draw_forest_plot(add_coverage_column(rows), kinds, described.words.units, *_build_axis(overview, name))
    alt = texts.describe_chart(titles[name], is_of_best=bool(note))
    show_chart(figure, keys.RANKING_CHART, alt, lambda mark: _open_cases(runs, mark))
    st.caption(escape_markdown(" ".join(filter(None, [_describe_chart(name, described), note]))))
    show_help_popover(_explain_chart(name, described))


def _choose_readings(overview: Overview) -> pd.DataFrame:
    """Show the choice between readings of the cases, if there are several, and return the chosen one's rows."""
    subset_ids = set(overview.readings["subset"])
    titles = {on: subset.title for on, subset in overview.about.subsets.items() if on in subset_ids}
    subset = choose_segment(overview.about.words.cases.capitalize(), titles, keys.READ_ON)
    return overview.readings[overview.readings["subset"] == subset].reset_index(drop=True)


def _select_rows(overview: Overview, name: str) -> pd.DataFrame:
    rows = ({"skill": overview.skill, LOOKING: overview.looking} | overview.effects)[name]
    rows = _select_displayed(rows)
    if name == "skill":
        models = rows[~rows["model_id"].isin(FITTED)]
        rows = models if len(models) else rows  # reference lines alone would be an empty chart
        rows = sort_by_value(rows, "value")
    return rows.reset_index(drop=True)


def _select_displayed(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with an estimate, of the visible kinds of models."""
    displayed_kinds = list_displayed_kinds()
    of_kinds = rows if displayed_kinds is None else rows[rows["kind"].isin([*displayed_kinds, "pooled"])]
    return of_kinds.dropna(subset=["value"])


def _build_axis(overview: Overview, name: str) -> tuple[str, dict[str, float]]:
    """Return the title of the axis and the reference lines."""
    return f"{list_charts(overview)[name]}, points", {"no difference": 0.0}


def _open_cases(runs: Mapping[Any, object], mark: str | int) -> None:
    """Open the cases of the run whose mark was clicked, the worst first; all models pooled have none."""
    run_id = runs.get(mark)
    if isinstance(run_id, str):
        open_cases(**build_run_filter([run_id]))
