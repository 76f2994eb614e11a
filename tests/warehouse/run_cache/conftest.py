"""Fixtures of the tests of parts: a release of which no part has been made yet."""

import pytest

from tests.tiny_release import write_tiny_release


@pytest.fixture
def tiny_release(tmp_path):
    """A folder in the release's layout, made from nothing, that has never been built."""
    return write_tiny_release(tmp_path / "release")
