"""The means that a paper defines, for every model, with the cells that they consist of."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.analyses.aggregates import (
    CELL,
    PublishedMeanEstimates,
    describe_published_mean,
    get_level_title,
    parse_published_means,
    select_published_mean,
)
from core.benchmarks.publications import DEFINED_HERE
from core.formatting import MISSING, escape_markdown, format_bounds, format_interval, format_number, has_too_few_groups
from dashboard.data.benchmark_info import get_benchmark_info, get_run_kinds, get_run_roles
from dashboard.data.queries import run_query
from dashboard.pages.paper import texts
from dashboard.runtime.state_keys import paper as keys
from dashboard.selection.references import list_displayed_kinds
from dashboard.selection.run_limit import choose_top_runs, format_limit_note
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import download, show_small_table


def describe_means(means: Sequence[PublishedMeanEstimates]) -> str:
    """Return the title of the means: whether a paper defines any of them."""
    is_published = any(estimates.defined.source != DEFINED_HERE for estimates in means)
    return texts.PUBLISHED_MEANS if is_published else texts.OTHER_MEANS


def load_paper_means() -> list[PublishedMeanEstimates]:
    """Load every named mean of the benchmark with an answer, for the runs that a page shows."""
    defined = parse_published_means(run_query("aggregates"))
    if not defined:
        return []
    run_ids = list(choose_top_runs(get_run_roles()["run_id"]))
    means, cells = (run_query(name, of_runs=run_ids) for name in ("aggregate_means", "aggregate_cells"))
    return [
        estimates
        for estimates in (select_published_mean(definition, means, cells) for definition in defined)
        if len(estimates.by_run)
    ]


@st.fragment
def show(estimates: list[PublishedMeanEstimates]) -> None:
    """Show a line per model with every mean, then the cells of the chosen one."""
    displayed = [_select_displayed(estimate.by_run) for estimate in estimates]
    # A run may have answered only the questions of some means: the outline solver names no solid.
    order = pd.concat(displayed)[["run_id", "label"]].drop_duplicates(ignore_index=True)
    table = pd.DataFrame({"Model": order["label"]})
    for estimate, rows in zip(estimates, displayed, strict=True):
        formatted_means = {row["run_id"]: _format_mean(row, estimate) for _, row in rows.iterrows()}
        table[f"{estimate.defined.title}, %"] = order["run_id"].map(formatted_means).fillna(MISSING)
    show_small_table(table, {})
    n_models = sum(kind != "reference" for kind in get_run_kinds().values())
    limit_note = format_limit_note(sum(order["run_id"].map(get_run_kinds()) != "reference"), n_models)
    if limit_note:
        st.caption(f"{limit_note}.")
    described = get_benchmark_info()
    defined = "\n".join(
        f"- {escape_markdown(describe_published_mean(estimate, described.factors, described.questions))}"
        for estimate in estimates
    )
    show_help_popover(texts.explain_means(defined, described.words.groups))
    with st.expander(texts.AVERAGING):
        by_id = {estimate.defined.aggregate_id: estimate for estimate in estimates}
        chosen_mean = by_id[
            choose_segment("Mean", {key: estimate.defined.title for key, estimate in by_id.items()}, keys.AGGREGATE)
        ]
        _show_cells(chosen_mean)


def _show_cells(estimates: PublishedMeanEstimates) -> None:
    labels = _select_displayed(estimates.by_run).set_index("run_id")["label"]
    cells = estimates.cells[estimates.cells["run_id"].isin(labels.index)]
    wide = cells.pivot_table(index=CELL, columns="run_id", values="value", sort=False)[[*labels.index]]
    first = cells[cells["run_id"] == labels.index[0]].set_index(CELL)
    table_of_cells = (
        wide.rename(columns=labels.to_dict()).reset_index().rename(columns={CELL: "Cell"}).rename_axis(columns=None)
    )
    table_of_cells.insert(1, "weight, %", table_of_cells["Cell"].map(first["weight"]))
    table_of_cells.insert(2, "answers", table_of_cells["Cell"].map(first["n"]))
    table_of_cells["Cell"] = [get_level_title(cell, get_benchmark_info().questions) for cell in table_of_cells["Cell"]]
    show_small_table(
        table_of_cells, dict.fromkeys([table_of_cells.columns[1], *table_of_cells.columns[3:]], "{:.1f}"), ["answers"]
    )
    st.caption(texts.describe_weights(escape_markdown(labels.iloc[0])))
    download(estimates.cells, "cells")


def _select_displayed(rows: pd.DataFrame) -> pd.DataFrame:
    kinds = list_displayed_kinds()
    return rows if kinds is None else rows[rows["kind"].isin(kinds)]


def _format_mean(row: pd.Series, estimates: PublishedMeanEstimates) -> str:
    text = format_number(row["value"])
    if pd.notna(row["low"]) and not has_too_few_groups(row["degrees_of_freedom"] + 1):
        text += f" ({format_interval(row['low'], row['high'])})"
    if (bounds := format_bounds(row["least"], row["most"])) != MISSING:
        text += f" [{bounds}]"
    is_whole = estimates.defined.weighting == "answers" or row["n_means"] == estimates.n_cells
    return text if is_whole else f"{text}, {row['n_means']} of {estimates.n_cells} cells"
