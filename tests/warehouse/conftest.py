"""Fixture of a writable warehouse: the shared data folders are linked into each test's own folder."""

import shutil

import pytest


@pytest.fixture
def own_copy(workspace, tiny_data, tmp_path):
    """Return the path of a copy of the tiny release's warehouse."""
    (whole,) = workspace.warehouse.glob("*.duckdb")
    return shutil.copy(whole, tmp_path / "own_copy.duckdb")
