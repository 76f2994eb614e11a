"""Means of one run as the benchmark's paper defines them: over equally weighted cells, over answers, or over sets."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from core.benchmarks.publications import PublishedMean
from core.benchmarks.validation import QUESTION
from core.scoring.answer_codes import decode_categories
from core.statistics.grouped_means import compute_grouped_means, compute_mean_of_group_means
from core.statistics.missing_bounds import add_missing_bounds
from core.statistics.set_consistency import compute_set_robustness
from core.warehouse.run_cache.scoring_context import ScoringContext

SEPARATOR = ", "
"""Between the levels of a cell."""

_SET = ["set_id", "question_id"]
_BOUNDS = ["value", "least", "most"]


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells that a mean averages over, the same for all runs.

    Attributes:
        is_asked: whether the mean includes a question, in the order of `ScoringContext.asked`.
        sets: of its protocol; empty if it is over answers.
        cell: by number of the question, or by set and question; questions without a cell do not count.
    """

    defined: PublishedMean
    is_asked: pd.Series
    sets: pd.DataFrame
    cell: pd.Series


def compute_paper_means(answers: pd.DataFrame, subject: ScoringContext) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Compute every named mean of a run, and the cells that it consists of.

    Args:
        answers: of one run, as `list_read_answers` returns them, with run_id, model_id and value.
        subject: the benchmark.

    Returns:
        The rows of `aggregate_means` (shares, not percent; means without a value are left out), and those of
        `aggregate_cells`.
    """
    means, cells = [], []
    for cells_of_mean in _build_all_cells(subject):
        rows = _select_rows(answers, cells_of_mean).dropna(subset=["cell"])
        if rows.empty:
            continue
        names = {"run_id": answers["run_id"].iloc[0], "aggregate_id": cells_of_mean.defined.aggregate_id}
        means.append(_compute_means(rows, cells_of_mean.defined).assign(**names))
        cells.append(_compute_cells(rows, cells_of_mean.defined).assign(**names))
    table = pd.concat(means, ignore_index=True) if means else pd.DataFrame(columns=["value"])
    return table.dropna(subset=["value"]), pd.concat(cells, ignore_index=True) if cells else pd.DataFrame()


@lru_cache(maxsize=1)
def _build_all_cells(subject: ScoringContext) -> tuple[_Cells, ...]:
    return tuple(_build_cells(aggregate, subject) for aggregate in subject.contents.aggregates)


def forget_cells() -> None:
    """Free what this process caches for its tasks."""
    _build_all_cells.cache_clear()


def _build_cells(defined: PublishedMean, subject: ScoringContext) -> _Cells:
    questions = subject.asked
    is_asked = pd.Series(True, questions.index)
    if defined.of_factor:
        is_asked = _get_levels(questions, defined.of_factor, subject).isin(defined.of_levels)
    sets = pd.DataFrame(
        [
            (case_set.protocol, case_set.set_id, case_id, of_case.question_id)
            for case_set in subject.contents.sets
            if case_set.protocol == defined.protocol
            for case_id in sorted(case_set.case_ids)
            for of_case in subject.cases[case_id].asks
        ],
        columns=["protocol", "set_id", "case_id", "question_id"],
    )
    if defined.protocol is None:
        return _Cells(defined, is_asked, sets, _name_cells(questions, defined, subject))
    firsts = sets.drop_duplicates(_SET).assign(case_id=lambda rows: rows.groupby("set_id")["case_id"].transform("min"))
    cell = _name_cells(firsts, defined, subject)
    return _Cells(defined, is_asked, sets, cell.set_axis(pd.MultiIndex.from_frame(firsts[_SET])))


def _get_levels(questions: pd.DataFrame, key: str, subject: ScoringContext) -> pd.Series:
    """Return the level of a factor, or the question, of each row of questions."""
    if key == QUESTION:
        return questions["question_id"]
    return questions["case_id"].map({case_id: case.factors.get(key) for case_id, case in subject.cases.items()})


def _name_cells(questions: pd.DataFrame, defined: PublishedMean, subject: ScoringContext) -> pd.Series:
    """Return the cell of each question, in order of cases; none if it lacks a level, or if its level has no weight."""
    levels = pd.DataFrame({key: _get_levels(questions, key, subject) for key in defined.over}, questions.index)
    if defined.weights:
        levels = levels.where(levels.isin(list(defined.weights)))
    cells = levels.groupby(list(levels), dropna=False, sort=False).ngroup().to_numpy()
    different = levels.iloc[np.unique(cells, return_index=True)[1]].itertuples(index=False)
    texts = np.array([SEPARATOR.join(map(str, row)) for row in different], dtype=object)
    cell_names = pd.Series(texts[cells], questions.index, dtype=object).where(levels.notna().all(axis=1))
    in_order = cell_names[questions.sort_values(["case_id", "question_id"]).index].dropna().unique()
    return cell_names.astype(pd.CategoricalDtype(list(in_order)))


def _select_rows(answers: pd.DataFrame, mean_cells: _Cells) -> pd.DataFrame:
    """Return the rows to average: group_id, cell, value (NaN if it could not be read), least and most."""
    rows = answers[mean_cells.is_asked.take(answers["asked_no"].to_numpy()).to_numpy()]
    if mean_cells.defined.protocol is None:
        marked = add_missing_bounds(rows[["group_id", "score"]], "score", rows["value"].isna())
        return marked.rename(columns={"score": "value"}).assign(
            cell=mean_cells.cell.take(rows["asked_no"].to_numpy()).array
        )
    set_robustness = compute_set_robustness(rows.assign(said=_get_answer_texts(rows)), mean_cells.sets)
    names = {"binary": "value", "binary_least": "least", "binary_most": "most"}
    keys = pd.MultiIndex.from_frame(set_robustness[_SET])
    return set_robustness[["group_id", *names]].rename(columns=names).assign(cell=mean_cells.cell.reindex(keys).array)


def _get_answer_texts(answers: pd.DataFrame) -> pd.Series:
    """Return the text of the chosen option; None without options, or if none was read."""
    coded = zip(answers["value"], answers["options"], strict=True)
    texts = [options[int(code)] if options and not math.isnan(code) else None for code, options in coded]
    return pd.Series(texts, answers.index, dtype=object)


def _compute_means(rows: pd.DataFrame, defined: PublishedMean) -> pd.DataFrame:
    """Return one row: the mean with its interval, and its values with unreadable answers as wrong and as right ones."""
    bounded = rows.melt(["cell", "group_id"], _BOUNDS, "bound", "met")
    if defined.weighting == "answers":
        table = compute_grouped_means(bounded, "met", ["bound"], is_share=True).assign(n_means=1)
    else:
        table = compute_mean_of_group_means(
            bounded, "met", "cell", ["bound"], is_share=True, weights=defined.weights or None
        )
    by_bound = table.set_index("bound")
    ends = {name: by_bound["value"].get(name) for name in _BOUNDS[1:]}
    return by_bound.loc[["value"]].assign(**ends).reset_index(drop=True)


def _compute_cells(rows: pd.DataFrame, defined: PublishedMean) -> pd.DataFrame:
    """Return one row per cell with answers: position, cell, value, n, and its share of the mean."""
    groups = rows.groupby("cell", observed=True)["value"]
    table = decode_categories(groups.agg(value="mean", n="count").reset_index())
    share = _compute_shares(table, defined)
    return table.assign(position=range(len(table)), weight=share / share.sum())


def _compute_shares(cells: pd.DataFrame, defined: PublishedMean) -> pd.Series:
    """Return the relative weight of each cell."""
    if defined.weighting == "answers":
        return cells["n"].astype(float)
    weights: pd.Series | float = cells["cell"].map(dict(defined.weights)) if defined.weights else 1.0
    return (cells["n"] > 0) * weights
