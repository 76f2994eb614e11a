"""Checksum of the code and data files that make parts. Changes of pages, queries or exports do not invalidate them."""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import scipy

from core.plugins import BENCHMARKS, list_plugin_versions

CORE = Path(__file__).resolve().parents[2]

MADE_BY = (
    "benchmarks",
    "delimited.py",
    "factors.py",
    "geometry",
    "parsing",
    "plugins.py",
    "polyhedra",
    "question_types",
    "records.py",
    "runs/journal.py",
    "runs/journal_format.py",
    "scoring",
    "solvers/blind_constant.py",
    "solvers/blind_text.py",
    "solvers/fitted.py",
    "solvers/image_statistics.py",
    "statistics",
    "toml_tables.py",
    "formatting.py",
    "warehouse/question_numbers.py",
    "warehouse/blind_scores.py",
    "warehouse/run_cache",
    "warehouse/table_rows.py",
)
"""Folders and modules of `core` that read, score and diagnose replies. Other modules that they import produce contents,
which have their own checksum, or define errors and settings."""

LIBRARIES = (np.__version__, pd.__version__, scipy.__version__)
"""Versions of the numerical libraries."""


@cache
def compute_code_version(core: Path = CORE) -> str:
    """Compute the checksum of the code, the libraries and the benchmarks' plug-ins that produce parts.

    Args:
        core: the folder of the code.
    """
    digest = hashlib.sha256(" ".join((*LIBRARIES, *list_plugin_versions(BENCHMARKS))).encode())
    for place in MADE_BY:
        path = core / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.*")):
            if file.suffix != ".pyc":
                digest.update(f"{file.relative_to(core)}\n".encode() + file.read_bytes())
    return digest.hexdigest()
