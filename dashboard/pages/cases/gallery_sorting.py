"""Orders of the gallery that are not those of the query `cases`: by disagreement, tilt and notes."""

import pandas as pd

from core.warehouse.read import Filters
from dashboard.data.queries import has_query, run_query
from dashboard.pages.cases import gallery_texts, notes

DISAGREEMENT, TILT, NOTES = "disagreement", "tilt", "notes"


def list_orders() -> dict[str, str]:
    """Return the labels of these orders by name; only photographs of triangles have a measured tilt."""
    tilt = {TILT: "tilt"} if has_query("tilts") else {}
    return {DISAGREEMENT: "disagreement", **tilt, NOTES: "notes"}


def describe_order(sort: str) -> str:
    """Return the words for an order."""
    return {
        DISAGREEMENT: gallery_texts.DISAGREEMENT_ORDER,
        TILT: gallery_texts.TILT_ORDER,
        NOTES: gallery_texts.NOTES_ORDER,
    }[sort]


def sort_cases(cases: pd.DataFrame, sort: str, filters: Filters, right_at: float) -> pd.DataFrame:
    """Return the cases in the requested order, the largest value first; cases without one are last, ties keep theirs.

    Args:
        cases: with case_id.
        sort: the order; any but these leaves the cases as they are.
        filters: filters whose models and questions count.
        right_at: the score from which a number is right.
    """
    if sort not in list_orders():
        return cases
    values = cases["case_id"].map(_load_values(sort, filters, right_at)).astype(float)
    return cases.loc[values.sort_values(ascending=False, kind="stable", na_position="last").index]


def _load_values(sort: str, filters: Filters, right_at: float) -> dict[str, float]:
    """Load the values to sort by, by case."""
    if sort == NOTES:
        return {case_id: float(count) for case_id, count in notes.count_notes().items()}
    if sort == TILT:
        rows, column = run_query("tilts", filters=filters), "tilt_deg"
    else:
        rows, column = run_query("case_disagreement", filters=filters, right_at=right_at), DISAGREEMENT
    return dict(zip(rows["case_id"], rows[column], strict=True))
