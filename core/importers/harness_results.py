"""Results files of lm-evaluation-harness and of lmms-eval, which grew out of it: the model and its settings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.importers.peek import has_keys
from core.importers.row_metadata import normalise_settings
from core.importers.sidecar_files import get_object, get_path, get_text, list_regular_files, read_json_object
from core.importers.trilens_metadata import KEY, parse_benchmark_id, parse_own_run
from core.records import Run

Program = Literal["lm-eval", "lmms-eval"]

LIKELIHOOD = "the row has log-likelihoods of options and no reply, so there is nothing to read"

_KEYS = ("results", "configs", "versions", "n-shot")

_SEEDS = ("random_seed", "numpy_seed", "torch_seed", "fewshot_seed")
_MODEL_ARGUMENT = re.compile(r"(?:^|,)\s*(?:model|model_version|model_name|pretrained|path)\s*=\s*([^,]+)")


def detect_program(path: Path, head: bytes) -> Program | None:
    """Return which of the two programs wrote the results file; None if it is not a results file."""
    if not has_keys(path, head, *_KEYS):
        return None
    return "lm-eval" if has_keys(path, head, "lm_eval_version") else "lmms-eval"


@dataclass(frozen=True, slots=True)
class HarnessResults:
    """A results file; empty if a log has none beside it.

    Attributes:
        values: the whole file.
        note: why an existing file could not be read; empty otherwise.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""

    @property
    def model(self) -> str:
        """Return the name by which the model was asked; empty if the file does not state it."""
        config = get_object(self.values, "config")
        if not config.get("model_args", True):
            return get_text(config, "model")  # the name is a made-up folder name
        return get_text(self.values, "model_name") or parse_model(config.get("model_args")) or get_text(config, "model")

    @property
    def own_run(self) -> Run | None:
        """Return Trilens' own run, if Trilens wrote the log."""
        return parse_own_run(get_path(self.values, "config", KEY))

    @property
    def own_benchmark(self) -> str:
        """Return the benchmark that the run is about, if Trilens wrote the log."""
        return parse_benchmark_id(get_path(self.values, "config", KEY))

    def get_settings(self, task: str) -> dict[str, str | int | float | None]:
        """Return the settings that could change the replies, apart from prompts and images."""
        config = get_object(self.values, "config")
        system = get_text(self.values, "system_instruction")
        return normalise_settings(
            {
                **get_object(self.values, "configs", task, "generation_kwargs"),
                "gen_kwargs": config.get("gen_kwargs") or None,
                **{seed: config.get(seed) for seed in _SEEDS},
                "num_fewshot": get_path(self.values, "n-shot", task),
                "system_instruction": system or None,
                "model_source": get_text(self.values, "model_source") or None,
            }
        )


def read_results(folder: Path, ending: str) -> HarnessResults:
    """Read the first results file of a folder whose name has this ending."""
    path = next(list_regular_files(folder, ending), None)
    if path is None:
        return HarnessResults()
    try:
        return HarnessResults(read_json_object(path))
    except (OSError, ValueError) as error:
        return HarnessResults(note=f"{path.name} beside it cannot be read: {error}.")


def parse_model(arguments: object) -> str:
    """Parse the model from command line arguments: an object, or a text as `model=NAME,base_url=...`."""
    if isinstance(arguments, Mapping):
        return next(
            (text for key in ("model", "model_version", "pretrained") if (text := get_text(arguments, key))), ""
        )
    found = _MODEL_ARGUMENT.search(arguments) if isinstance(arguments, str) else None
    return found[1].strip().strip("\"'") if found else ""
