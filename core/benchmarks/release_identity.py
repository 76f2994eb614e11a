"""Identity of the benchmark in a release folder: Tri-Bench, unless the folder has a `benchmark.json`."""

import hashlib
import json
import re
from pathlib import Path

from core.benchmarks.triangles import dataset_facts
from core.errors import ReleaseError

IDENTITY = "benchmark.json"


def get_prompt_id(benchmark_id: str) -> str:
    """Return the id of a benchmark's own prompt, which is the benchmark's id."""
    return benchmark_id


def make_prompt_id(text: str, name: str = "own") -> str:
    """Return the id of a custom prompt's text; it contains a checksum, so that a changed text gets another id."""
    short = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:30] or "own"
    return f"{short}_{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def read_identity(folder: Path) -> dict[str, str]:
    """Return the row of the table `benchmarks` for a release folder.

    Raises:
        ReleaseError: the file is not a JSON object of these texts, or claims to be Tri-Bench.
    """
    path = folder / IDENTITY
    expected = dataset_facts.build_benchmark_row()
    if not path.is_file():
        return expected
    try:
        identity = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ReleaseError(f"{IDENTITY} is not valid JSON: {error}") from error
    if not isinstance(identity, dict) or set(identity) != set(expected):
        raise ReleaseError(f"{IDENTITY} must be an object with exactly the keys {', '.join(expected)}")
    for key, value in identity.items():
        if not isinstance(value, str) or not value.strip():
            raise ReleaseError(f"{IDENTITY}, {key}: {value!r} is not a text")
    if identity["benchmark_id"] == dataset_facts.BENCHMARK_ID:
        raise ReleaseError(
            f"{IDENTITY}: benchmark_id {dataset_facts.BENCHMARK_ID!r} is reserved for Tri-Bench; choose another"
        )
    return identity
