"""HELM's measurements per reply: `per_instance_stats.json`, beside the replies."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.importers.external_scores import find_external_score
from core.importers.json_stream import read_list_objects
from core.importers.sidecar_files import get_path, get_text, is_regular

FILE = "per_instance_stats.json"

_SCORES = ("exact_match", "quasi_exact_match")
"""Metrics that are the score of the whole reply, in order of precedence."""

_MOST_TRIALS = 1_000_000

StatsKey = tuple[str, int, str]
"""Instance, trial, and the name of the perturbation, empty if there is none."""


@dataclass(frozen=True, slots=True)
class HelmStats:
    """The measurements of one reply; None for missing ones."""

    score: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


def make_stats_key(values: Mapping[str, Any], instance_id: str, perturbation: object) -> StatsKey:
    """Return the common key of a reply and its measurements.

    Args:
        values: with the trial.
        instance_id: of the instance.
        perturbation: how the instance was changed.
    """
    trial = values.get("train_trial_index")
    if not isinstance(trial, int) or not 0 <= trial < _MOST_TRIALS:
        trial = 0
    return instance_id, trial, get_text(perturbation, "name")


def read_stats(path: Path) -> tuple[dict[StatsKey, HelmStats], str]:
    """Read the measurements beside a file by reply, and a note for the user."""
    beside = path.parent / FILE
    if not is_regular(beside):
        return {}, ""
    try:
        return {
            make_stats_key(one, get_text(one, "instance_id"), one.get("perturbation")): _parse_stats(one.get("stats"))
            for _, one in read_list_objects(beside)
            if isinstance(one, dict)
        }, ""
    except (OSError, ValueError) as error:
        return {}, f"{FILE} beside it cannot be read: {error}."


def _parse_stats(measured: object) -> HelmStats:
    means: dict[str, object] = {}
    for one in measured if isinstance(measured, list) else []:
        name, mean = get_text(one, "name", "name"), get_path(one, "mean")
        if get_path(one, "name", "perturbation") is None:
            means[name] = mean
        else:
            means.setdefault(name, mean)
    scores = (find_external_score({name: means.get(name)}) for name in _SCORES)
    return HelmStats(
        next((score for score in scores if score is not None), None),
        _parse_count(means.get("num_prompt_tokens")),
        _parse_count(means.get("num_output_tokens")) or _parse_count(means.get("num_completion_tokens")),
    )


def _parse_count(mean: object) -> int | None:
    """Parse a token count; None if nothing was counted."""
    return int(mean) if isinstance(mean, int | float) and 0 < mean < 1e12 else None
