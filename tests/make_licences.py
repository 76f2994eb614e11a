"""Writes docs/developing/licences.md: the licences of the packages in requirements.lock. `make lock` runs it."""

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


def locked():
    """The requirements of the lock, those of other systems and of other Pythons too."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return [Requirement(line.removesuffix("\\").strip()) for line in lines if re.match(r"[a-z0-9]", line)]


def needed_here():
    """Those of this system and this Python, by name."""
    return {one.name: one for one in locked() if one.marker is None or one.marker.evaluate()}


def licence_of(name):
    """What a package states: an SPDX expression, else its classifiers, else a short name; None if not installed."""
    try:
        found = metadata(name)
    except PackageNotFoundError:
        return None
    classified = [one.rpartition(" :: ")[2] for one in found.get_all("Classifier", []) if one.startswith("License ::")]
    named = found.get("License") or ""
    is_name = len(named) <= _LONGEST and "\n" not in named
    stated = found.get("License-Expression") or ", ".join(classified) or (named if is_name else "")
    return to_single_line(stated).replace("|", "/") or "unknown"


def table():
    """The whole document."""
    rows = {name: licence_of(name) for name in needed_here()}
    return HEAD + "".join(f"| {name} | {licence} |\n" for name, licence in sorted(rows.items()) if licence)


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
