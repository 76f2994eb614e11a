"""Texts about a heatmap's cells: whose answers they are, how to read them, and the headings of their table."""

from collections.abc import Mapping
from typing import Any

from core.analyses.phrases import GIVEN_CONSTANTS, describe_skill_interval
from core.formatting import escape_markdown, join_with_and
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import run_query
from dashboard.pages.heatmaps.heatmap_cells import HeatmapCells, get_factor_label
from dashboard.pages.heatmaps.heatmap_view import choose_run_scope
from dashboard.selection.cached_analyses import list_eligible_runs
from dashboard.widgets.run_selector import ONE_RUN
from dashboard.widgets.tables import DecimalColumn


def describe_reference_answers(cells: HeatmapCells, filters: Filters) -> str:
    """Explain that only reference models answered, and what their cells mean; empty if a model has answered.

    Args:
        cells: cells of the map.
        filters: of the page.
    """
    if not cells.is_of_references:
        return ""
    if cells.has_models:
        return (
            "Only reference models have answered: a solver shows what a score is worth, the best constant answer what "
            "needs no image."
        )
    labels = run_query("ranking", kinds=None).set_index("run_id")["run_label"]
    names = [
        escape_markdown(labels[run_id]) for run_id in list_eligible_runs(filters, choose_run_scope(cells.all_factors))
    ]
    if len(names) == 1:
        return f"These are the answers of {names[0]}, a reference model."
    return (
        f"These are means over reference models: {join_with_and(names)}. *Model*, as a filter or as rows, "
        "shows them separately."
    )


def explain_cells(cells: HeatmapCells) -> str:
    """Explain the map: its numbers, its colours, its means and the runs that count."""
    words = get_benchmark_info().words
    constant = (
        "A cell's value is the raw difference minus the best constant answer's on the same questions and "
        f"{words.cases}, which is shown below it as *constant*. Hover over a cell to see both. "
        if cells.measure.blind
        else ""
    )
    holds = describe_skill_interval(words.groups) if cells.is_redrawn else GIVEN_CONSTANTS
    given = f"{constant}{holds}\n\n" if cells.measure.is_beyond_blind else ""
    colours = (
        "The colours range over the reference models' cells, since no model has answered."
        if cells.is_of_references
        else "The colours range over the models' cells. Reference models come after them, without colour."
    )
    return (
        "n is the number of answers behind a mean; cells show it if it differs between them. Hover over a cell to see "
        f"its 95% CI, for which {words.groups} are clusters. A difference has a colour and is bold if it is "
        f"significant at a false discovery rate of 5% over the cells, or if it is the same on every {words.group}. "
        "Click a cell to see its cases below the map.\n\n"
        f"{given}{colours} *mean* is over all answers of a row or a column, each with the same weight. A mean over "
        "models excludes references; over references alone there is none.\n\n"
        f"Each model counts with one run: {ONE_RUN}. *Run*, *Prompt* or *Image view* as a factor, or runs chosen under "
        "*More filters*, show the other runs. "
        "Chosen runs of one model are pooled if models are a factor.\n\n"
        "Reference models count only if models or runs are a factor, or if no model has such a run."
    )


def build_headings(cells: HeatmapCells) -> Mapping[str, Any]:
    """Build the columns of the cells' table."""
    panels = {} if cells.panels is None else {"panel_value": get_factor_label(cells.panels)}
    raw = {"raw": DecimalColumn("raw, points", 2), "constant": DecimalColumn("best constant answer, points", 2)}
    bounds = {"least": DecimalColumn("these as wrong, %", 2), "most": DecimalColumn("as right, %", 2)}
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
