"""Means that a paper defines: over equally weighted cells, or over all answers, with their cells."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import pandas as pd

from core.analyses.estimates import to_percent
from core.benchmarks.publications import DEFINED_HERE, PublishedMean, Weighting
from core.factors import Factor
from core.formatting import format_number, join_with_and
from core.scoring.answer_codes import Questions

CELL = "cell"
"""Name of the column with a cell's levels as text, in the order of the aggregate."""


@dataclass(frozen=True, slots=True)
class PublishedMeanEstimates:
    """A named mean of every run.

    Attributes:
        by_run: run_id, value, low, high, least, most (unreadable answers as wrong, as right; all in percent), n,
            n_groups, n_means (cells with an answer), model_id, label, kind; the best run first.
        cells: run_id, cell, value (percent), n, weight (percent of the mean): the parts of `by_run`.
        n_cells: number of cells in which any run has answers.
    """

    defined: PublishedMean
    by_run: pd.DataFrame
    cells: pd.DataFrame
    n_cells: int


def select_published_mean(defined: PublishedMean, means: pd.DataFrame, cells: pd.DataFrame) -> PublishedMeanEstimates:
    """Select a named mean of some runs from the tables of a build.

    Args:
        defined: the definition: its cells and their weights.
        means: the query `aggregate_means` of these runs.
        cells: the query `aggregate_cells` of these runs.
    """
    own, own_cells = (rows[rows["aggregate_id"] == defined.aggregate_id] for rows in (means, cells))
    bounds = {name: 100 * own[name] for name in ("least", "most")}
    shares = {name: 100 * own_cells[name] for name in ("value", "weight")}
    return PublishedMeanEstimates(
        defined=defined,
        by_run=to_percent(own).assign(**bounds).drop(columns="aggregate_id").reset_index(drop=True),
        cells=own_cells.assign(**shares)[["run_id", CELL, "value", "n", "weight"]].reset_index(drop=True),
        n_cells=own_cells[CELL].nunique(),
    )


def parse_published_means(rows: pd.DataFrame) -> list[PublishedMean]:
    """Parse the named means of the query `aggregates`."""
    return [_parse_published_mean(row) for row in rows.to_dict("records")]


def _parse_published_mean(row: Mapping[object, object]) -> PublishedMean:
    def text(name: str) -> str | None:
        return str(row[name]) if isinstance(row[name], str) else None

    levels, weights = row["of_levels"], row["weights"]
    by_level = {} if weights is None else dict(zip(row["weighted_levels"], weights, strict=True))  # type: ignore[call-overload]
    return PublishedMean(
        aggregate_id=str(row["aggregate_id"]),
        title=str(row["title"]),
        over=tuple(row["over"]),  # type: ignore[arg-type]
        weighting=cast("Weighting", row["weighting"]),
        source=str(row["source"]),
        protocol=text("protocol"),
        of_factor=text("of_factor"),
        of_levels=() if levels is None else tuple(levels),  # type: ignore[arg-type]
        weights={str(level): float(weight) for level, weight in by_level.items()},
    )


def get_level_title(level: str, questions: Questions) -> str:
    """Return the name of a question, or the level itself if it is that of a factor."""
    return questions[level].name if level in questions else level


def describe_published_mean(
    estimates: PublishedMeanEstimates, factors: Mapping[str, Factor], questions: Questions
) -> str:
    """Describe in a sentence what a mean averages.

    Args:
        estimates: the mean.
        factors: by key.
        questions: by id.
    """
    defined = estimates.defined
    over = " × ".join((factors[key].title if key in factors else key).lower() for key in defined.over)
    levels = [get_level_title(level, questions) for level in defined.of_levels]
    unnamed = [level for level in levels if not re.search(rf"\b{re.escape(level)}\b", defined.title, re.IGNORECASE)]
    only = f" (only {join_with_and(unnamed)})" if unnamed else ""
    of = f"{defined.title}{only}: "
    source = "" if defined.source == DEFINED_HERE else f" {defined.source}."
    if defined.weights:
        what = "answers" if defined.protocol is None else "sets, each 1 if all of its cases are right and else 0"
        weights = ", ".join(
            f"{get_level_title(level, questions)} {weight:g}" for level, weight in defined.weights.items()
        )
        return f"{of}the mean over {over} of all {what}, with the weights {weights}.{source}"
    if defined.protocol is not None and defined.weighting == "cells":
        return (
            f"{of}the mean of {estimates.n_cells} cells ({over}) of sets, each 1 if all of its cases are right.{source}"
        )
    if defined.protocol is not None:
        return f"{of}the mean over all sets, each 1 if all of its cases are right and else 0.{source}"
    if defined.weighting == "answers":
        return f"{of}the mean over all answers, whatever their {over}.{source}"
    share = 100 / max(estimates.n_cells, 1)
    return f"{of}the mean of {estimates.n_cells} cells ({over}), each with the weight {format_number(share)}%.{source}"
