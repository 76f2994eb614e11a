"""Fixtures of the exporter tests: warehouses of generated images, and an export function."""

from types import SimpleNamespace

import pytest

from core.exporters.export import export_runs
from core.warehouse.read import open_current
from tests.exporters.made import GIQ, RUN, fill_exported


@pytest.fixture(scope="session")
def exported_workspace(fill_once):
    """Return a read-only workspace with a tiny release with a run of all kinds, and of a small GIQ."""
    return fill_once("exported", fill_exported)


@pytest.fixture
def export(exported_workspace, tmp_path):
    """Return a function that exports runs of the tiny release or of GIQ and returns path and outcome."""

    def run(key, name, runs=(RUN.run_id,), benchmark=None, **options):
        workspace = exported_workspace.select_benchmark(GIQ) if benchmark == GIQ else exported_workspace
        with open_current(workspace) as warehouse:
            done = export_runs(warehouse, workspace, tmp_path / name, key, runs, **options)
        return SimpleNamespace(path=tmp_path / name, done=done)

    return run
