"""Order of runs in all tables and charts of a report: that of its ranking."""

from collections.abc import Sequence

import pandas as pd

from core.warehouse.read import Warehouse

RUN_COLUMNS = ("run_id", "first", "second")
"""Columns with ids of runs; a table has the first, or for pairs the other two."""


def list_ranked_runs(warehouse: Warehouse) -> list[str]:
    """Return the ids of all runs in the order of the ranking."""
    return list(warehouse.query("ranking", kinds=None)["run_id"])


def sort_by_runs(table: pd.DataFrame, order: Sequence[str]) -> pd.DataFrame:
    """Sort rows by the ranks of their runs; rows without a single run come last, tables without runs are unchanged.

    Args:
        table: with some of `RUN_COLUMNS`.
        order: run ids, as `list_ranked_runs` returns them.
    """
    places = {run_id: index for index, run_id in enumerate(order)}
    by = [name for name in RUN_COLUMNS if name in table]
    return table.sort_values(by, key=lambda ids: ids.map(places), kind="stable", ignore_index=True) if by else table
