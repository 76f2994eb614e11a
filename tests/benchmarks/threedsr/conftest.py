"""Fixtures with a small set of scenes of every subtype."""

import json

import pytest

from core.benchmarks.threedsr.files import ITEMS


@pytest.fixture(scope="session")
def folder(threedsr_set):
    """Return a set with a pair of scenes per subtype, and the table for other programs; tests only read it."""
    return threedsr_set


@pytest.fixture(scope="session")
def lines(folder):
    """Return the set's questions as they were written."""
    return [json.loads(line) for line in (folder / ITEMS).read_text(encoding="utf-8").splitlines()]
