"""Parameter counts of models, parsed from their names or read from a table that the user supplies."""

import re
from pathlib import Path

from core.benchmarks.strict_csv import read_table

SIZES = "model_sizes.csv"
"""In the data folder, with the columns `model_id` and `size_b`: sizes of models whose names do not state them."""

SMALLEST_B, LARGEST_B = 0.001, 100_000.0

_SIZE = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s?b(?![a-z0-9])", re.IGNORECASE)
_VARIANT = re.compile(r"-[mv]$")
"""LLaVA-Next-m and LLaVA-Next-v are one family with two language models."""


def parse_size_b(name: str) -> float | None:
    """Return the parameters in billions that a model's name states, such as `7B`; None if it states none."""
    match = _SIZE.search(name)
    return float(match[1]) if match else None


def parse_family(name: str) -> str:
    """Return the part of a model's name before the size; the whole name if it states none."""
    match = _SIZE.search(name)
    return _VARIANT.sub("", name[: match.start()].rstrip(" -_")) if match else name


def read_model_sizes(folder: Path) -> dict[str, float]:
    """Return the parameters in billions by model id from the table in a folder; empty without a table.

    Raises:
        ReleaseError: the table lacks a column, or a size is not between a million and a hundred trillion.
    """
    if not (folder / SIZES).is_file():
        return {}
    lines = read_table(folder, SIZES, ("model_id", "size_b"))
    return {line.get_text("model_id"): line.parse_number("size_b", SMALLEST_B, LARGEST_B) for line in lines}
