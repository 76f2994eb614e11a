"""Tests of fetching from a misbehaving local server, after kills at any moment, and from folders."""

import random
import signal
import subprocess
import sys
import time

import pytest

from core.atomic_files import compute_file_sha256, lock_folder
from core.benchmarks import fetching
from core.benchmarks.triangles.checksums import read_pinned_checksums
from core.benchmarks.triangles.fetch import fetch
from core.errors import FetchError, TrilensError
from core.limits import FetchOptions
from core.settings import REPOSITORY
from tests.benchmarks.triangles.server import serving

N_FILES = 24
OPTIONS = FetchOptions(timeout_s=2.0)


@pytest.fixture
def origin(tmp_path, monkeypatch):
    """Write a folder of files whose checksums are the pinned list, in this process and in child processes."""
    folder = tmp_path / "origin"
    lines = []
    for number in range(N_FILES):
        path = folder / "data" / f"file {number:02d}.bin"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(random.Random(number).randbytes(2000 + 100 * number))
        lines.append(f"{compute_file_sha256(path)}  data/file_{number:02d}.bin\n")
        path.rename(folder / "data" / f"file_{number:02d}.bin")
    checksums = tmp_path / "list.sha256"
    checksums.write_text("".join(lines), encoding="utf-8")
    monkeypatch.setattr("core.benchmarks.triangles.checksums.CHECKSUM_LIST", checksums)
    monkeypatch.setattr(fetching, "wait_exponential_jitter", lambda **_: lambda _state: 0.01)
    read_pinned_checksums.cache_clear()
    yield folder
    read_pinned_checksums.cache_clear()


def assert_complete(workspace):
    """Assert that every file has the right checksum, and that no partial file remains."""
    for path, checksum in read_pinned_checksums().items():
        assert compute_file_sha256(workspace.release / path) == checksum
    assert list(workspace.release.rglob("*.part")) == []


def test_all_files_are_fetched_and_checked(origin, workspace):
    """Every file arrives, and a second call requests nothing."""
    steps = []
    with serving(origin) as server:
        assert len(fetch(workspace, OPTIONS, server.url, steps.append).fetched) == N_FILES
        assert sum(server.requests.values()) == N_FILES
        again = fetch(workspace, OPTIONS, server.url)
        assert sum(server.requests.values()) == N_FILES
    assert_complete(workspace)
    assert len(again.kept) == N_FILES
    assert steps[-1].done == steps[-1].total == N_FILES


@pytest.mark.slow
@pytest.mark.parametrize("act", ["500", "429", "drop", "half", "wrong", "crawl"])
def test_temporary_failures_are_retried(origin, workspace, act):
    """After two temporary failures the file arrives on the third attempt."""
    with serving(origin) as server:
        server.plan["data/file_23.bin"] = [act, act]
        result = fetch(workspace, OPTIONS, server.url)
        assert server.requests["data/file_23.bin"] == 3
    assert result.is_complete
    assert_complete(workspace)


@pytest.mark.slow
@pytest.mark.parametrize("act", ["404", "403"])
def test_permanent_failures_are_not_retried(origin, workspace, act):
    """A file that the server does not have is requested once and reported; the others arrive."""
    with serving(origin) as server:
        server.plan["data/file_05.bin"] = [act] * 9
        result = fetch(workspace, OPTIONS, server.url)
        assert server.requests["data/file_05.bin"] == 1
        assert len(result.fetched) == N_FILES - 1
        assert act in result.failed["data/file_05.bin"]
        server.plan.clear()
        assert fetch(workspace, OPTIONS, server.url).fetched == ["data/file_05.bin"]
    assert_complete(workspace)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("act", "words"), [("500", "500"), ("wrong", "wrong body"), ("half", "connection"), ("stall", "not complete")]
)
def test_persistent_failures_are_reported_with_their_reason(origin, workspace, act, words):
    """A file that always fails leaves nothing on the disk; the others arrive."""
    options = FetchOptions(timeout_s=0.5 if act == "stall" else 10.0)
    with serving(origin) as server:
        server.plan["data/file_05.bin"] = [act] * 9
        result = fetch(workspace, OPTIONS, server.url)
        assert server.requests["data/file_05.bin"] == options.attempts
    assert words in result.failed["data/file_05.bin"]
    assert not (workspace.release / "data" / "file_05.bin").exists()
    assert len(list(workspace.release.rglob("*"))) == 1 + N_FILES - 1


