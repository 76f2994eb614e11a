"""Estimates over all runs together, which a build computes so that pages need not read answers for them."""

from collections.abc import Iterator

import duckdb
import numpy as np
import pandas as pd

from core.statistics.grouped_means import compute_pairwise_differences
from core.statistics.intervals import compute_contrasts
from core.statistics.run_estimates import EFFECT, EVERY
from core.warehouse.sql import OVERALL, read_sql

MOST_PAIRED = 20
"""Number of best runs that are compared pairwise: pairs grow with the square of the number of runs."""

CHANCE = "chance"

_KEYS = ["case_id", "question_id"]


def compute_pooled_tables(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the tables over all runs together, from the view of scored answers and the estimates of runs."""
    sums, keys = _read(connection, "pooled_sums"), _read(connection, "contrasts")["contrast"]
    yield "pooled_estimates", pd.concat([_compute_pooled_effects(sums, pd.Index(keys)), _read_chance(connection)])
    best = list(_read(connection, "best_runs")["run_id"][:MOST_PAIRED])
    scores = _read(connection, "scores_of_runs", run_ids=best)
    yield "run_pairs", compute_pairwise_differences(scores, "score", "run_id", _KEYS).drop(columns="corrected_p")
    yield "case_outcomes", _read(connection, "case_outcomes")


def _read(connection: duckdb.DuckDBPyConnection, name: str, **parameters: list[str]) -> pd.DataFrame:
    """Return the result of `sql/common/overall/<name>.sql`."""
    return connection.execute(read_sql(OVERALL / f"{name}.sql"), parameters).df()


def _compute_pooled_effects(sums: pd.DataFrame, keys: pd.Index) -> pd.DataFrame:
    """Compute the effect of each contrast over all models, from the sums of each group."""
    clusters, names = pd.factorize(sums["group_id"])
    shape = (len(keys), 2, max(len(names), 1))
    totals, counts = np.zeros(shape), np.zeros(shape)
    places = (keys.get_indexer(pd.Index(sums["contrast"])), sums["side"].to_numpy(dtype=int), clusters)
    totals[places], counts[places] = sums["total"].fillna(0.0), sums["n"]
    return compute_contrasts(totals, counts, np.array([1.0, -1.0])).assign(measure=EFFECT, slice=keys)


def _read_chance(connection: duckdb.DuckDBPyConnection) -> pd.DataFrame:
    return _read(connection, "chance").assign(measure=CHANCE, slice=EVERY)
