"""Fixtures: questions and photographs, written and read once."""

import shutil

import pytest

from core.benchmarks.tri_bench import BENCHMARK
from tests.tiny_release import write_tiny_release


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """Return the folder of a tiny release without answers, and its contents, for read-only tests."""
    folder = write_tiny_release(tmp_path_factory.mktemp("unanswered") / "release", with_answers=False)
    return folder, BENCHMARK.read(folder)


@pytest.fixture
def unanswered(written, tmp_path):
    """Return the same release in a folder of this test alone, and its contents: twelve photographs."""
    folder, contents = written
    return shutil.copytree(folder, tmp_path / "release"), contents
