"""`doctor` finds what is wrong with an installation, and only that."""

import errno
import json
import os
import resource
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from core.cli import diagnostics, file_system_checks
from core.cli.app import app
from core.settings import read_settings
from tests.small_disk import mounted, read_only


@pytest.fixture
def found(monkeypatch):
    """What the doctor finds, the sentences by area and state."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        monkeypatch.setenv("PORT", str(probe.getsockname()[1]))

    def look(**environment):
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            findings = diagnostics.run_checks()
        return {(one.area, one.state): one.sentence for one in findings}

    return look


def wrong(found):
    return {area: sentence for (area, state), sentence in found.items() if state == "wrong"}


def test_a_whole_installation_is_good(tiny_data, found):
    """With packages, data and rights in order nothing is wrong: exit code 0, one screen at most."""
    assert wrong(found()) == {}
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 0, done.output
    assert 8 <= len(done.output.splitlines()) <= 24
    assert "built and intact: tri_bench" in done.output


def test_without_data_it_says_what_to_do(found):
    """An empty folder is wrong, with the command that fills it, and the exit code is not 0."""
    assert wrong(found()) == {"data": f"{read_settings().home} has no warehouse to show. Run trilens prepare"}
    assert CliRunner().invoke(app, ["doctor"]).exit_code == 1


def test_packages_are_held_against_the_list(tmp_path):
    """A package that is missing, and one of another version, is named with the way to mend it."""
    (tmp_path / "list.txt").write_text("# a comment\nno-such-package>=1\nduckdb<1\nrich>=14\n")
    (one,) = diagnostics._check_packages(tmp_path / "list.txt", tmp_path / "none")
    assert one.state == "wrong"
    assert "no-such-package>=1 is missing" in one.sentence
    assert "duckdb is 2." in one.sentence
    assert "rich" not in one.sentence


def test_versions_that_nobody_tested_are_noted(tmp_path, monkeypatch):
    """A package that fits the list in another version than the locked set's, and a newer Python; both may work."""
    listed, lock = tmp_path / "list.txt", tmp_path / "lock.txt"
    listed.write_text("rich>=14\nduckdb>=2\n")
    here = version("duckdb")
    lock.write_text(f"# set\nrich==1.2.3 ; python_version < '3.12' \\\n    --hash=sha256:00\nduckdb=={here} \\\n")
    (one,) = diagnostics._check_packages(listed, lock)
    assert one.state == "note"
    assert f"rich {version('rich')} (tested: 1.2.3)" in one.sentence
    assert "duckdb" not in one.sentence
    lock.write_text(f"rich=={version('rich')} \\\nduckdb=={here} \\\n")
    assert [one.state for one in diagnostics._check_packages(listed, lock)] == ["good"]
    monkeypatch.setattr(diagnostics, "NEWEST_PYTHON", (3, 10))
    assert diagnostics._check_python().state == "note"


@pytest.mark.parametrize(
    ("name", "value", "area"),
    [("TRILENS_READONLY", "1", "settings"), ("TRILENS_READ_ONLY", "perhaps", "settings"), ("PORT", "abc", "port"),
     ("PORT", "99999", "port"), ("TRILENS_DATA", "/proc/nowhere", "rights"),
     ("TRILENS_DATA", "~nosuchuser/x", "settings")],
)  # fmt: skip
def test_a_wrong_setting_is_named(tiny_data, found, name, value, area):
    """A setting that cannot be used is wrong under its name, and with its value where that says more."""
    assert name in wrong(found(**{name: value}))[area]


def test_what_is_no_setting_is_noted(tiny_data, found):
    """A variable that only looks like one of Trilens does no harm and is said."""
    looked = found(TRILENS_COLOUR="red")
    assert "TRILENS_COLOUR" in looked["settings", "note"]
    assert wrong(looked) == {}


def test_keys_are_not_shown(tiny_data, found):
    """No value of a key is in any sentence."""
    looked = found(OPENAI_API_KEY="sk-host-0123456789", TRILENS_BASE_URLS="http://key@host/v1")
    assert "sk-host" not in str(looked)
    assert "key@host" not in str(looked)


