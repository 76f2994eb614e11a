"""Fixtures for tests of cached runs: a release without any cached run."""

import pytest

from tests.tiny_release import write_tiny_release


@pytest.fixture
def tiny_release(tmp_path):
    """Return a generated folder in the release's layout that has never been built."""
    return write_tiny_release(tmp_path / "release")
