"""How many parameters models have: by their names, or by a table of one's own."""

import re
from pathlib import Path

from core.benchmarks.strict_csv import read_table

SIZES = "model_sizes.csv"
"""In the data folder, with the columns `model_id` and `size_b`: sizes of models whose names do not say them."""

SMALLEST_B, LARGEST_B = 0.001, 100_000.0

_SIZE = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s?b(?![a-z0-9])", re.IGNORECASE)
_VARIANT = re.compile(r"-[mv]$")
"""LLaVA-Next-m and LLaVA-Next-v are one family on two language models."""


def parse_size_b(name: str) -> float | None:
    """Parameters in billions by the name of a model, as `7B` in it says; None where it does not."""
    match = _SIZE.search(name)
    return float(match[1]) if match else None


def parse_family(name: str) -> str:
    """The name up to the size; all of it where it says none."""
    match = _SIZE.search(name)
    return _VARIANT.sub("", name[: match.start()].rstrip(" -_")) if match else name


def read_model_sizes(folder: Path) -> dict[str, float]:
    """Parameters in billions by model id, as the table in a folder says; empty where there is none.

    Raises:
        ReleaseError: it lacks a column, or a size is no number between a million and a hundred trillion.
    """
    if not (folder / SIZES).is_file():
        return {}
    lines = read_table(folder, SIZES, ("model_id", "size_b"))
    return {line.get_text("model_id"): line.parse_number("size_b", SMALLEST_B, LARGEST_B) for line in lines}
