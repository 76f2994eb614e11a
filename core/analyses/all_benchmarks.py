"""Models on all benchmarks side by side; a benchmark without answers of a model stays empty."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.analyses.sensitivity import format_detectable
from core.analyses.verdict_phrases import describe_against_blind
from core.analyses.verdicts import BLIND, ModelVerdicts
from core.formatting import format_interval, format_number


@dataclass(frozen=True, slots=True)
class CrossBenchmarkModel:
    """A model on the benchmarks that it has answered.

    Attributes:
        standings: by benchmark, the run that represents the model.
    """

    model_id: str
    label: str
    is_reference: bool
    standings: Mapping[str, ModelVerdicts]


def list_cross_benchmark_models(by_benchmark: Mapping[str, Sequence[ModelVerdicts]]) -> list[CrossBenchmarkModel]:
    """List every model once, those with the most benchmarks first, then by name; reference models last.

    Args:
        by_benchmark: the models of each benchmark; of two runs of one model the first counts.
    """
    found: dict[str, dict[str, ModelVerdicts]] = {}
    for benchmark_id, models in by_benchmark.items():
        for model in models:
            found.setdefault(model.model_id, {}).setdefault(benchmark_id, model)
    rows = [
        CrossBenchmarkModel(model_id, _join_labels(own.values()), next(iter(own.values())).is_reference, own)
        for model_id, own in found.items()
    ]
    return sorted(rows, key=lambda row: (row.is_reference, -len(row.standings), row.label.casefold()))


def _join_labels(standings: Iterable[ModelVerdicts]) -> str:
    """Join all names of a model; benchmarks may call it differently, as they do with solvers."""
    return " / ".join(dict.fromkeys(standing.label for standing in standings))


def format_standing(verdicts: ModelVerdicts | None) -> str:
    """Format a mean score in percent with its interval, and whether it beats the best constant answer; empty for None.

    If the run has not answered every case, its coverage follows.
    """
    if verdicts is None:
        return ""
    interval = "" if verdicts.low is None else f" ({format_interval(verdicts.low, verdicts.high)})"
    verdict = verdicts.verdicts.get(BLIND)
    detectable = format_detectable(verdict.detectable) if verdict else ""
    brief = ", ".join(filter(None, [describe_against_blind(verdict), detectable])) if verdict else ""
    comparison = f": {brief}" if brief else ""
    return ", ".join(filter(None, [f"{format_number(verdicts.value)}{interval}{comparison}", verdicts.answered]))
