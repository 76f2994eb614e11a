"""Tests of charts of cases: the cases of a lasso, whatever a browser sends."""

import plotly.graph_objects as go
import pytest
import streamlit as st

from dashboard.widgets.case_chart import list_selected_cases

FIGURE = go.Figure([go.Scatter(x=[1, 2, 3], y=[1, 2, 3], customdata=["a", "b", "a"]), go.Scatter(x=[1], y=[1])])


@pytest.mark.parametrize(
    ("points", "cases"),
    [
        ([{"customdata": "b"}, {"customdata": ["a"]}, {"customdata": "b"}], ["b", "a"]),
        ([{"customdata": "unknown"}, {"x": 1}, 7, {"customdata": ["a", "b"]}], []),
        ("x", []),
        (None, []),
    ],
)
def test_a_lasso_selects_cases_of_the_chart(monkeypatch, points, cases):
    """Each case is returned once, in the order of the marks; marks that the chart does not have are ignored."""
    monkeypatch.setattr(st, "session_state", {"chart": {"selection": {"points": points}}})
    assert list_selected_cases(FIGURE, "chart") == cases
