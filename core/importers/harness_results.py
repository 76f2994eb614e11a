"""Results files of lm-evaluation-harness and of lmms-eval, which grew out of it: the model and what was sent to it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.importers.peek import has_keys
from core.importers.row_metadata import settings_in
from core.importers.sidecar_files import object_at, object_in, part_of, regular_files, text_at
from core.importers.trilens_metadata import KEY, own_benchmark, own_run
from core.records import Run

Program = Literal["lm-eval", "lmms-eval"]

LIKELIHOOD = "the row has log-likelihoods of options and no reply, so there is nothing to read"

_KEYS = ("results", "configs", "versions", "n-shot")

_SEEDS = ("random_seed", "numpy_seed", "torch_seed", "fewshot_seed")
_MODEL_ARGUMENT = re.compile(r"(?:^|,)\s*(?:model|model_version|model_name|pretrained|path)\s*=\s*([^,]+)")


def program_of_results(path: Path, head: bytes) -> Program | None:
    """Which of the two programs wrote the results file; None where it is no results file."""
    if not has_keys(path, head, *_KEYS):
        return None
    return "lm-eval" if has_keys(path, head, "lm_eval_version") else "lmms-eval"


@dataclass(frozen=True, slots=True)
class Results:
    """A results file; empty where a log has none beside it.

    Attributes:
        values: the whole file.
        note: why a file that is there could not be read; empty otherwise.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""

    @property
    def model(self) -> str:
        """The name by which the model was asked; empty where the file does not say."""
        config = object_at(self.values, "config")
        if not config.get("model_args", True):
            return text_at(config, "model")  # the name is that of a folder, made up
        return text_at(self.values, "model_name") or model_in(config.get("model_args")) or text_at(config, "model")

    @property
    def own_run(self) -> Run | None:
        """Trilens' own run, where it wrote the log."""
        return own_run(part_of(self.values, "config", KEY))

    @property
    def own_benchmark(self) -> str:
        """Whose cases the run is about, where Trilens wrote the log."""
        return own_benchmark(part_of(self.values, "config", KEY))

    def settings(self, task: str) -> dict[str, str | int | float | None]:
        """What was sent beside prompts and pictures, and could change the replies."""
        config = object_at(self.values, "config")
        system = text_at(self.values, "system_instruction")
        return settings_in(
            {
                **object_at(self.values, "configs", task, "generation_kwargs"),
                "gen_kwargs": config.get("gen_kwargs") or None,
                **{seed: config.get(seed) for seed in _SEEDS},
                "num_fewshot": part_of(self.values, "n-shot", task),
                "system_instruction": system or None,
                "model_source": text_at(self.values, "model_source") or None,
            }
        )


def results_beside(folder: Path, ending: str) -> Results:
    """The first results file of a folder whose name ends so."""
    path = next(regular_files(folder, ending), None)
    if path is None:
        return Results()
    try:
        return Results(object_in(path))
    except (OSError, ValueError) as error:
        return Results(note=f"{path.name} beside it cannot be read: {error}.")


def model_in(arguments: object) -> str:
    """The model that arguments of the command line name: an object, or a text as `model=NAME,base_url=...`."""
    if isinstance(arguments, Mapping):
        return next((text for key in ("model", "model_version", "pretrained") if (text := text_at(arguments, key))), "")
    found = _MODEL_ARGUMENT.search(arguments) if isinstance(arguments, str) else None
    return found[1].strip().strip("\"'") if found else ""
