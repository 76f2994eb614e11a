"""The best model of a benchmark: who is not distinguishable from it, and how many models beat answering blind."""

from types import SimpleNamespace

import pandas as pd

from core.analyses.benchmark_leaders import find_benchmark_leader
from core.analyses.verdicts import BLIND, ModelVerdicts, QuestionVerdict


def model(run_id, value, word, *, is_reference=False):
    """A run whose label ends as all of them do."""
    verdicts = {} if is_reference else {BLIND: QuestionVerdict(word, "plain", 1.0, 0.5, 1.5)}
    label = run_id if is_reference else f"{run_id} · fast"
    return ModelVerdicts(run_id, run_id, label, is_reference, value, None, None, None, verdicts)


def overview(n_groups):
    """The second model is not distinguishable from the first, the third is lower."""
    runs = ["a", "b", "c", "solver"]
    return SimpleNamespace(
        scores=pd.DataFrame({"run_id": runs, "n_groups": n_groups}),
        pairs=pd.DataFrame(
            {
                "first": ["a", "a", "b"],
                "second": ["b", "c", "c"],
                "verdict": ["not distinguishable", "higher", "higher"],
            }
        ),
    )


MODELS = [
    model("a", 90.0, "yes"),
    model("b", 89.0, "yes"),
    model("c", 50.0, "not shown"),
    model("solver", 99.0, "", is_reference=True),
]


def test_the_best_model_comes_with_those_that_are_not_distinguishable():
    """References never lead; the ending that all models share is not part of their names."""
    leader = find_benchmark_leader(overview(20), MODELS)
    assert (leader.model.label, leader.rivals, leader.ending) == ("a", ("b",), "fast")
    assert (leader.n_better, leader.n_models) == (2, 3)


def test_a_model_with_too_few_groups_does_not_lead():
    """No model is named as the best if none has enough groups."""
    assert find_benchmark_leader(overview([3, 20, 20, 20]), MODELS).model.run_id == "b"
    assert find_benchmark_leader(overview(3), MODELS) is None
