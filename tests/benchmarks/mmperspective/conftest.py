"""Fixtures with a small set that many tests read."""

import pytest

from core.benchmarks.mmperspective.files import ITEMS
from core.benchmarks.mmperspective.item import read_item
from core.benchmarks.mmperspective.vocabulary import NINE, ROBUST
from core.generators.mmperspective.write import synthesize
from tests.generators.gepbench.test_write import read_lines

N_PER_TASK, N_SEEDS = 5, 2


@pytest.fixture(scope="package")
def folder(fill_once):
    """Write five items per task, and two scenes with their modified images; tests only read them."""

    def fill(workspace):
        written = synthesize(workspace.data / "set", {**dict.fromkeys(NINE, N_PER_TASK), ROBUST: N_SEEDS}, seed=1)
        assert written.questions == N_PER_TASK * len(NINE) + 5 * N_SEEDS

    return fill_once("mmperspective-set", fill).data / "set"


@pytest.fixture(scope="package")
def stored(folder):
    """Return the lines of the table."""
    return read_lines(folder / ITEMS)


@pytest.fixture(scope="package")
def items(stored):
    """Return the items as they are read from the lines."""
    return [read_item(line) for line in stored]
