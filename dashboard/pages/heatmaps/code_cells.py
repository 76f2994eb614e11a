"""The heatmap of failure codes: the share of each code among the wrong answers of each level of another factor."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.code_rates import compute_code_shares, count_code_shares
from core.analyses.heatmap import ALL, AXES
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.heatmaps import texts
from dashboard.pages.heatmaps.heatmap_cells import Factors, get_factor_label
from dashboard.pages.heatmaps.heatmap_chart import draw_heatmap
from dashboard.pages.heatmaps.heatmap_layout import HeatmapAxes, compute_min_width_px
from dashboard.runtime.state_keys import heatmaps as keys
from dashboard.selection.filters import list_all_filter_options
from dashboard.style.theme import get_heatmap_theme
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.code_levels import join_levels, load_groups, select_filtered_answers
from dashboard.widgets.code_selection import CODES, TITLE, CodeSelection, choose_codes, hide_few_groups, show_no_codes
from dashboard.widgets.navigation import open_rated_answers
from dashboard.widgets.tables import DecimalColumn, format_intervals, show_table_expander


def show(filters: Filters, factors: Factors, min_groups: int, *, sorts: bool) -> None:
    """Show the heatmap; a cell opens its answers on Cases.

    Args:
        filters: of the page.
        factors: of rows, columns and panels; the codes are the rows or the columns.
        min_groups: cells with fewer are grey.
        sorts: whether codes in rows are sorted by their share.
    """
    rows, columns, panels = factors
    if rows == columns:
        st.info(texts.CODES_ON_BOTH_AXES)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        selection = choose_codes(with_all=True)
    others = [factor for factor in (columns if rows == CODES else rows, panels) if factor]
    means = _compute_shares(selection, filters, others[1:])
    means = means.assign(level=means["level"].map(lambda level: (ALL, *level)))
    shares = pd.concat([_compute_shares(selection, filters, others), means], ignore_index=True)
    if shares.empty:
        show_no_codes()
        return
    cells = _arrange_cells(shares, has_codes_in_rows=rows == CODES)
    axes = _build_axes(selection, cells, factors, sorts=sorts)
    st.caption(_describe_selection(selection, shares))
    show_help_popover(texts.CODE_COUNTS_HELP if selection.sample is None else texts.CODE_SAMPLE_HELP)
    figure = draw_heatmap(
        cells,
        axes,
        (0.0, _compute_upper_limit(cells, min_groups)),
        get_heatmap_theme("Sequential"),
        get_benchmark_info().words.units,
        min_groups,
        click="click: its answers",
    )
    alt = texts.describe_heatmap(texts.CODE_MEASURE, [_get_label(factor) for factor in factors if factor])
    open_cell = partial(_open_cell, selection, factors)
    show_chart(figure, keys.CODE_CELLS, alt, open_cell, compute_min_width_px(axes, cells["n"].max()))
    _show_table(cells, axes, factors, open_cell)


def _compute_shares(selection: CodeSelection, filters: Filters, factors: Sequence[str]) -> pd.DataFrame:
    """Compute the share of each code by the levels of factors, a tuple each, among the answers that fit the filters."""
    answers = list(selection.codes) if selection.sample is None else list(selection.sample.answers)
    pairs = zip(join_levels(answers, factors), select_filtered_answers(answers, filters), strict=True)
    levels = [level if is_kept else None for level, is_kept in pairs]
    if selection.sample is not None:
        return hide_few_groups(compute_code_shares(selection.sample, selection.codes, selection.code_ids, levels))
    known = {answer: level for answer, level in zip(answers, levels, strict=True) if level is not None}
    return count_code_shares(selection.codes, selection.code_ids, known, load_groups())


def _arrange_cells(shares: pd.DataFrame, *, has_codes_in_rows: bool) -> pd.DataFrame:
    """Return the shares in the form of `draw_heatmap`."""
    of_codes, of_levels = AXES[:2] if has_codes_in_rows else AXES[1::-1]
    levels = shares["level"].map(lambda level: level[0])
    panels = shares["level"].map(lambda level: level[1] if len(level) > 1 else "")
    cells = shares.assign(panel_value=panels, level=levels, standing="unclear")
    cells[of_codes], cells[of_levels] = shares["code_id"], levels
    return cells


def _build_axes(selection: CodeSelection, cells: pd.DataFrame, factors: Factors, *, sorts: bool) -> HeatmapAxes:
    """Return the codes, in rows the most frequent first if sorted, and the levels in the order of their filters."""
    codes = list(selection.code_ids)
    if sorts and factors[0] == CODES:
        of_all = cells[cells["level"] == ALL].groupby("code_id")["value"].mean()
        codes = sorted(codes, key=lambda code_id: -of_all.get(code_id, 0.0))
    labels = {**selection.names, ALL: "all"}
    values: list[list[str]] = []
    for axis, factor in zip(AXES, factors, strict=True):
        options = list_all_filter_options(factor) if factor and factor != CODES else {}
        labels |= options
        occurring = set(cells[axis])
        levels = [value for value in options if value in occurring]
        mean = [ALL] if axis in AXES[:2] and len(levels) > 1 else []
        with_mean = [*mean, *levels] if axis == AXES[1] else [*levels, *mean]
        values.append(codes if factor == CODES else with_mean if factor else [""])
    row_values, column_values, panel_values = values
    return HeatmapAxes(row_values, column_values, panel_values, labels)


def _compute_upper_limit(cells: pd.DataFrame, min_groups: int) -> float:
    """Return the end of the colour scale: the largest share that is not grey, rounded up."""
    coloured = cells.loc[cells["n_groups"] >= min_groups, "value"]
    return 5.0 * math.ceil(max(float(coloured.max()), 1.0) / 5) if len(coloured) else 100.0


def _describe_selection(selection: CodeSelection, shares: pd.DataFrame) -> str:
    """Describe whose shares the cells are, and how many answers they come from."""
    of_all = [level[0] == ALL for level in shares["level"]]
    n_coded = int(shares.loc[of_all].drop_duplicates("level")["n"].sum())
    if selection.sample is None:
        return texts.describe_code_counts(n_coded)
    return texts.describe_code_estimates(n_coded, selection.sample_name)


def _open_cell(selection: CodeSelection, factors: Factors, values: Sequence[str]) -> None:
    chosen = {factor: value for factor, value in zip(factors, values, strict=True) if factor and value not in ("", ALL)}
    code_id = chosen.pop(CODES)
    open_rated_answers(selection.names[code_id], selection.sample_name, selection.coder, chosen)


def _get_label(factor: str) -> str:
    return TITLE if factor == CODES else get_factor_label(factor)


def _show_table(cells: pd.DataFrame, axes: HeatmapAxes, factors: Factors, open_cell: partial[None]) -> None:
    table = cells.assign(interval=format_intervals(cells))
    for axis in AXES:
        table[f"{axis}_name"] = [axes.labels.get(value, value) for value in cells[axis]]
    columns: dict[str, Any] = {
        f"{axis}_name": _get_label(factor) for axis, factor in zip(AXES, factors, strict=True) if factor
    }
    columns |= {
        "value": DecimalColumn(f"{texts.CODE_MEASURE}, %"),
        "interval": "95% CI",
        "n_coded": texts.CODE_ANSWERS_HEADING,
        "n": "Answers reviewed",
        "n_groups": get_benchmark_info().words.groups.capitalize(),
    }
    show_table_expander(
        table,
        "code-cells",
        columns,
        texts.CODE_TABLE,
        lambda row_index: open_cell(list(cells.iloc[row_index][list(AXES)])),
    )
