"""The best model of a benchmark, and whether it is better than the best constant answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.analyses.baseline_findings import keep_enough_groups
from core.analyses.overview import Overview
from core.analyses.verdicts import BLIND, ModelVerdicts
from core.formatting import split_shared_ending


@dataclass(frozen=True, slots=True)
class BenchmarkLeader:
    """The model with the highest score on a benchmark.

    Attributes:
        model: its run, without the part of the label that all models share.
        rivals: labels of the models that are not distinguishable from it, the best first.
        ending: the part of the label that all models share; empty without one.
        n_better: number of models that are better than the best constant answer.
        n_models: number of compared models.
    """

    model: ModelVerdicts
    rivals: tuple[str, ...]
    ending: str
    n_better: int
    n_models: int


def find_benchmark_leader(overview: Overview, models: Sequence[ModelVerdicts]) -> BenchmarkLeader | None:
    """Find the best model; None if no compared model has enough groups for a claim.

    Args:
        overview: the overview.
        models: as `verdicts.list_model_verdicts` returns them.
    """
    compared, ending = strip_shared_ending([model for model in models if not model.is_reference and model.verdicts])
    enough = set(keep_enough_groups(overview.scores)["run_id"])
    labels = {model.run_id: model.label for model in compared if model.run_id in enough}
    best = next((model for model in compared if model.run_id in labels), None)
    if best is None:
        return None
    pairs = overview.pairs[(overview.pairs["first"] == best.run_id) & (overview.pairs["verdict"] != "higher")]
    rivals = tuple(labels[run_id] for run_id in pairs["second"] if run_id in labels)
    n_better = sum(model.verdicts[BLIND].word == "yes" for model in compared if BLIND in model.verdicts)
    return BenchmarkLeader(best, rivals, ending, n_better, len(compared))


def strip_shared_ending(models: Sequence[ModelVerdicts]) -> tuple[list[ModelVerdicts], str]:
    """Return the models without the last part of the label that all but the references share, and that part."""
    names, ending = split_shared_ending([model.label for model in models if not model.is_reference])
    labels = iter(names)
    return [model if model.is_reference else replace(model, label=next(labels)) for model in models], ending
