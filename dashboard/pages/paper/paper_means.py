"""The means that a paper defines, of every model, with the cells that they are made of."""

import pandas as pd
import streamlit as st

from core.analyses.aggregates import CELL, Aggregated, aggregated, aggregates_of, defined_text
from core.formatting import MISSING, are_few, bounds_text, interval_text, number_text, plain
from dashboard.data.queries import about, query, run_kinds, run_roles
from dashboard.selection.references import list_displayed_kinds
from dashboard.selection.run_limit import best_runs, shown_text
from dashboard.selection.selectors import choose_one
from dashboard.widgets.chart_display import how_to_read
from dashboard.widgets.tables import download, show_small_table


def found_aggregates() -> list[Aggregated]:
    """Every named mean of the benchmark that somebody has answered for, of the runs that a page shows."""
    defined = aggregates_of(query("aggregates"))
    if not defined:
        return []
    shown = list(best_runs(run_roles()["run_id"]))
    means, cells = (query(name, of_runs=shown) for name in ("aggregate_means", "aggregate_cells"))
    return [one for one in (aggregated(each, means, cells) for each in defined) if len(one.by_run)]


@st.fragment
def show(found: list[Aggregated]) -> None:
    """A line per model with every mean, then the cells of the chosen one."""
    shown = [_of_shown(one.by_run) for one in found]
    # A run may have answered for some means only: the outline solver names no solid.
    order = pd.concat(shown)[["run_id", "label"]].drop_duplicates(ignore_index=True)
    table = pd.DataFrame({"Model": order["label"]})
    for one, rows in zip(found, shown, strict=True):
        texts = {row["run_id"]: _with_interval(row, one) for _, row in rows.iterrows()}
        table[f"{one.defined.title}, %"] = order["run_id"].map(texts).fillna(MISSING)
    show_small_table(table, {})
    n_models = sum(kind != "reference" for kind in run_kinds().values())
    told = shown_text(sum(order["run_id"].map(run_kinds()) != "reference"), n_models)
    if told:
        st.caption(f"{told}.")
    defined = "\n".join(f"- {plain(defined_text(one, about().factors, about().questions))}" for one in found)
    how_to_read(
        f"{defined}\n\n"
        f"In brackets: 95 % intervals with {about().words.groups} as clusters, where there are enough of them. "
        "A mean of cells gives each cell the same weight, however many answers it has. Where a model has no answer in "
        "some cells, the number of cells stands behind it; where answers are unreadable, so does the mean with them as "
        "wrong and as right ones."
    )
    with st.expander("The cells and their weights"):
        by_id = {one.defined.aggregate_id: one for one in found}
        chosen = by_id[choose_one("Mean", {key: one.defined.title for key, one in by_id.items()}, "aggregate")]
        _show_cells(chosen)


def _show_cells(found: Aggregated) -> None:
    labels = _of_shown(found.by_run).set_index("run_id")["label"]
    cells = found.cells[found.cells["run_id"].isin(labels.index)]
    wide = cells.pivot_table(index=CELL, columns="run_id", values="value", sort=False)[[*labels.index]]
    first = cells[cells["run_id"] == labels.index[0]].set_index(CELL)
    named = wide.rename(columns=labels.to_dict()).reset_index().rename(columns={CELL: "Cell"}).rename_axis(columns=None)
    named.insert(1, "weight, %", named["Cell"].map(first["weight"]))
    named.insert(2, "answers", named["Cell"].map(first["n"]))
    show_small_table(named, dict.fromkeys([named.columns[1], *named.columns[3:]], "{:.1f}"), ["answers"])
    st.caption(f"Weights and numbers of answers are those of {plain(labels.iloc[0])}.")
    download(found.cells, "cells")


def _of_shown(rows: pd.DataFrame) -> pd.DataFrame:
    kinds = list_displayed_kinds()
    return rows if kinds is None else rows[rows["kind"].isin(kinds)]


def _with_interval(row: pd.Series, found: Aggregated) -> str:
    text = number_text(row["value"])
    if pd.notna(row["low"]) and not are_few(row["degrees_of_freedom"] + 1):
        text += f" ({interval_text(row['low'], row['high'])})"
    if (bounds := bounds_text(row["least"], row["most"])) != MISSING:
        text += f" [{bounds}]"
    is_whole = found.defined.weighting == "answers" or row["n_means"] == found.n_cells
    return text if is_whole else f"{text}, {row['n_means']} of {found.n_cells} cells"
