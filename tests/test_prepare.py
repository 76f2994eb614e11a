"""From an empty disk to a warehouse, in the foreground and in the background."""

import shutil
import time

import pytest

from core import prepare as preparing
from core.benchmarks.checksums import sha256_of
from core.benchmarks.fetch import FetchResult
from core.errors import FetchError, TrilensError
from core.prepare import BackgroundPreparation, prepare
from core.warehouse.generations import current_generation


@pytest.fixture
def fetched(settings, tiny_release, monkeypatch):
    """Settings whose fetch brings the tiny release."""

    def fetch(settings, source=None, report=None):
        shutil.copytree(tiny_release, settings.release, dirs_exist_ok=True)
        return FetchResult(fetched=["everything"])

    monkeypatch.setattr(preparing, "fetch", fetch)
    return settings


def failing_fetch(*_, **__):
    raise FetchError("the server is away")


def test_an_empty_folder_becomes_a_warehouse(fetched):
    """Fetch and build end in a current warehouse; a second call builds nothing new."""
    assert prepare(fetched) == []
    first = current_generation(fetched.warehouse)
    assert prepare(fetched) == []
    assert current_generation(fetched.warehouse) == first


def test_without_network_the_last_warehouse_serves(fetched, monkeypatch):
    """If nothing can be fetched but there is a warehouse, that is a problem to report and no failure."""
    prepare(fetched)
    monkeypatch.setattr(preparing, "fetch", failing_fetch)
    assert prepare(fetched) == ["the server is away"]


def test_without_anything_the_reason_is_the_first_that_went_wrong(settings, monkeypatch):
    """Where there is no warehouse in the end, the error says why the data did not come."""
    monkeypatch.setattr(preparing, "fetch", failing_fetch)
    with pytest.raises(TrilensError, match="the server is away"):
        prepare(settings)


def wait(preparation):
    for _ in range(600):
        if not preparation.is_running:
            return
        time.sleep(0.05)


def test_in_the_background_it_can_fail_and_be_begun_again(fetched, monkeypatch):
    """The error is kept to be shown; once its cause is gone a new start ends in a warehouse."""
    preparation = BackgroundPreparation(fetched)
    with monkeypatch.context() as broken:
        broken.setattr(preparing, "fetch", failing_fetch)
        preparation.start()
        wait(preparation)
    assert "the server is away" in preparation.error
    preparation.start()
    wait(preparation)
    assert preparation.error is None
    assert preparation.progress.share == 1.0
    assert sha256_of(current_generation(fetched.warehouse))
