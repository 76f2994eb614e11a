"""All models on all benchmarks."""

from core.analyses.all_benchmarks import format_standing, list_cross_benchmark_models
from core.analyses.verdicts import BLIND, ModelVerdicts, QuestionVerdict


def judged(model_id, value=50.0, low=40.0, high=60.0, word="yes", *, is_reference=False):
    verdicts = {} if is_reference else {BLIND: QuestionVerdict(word, "plain", 5.0, 1.0, 9.0)}
    return ModelVerdicts(f"run {model_id}", model_id, model_id.title(), is_reference, value, low, high, None, verdicts)


def test_models_with_most_benchmarks_come_first_and_references_last():
    """Each model has one row with a standing for each benchmark that it answered."""
    rows = list_cross_benchmark_models({
        "one": [judged("zeta"), judged("alpha"), judged("blind", is_reference=True)],
        "two": [judged("zeta", 70.0), judged("zeta", 10.0), judged("beta"), judged("blind", is_reference=True)],
    })  # fmt: skip
    assert [(row.model_id, list(row.standings)) for row in rows] == [
        ("zeta", ["one", "two"]), ("alpha", ["one"]), ("beta", ["two"]), ("blind", ["one", "two"])
    ]  # fmt: skip
    assert rows[0].standings["two"].value == 70.0


def test_standing_has_score_interval_and_verdict():
    """Without an answer the cell is empty, without an interval it has no brackets, without a verdict no word."""
    assert format_standing(None) == ""
    assert format_standing(judged("a")) == "50.0 (40.0–60.0): better than constant"
    assert format_standing(judged("a", low=None, high=None, word="too few")) == "50.0: too few to tell"
    assert format_standing(judged("a", is_reference=True)) == "50.0 (40.0–60.0)"
