"""Write docs/developing/licences.md with the licences of the packages in requirements.lock: `make lock`."""

import re
from importlib.metadata import PackageNotFoundError, metadata

from packaging.requirements import Requirement

from core.formatting import to_single_line
from core.settings import REPOSITORY

LOCK = REPOSITORY / "requirements.lock"
TABLE = REPOSITORY / "docs" / "developing" / "licences.md"
HEAD = """# Licences

Packages that `requirements.lock` installs on Linux, with the licence that each states in its own metadata. None is part
of this repository. Made by `make lock`; `tests/test_locked.py` holds it against what is installed.

| package | licence |
|---|---|
"""
_LONGEST = 60


def read_lock():
    """Return the requirements of the lock, including those of other systems and Python versions."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return [Requirement(line.removesuffix("\\").strip()) for line in lines if re.match(r"[a-z0-9]", line)]


def list_needed_here():
    """Return the requirements of this system and Python version, by name."""
    return {one.name: one for one in read_lock() if one.marker is None or one.marker.evaluate()}


def get_licence(name):
    """Return a package's stated licence: SPDX expression, classifiers or short name; None if not installed."""
    try:
        found = metadata(name)
    except PackageNotFoundError:
        return None
    classified = [one.rpartition(" :: ")[2] for one in found.get_all("Classifier", []) if one.startswith("License ::")]
    named = found.get("License") or ""
    is_name = len(named) <= _LONGEST and "\n" not in named
    stated = found.get("License-Expression") or ", ".join(classified) or (named if is_name else "")
    return to_single_line(stated).replace("|", "/") or "unknown"


def make_table():
    """Return the whole document."""
    rows = {name: get_licence(name) for name in list_needed_here()}
    return HEAD + "".join(f"| {name} | {licence} |\n" for name, licence in sorted(rows.items()) if licence)


if __name__ == "__main__":
    TABLE.write_text(make_table(), encoding="utf-8")
