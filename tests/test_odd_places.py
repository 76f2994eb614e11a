"""Tests of the two commands of `make run` in unusual environments: they work, or print a remedy in one line."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.cli.app import app
from core.errors import SettingsError
from core.settings import REPOSITORY
from tests.browser.serving import free_port
from tests.test_habits import list_tracked_files
from tests.tiny_release import write_tiny_release

NOBODY = 65534
ODD_ENVIRONMENT = {
    "LANG": "C",
    "LC_ALL": "C",
    "PYTHONIOENCODING": "ascii",
    "TZ": "Pacific/Kiritimati",
    "HOME": "/proc/nowhere",
    "XDG_CACHE_HOME": "/proc/nowhere",
}
"""A terminal with only ASCII, a time zone 14 hours ahead, and a home that does not exist."""


def make_user_prefix(user_id=NOBODY):
    """Return the beginning of a command that runs the rest as a user without privileges who may read everything.

    It is empty if the tests are run by such a user. Reading is allowed since the interpreter may be in a user's home.
    """
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("there is no setpriv, so nothing can be run as another user")
    return [
        "setpriv", f"--reuid={user_id}", f"--regid={user_id}", "--clear-groups", "--bounding-set=+dac_read_search",
        "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search",
    ]  # fmt: skip


NO_UTF8 = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""Makes Python use ASCII for file names and output."""


