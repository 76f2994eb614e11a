"""Fixtures with a small set of scenes of every subtype."""

import json

import pytest

from core.benchmarks.threedsr.files import ITEMS
from core.generators.threedsr.write import synthesize


@pytest.fixture(scope="session")
def folder(fill_once):
    """Write a set with a pair of scenes per subtype, and the table for other programs; tests only read it."""

    def fill(workspace):
        written = synthesize(workspace.data / "set", 24, seed=3)
        assert (written.pictures, written.questions) == (96, 112)

    return fill_once("threedsr-set", fill).data / "set"


@pytest.fixture(scope="session")
def lines(folder):
    """Return the set's questions as they were written."""
    return [json.loads(line) for line in (folder / ITEMS).read_text(encoding="utf-8").splitlines()]
