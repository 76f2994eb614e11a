"""Slow definition of named means: from the data frame of all answers of all runs, cell by cell."""

from core.analyses.aggregates import CELL, PublishedMeanEstimates
from core.analyses.estimates import list_run_metadata, to_percent
from core.benchmarks.validation import QUESTION
from core.scoring.answer_codes import decode_categories
from core.statistics.grouped_means import compute_grouped_means, compute_mean_of_group_means
from core.statistics.missing_bounds import add_missing_bounds
from core.statistics.set_consistency import compute_set_robustness

_SEPARATOR = ", "


def slow_aggregated(answers, defined, sets):
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
    if defined.weights:
        rows = rows[rows[columns[0]].isin(list(defined.weights))]
    rows = rows.assign(**{CELL: rows[columns].astype(str).agg(_SEPARATOR.join, axis=1) if len(rows) else ""})
    means = {name: _mean(rows, name, defined) for name in ("value", "least", "most")}
    by_run = means["value"].assign(**{name: 100 * means[name]["value"] for name in ("least", "most")})
    by_run = to_percent(by_run).merge(list_run_metadata(answers), on="run_id").dropna(subset=["value"])
    cells = rows.groupby(["run_id", CELL], observed=True, sort=False)["value"].agg(["mean", "count"]).reset_index()
    cells = decode_categories(cells).rename(columns={"mean": "value", "count": "n"})
    share = _shares(cells, defined)
    weight = 100 * share / share.groupby(cells["run_id"]).transform("sum")
    return PublishedMeanEstimates(
        defined=defined,
        by_run=by_run.sort_values("value", ascending=False, ignore_index=True),
        cells=cells.assign(value=100 * cells["value"], weight=weight),
        n_cells=rows[CELL].nunique(),
    )


def _shares(cells, defined):
    """Return the weights of the cells, as proportions."""
    if defined.weighting == "answers":
        return cells["n"].astype(float)
    weights = cells[CELL].map(dict(defined.weights)) if defined.weights else 1.0
    return (cells["n"] > 0) * weights


def _column(key):
    return "question_id" if key == QUESTION else key


def _mean(rows, column, defined):
    if defined.weighting == "answers":
        return compute_grouped_means(rows, column, ["run_id"], is_share=True).assign(n_means=1)
    return compute_mean_of_group_means(rows, column, CELL, ["run_id"], is_share=True, weights=defined.weights or None)


def _by_answer(answers):
    marked = add_missing_bounds(answers, "score", answers["value"].isna())
    return marked.assign(value=marked["score"])


def _by_set(answers, defined, sets):
    """Return one row per run and set, with the factors of the set's first case."""
    own = sets[sets["protocol"] == defined.protocol]
    found = compute_set_robustness(answers, own)
    keys = [key for key in defined.over if key != QUESTION]
    of_cases = answers.drop_duplicates("case_id").set_index("case_id")[keys]
    factors = own.drop_duplicates("set_id").join(of_cases, on="case_id").set_index("set_id")[keys]
    named = {"binary": "value", "binary_least": "least", "binary_most": "most"}
    return found.rename(columns=named).join(factors, on="set_id")
