"""Where the real photographs are, for the tests that need them."""

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PLACES = (REPOSITORY.parent / "shared" / "tri-bench", REPOSITORY / "data" / "tri-bench")


@pytest.fixture(scope="session")
def photographs():
    """The folder of a release with its photographs; tests that need it are skipped where there is none."""
    for folder in PLACES:
        if any(folder.glob("images/triangles_original/*.jpg")):
            return folder
    pytest.skip("the photographs of Tri-Bench are neither in ../shared/tri-bench nor in data/tri-bench")