@pytest.mark.parametrize("spoil", ["cut", "changed", "pointer"])
def test_a_broken_warehouse_is_wrong(tiny_data, found, spoil):
    """A warehouse that was cut off, changed by a byte, or that nothing points to, is named with the way to mend it."""
    (generation,) = (tiny_data / "warehouse").glob("*.duckdb")
    body = bytearray(generation.read_bytes())
    generation.unlink()  # tests share its content by links
    body[len(body) // 2] ^= 0xFF
    generation.write_bytes(body[:3000] if spoil == "cut" else body)
    if spoil == "pointer":
        (tiny_data / "warehouse" / "CURRENT").write_bytes(b"\xff\xfe")
    assert "trilens prepare" in wrong(found())["data"]


def test_a_folder_that_cannot_be_written_is_wrong_unless_it_is_meant(tmp_path, found):
    """A read-only disk is wrong for who writes, and noted for a dashboard that only shows."""
    with mounted(tmp_path / "disk") as disk, read_only(disk):
        data = str(disk / "data")
        assert "TRILENS_DATA=FOLDER" in wrong(found(TRILENS_DATA=data))["rights"]
        assert "rights" not in wrong(found(TRILENS_DATA=data, TRILENS_READ_ONLY="1"))


def test_a_small_disk_is_wrong(tmp_path, found):
    """Where a build has no room, that is said with what is left."""
    with mounted(tmp_path / "disk", "-o", "size=1m") as disk:
        assert "0.0 GB free" in wrong(found(TRILENS_DATA=str(disk)))["space"]


@pytest.mark.slow
@pytest.mark.parametrize("body", [json.dumps({"status": "ready", "benchmarks": []}), "something else", None])
def test_a_taken_port_is_wrong_unless_trilens_is_there(tiny_data, found, body):
    """A dashboard that answers is good; any other program on the port is wrong, also one that answers nothing."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if body else 404)
            self.end_headers()
            self.wfile.write((body or "").encode())

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        looked = found(PORT=str(server.server_port))
        server.shutdown()
    if body and "benchmarks" in body:
        assert "Trilens dashboard is already running" in looked["port", "good"]
    else:
        assert "already in use" in wrong(looked)["port"]


def test_few_open_files_are_noted(tiny_data, found, monkeypatch):
    """The usual 1024 carry about two hundred visitors, which is said."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    assert "about 204 visitors" in found()["limits", "note"]


def test_without_chromium_it_is_noted(tiny_data, found, monkeypatch):
    """Only tests need it, so its absence is no fault."""
    monkeypatch.setattr(diagnostics, "CHROMIUM", ("no-such-browser",))
    looked = found()
    assert ("Chromium", "note") in looked
    assert wrong(looked) == {}


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["typer", "duckdb"])
def test_a_missing_package_is_one_line(tmp_path, missing):
    """Where a package is not installed, every command says which, without a traceback."""
    (tmp_path / f"{missing}.py").write_text(f"raise ModuleNotFoundError('no', name={missing!r})")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "core", "status"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"trilens: the package {missing} is missing. Run make run, or pip install -r requirements.txt"
    ]


def test_locks_that_keep_nobody_out_are_wrong(tiny_data, found, monkeypatch):
    """A disk whose locks two may hold at once, one without locks, and a network disk, each with what to do."""
    home = read_settings().home
    assert found()["locks", "good"] == f"locks in {home} work"
    with monkeypatch.context() as patch:
        patch.setattr(file_system_checks.fcntl, "flock", lambda *_: None)
        assert wrong(found())["locks"].startswith(
            f"locks in {home} do not exclude other processes. Let only one process at a time"
        )

    def no_locks(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    with monkeypatch.context() as patch:
        patch.setattr(file_system_checks.fcntl, "flock", no_locks)
        assert f"{home} does not support locks (No locks available)" in wrong(found())["locks"]


def test_a_network_disk_is_noted(tiny_data, found, monkeypatch, tmp_path):
    """By the deepest mount above the data folder; where nothing lists mounts there is no note."""
    home, mounts = read_settings().home, tmp_path / "mounts"
    mounts.write_text(f"/dev/a / ext4 rw 0 0\nserver:/x {home.resolve()} nfs4 rw 0 0\nb {home}/deep tmpfs rw 0 0\n")
    monkeypatch.setattr(file_system_checks, "MOUNTS", mounts)
    assert f"{home} is on a network disk (nfs4)" in found()["locks", "note"]
    monkeypatch.setattr(file_system_checks, "MOUNTS", tmp_path / "none")
    assert ("locks", "good") in found()
