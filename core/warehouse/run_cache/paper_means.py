"""The means that a benchmark's paper defines, of one run: over cells that count alike, over answers, or over sets."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from core.benchmarks.data import Aggregate
from core.benchmarks.validation import QUESTION
from core.scoring.answer_codes import in_words
from core.statistics.grouped_means import balanced_table, mean_table
from core.statistics.missing_bounds import with_extremes
from core.statistics.set_consistency import robustness_by_set
from core.warehouse.run_cache.scoring_context import Subject

SEPARATOR = ", "
"""Between the levels of a cell."""

_SET = ["set_id", "question_id"]
_BOUNDS = ["value", "least", "most"]


@dataclass(frozen=True, slots=True)
class _Cells:
    """What a mean averages over, the same for all runs.

    Attributes:
        is_asked: whether it takes what is asked, in the order of `Subject.asked`.
        sets: of its protocol; empty where it is over answers.
        cell: by number of what is asked, or by set and question; what has none does not count.
    """

    defined: Aggregate
    is_asked: pd.Series
    sets: pd.DataFrame
    cell: pd.Series


def aggregated(answers: pd.DataFrame, subject: Subject) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Every named mean of a run, and the cells that it is made of.

    Args:
        answers: of one run, as `answers_read` returns them, with run_id, model_id and value.
        subject: what they are about.

    Returns:
        The rows of `aggregate_means` (shares, not percent; means without a value are left out), and those of
        `aggregate_cells`.
    """
    means, cells = [], []
    for one in _cells_of(subject):
        rows = _rows(answers, one).dropna(subset=["cell"])
        if rows.empty:
            continue
        names = {"run_id": answers["run_id"].iloc[0], "aggregate_id": one.defined.aggregate_id}
        means.append(_means(rows, one.defined).assign(**names))
        cells.append(_cells(rows, one.defined).assign(**names))
    found = pd.concat(means, ignore_index=True) if means else pd.DataFrame(columns=["value"])
    return found.dropna(subset=["value"]), pd.concat(cells, ignore_index=True) if cells else pd.DataFrame()


@lru_cache(maxsize=1)
def _cells_of(subject: Subject) -> tuple[_Cells, ...]:
    return tuple(_cells_of_one(one, subject) for one in subject.contents.aggregates)


def forget_cells() -> None:
    """Frees what this process keeps for its tasks."""
    _cells_of.cache_clear()


def _cells_of_one(defined: Aggregate, subject: Subject) -> _Cells:
    asked = subject.asked
    is_asked = pd.Series(True, asked.index)
    if defined.of_factor:
        is_asked = _levels(asked, defined.of_factor, subject).isin(defined.of_levels)
    sets = pd.DataFrame(
        [
            (one.protocol, one.set_id, case_id, of_case.question_id)
            for one in subject.contents.sets
            if one.protocol == defined.protocol
            for case_id in sorted(one.case_ids)
            for of_case in subject.cases[case_id].asks
        ],
        columns=["protocol", "set_id", "case_id", "question_id"],
    )
    if defined.protocol is None:
        return _Cells(defined, is_asked, sets, _named(asked, defined, subject))
    firsts = sets.drop_duplicates(_SET).assign(case_id=lambda rows: rows.groupby("set_id")["case_id"].transform("min"))
    cell = _named(firsts, defined, subject)
    return _Cells(defined, is_asked, sets, cell.set_axis(pd.MultiIndex.from_frame(firsts[_SET])))


def _levels(asked: pd.DataFrame, key: str, subject: Subject) -> pd.Series:
    """The level of a factor, or the question, of what is asked."""
    if key == QUESTION:
        return asked["question_id"]
    return asked["case_id"].map({case_id: case.factors.get(key) for case_id, case in subject.cases.items()})


def _named(asked: pd.DataFrame, defined: Aggregate, subject: Subject) -> pd.Series:
    """The cell of what is asked, in order of cases; none where it lacks a level, or where its level has no weight."""
    levels = pd.DataFrame({key: _levels(asked, key, subject) for key in defined.over}, asked.index)
    if defined.weights:
        levels = levels.where(levels.isin(list(defined.weights)))
    cells = levels.groupby(list(levels), dropna=False, sort=False).ngroup().to_numpy()
    different = levels.iloc[np.unique(cells, return_index=True)[1]].itertuples(index=False)
    texts = np.array([SEPARATOR.join(map(str, row)) for row in different], dtype=object)
    named = pd.Series(texts[cells], asked.index, dtype=object).where(levels.notna().all(axis=1))
    in_order = named[asked.sort_values(["case_id", "question_id"]).index].dropna().unique()
    return named.astype(pd.CategoricalDtype(list(in_order)))


def _rows(answers: pd.DataFrame, one: _Cells) -> pd.DataFrame:
    """What is averaged: group_id, cell, value (NaN where it could not be read), least and most."""
    own = answers[one.is_asked.take(answers["asked_no"].to_numpy()).to_numpy()]
    if one.defined.protocol is None:
        marked = with_extremes(own[["group_id", "score"]], "score", own["value"].isna())
        return marked.rename(columns={"score": "value"}).assign(cell=one.cell.take(own["asked_no"].to_numpy()).array)
    found = robustness_by_set(own.assign(said=_texts_said(own)), one.sets)
    names = {"binary": "value", "binary_least": "least", "binary_most": "most"}
    keys = pd.MultiIndex.from_frame(found[_SET])
    return found[["group_id", *names]].rename(columns=names).assign(cell=one.cell.reindex(keys).array)


def _texts_said(answers: pd.DataFrame) -> pd.Series:
    """The text of the option that was said; None where there are no options, or none was read."""
    chosen = zip(answers["value"], answers["options"], strict=True)
    texts = [options[int(code)] if options and not math.isnan(code) else None for code, options in chosen]
    return pd.Series(texts, answers.index, dtype=object)


def _means(rows: pd.DataFrame, defined: Aggregate) -> pd.DataFrame:
    """One row: the mean with its interval, and what it is with unreadable answers as wrong and as right ones."""
    each = rows.melt(["cell", "group_id"], _BOUNDS, "bound", "met")
    if defined.weighting == "answers":
        table = mean_table(each, "met", ["bound"], is_share=True).assign(n_means=1)
    else:
        table = balanced_table(each, "met", "cell", ["bound"], is_share=True, weights=defined.weights or None)
    by_bound = table.set_index("bound")
    ends = {name: by_bound["value"].get(name) for name in _BOUNDS[1:]}
    return by_bound.loc[["value"]].assign(**ends).reset_index(drop=True)


def _cells(rows: pd.DataFrame, defined: Aggregate) -> pd.DataFrame:
    """One row per cell that was answered in: position, cell, value, n, and its share of the mean."""
    groups = rows.groupby("cell", observed=True)["value"]
    table = in_words(groups.agg(value="mean", n="count").reset_index())
    share = _shares(table, defined)
    return table.assign(position=range(len(table)), weight=share / share.sum())


def _shares(cells: pd.DataFrame, defined: Aggregate) -> pd.Series:
    """What each cell counts, in proportion."""
    if defined.weighting == "answers":
        return cells["n"].astype(float)
    weights: pd.Series | float = cells["cell"].map(dict(defined.weights)) if defined.weights else 1.0
    return (cells["n"] > 0) * weights
