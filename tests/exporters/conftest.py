"""Fixtures of the exporter tests: warehouses of generated images, and an export function."""

from types import SimpleNamespace

import pytest

from core.exporters.export import export_runs
from core.warehouse.read import open_current
from tests.exporters.made import GIQ, RUN, fill_exported


@pytest.fixture(scope="session")
def exported_settings(fill_once):
    """Return read-only settings of a tiny release with a run of all kinds, and of a small GIQ."""
    return fill_once("exported", fill_exported)


@pytest.fixture
def export(exported_settings, tmp_path):
    """Return a function that exports runs of the tiny release or of GIQ and returns path and outcome."""

    def run(key, name, runs=(RUN.run_id,), benchmark=None, **options):
        settings = exported_settings.select_benchmark(GIQ) if benchmark == GIQ else exported_settings
        with open_current(settings) as warehouse:
            done = export_runs(warehouse, settings, tmp_path / name, key, runs, **options)
        return SimpleNamespace(path=tmp_path / name, done=done)

    return run
