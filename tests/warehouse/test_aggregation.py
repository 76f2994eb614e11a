"""Tests of aggregation in SQL against the same aggregation of a data frame of all answers."""

import numpy as np
import pandas as pd
import pytest

from core.errors import WarehouseError
from core.warehouse.aggregation import BESIDE_BLIND, EFFECT, EXCESS, VALUES, Aggregation
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import NO_FILTERS
from tests.analyses.summed import summed

BY = ["question_id", "condition", "tilt", "group_id"]
PLAIN = [name for name in VALUES if name not in (EFFECT, *BESIDE_BLIND)]


@pytest.mark.parametrize(
    "filters", [{}, {"pose": ["tilted"]}, {"model": ["openai_gpt_5", "blind_constant"]}, {"question": ["Q1", "Q4"]}]
)
def test_sql_sums_equal_pandas(tiny_warehouse, filters):
    """Every sum and count of the filtered answers is the same, by levels that may be missing."""
    chosen = {**NO_FILTERS, **filters}
    found = tiny_warehouse.aggregate(chosen, Aggregation(tuple(BY), tuple(PLAIN)))
    expected = summed(tiny_warehouse.query("answers", filters=chosen), BY, PLAIN)
    assert len(found) == len(expected) > 10
    ordered = [
        frame.astype(dict.fromkeys(BY, "string")).sort_values(BY, ignore_index=True) for frame in (found, expected)
    ]
    for name in (*BY, "answers", "unreadable", *(name for name in found if name.endswith("_counted"))):
        assert ordered[0][name].astype(object).where(ordered[0][name].notna(), None).tolist() == (
            ordered[1][name].astype(object).where(ordered[1][name].notna(), None).tolist()
        )
    for name in PLAIN:
        values = [pd.to_numeric(frame[name]).to_numpy(dtype=float) for frame in ordered]
        np.testing.assert_allclose(*values, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("by", "values", "place"),
    [(["no_column"], ["score"], 0), (['case_id" from x --'], ["score"], 0), (["case_id"], ["raw"], 0),
     (["case_id"], [EFFECT], 0), (["case_id"], ["score"], 1), (["first"], ["score"], 0),
     (["case_id"], [EFFECT, EXCESS], 1)],
)  # fmt: skip
def test_unknown_columns_and_values_raise(tiny_warehouse, by, values, place):
    """The error names an unknown column or value, or an effect without levels."""
    contrasts = read_benchmark_info(tiny_warehouse).contrasts[:place]
    with pytest.raises(WarehouseError, match="cannot be summed by"):
        tiny_warehouse.aggregate(NO_FILTERS, Aggregation(tuple(by), tuple(values), contrasts=tuple(contrasts)))


@pytest.mark.parametrize(
    ("of", "by", "values"),
    [("sets", ["pose"], ["binary"]), ("sets", ["protocol"], ["score"]), ("pairs", ["kind"], ["difference"]),
     ("replies", ["case_id"], ["shows"])],
)  # fmt: skip
def test_columns_of_other_aggregations_raise(tiny_warehouse, of, by, values):
    """The error names a column or a value that belongs to another kind of aggregation."""
    with pytest.raises(WarehouseError, match=f"{of} cannot be summed by"):
        tiny_warehouse.aggregate(NO_FILTERS, Aggregation(tuple(by), tuple(values), of))
