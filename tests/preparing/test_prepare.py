"""From an empty disk to a warehouse, in the foreground and in the background."""

import shutil
import time

import pytest

from core.benchmarks.fetch import FetchResult
from core.benchmarks.registry import SYNTHETIC
from core.errors import FetchError, SceneError, TrilensError
from core.files import sha256_of
from core.preparing import prepare as preparing
from core.preparing import prepare_synthetic as preparing_scenes
from core.preparing.prepare import BackgroundPreparation, prepare
from core.preparing.prepare_synthetic import prepare_synthetic
from core.synthetic.write import SCENES
from core.warehouse.generations import current_generation
from core.warehouse.read import open_current
from core.warehouse.which_benchmark import built


@pytest.fixture
def fetched(settings, tiny_release, monkeypatch):
    """Settings whose fetch brings the tiny release."""

    def fetch(settings, source=None, report=None):
        shutil.copytree(tiny_release, settings.release, dirs_exist_ok=True)
        return FetchResult(fetched=["everything"])

    monkeypatch.setattr(preparing, "fetch", fetch)
    return settings


@pytest.fixture
def few_scenes(monkeypatch):
    """Synthetic sets of two triangles, so that tests are quick."""
    monkeypatch.setattr(preparing_scenes, "PHOTOGRAPHS", 8)


def failing_fetch(*_, **__):
    raise FetchError("the server is away")


def full_disk(*_, **__):
    raise SceneError("no space left on device")


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
    """Where not even scenes can be drawn, the error says why Tri-Bench did not come and why they did not."""
    monkeypatch.setattr(preparing, "fetch", failing_fetch)
    monkeypatch.setattr(preparing_scenes, "synthesize", full_disk)
    with pytest.raises(TrilensError, match="the server is away no space left"):
        prepare(settings)


def test_an_empty_disk_without_network_gets_synthetic_scenes(settings, few_scenes, monkeypatch):
    """Where Tri-Bench cannot be had, a synthetic set is drawn, built and answered by reference solvers only."""
    monkeypatch.setattr(preparing, "fetch", failing_fetch)
    assert prepare(settings) == ["the server is away"]
    assert built(settings) == [SYNTHETIC]
    with open_current(settings.of(SYNTHETIC)) as warehouse:
        assert list(warehouse.query("benchmarks")["benchmark_id"]) == [SYNTHETIC]
        runs, contents = warehouse.query("runs"), warehouse.query("contents").set_index("content")["rows"]
        assert set(runs["kind"]) == {"reference"}
        assert set(runs["model_id"]) == {
            "homography_solver", "image_plane_solver", "blind_constant", "noisy_image_plane_solver"
        }  # fmt: skip
        assert contents["photographs"] == contents["of these on the disk"] == 8
        assert warehouse.query("reproduction").empty
        ranking = warehouse.query("ranking", kinds=None).set_index("model_id")["kappa_2d"]
    assert ranking["image_plane_solver"] > ranking["noisy_image_plane_solver"]
    first = current_generation(settings.of(SYNTHETIC).warehouse)
    prepare(settings)
    assert current_generation(settings.of(SYNTHETIC).warehouse) == first


def test_tri_bench_comes_later_and_stands_first(settings, few_scenes, tiny_release, monkeypatch):
    """Once Tri-Bench can be had it is built beside the scenes, comes first, and neither knows the other's answers."""
    with monkeypatch.context() as away:
        away.setattr(preparing, "fetch", failing_fetch)
        prepare(settings)
    scenes = current_generation(settings.of(SYNTHETIC).warehouse)
    monkeypatch.setattr(preparing, "fetch", lambda *_, **__: FetchResult())
    shutil.copytree(tiny_release, settings.release)
    assert prepare(settings) == []
    assert built(settings) == ["tri_bench", SYNTHETIC]
    assert current_generation(settings.of(SYNTHETIC).warehouse) == scenes
    with open_current(settings) as warehouse:
        assert list(warehouse.query("benchmarks")["benchmark_id"]) == ["tri_bench"]
        assert "noisy_image_plane_solver" not in set(warehouse.query("runs")["model_id"])


def test_where_tri_bench_is_there_no_scenes_are_drawn(fetched, monkeypatch):
    """With the dataset on the disk nothing synthetic appears unless it is asked for."""
    monkeypatch.setattr(preparing_scenes, "synthesize", full_disk)
    prepare(fetched)
    assert not fetched.of(SYNTHETIC).data.exists()


def test_while_another_process_fetches_no_scenes_are_drawn(settings, monkeypatch):
    """Tri-Bench that is on its way is waited for: the error says that somebody is at work."""

    def busy(*_, **__):
        raise TrilensError("Another process is at work")

    monkeypatch.setattr(preparing, "fetch", busy)
    with pytest.raises(TrilensError, match="Another process"):
        prepare(settings)
    assert not settings.of(SYNTHETIC).data.exists()


@pytest.mark.parametrize("stop_at", ["Arranging scenes", "Rendering scenes", "Measuring photographs", "Writing the"])
def test_stopped_anywhere_it_goes_on(settings, few_scenes, stop_at):
    """A stop in any stage leaves no half set, and the next call ends with a warehouse of the same photographs."""

    class Stopped(BaseException):
        pass

    def stop(progress):
        if progress.stage.startswith(stop_at) and progress.done:
            raise Stopped

    (settings.of(SYNTHETIC).data / ".release.killed.part" / "data").mkdir(parents=True)
    with pytest.raises(Stopped):
        prepare_synthetic(settings, stop)
    release = settings.of(SYNTHETIC).release
    before = (release / SCENES).read_bytes() if release.is_dir() else None
    prepare_synthetic(settings)
    assert built(settings) == [SYNTHETIC]
    assert before in (None, (release / SCENES).read_bytes())
    assert len((release / SCENES).read_text().splitlines()) == 8
    assert list(settings.of(SYNTHETIC).data.glob("*.part")) == []


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
        broken.setattr(preparing_scenes, "synthesize", full_disk)
        preparation.start()
        wait(preparation)
    assert "the server is away" in preparation.error
    preparation.start()
    wait(preparation)
    assert preparation.error is None
    assert preparation.progress.share == 1.0
    assert sha256_of(current_generation(fetched.warehouse))
