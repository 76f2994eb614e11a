"""Fixtures: a tiny release made from nothing, its warehouse, and the real dataset where it is on the disk."""

import shutil
from pathlib import Path

import hypothesis
import pytest

from core.settings import REPOSITORY, Settings
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.tilted_release import write_tilted_release
from tests.tiny_release import write_tiny_release

hypothesis.settings.register_profile("trilens", derandomize=True, deadline=None)
hypothesis.settings.load_profile("trilens")

DATASET_PLACES = (REPOSITORY.parent / "shared" / "tri-bench", REPOSITORY / "data" / "tri-bench")


def find_dataset() -> Path | None:
    """The real dataset's folder, None where there is none."""
    return next((folder for folder in DATASET_PLACES if (folder / "data").is_dir()), None)


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch, tmp_path):
    """Tests see no settings but their own."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"TRILENS_{name.upper()}", raising=False)
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))


@pytest.fixture(scope="session")
def dataset():
    """The real dataset; tests that need it are skipped where it is not on the disk."""
    folder = find_dataset()
    if folder is None:
        pytest.skip("Tri-Bench is neither in ../shared/tri-bench nor in data/tri-bench")
    return folder


@pytest.fixture(scope="session")
def real_settings(dataset, tmp_path_factory):
    """Settings whose data folder holds a warehouse of the real dataset."""
    settings = Settings(data=tmp_path_factory.mktemp("real"))
    build(settings, dataset)
    return settings


@pytest.fixture(scope="session")
def tilted_settings(tmp_path_factory):
    """Settings whose data folder holds a warehouse of drawn boards under known tilts."""
    folder = tmp_path_factory.mktemp("tilted")
    settings = Settings(data=folder / "data")
    build(settings, write_tilted_release(folder / "release"))
    return settings


@pytest.fixture
def settings(tmp_path):
    """Settings with an empty data folder."""
    return Settings(data=tmp_path / "data", fetch_timeout_s=2.0)


@pytest.fixture
def tiny_release(tmp_path):
    """A folder in the release's layout, made from nothing."""
    return write_tiny_release(tmp_path / "release")


@pytest.fixture(scope="session")
def built_once(tmp_path_factory):
    """A data folder with the tiny release built; to be copied, never written into."""
    folder = tmp_path_factory.mktemp("built")
    settings = Settings(data=folder / "data")
    build(settings, write_tiny_release(folder / "release"))
    return settings.data


@pytest.fixture
def tiny_data(settings, built_once):
    """The test's own data folder with the tiny release, built."""
    shutil.copytree(built_once, settings.data)
    return settings.data


@pytest.fixture
def tiny_warehouse(settings, tiny_data):
    """A real warehouse of the tiny release."""
    with open_current(settings) as warehouse:
        yield warehouse
