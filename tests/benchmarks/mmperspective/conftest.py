"""A small set that every test of it reads."""

import pytest

from core.benchmarks.mmperspective.files import ITEMS
from core.benchmarks.mmperspective.item import read_item
from core.benchmarks.mmperspective.vocabulary import NINE, ROBUST
from core.generators.mmperspective.write import synthesize
from tests.generators.gepbench.test_write import lines

EACH, SEEDS = 5, 2


@pytest.fixture(scope="package")
def folder(once):
    """Five items of each task, and two scenes with their changed pictures; only to be read."""

    def fill(made):
        written = synthesize(made.data / "set", {**dict.fromkeys(NINE, EACH), ROBUST: SEEDS}, seed=1)
        assert written.items == EACH * len(NINE) + 5 * SEEDS

    return once("mmperspective-set", fill).data / "set"


@pytest.fixture(scope="package")
def stored(folder):
    """The lines of the table."""
    return lines(folder / ITEMS)


@pytest.fixture(scope="package")
def items(stored):
    """The items as they are read back."""
    return [read_item(line) for line in stored]
