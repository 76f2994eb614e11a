"""A heatmap of a selection: its cells, chart, sentence and table, and the runs that count in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from core.analyses.heatmap import (
    AXES,
    HeatmapMeasure,
    compute_cells,
    compute_margin,
    count_missing_values,
    list_cell_measures,
    list_grouping_columns,
)
from core.factors import FACTORS_OF_ANSWERS
from core.solvers import blind_constant
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, list_constant_baseline_runs
from dashboard.data.queries import read_table, run_query
from dashboard.pages.heatmaps import texts
from dashboard.pages.heatmaps.heatmap_cells import OF_MODELS, Factors, HeatmapCells, find_cell, get_factor_label
from dashboard.pages.heatmaps.heatmap_chart import Place, draw_heatmap
from dashboard.pages.heatmaps.heatmap_layout import HeatmapAxes, compute_min_width_px, do_names_fit
from dashboard.selection import bootstrap_constants
from dashboard.selection.cached_analyses import Counted, analyse_aggregation, list_eligible_runs
from dashboard.selection.filters import list_all_filter_options
from dashboard.style.theme import HeatmapTheme, get_heatmap_theme
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.run_selector import ONE_RUN
from dashboard.widgets.tables import DecimalColumn


@dataclass(frozen=True, slots=True)
class HeatmapView:
    """Cells and their presentation on a page: the chart, the sentence above it, the table below it."""

    cells: HeatmapCells
    figure: go.Figure
    sentence: str
    n_text: str
    named: pd.DataFrame
    least_width_px: int
    few_text: str


def list_measures() -> dict[str, HeatmapMeasure]:
    """List the measures of the benchmark."""
    ranking = run_query("ranking", kinds=None)
    has_blind = ranking.loc[ranking["model_id"] == blind_constant.MODEL.model_id, "score"].notna().any()
    return list_cell_measures(get_benchmark_info(), has_blind=bool(has_blind))


def are_models_in_columns() -> bool:
    """Return whether the questions are so many that their names are readable only in rows, as are fewer models."""
    questions, models = (list(list_all_filter_options(key).values()) for key in ("question", "model"))
    return not do_names_fit(questions) and len(models) <= len(questions)


def build_heatmap(
    filters: Filters,
    factors: Factors,
    measure: HeatmapMeasure,
    min_groups: int,
    *,
    sorts: bool,
    opened: Mapping[str, Sequence[str]],
) -> HeatmapView | None:
    """Build the cells of the answers that fit the filters; None if there are none.

    If runs, prompts or image views are a factor, every run counts; if models are, one run per model. Means over
    several models use the pooled runs.

    Args:
        filters: as `read_filters` returns them.
        factors: of rows, columns and panels.
        measure: one of `list_measures`.
        min_groups: cells with fewer are grey.
        sorts: whether rows are sorted by their means.
        opened: values by factor of the cell whose cases are open; empty if none is.
    """
    theme = get_heatmap_theme("Diverging" if measure.is_of_foil else "Better" if measure.is_signed else "Sequential")
    sums, cell = _build_aggregation(measure, factors), find_cell(opened, factors)
    return analyse_aggregation(
        _build_heatmap,
        filters,
        sums,
        factors,
        measure,
        min_groups,
        theme,
        sorts,
        cell,
        _list_run_labels(filters, factors),
        int(run_query("answering_runs")["is_compared"].sum()),
        counted=choose_run_scope(factors),
    )


def _list_run_labels(filters: Filters, factors: Factors) -> tuple[tuple[str, str], ...]:
    """List models, if these are a factor, of which a single run counts that a user has named, each with this name."""
    if "model" not in factors:
        return ()
    runs = read_table("runs")
    rows = runs[runs["run_id"].isin(list_eligible_runs(filters, choose_run_scope(factors)))]
    single = rows[~rows["model_id"].duplicated(keep=False)].dropna(subset=["given_name"])
    return tuple(zip(single["model_id"], single["given_name"], strict=True))


def _build_aggregation(measure: HeatmapMeasure, factors: Factors) -> Aggregation:
    """Build the aggregation of cells: sums of the measure; for an effect, over answers with their matched answers."""
    own = [contrast for contrast in get_benchmark_info().contrasts if contrast.contrast == measure.contrast]
    others = [contrast for contrast in get_benchmark_info().contrasts if contrast.contrast != measure.contrast]
    by = (*list_grouping_columns(*factors), *bootstrap_constants.list_grouping_keys(measure))
    return Aggregation(
        by, bootstrap_constants.list_summed_columns(measure), contrasts=tuple([*own, *others] if own else ())
    )


def describe_excluded_answers(filters: Filters, factors: Factors) -> str:
    """Describe, per factor, how many answers are left out because they have no value; empty if none are."""
    counts = analyse_aggregation(
        count_missing_values,
        filters,
        Aggregation(tuple(list_grouping_columns(*factors)), ()),
        factors,
        counted=choose_run_scope(factors),
    )
    return " ".join(texts.describe_excluded_answers(count, get_factor_label(key)) for key, count in counts.items())


def describe_reference_answers(cells: HeatmapCells, filters: Filters) -> str:
    """Explain that only reference models answered, and what their cells mean; empty if a model has answered.

    Args:
        cells: cells of the map.
        filters: of the page.
    """
    if not cells.is_of_references:
        return ""
    if cells.has_models:
        return texts.ONLY_REFERENCES
    labels = run_query("ranking", kinds=None).set_index("run_id")["run_label"]
    return texts.describe_references(
        [labels[run_id] for run_id in list_eligible_runs(filters, choose_run_scope(cells.all_factors))]
    )


def explain_cells(cells: HeatmapCells) -> str:
    """Explain the map: its numbers, its colours, its means and the runs that count."""
    return texts.explain_cells(
        get_benchmark_info().words,
        ONE_RUN,
        describe_parser(),
        has_constant=bool(cells.measure.blind),
        is_beyond_blind=cells.measure.is_beyond_blind,
        is_redrawn=cells.is_redrawn,
        is_of_references=cells.is_of_references,
    )


def build_headings(cells: HeatmapCells) -> Mapping[str, Any]:
    """Build the columns of the cells' table."""
    panels = {} if cells.panels is None else {"panel_value": get_factor_label(cells.panels)}
    raw = {"raw": DecimalColumn("raw, points", 2), "constant": DecimalColumn(texts.CONSTANT_HEADING, 2)}
    bounds = {"least": DecimalColumn(texts.LEAST_HEADING, 2), "most": DecimalColumn("as correct, %", 2)}
    return {
        "row_value": get_factor_label(cells.rows),
        "column_value": get_factor_label(cells.columns),
        **panels,
        "value": DecimalColumn(cells.measure.title, 2),
        "low": DecimalColumn("95% from", 2),
        "high": DecimalColumn("to", 2),
        **(raw if cells.measure.blind else {}),
        "n": "n",
        "unreadable": "unreadable",
        "n_groups": get_benchmark_info().words.groups,
        **(bounds if cells.frame["least"].notna().any() else {}),
    }


