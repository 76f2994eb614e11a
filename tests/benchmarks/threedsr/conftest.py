"""A small set of scenes of every subtype, made once."""

import json

import pytest

from core.benchmarks.threedsr.files import ITEMS
from core.generators.threedsr.write import synthesize


@pytest.fixture(scope="session")
def folder(once):
    """A set with a pair of scenes of each subtype, and the table for other programs; only to be read."""

    def fill(made):
        written = synthesize(made.data / "set", 24, seed=3)
        assert (written.pictures, written.questions) == (96, 112)

    return once("threedsr-set", fill).data / "set"


@pytest.fixture(scope="session")
def lines(folder):
    """The set's questions as they are written."""
    return [json.loads(line) for line in (folder / ITEMS).read_text(encoding="utf-8").splitlines()]
