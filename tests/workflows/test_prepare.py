"""From an empty disk to a warehouse, in the foreground and in the background."""

import time

import pytest

from core.atomic_files import compute_file_sha256, lock_folder
from core.benchmarks.registry import SYNTHETIC
from core.benchmarks.triangles.checksums import read_pinned_checksums
from core.errors import TrilensError
from core.generators import registry
from core.generators.triangles.write import SCENES
from core.limits import DEFAULT_FETCH, FetchOptions
from core.warehouse.default_benchmark import list_built_benchmarks
from core.warehouse.generations import find_current_generation
from core.warehouse.read import open_current
from core.workflows.generated_sets import prepare_default_set
from core.workflows.prepare import BackgroundPreparation, prepare
from core.workspace import Workspace
from tests.conftest import copy_data
from tests.small_disk import make_read_only, mount_disk


@pytest.fixture
def source(tiny_release, tmp_path, monkeypatch):
    """Return a folder to fetch Tri-Bench from: the tiny release, with its checksums pinned."""
    paths = [path for path in sorted(tiny_release.rglob("*")) if path.is_file()]
    listed = tmp_path / "list.sha256"
    listed.write_text("".join(f"{compute_file_sha256(path)}  {path.relative_to(tiny_release)}\n" for path in paths))
    monkeypatch.setattr("core.benchmarks.triangles.checksums.CHECKSUM_LIST", listed)
    read_pinned_checksums.cache_clear()
    yield tiny_release
    read_pinned_checksums.cache_clear()


@pytest.fixture
def options(source):
    """Return options whose source holds the tiny release."""
    return FetchOptions(str(source))


@pytest.fixture
def away(tmp_path):
    """Return options whose source folder does not exist."""
    return FetchOptions(str(tmp_path / "away"))


@pytest.fixture
def few_scenes(monkeypatch):
    """Limit synthetic sets to two triangles for speed."""
    monkeypatch.setitem(
        registry.GENERATORS, "synthetic", registry.GeneratorEntry("triangles", False, {"photographs": 8})
    )


def refuse_scenes(workspace):
    """Put a file at the path of the scenes folder and return that path."""
    workspace.data.mkdir(exist_ok=True)
    path = workspace.select_benchmark(SYNTHETIC).data
    path.write_text("in the way")
    return path


@pytest.mark.slow
def test_an_empty_folder_becomes_a_warehouse(workspace, options):
    """Fetch and build end in a current warehouse; a second call builds nothing new."""
    assert prepare(workspace, options) == []
    first = find_current_generation(workspace.warehouse)
    assert prepare(workspace, options) == []
    assert find_current_generation(workspace.warehouse) == first


@pytest.mark.slow
def test_last_warehouse_serves_without_network(workspace, options, away):
    """If nothing can be workspace but a warehouse exists, that is a reported problem and not a failure."""
    prepare(workspace, options)
    (problem,) = prepare(workspace, away)
    assert "away is not a folder" in problem


def test_without_anything_the_reason_is_the_first_that_went_wrong(workspace, away):
    """If not even scenes can be drawn, the error gives the reasons for Tri-Bench and for the scenes."""
    refuse_scenes(workspace)
    with pytest.raises(TrilensError, match="away is not a folder.* exists"):
        prepare(workspace, away)


@pytest.mark.slow
def test_an_empty_disk_without_network_gets_synthetic_scenes(workspace, away, few_scenes):
    """If Tri-Bench is not available, a synthetic set is drawn, built and answered by reference solvers only."""
    (problem,) = prepare(workspace, away)
    assert "away is not a folder" in problem
    assert list_built_benchmarks(workspace) == [SYNTHETIC]
    with open_current(workspace.select_benchmark(SYNTHETIC)) as warehouse:
        assert list(warehouse.query("benchmarks")["benchmark_id"]) == [SYNTHETIC]
        runs, contents = warehouse.query("runs"), warehouse.query("contents").set_index("content")["rows"]
        assert set(runs["kind"]) == {"reference"}
        assert set(runs["model_id"]) == {
            "homography_solver", "image_plane_solver", "blind_constant", "noisy_image_plane_solver"
        }  # fmt: skip
        assert contents["scenes"] == contents["of these on the disk"] == 8
        assert warehouse.query("reproduction").empty
        ranking = warehouse.query("ranking", kinds=None).set_index("model_id")["foil_score"]
    assert ranking["image_plane_solver"] > ranking["noisy_image_plane_solver"]
    first = find_current_generation(workspace.select_benchmark(SYNTHETIC).warehouse)
    prepare(workspace, away)
    assert find_current_generation(workspace.select_benchmark(SYNTHETIC).warehouse) == first


