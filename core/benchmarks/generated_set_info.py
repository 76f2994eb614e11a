"""Version and description of a set that Trilens generated, which replace those of the authors' set."""

import json
from collections.abc import Mapping
from pathlib import Path

from core.benchmarks.entries import DRAWN_SUFFIX

MADE_BY = "trilens synthesize"
"""Prefix of the source of every set that Trilens generated."""


def read_set_version(engine: Path, form: str) -> str | None:
    """Return the version of a set from the file that its engine wrote; None if the file is missing or not valid.

    Args:
        engine: path of the file, a JSON object.
        form: template of the version, with names of the file's values in braces.
    """
    try:
        return form.format_map(json.loads(engine.read_bytes()))[:200]
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return None


def build_set_row(authors: Mapping[str, str], engine: Path, form: str, credit: str) -> Mapping[str, str]:
    """Return the row of the table `benchmarks` of a set; that of the authors' set if Trilens did not generate it.

    Args:
        authors: the row of the authors' own set.
        engine: path of the file, and `form`: as for `read_set_version`.
        form: template of the version.
        credit: credits the authors of the idea.
    """
    version = read_set_version(engine, form)
    if version is None:
        return authors
    return build_generated_row(authors, f"{authors['title']}{DRAWN_SUFFIX}", credit, version)


def build_generated_row(released: Mapping[str, str], title: str, credit: str, version: str) -> dict[str, str]:
    """Return the row of the table `benchmarks` for a set that Trilens generated.

    Args:
        released: the row of the authors' own set.
        title: of the generated set.
        credit: credits the authors of the idea.
        version: from `read_set_version`.
    """
    return {
        **released,
        "title": title,
        "author": "Trilens",
        "source": f"{MADE_BY} {released['benchmark_id']}",
        "version": version,
        "licence": "Apache 2.0",
        "credit": credit,
    }
