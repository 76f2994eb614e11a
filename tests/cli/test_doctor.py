"""Tests that `doctor` finds the problems of an installation, and no others."""

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
from tests.small_disk import make_read_only, mount_disk


@pytest.fixture
def check(monkeypatch):
    """Return a function that runs the checks and returns sentences by area and state."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        monkeypatch.setenv("PORT", str(probe.getsockname()[1]))

    def run_checks(**environment):
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            findings = diagnostics.run_checks()
        return {(finding.area, finding.state): finding.sentence for finding in findings}

    return run_checks


def list_problems(findings):
    return {area: sentence for (area, state), sentence in findings.items() if state == "wrong"}


def test_a_complete_installation_has_no_problems(tiny_data, check):
    """The exit code is 0, and the output fits on one screen."""
    assert list_problems(check()) == {}
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 0, done.output
    assert 8 <= len(done.output.splitlines()) <= 24
    assert "built and intact: tri_bench" in done.output


def test_missing_data_is_reported_with_the_command(check):
    """An empty folder is a problem, with the command that fills it and a nonzero exit code."""
    assert list_problems(check()) == {
        "data": f"{read_settings().workspace.home} has no warehouse to show. Run trilens prepare"
    }
    assert CliRunner().invoke(app, ["doctor"]).exit_code == 1


def test_packages_are_compared_with_the_requirements(tmp_path):
    """A missing package, and one with another version, are named with the remedy."""
    (tmp_path / "list.txt").write_text("# a comment\nno-such-package>=1\nduckdb<1\nrich>=14\n")
    (finding,) = diagnostics._check_packages(tmp_path / "list.txt", tmp_path / "none")
    assert finding.state == "wrong"
    assert "no-such-package>=1 is missing" in finding.sentence
    assert "duckdb is 2." in finding.sentence
    assert "rich" not in finding.sentence


def test_untested_versions_are_noted(tmp_path, monkeypatch):
    """A package version other than the locked one, and a newer Python, may work."""
    requirements, lock = tmp_path / "list.txt", tmp_path / "lock.txt"
    requirements.write_text("rich>=14\nduckdb>=2\n")
    installed = version("duckdb")
    lock.write_text(f"# set\nrich==1.2.3 ; python_version < '3.12' \\\n    --hash=sha256:00\nduckdb=={installed} \\\n")
    (finding,) = diagnostics._check_packages(requirements, lock)
    assert finding.state == "note"
    assert f"rich {version('rich')} (tested: 1.2.3)" in finding.sentence
    assert "duckdb" not in finding.sentence
    lock.write_text(f"rich=={version('rich')} \\\nduckdb=={installed} \\\n")
    assert [finding.state for finding in diagnostics._check_packages(requirements, lock)] == ["good"]
    monkeypatch.setattr(diagnostics, "NEWEST_PYTHON", (3, 10))
    assert diagnostics._check_python().state == "note"


@pytest.mark.parametrize(
    ("name", "value", "area"),
    [("TRILENS_READONLY", "1", "settings"), ("TRILENS_READ_ONLY", "perhaps", "settings"), ("PORT", "abc", "port"),
     ("PORT", "99999", "port"), ("TRILENS_DATA", "/proc/nowhere", "rights"),
     ("TRILENS_DATA", "~nosuchuser/x", "settings")],
)  # fmt: skip
def test_an_invalid_setting_is_named(tiny_data, check, name, value, area):
    """The problem names the setting, and its value if that helps."""
    assert name in list_problems(check(**{name: value}))[area]


def test_unknown_settings_are_noted(tiny_data, check):
    """A variable that only looks like a setting of Trilens does no harm."""
    findings = check(TRILENS_COLOUR="red")
    assert "TRILENS_COLOUR" in findings["settings", "note"]
    assert list_problems(findings) == {}


def test_keys_are_not_shown(tiny_data, check):
    """No sentence contains the value of a key."""
    findings = check(OPENAI_API_KEY="sk-host-0123456789", TRILENS_BASE_URLS="http://key@host/v1")
    assert "sk-host" not in str(findings)
    assert "key@host" not in str(findings)


@pytest.mark.parametrize("damage", ["cut", "changed", "pointer"])
def test_a_broken_warehouse_is_a_problem(tiny_data, check, damage):
    """A truncated or changed warehouse, and a broken pointer, are named with the remedy."""
    (generation,) = (tiny_data / "warehouse").glob("*.duckdb")
    body = bytearray(generation.read_bytes())
    generation.unlink()  # tests share the file by hard links
    body[len(body) // 2] ^= 0xFF
    generation.write_bytes(body[:3000] if damage == "cut" else body)
    if damage == "pointer":
        (tiny_data / "warehouse" / "CURRENT").write_bytes(b"\xff\xfe")
    assert "trilens prepare" in list_problems(check())["data"]


def test_an_unwritable_folder_is_a_problem_unless_read_only(tmp_path, check):
    """A dashboard in read-only mode does not need to write."""
    with mount_disk(tmp_path / "disk") as disk, make_read_only(disk):
        data = str(disk / "data")
        assert "TRILENS_DATA=FOLDER" in list_problems(check(TRILENS_DATA=data))["rights"]
        assert "rights" not in list_problems(check(TRILENS_DATA=data, TRILENS_READ_ONLY="1"))


def test_a_small_disk_is_a_problem(tmp_path, check):
    """If a build does not fit, the free space is stated."""
    with mount_disk(tmp_path / "disk", "-o", "size=1m") as disk:
        assert "0.0 GB free" in list_problems(check(TRILENS_DATA=str(disk)))["space"]


@pytest.mark.slow
@pytest.mark.parametrize("body", [json.dumps({"status": "ready", "benchmarks": []}), "something else", None])
def test_a_used_port_is_a_problem_unless_trilens_uses_it(tiny_data, check, body):
    """Any other program on the port is a problem, also one that does not answer."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if body else 404)
            self.end_headers()
            self.wfile.write((body or "").encode())

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        findings = check(PORT=str(server.server_port))
        server.shutdown()
    if body and "benchmarks" in body:
        assert "Trilens dashboard is already running" in findings["port", "good"]
    else:
        assert "already in use" in list_problems(findings)["port"]