def test_a_damaged_file_is_fetched_again(origin, workspace):
    """A file on the disk with a wrong checksum is replaced."""
    with serving(origin) as server:
        fetch(workspace, OPTIONS, server.url)
        (workspace.release / "data" / "file_00.bin").write_bytes(b"spoilt")
        assert fetch(workspace, OPTIONS, server.url).fetched == ["data/file_00.bin"]
    assert_complete(workspace)


def test_an_unreachable_server_raises_one_error(origin, workspace):
    """The error says what to do, once and not per file."""
    with serving(origin) as server:
        url = server.url
    with pytest.raises(FetchError, match=r"127\.0\.0\.1 cannot be reached.*--source FOLDER"):
        fetch(workspace, OPTIONS, url)


@pytest.mark.slow
def test_fetching_resumes_after_a_kill(origin, workspace, tmp_path):
    """After repeated kills no partial file is used, and complete files are not fetched again."""
    code = (
        "from pathlib import Path; import core.benchmarks.triangles.checksums as c, sys;"
        "c.CHECKSUM_LIST = Path(sys.argv[1]);"
        "from core.benchmarks.triangles.fetch import fetch; from core.limits import FetchOptions;"
        "from core.workspace import Workspace;"
        "fetch(Workspace(Path(sys.argv[2])), FetchOptions(concurrency=3), sys.argv[3])"
    )
    delays = random.Random(7)
    with serving(origin) as server:
        server.delay_s = 0.05
        arguments = [sys.executable, "-c", code, str(tmp_path / "list.sha256"), str(workspace.data), server.url]
        for _ in range(6):
            before = sum(server.requests.values())
            process = subprocess.Popen(arguments, cwd=REPOSITORY)
            while sum(server.requests.values()) == before and process.poll() is None:
                time.sleep(0.005)
            time.sleep(delays.uniform(0.0, 0.12))
            process.send_signal(signal.SIGKILL)
            process.wait()
            for path in workspace.release.rglob("*.bin"):
                assert compute_file_sha256(path) == read_pinned_checksums()[str(path.relative_to(workspace.release))]
        assert subprocess.run(arguments, cwd=REPOSITORY, check=False).returncode == 0
        assert max(server.requests.values()) <= 1 + 6
    assert_complete(workspace)


def test_a_folder_is_copied(origin, workspace):
    """A local folder can be the source."""
    assert len(fetch(workspace, OPTIONS, str(origin)).fetched) == N_FILES
    assert_complete(workspace)


def test_files_missing_in_a_folder_are_reported(origin, workspace):
    """Missing files are listed as absent, which is not a failure."""
    (origin / "data" / "file_03.bin").unlink()
    result = fetch(workspace, OPTIONS, str(origin))
    assert result.absent == ["data/file_03.bin"]
    assert result.is_complete


def test_a_file_with_a_wrong_checksum_is_not_copied(origin, workspace):
    """The file is reported as failed."""
    (origin / "data" / "file_03.bin").write_bytes(b"other")
    assert "wrong body" in fetch(workspace, OPTIONS, str(origin)).failed["data/file_03.bin"]
    assert not (workspace.release / "data" / "file_03.bin").exists()


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_without_the_files_raises(origin, workspace, tmp_path, name):
    """A missing folder, and one without any listed file, raise an error that names it."""
    if name == "empty":
        (tmp_path / name).mkdir()
    with pytest.raises(FetchError, match=name):
        fetch(workspace, OPTIONS, str(tmp_path / name))


@pytest.mark.parametrize("source", ["http://", "ftp://x/y", "http://localhost:99999/", "://x"])
def test_an_invalid_url_raises(origin, workspace, source):
    """The error is raised before any request."""
    with pytest.raises(FetchError, match="is not a valid URL"):
        fetch(workspace, OPTIONS, source)


def test_concurrent_fetches_raise(origin, workspace):
    """If another process is fetching, a second one raises an error and changes nothing."""
    with lock_folder(workspace.data, "fetch"), pytest.raises(TrilensError, match="Another process"):
        fetch(workspace, OPTIONS, str(origin))


def test_the_pinned_list_equals_that_of_the_dataset(dataset):
    """The project's list has every file of the dataset's list with the same checksum."""
    lines = (dataset / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert read_pinned_checksums() == dict(reversed(line.split("  ")) for line in lines)