def choose_run_scope(factors: Factors) -> Counted:
    """Return which runs count if these factors are in rows, columns and panels."""
    of_runs = {factor.key for factor in FACTORS_OF_ANSWERS if factor.of == "run"}
    has_runs_apart, has_models_apart = not of_runs.isdisjoint(factors), "model" in factors
    if "runs" in factors or (has_runs_apart and has_models_apart):
        return "runs"
    return "asked" if has_runs_apart else "models" if has_models_apart else "pooled"


def _build_heatmap(
    sums: pd.DataFrame,
    factors: Factors,
    measure: HeatmapMeasure,
    min_groups: int,
    theme: HeatmapTheme,
    sorts: bool,
    opened: Place | None,
    run_labels: tuple[tuple[str, str], ...],
    n_compared: int,
) -> HeatmapView | None:
    constants = bootstrap_constants.find_bootstrap_constants(measure)
    frame = _to_display(compute_cells(sums, measure, *factors, redrawn=constants), measure)
    if frame.empty:
        return None
    is_reference = sums["model_kind"] == "reference"
    margins = [
        compute_margin(
            sums[~is_reference] if averaged in OF_MODELS else sums,
            measure,
            axis,
            *factors,
            redrawn=constants,
            n_family=n_compared if has_means_by_model else 0,
        )
        for axis, averaged, has_means_by_model in (
            (AXES[0], factors[0], factors[1] == "model"),
            (AXES[1], factors[1], factors[0] == "model"),
        )
    ]
    both_margins = _to_display(pd.concat(margins, ignore_index=True), measure)
    found = HeatmapCells(
        *factors, measure, frame, both_margins, bool(is_reference.all()), constants is not None, dict(run_labels)
    )
    axes = found.build_axes(sorts=sorts)
    found = found.sort_cells(axes)
    both = pd.concat([found.frame, found.margins], ignore_index=True)
    shows_n = not found.format_counts()
    axes = state_common_counts(axes, both) if shows_n and not measure.blind else axes
    figure = draw_heatmap(
        both,
        axes,
        found.compute_limits(),
        theme,
        get_benchmark_info().words.units,
        min_groups,
        shows_n=shows_n,
        unit=measure.unit,
        opened=opened,
    )
    others = [n for *pair, n in both[[*AXES[:2], "n"]].to_numpy() if n != axes.find_count(*pair)]
    count = max(others, default=0) if shows_n else 0
    least_px = compute_min_width_px(axes, count, has_constants=bool(measure.blind))
    few = _explain_grey_cells(frame, min_groups)
    return HeatmapView(
        found, figure, found.describe(min_groups), found.format_counts(), found.label_cells(), least_px, few
    )


