"""Real logs of other programs, where they are on the disk."""

import json

import pytest

from core.settings import REPOSITORY

SAMPLES = REPOSITORY.parent / "shared" / "samples"


@pytest.fixture(scope="session")
def samples():
    """The folder of real logs; tests that need it are skipped where it is not on the disk."""
    if not SAMPLES.is_dir():
        pytest.skip("../shared/samples is not here")
    return SAMPLES


@pytest.fixture(scope="session")
def recorded(samples):
    """The items that the samples' models were asked, by photograph: truth, options and the replies recorded."""
    items = json.loads((samples / "photos" / "items.json").read_text(encoding="utf-8"))
    return {item["id"]: item for item in items}
