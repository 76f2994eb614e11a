"""A small set of scenes of every subtype, made once."""

import json

import pytest

from core.benchmarks.threedsr.write import ITEMS, synthesize


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A set with a pair of scenes of each subtype, and the table for other programs; only to be read."""
    folder = tmp_path_factory.mktemp("threedsr") / "set"
    written = synthesize(folder, 24, seed=3)
    assert (written.pictures, written.questions) == (96, 112)
    return folder


@pytest.fixture(scope="session")
def lines(folder):
    """The set's questions as they are written."""
    return [json.loads(line) for line in (folder / ITEMS).read_text(encoding="utf-8").splitlines()]