def state_common_counts(axes: HeatmapAxes, cells: pd.DataFrame) -> HeatmapAxes:
    """Let the names of columns state numbers of answers, or those of rows if fewer cells then differ from them."""
    by_column = replace(axes, counts=find_common_counts(cells, AXES[1]))
    by_row = replace(axes, row_counts=find_common_counts(cells, AXES[0]))
    n_stated = [
        sum(stated.find_count(*pair) == n for *pair, n in cells[[*AXES[:2], "n"]].to_numpy())
        for stated in (by_column, by_row)
    ]
    return by_row if n_stated[1] > n_stated[0] else by_column


def find_common_counts(cells: pd.DataFrame, axis: str) -> dict[str, int]:
    """Find the number of answers that more than half of the cells of a column, or of a row, share, by its value."""
    common = {}
    for value, counts in cells.loc[cells["n"] > 0].groupby(axis, observed=True)["n"]:
        most = counts.value_counts()
        if most.iloc[0] > len(counts) / 2:
            common[str(value)] = int(most.index[0])
    return common


def _to_display(cells: pd.DataFrame, measure: HeatmapMeasure) -> pd.DataFrame:
    """Return cells as pages show them.

    Intervals of shares end at what is possible. The best constant answer has no skill, which is measured against it.
    """
    if not measure.is_signed:
        return cells.assign(low=cells["low"].clip(lower=0.0), high=cells["high"].clip(upper=100.0))
    if measure.column != "skill":
        return cells
    is_constant = cells[list(AXES)].isin({blind_constant.MODEL.model_id, *list_constant_baseline_runs()}).any(axis=1)
    hidden = {name: cells[name].mask(is_constant) for name in ("value", "low", "high")}
    return cells.assign(**hidden, standing=cells["standing"].mask(is_constant, "unclear"))


def _explain_grey_cells(frame: pd.DataFrame, min_groups: int) -> str:
    """Explain what to do if every cell is grey; empty if one is not."""
    groups = get_benchmark_info().words.groups
    if frame["n_groups"].max() >= min_groups:
        return ""
    return texts.explain_grey_cells(groups, min_groups)
