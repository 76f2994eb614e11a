"""What a set that was made here says of itself, in the place of what is said of the authors' own."""

import json
from collections.abc import Mapping
from pathlib import Path

MADE_BY = "trilens synthesize"
"""Begins the source of every set that Trilens drew."""


def read_set_version(engine: Path, form: str) -> str | None:
    """The version of a set, from the file that its engine writes; None where that is not there or says something else.

    Args:
        engine: the file, a JSON object.
        form: the version with names of the file's values in braces.
    """
    try:
        return form.format_map(json.loads(engine.read_bytes()))[:200]
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return None


def build_generated_row(released: Mapping[str, str], title: str, credit: str, version: str) -> dict[str, str]:
    """The row of the table `benchmarks` of a set that was made here.

    Args:
        released: the row of the authors' own set.
        title: of this one.
        credit: whose idea it is.
        version: as `read_set_version` gives it.
    """
    return {
        **released,
        "title": title,
        "author": "Trilens",
        "source": f"{MADE_BY} --benchmark {released['benchmark_id']}",
        "version": version,
        "licence": "Apache 2.0",
        "credit": credit,
    }
