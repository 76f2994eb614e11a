"""The text on how much of a benchmark a run answered."""

import pandas as pd
import pytest

from core.analyses.answered import describe_unranked, format_answered, format_partial_runs, label_with
from core.benchmarks.data import Terminology

WORDS = Terminology("photograph", "photographs", "triangle", "triangles", "score", "The score is a score.")
RANKING = pd.DataFrame(
    [("a", "A", 400, True), ("b", "B", 391, True), ("c", "C", 12, False), ("d", "D", 1, False)],
    columns=["run_id", "run_label", "cases", "is_ranked"],
).assign(all_cases=400)


@pytest.mark.parametrize(
    ("n_cases", "all_cases", "text"),
    [(400, 400, ""), (12, 400, "12 of 400 photographs"), (1200, 3168, "1,200 of 3,168 photographs")],
)
def test_only_incomplete_runs_have_a_text(n_cases, all_cases, text):
    """A complete run has no text; another one has its count and the total."""
    assert format_answered(n_cases, all_cases, WORDS) == text
    assert label_with("Model", text) == (f"Model ({text})" if text else "Model")


def test_few_missing_cases_are_named():
    """A count of 391 of 400 is shown wherever runs are listed; only runs that answered a part are called not ranked."""
    assert format_partial_runs(RANKING, WORDS) == {
        "b": "391 of 400 photographs", "c": "12 of 400 photographs", "d": "1 of 400 photographs",
    }  # fmt: skip
    assert describe_unranked(RANKING, WORDS) == (
        "Not ranked, with answers to only a part of the photographs: C (12 of 400 photographs) and "
        "D (1 of 400 photographs)."
    )
    assert describe_unranked(RANKING.head(2), WORDS) == ""


def test_many_runs_are_counted():
    """A sentence names four runs and counts the others."""
    many = pd.concat([RANKING.tail(1).assign(run_id=f"r{n}", run_label=f"R{n}") for n in range(6)])
    assert describe_unranked(many, WORDS).endswith("R3 (1 of 400 photographs) and 2 more.")