def test_few_open_files_are_noted(tiny_data, check, monkeypatch):
    """The usual limit of 1024 files serves about two hundred visitors."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    assert "about 204 visitors" in check()["limits", "note"]


def test_missing_chromium_is_noted(tiny_data, check, monkeypatch):
    """Only tests need Chromium, so its absence is not a problem."""
    monkeypatch.setattr(diagnostics, "CHROMIUM", ("no-such-browser",))
    findings = check()
    assert ("Chromium", "note") in findings
    assert list_problems(findings) == {}


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["typer", "duckdb"])
def test_a_missing_package_is_reported_in_one_line(tmp_path, missing):
    """Every command names the missing package without a traceback."""
    (tmp_path / f"{missing}.py").write_text(f"raise ModuleNotFoundError('no', name={missing!r})")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "core", "status"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"trilens: the package {missing} is missing. Run make run, or pip install -r requirements.txt"
    ]


def test_locks_that_do_not_work_are_a_problem(tiny_data, check, monkeypatch):
    """Locks that two processes can hold, and a disk without locks, are named with the remedy."""
    home = read_settings().workspace.home
    assert check()["locks", "good"] == f"locks in {home} work"
    with monkeypatch.context() as patch:
        patch.setattr(file_system_checks.fcntl, "flock", lambda *_: None)
        assert list_problems(check())["locks"].startswith(
            f"locks in {home} do not exclude other processes. Let only one process at a time"
        )

    def raise_no_locks(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    with monkeypatch.context() as patch:
        patch.setattr(file_system_checks.fcntl, "flock", raise_no_locks)
        assert f"{home} does not support locks (No locks available)" in list_problems(check())["locks"]


def test_a_network_disk_is_noted(tiny_data, check, monkeypatch, tmp_path):
    """The deepest mount above the data folder counts; without a list of mounts there is no note."""
    home, mounts = read_settings().workspace.home, tmp_path / "mounts"
    mounts.write_text(f"/dev/a / ext4 rw 0 0\nserver:/x {home.resolve()} nfs4 rw 0 0\nb {home}/deep tmpfs rw 0 0\n")
    monkeypatch.setattr(file_system_checks, "MOUNTS", mounts)
    assert f"{home} is on a network disk (nfs4)" in check()["locks", "note"]
    monkeypatch.setattr(file_system_checks, "MOUNTS", tmp_path / "none")
    assert ("locks", "good") in check()