@pytest.fixture
def shared_folder():
    """Create a folder that every user of the machine can access, unlike those of pytest."""
    with tempfile.TemporaryDirectory(prefix="trilens-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def odd_folder(shared_folder):
    """Create the product in a read-only folder with a separate data folder; folder names have spaces and signs."""
    folder = shared_folder / "Mein Ördner, « 100 % »"
    for path in list_tracked_files():
        part = path.relative_to(REPOSITORY)
        if part.parts[0] not in ("tests", "docs"):
            (folder / "Trilens" / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / "Trilens" / part)
    write_tiny_release(folder / "release ä")
    for name in ("Daten ö", "compiled"):
        (folder / name).mkdir()
        if os.geteuid() == 0:
            os.chown(folder / name, NOBODY, NOBODY)
    return folder


def make_command(folder, *arguments, **environment):
    """Return a command of the product in the odd folder, and its environment."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("TRILENS_", "PYTHON"))}
    variables |= {
        **ODD_ENVIRONMENT,
        "TRILENS_DATA": str(folder / "Daten ö"),
        "TRILENS_SOURCE": str(folder / "nowhere"),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        **environment,
    }
    return [*make_user_prefix(), sys.executable, "-m", "core", *arguments], variables


def run_command(folder, *arguments, **environment):
    line, variables = make_command(folder, *arguments, **environment)
    return subprocess.run(
        line, cwd=folder / "Trilens", env=variables, capture_output=True, text=True, check=False, umask=0o077
    )


@pytest.mark.slow
def test_commands_work_in_an_odd_environment(odd_folder):
    """Build, prepare and serve work without privileges, home or git, with umask 077, ASCII, spaces and umlauts."""
    built = run_command(odd_folder, "build", "--source", str(odd_folder / "release ä"))
    assert built.returncode == 0, built.stderr
    assert "Read 12 photographs" in built.stdout
    prepared = run_command(odd_folder, "prepare")
    assert prepared.returncode == 0, prepared.stderr
    assert "is ready" in prepared.stdout
    files = [path for path in (odd_folder / "Daten ö").rglob("*") if path.is_file() and not path.name.endswith(".lock")]
    assert {oct(path.stat().st_mode & 0o777) for path in files} == {"0o600"}
    port = free_port()
    line, variables = make_command(odd_folder, "serve", PORT=str(port))
    log = odd_folder / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            line, cwd=odd_folder / "Trilens", env=variables, stdout=output, stderr=output, umask=0o077
        )
    try:
        health = wait_for_health(port, server)
    finally:
        server.terminate()
        server.wait(10)
    written = log.read_text(encoding="utf-8", errors="replace")
    assert health["benchmarks"][0]["benchmark_id"] == "tri_bench", written
    assert abs(health["benchmarks"][0]["age_s"]) < 3600, "its age does not depend on the zone"
    assert f":{port}" in written
    assert "Traceback" not in written + built.stderr + prepared.stderr


def wait_for_health(port, server):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"http://localhost:{port}/healthz", timeout=60) as answer:
                return json.loads(answer.read())
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


@pytest.mark.slow
def test_an_unwritable_data_folder_is_reported(odd_folder):
    """If the data folder belongs to another user, prepare and doctor print that it cannot be written."""
    if os.geteuid() != 0:
        pytest.skip("only root can make a folder of somebody else")
    os.chown(odd_folder / "Daten ö", 0, 0)
    done = run_command(odd_folder, "prepare", PYTHONIOENCODING="utf-8")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Permission denied" in done.stderr
    assert str(odd_folder / "Daten ö") in done.stderr
    doctor = run_command(odd_folder, "doctor", PYTHONIOENCODING="utf-8")
    assert doctor.returncode == 1
    assert f"cannot be written by user {NOBODY}" in doctor.stdout


@pytest.mark.slow
def test_report_and_status_work_without_utf8(tiny_data):
    """If Python prints only ASCII, other signs become question marks, without a traceback."""
    for arguments in (["report"], ["status"]):
        line = [sys.executable, "-m", "core", *arguments]
        done = subprocess.run(line, cwd=REPOSITORY, env={**os.environ, **NO_UTF8}, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        done.stdout.decode("ascii")


@pytest.mark.slow
def test_an_unreadable_path_without_utf8_has_a_remedy(tmp_path):
    """A data folder whose name Python cannot decode is an error in one line."""
    environment = {**os.environ, **NO_UTF8, "TRILENS_DATA": str(tmp_path / "Daten ö")}
    line = [sys.executable, "-m", "core", "prepare"]
    done = subprocess.run(line, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "PYTHONUTF8=1" in done.stderr


@pytest.mark.parametrize("port", ["abc", "0", "70000", "", "8501x"])
def test_an_invalid_port_stops_serve(monkeypatch, port):
    """Nothing is executed with an invalid PORT; an empty PORT counts as not set."""
    executed = []
    monkeypatch.setattr(os, "execv", lambda *arguments: executed.append(arguments))
    monkeypatch.setattr(os, "chdir", lambda _: None)
    monkeypatch.setattr("core.cli.port_check.check_free", lambda *_: None)
    done = CliRunner().invoke(app, ["serve"], env={"PORT": port})
    if port:
        assert isinstance(done.exception, SettingsError)
        assert not executed
    else:
        assert "--server.port=8501" in executed[0][1]


def test_an_ipv6_address_is_printed_in_brackets(monkeypatch):
    """Browsers need brackets around the address, as in http://[::1]:8501."""
    executed = []
    monkeypatch.setattr(os, "execv", lambda *arguments: executed.append(arguments))
    monkeypatch.setattr(os, "chdir", lambda _: None)
    monkeypatch.setattr("core.cli.port_check.check_free", lambda *_: None)
    CliRunner().invoke(app, ["serve", "--address", "::1"])
    assert {"--server.address=::1", "--browser.serverAddress=[::1]"} <= set(executed[0][1])


@pytest.mark.parametrize(
    ("read_only", "given", "expected"), [("1", None, "malloc"), ("1", "debug", "debug"), ("0", None, None)]
)
def test_a_read_only_dashboard_returns_memory(monkeypatch, read_only, given, expected):
    """A read-only server uses the C library's allocator unless another is set; a private server does not."""
    executed = []
    monkeypatch.setattr(os, "execv", lambda *_: executed.append(os.environ.get("PYTHONMALLOC")))
    monkeypatch.setattr(os, "chdir", lambda _: None)
    monkeypatch.setattr("core.cli.port_check.check_free", lambda *_: None)
    monkeypatch.setattr(os, "environ", {name: text for name, text in os.environ.items() if name != "PYTHONMALLOC"})
    CliRunner().invoke(app, ["serve"], env={"TRILENS_READ_ONLY": read_only, "PYTHONMALLOC": given})
    assert executed == [expected]


def test_make_run_serves_even_if_prepare_fails():
    """The Makefile runs the two commands that are tested here, the second even if the first fails."""
    rule = (REPOSITORY / "Makefile").read_text(encoding="utf-8").split("\nrun: ")[1].split("\n\n")[0]
    assert "-m core prepare ||" in rule
    assert "-m core serve" in rule
