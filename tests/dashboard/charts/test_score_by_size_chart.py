"""Tests of the chart of scores against model sizes: how each model is identified."""

import pandas as pd

from dashboard.pages.paper.score_by_size_chart import MOST_IN_LEGEND, draw_score_by_size


def sizes(n, family):
    """Return models of a family with 1, 2, 3 ... billion parameters."""
    rows = [
        (f"{family} {place}B", 50.0 + place, 48.0, 60.0, place, family, f"{family}-{place}") for place in range(1, n)
    ]
    return pd.DataFrame(rows, columns=["label", "value", "low", "high", "size_b", "family", "model_id"])


def test_families_have_their_names_at_the_right():
    """A line that joins the models of a family ends at the family's name; a single model has no line and no name."""
    rows = pd.concat([sizes(5, "Qwen"), sizes(3, "Eagle"), sizes(2, "Alone")], ignore_index=True)
    figure = draw_score_by_size(rows, {}, "Overall, %")
    assert [one.text for one in figure.layout.annotations] == ["Qwen", "Eagle"]
    assert figure.layout.margin.r > 60
    assert not any(trace.showlegend for trace in figure.data)


def test_the_legend_names_a_few_models_of_runs():
    """A few models each have a mark in the legend; many would fill it, and are identified only by hover text."""
    few = sizes(4, "Qwen")
    figure = draw_score_by_size(few, dict.fromkeys(few["model_id"], "vlm"), "accuracy, %")
    assert [trace.name for trace in figure.data if trace.showlegend] == ["Qwen 1B", "Qwen 2B", "Qwen 3B"]
    many = sizes(MOST_IN_LEGEND + 3, "Qwen")
    crowded = draw_score_by_size(many, dict.fromkeys(many["model_id"], "vlm"), "accuracy, %")
    assert not any(trace.showlegend for trace in crowded.data)