@pytest.mark.slow
def test_tri_bench_is_listed_first_once_available(workspace, options, scenes_workspace):
    """It is built in addition to the scenes and listed first, and neither has the other's answers."""
    copy_data(scenes_workspace.data, workspace.data)
    scenes = find_current_generation(workspace.select_benchmark(SYNTHETIC).warehouse)
    assert list_built_benchmarks(workspace) == [SYNTHETIC]
    assert prepare(workspace, options) == []
    assert list_built_benchmarks(workspace) == ["tri_bench", SYNTHETIC]
    assert find_current_generation(workspace.select_benchmark(SYNTHETIC).warehouse) == scenes
    with open_current(workspace) as warehouse:
        assert list(warehouse.query("benchmarks")["benchmark_id"]) == ["tri_bench"]
        assert "noisy_image_plane_solver" not in set(warehouse.query("runs")["model_id"])


@pytest.mark.slow
def test_no_scenes_are_drawn_with_tri_bench(workspace, options):
    """With the dataset on the disk, no synthetic set is made unless requested."""
    prepare(workspace, options)
    assert not workspace.select_benchmark(SYNTHETIC).data.exists()


def test_while_another_process_fetches_no_scenes_are_drawn(workspace):
    """If another process fetches Tri-Bench, no scenes are drawn, and the error says so."""
    with lock_folder(workspace.data, "fetch"), pytest.raises(TrilensError, match="Another process"):
        prepare(workspace, DEFAULT_FETCH)
    assert not workspace.select_benchmark(SYNTHETIC).data.exists()


@pytest.mark.slow
@pytest.mark.parametrize("stop_at", ["Arranging scenes", "Rendering scenes", "Measuring photographs", "Writing the"])
def test_stopped_anywhere_it_goes_on(workspace, few_scenes, stop_at):
    """A stop in any stage leaves no partial set, and the next call ends with a warehouse of the same photographs."""

    class Stopped(BaseException):
        pass

    def stop(progress):
        if progress.stage.startswith(stop_at) and progress.done:
            raise Stopped

    (workspace.select_benchmark(SYNTHETIC).data / ".release.killed.part" / "data").mkdir(parents=True)
    with pytest.raises(Stopped):
        prepare_default_set(workspace, report=stop)
    release = workspace.select_benchmark(SYNTHETIC).release
    before = (release / SCENES).read_bytes() if release.is_dir() else None
    prepare_default_set(workspace)
    assert list_built_benchmarks(workspace) == [SYNTHETIC]
    assert before in (None, (release / SCENES).read_bytes())
    assert len((release / SCENES).read_text().splitlines()) == 8
    assert list(workspace.select_benchmark(SYNTHETIC).data.glob("*.part")) == []


def wait(preparation):
    for _ in range(600):
        if not preparation.is_running:
            return
        time.sleep(0.05)


@pytest.mark.slow
def test_in_the_background_it_can_fail_and_be_begun_again(workspace, options, source):
    """The error is stored for display; once its cause is gone, a new start ends in a warehouse."""
    preparation = BackgroundPreparation(workspace, options)
    elsewhere, in_the_way = source.rename(source.with_name("elsewhere")), refuse_scenes(workspace)
    preparation.start()
    wait(preparation)
    assert "is not a folder" in preparation.error
    elsewhere.rename(source)
    in_the_way.unlink()
    preparation.start()
    wait(preparation)
    assert preparation.error is None
    assert preparation.progress.share == 1.0
    assert compute_file_sha256(find_current_generation(workspace.warehouse))


@pytest.mark.slow
def test_what_is_complete_is_ready_on_a_disk_that_cannot_be_written(options, tmp_path, few_scenes):
    """Photographs and scenes built earlier are ready on a read-only disk too, and no work is attempted."""
    with mount_disk(tmp_path / "disk") as disk:
        workspace = Workspace(disk / "data")
        assert prepare(workspace, options) == []
        prepare_default_set(workspace)
        with make_read_only(disk):
            assert prepare(workspace, options) == []
            prepare_default_set(workspace)


@pytest.mark.slow
def test_on_a_read_only_disk_with_a_file_missing_the_old_warehouse_stays(options, tmp_path):
    """A failed download is reported, and the warehouse is ready all the same."""
    with mount_disk(tmp_path / "disk") as disk:
        workspace = Workspace(disk / "data")
        prepare(workspace, options)
        next((workspace.release / "images").rglob("*.*")).unlink()
        with make_read_only(disk):
            problems = prepare(workspace, options)
            assert "Read-only" in problems[0]
            open_current(workspace).close()
