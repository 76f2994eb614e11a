"""The chart of residuals: what a click says, and what stands out."""

import pandas as pd

from dashboard.charts.residuals import residuals


def test_residuals_name_the_blamed_and_open_their_evidence():
    """Every mark carries its triangle; only sides beyond the limit of a blamed triangle are named."""
    rows = pd.DataFrame(
        {"group_id": ["001", "002"], "verdict": ["one_side_off", "agrees"], "is_blamed": [True, False],
         "limit_cm": [1.7, 1.7], "ab_residual_cm": [4.0, 0.2], "bc_residual_cm": [0.1, -0.3],
         "ca_residual_cm": [0.0, 0.1]}
    )  # fmt: skip
    figure = residuals(rows, {"one_side_off": "one side is off", "agrees": "the photographs agree"})
    marks = [trace for trace in figure.data if trace.customdata is not None]
    assert all(list(trace.customdata) == ["001", "002"] for trace in marks)
    assert [text for trace in marks for text in trace.text] == ["001", "", "", "", "", ""]
