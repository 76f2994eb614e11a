"""The means that a paper defines: over cells that count alike, or over all answers, with the cells printed."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import in_percent, run_names
from core.benchmarks.checked import QUESTION
from core.benchmarks.contents import DEFINED_HERE, Aggregate
from core.scoring.coding import in_words
from core.scoring.robustness import robustness_by_set
from core.scoring.slices import balanced_table, mean_table
from core.scoring.unreadable import with_extremes

CELL = "cell"
"""Column with the text of a cell: its levels, in the order of the aggregate."""

_SEPARATOR = ", "


@dataclass(frozen=True, slots=True)
class Aggregated:
    """One named mean of every run.

    Attributes:
        by_run: run_id, value, low, high, least, most (unreadable answers as wrong, as right; all in percent), n,
            n_groups, n_means (cells with an answer), model_id, label, kind; the best run first.
        cells: run_id, cell, value (percent), n, weight (percent of the mean): what `by_run` is made of.
        n_cells: cells that anybody answered in.
    """

    defined: Aggregate
    by_run: pd.DataFrame
    cells: pd.DataFrame
    n_cells: int


def aggregated(answers: pd.DataFrame, defined: Aggregate, sets: pd.DataFrame) -> Aggregated:
    """A named mean of every run.

    Args:
        answers: as the query `answers` gives them.
        defined: which cells, and how they are weighted.
        sets: protocol, set_id, case_id; used where the mean is over sets, which are right if all their cases are.
    """
    if defined.of_factor:
        answers = answers[answers[_column(defined.of_factor)].isin(defined.of_levels)]
    rows = _by_answer(answers) if defined.protocol is None else _by_set(answers, defined, sets)
    columns = [_column(key) for key in defined.over]
    rows = rows.dropna(subset=columns)
    rows = rows.assign(**{CELL: rows[columns].astype(str).agg(_SEPARATOR.join, axis=1) if len(rows) else ""})
    means = {name: _mean(rows, name, defined) for name in ("value", "least", "most")}
    by_run = means["value"].assign(**{name: 100 * means[name]["value"] for name in ("least", "most")})
    by_run = in_percent(by_run).merge(run_names(answers), on="run_id").dropna(subset=["value"])
    cells = rows.groupby(["run_id", CELL], observed=True, sort=False)["value"].agg(["mean", "count"]).reset_index()
    cells = in_words(cells).rename(columns={"mean": "value", "count": "n"})
    share = cells["n"] if defined.weighting == "answers" else (cells["n"] > 0).astype(float)
    weight = 100 * share / share.groupby(cells["run_id"]).transform("sum")
    return Aggregated(
        defined=defined,
        by_run=by_run.sort_values("value", ascending=False, ignore_index=True),
        cells=cells.assign(value=100 * cells["value"], weight=weight),
        n_cells=rows[CELL].nunique(),
    )


def _column(key: str) -> str:
    return "question_id" if key == QUESTION else key


def _mean(rows: pd.DataFrame, column: str, defined: Aggregate) -> pd.DataFrame:
    if defined.weighting == "answers":
        return mean_table(rows, column, ["run_id"], is_share=True).assign(n_means=1)
    return balanced_table(rows, column, CELL, ["run_id"], is_share=True)


def _by_answer(answers: pd.DataFrame) -> pd.DataFrame:
    marked = with_extremes(answers, "score", answers["value"].isna())
    return marked.assign(value=marked["score"])


def _by_set(answers: pd.DataFrame, defined: Aggregate, sets: pd.DataFrame) -> pd.DataFrame:
    """One row per run and set; its factors are those of its first case."""
    own = sets[sets["protocol"] == defined.protocol]
    found = robustness_by_set(answers, own)
    keys = [key for key in defined.over if key != QUESTION]
    of_cases = answers.drop_duplicates("case_id").set_index("case_id")[keys]
    factors = own.drop_duplicates("set_id").join(of_cases, on="case_id").set_index("set_id")[keys]
    named = {"binary": "value", "binary_least": "least", "binary_most": "most"}
    return found.rename(columns=named).join(factors, on="set_id")


def aggregates_of(rows: pd.DataFrame) -> list[Aggregate]:
    """The named means of the query `aggregates`."""
    return [_aggregate(row) for row in rows.to_dict("records")]


def _aggregate(row: Mapping[object, object]) -> Aggregate:
    def text(name: str) -> str | None:
        return str(row[name]) if isinstance(row[name], str) else None

    levels = row["of_levels"]
    return Aggregate(
        aggregate_id=str(row["aggregate_id"]),
        title=str(row["title"]),
        over=tuple(row["over"]),  # type: ignore[arg-type]
        weighting="cells" if row["weighting"] == "cells" else "answers",
        source=str(row["source"]),
        protocol=text("protocol"),
        of_factor=text("of_factor"),
        of_levels=() if levels is None else tuple(levels),  # type: ignore[arg-type]
    )


def defined_text(found: Aggregated, titles: Mapping[str, str]) -> str:
    """What a mean averages, as a sentence.

    Args:
        found: the mean.
        titles: of factors, by key.
    """
    defined = found.defined
    over = " × ".join(titles.get(key, key).lower() for key in defined.over)
    unnamed = [level for level in defined.of_levels if level not in defined.title]
    only = f" ({' and '.join(unnamed)} alone)" if unnamed else ""
    of = f"{defined.title}{only}: "
    source = "" if defined.source == DEFINED_HERE else f" {defined.source}."
    if defined.protocol is not None:
        return f"{of}the mean over all sets, each 1 if all of its cases are right and else 0.{source}"
    if defined.weighting == "answers":
        return f"{of}the mean over all answers, whatever their {over}.{source}"
    share = 100 / max(found.n_cells, 1)
    return f"{of}the mean of {found.n_cells} cells ({over}), each with the weight {share:.1f} %.{source}"
