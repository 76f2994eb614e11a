"""The leaderboard: every figure in its column, what is missing stays missing, and shares of whole sets."""

from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pytest

from core.analyses import leaderboard
from core.analyses.verdicts import BLIND, ModelVerdicts, QuestionVerdict


def standing(model_id, label, value, gain=None, *, is_reference=False):
    """A model's run on a benchmark, with a verdict against answering blind if `gain` is given."""
    verdicts = {} if gain is None else {BLIND: QuestionVerdict("yes", "better", gain, gain - 1, gain + 1)}
    return ModelVerdicts(f"run-{model_id}", model_id, label, is_reference, value, value - 2, value + 2, None, verdicts)


def results():
    """Two benchmarks; the second knows neither sets nor usage."""
    usage = pd.DataFrame(
        {
            "cost_usd": [1.5, np.nan],
            "median_latency_s": [3.0, np.nan],
            "input_tokens": [1000.0, np.nan],
            "output_tokens": [200.0, np.nan],
            "started_at": [datetime(2026, 3, 4, tzinfo=UTC), pd.NaT],
        },
        index=["run-a", "run-b"],
    )
    sets = pd.DataFrame({"value": [40.0], "low": [30.0], "high": [50.0]}, index=["run-a"])
    first = [
        standing("a", "Qwen2-VL 7B", 60.0, 5.0),
        standing("b", "GPT-5", 70.0),
        standing("r", "Solver", 99.0, is_reference=True),
    ]
    nothing = pd.DataFrame(columns=usage.columns)
    second = [standing("a", "Qwen2-VL-7B", 30.0), standing("c", "InternVL2 76B", 50.0)]
    return [
        leaderboard.BenchmarkResults("one", "One", first, sets, usage),
        leaderboard.BenchmarkResults("two", "Two", second, pd.DataFrame(), nothing),
    ]


def test_every_model_has_one_row_and_missing_figures_stay_missing():
    """The best of the first benchmark leads, models without it follow, references are last; no figure becomes 0."""
    table = leaderboard.build_leaderboard(results(), {"b": 500.0}).set_index("model_id")
    assert list(table.index) == ["b", "a", "c", "r"]
    row = table.loc["a"]
    assert (row["label"], row["family"], row["size_b"], row["size"]) == (
        "Qwen2-VL 7B / Qwen2-VL-7B",
        "Qwen",
        7.0,
        "up to 10 B",
    )
    assert (row["one:score"], row["one:gain:low"], row["one:robustness:high"], row["two:score"]) == (60, 4, 50, 30)
    assert (row["one:cost"], row["one:latency"], row["one:tokens"], row["asked"]) == (1.5, 3.0, 1200.0, "2026-03")
    for column in ("one:gain", "one:robustness", "one:cost", "one:latency", "one:tokens", "two:score"):
        assert np.isnan(table.loc["b", column])
    assert (table.loc["b", "asked"], table.loc["b", "size"]) == (leaderboard.UNKNOWN, "over 40 B")
    assert table.loc["c", [column for column in table if column.startswith("one:")]].isna().all()
    assert leaderboard.format_column_intervals(table, "one:score")[:3] == ["68.0–72.0", "58.0–62.0", "–"]


@pytest.mark.parametrize(
    ("size_b", "name"), [(None, "unknown"), (10.0, "up to 10 B"), (10.5, "10 to 40 B"), (41, "over 40 B")]
)
def test_sizes_fall_into_one_class(size_b, name):
    """A limit belongs to the class below it."""
    assert leaderboard.classify_size(size_b) == name


@pytest.mark.parametrize(
    ("label", "series"), [("Qwen2.5-VL-32B", "Qwen"), ("GPT-4o", "GPT"), ("LLaVA-Next 8B", "LLaVA"), ("4M", "4M")]
)
def test_the_family_is_the_word_that_begins_a_name(label, series):
    """Letters up to the first digit or sign."""
    assert leaderboard.find_series(label) == series


def test_a_leaderboard_without_models_is_empty():
    """All columns exist, without rows."""
    nothing = leaderboard.BenchmarkResults("one", "One", [], pd.DataFrame(), pd.DataFrame())
    table = leaderboard.build_leaderboard([nothing], {})
    assert len(table) == 0
    assert "one:score:low" in table
