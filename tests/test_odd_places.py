"""The two commands of `make run` in odd places: they work, or say in one line what to do."""

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
from tests.test_habits import tracked
from tests.tiny_release import write_tiny_release

NOBODY = 65534
ODD = {
    "LANG": "C",
    "LC_ALL": "C",
    "PYTHONIOENCODING": "ascii",
    "TZ": "Pacific/Kiritimati",
    "HOME": "/proc/nowhere",
    "XDG_CACHE_HOME": "/proc/nowhere",
}
"""A terminal that only knows ASCII, a zone 14 hours ahead, and a home that is not there."""


def as_user(user_id=NOBODY):
    """The beginning of a command line that runs the rest as a user without rights, who may read everything.

    Empty where the tests are run by such a user. Reading is allowed since the interpreter may lie in somebody's home.
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
"""Python then takes names of files and what it prints for ASCII."""


@pytest.fixture
def reachable():
    """A folder that every user of the machine reaches; those of pytest are for one."""
    with tempfile.TemporaryDirectory(prefix="trilens-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def odd_place(reachable):
    """The product alone, unwritable, and a data folder of nobody's; names of folders have blanks and signs."""
    place = reachable / "Mein Ördner, « 100 % »"
    for path in tracked():
        part = path.relative_to(REPOSITORY)
        if part.parts[0] not in ("tests", "docs"):
            (place / "Trilens" / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place / "Trilens" / part)
    write_tiny_release(place / "release ä")
    for name in ("Daten ö", "compiled"):
        (place / name).mkdir()
        if os.geteuid() == 0:
            os.chown(place / name, NOBODY, NOBODY)
    return place


def command(place, *arguments, **environment):
    """A command of the product there, and its environment."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("TRILENS_", "PYTHON"))}
    variables |= {
        **ODD,
        "TRILENS_DATA": str(place / "Daten ö"),
        "TRILENS_SOURCE": str(place / "nowhere"),
        "PYTHONPYCACHEPREFIX": str(place / "compiled"),
        **environment,
    }
    return [*as_user(), sys.executable, "-m", "core", *arguments], variables


def run(place, *arguments, **environment):
    line, variables = command(place, *arguments, **environment)
    return subprocess.run(
        line, cwd=place / "Trilens", env=variables, capture_output=True, text=True, check=False, umask=0o077
    )


@pytest.mark.slow
def test_everything_odd_at_once(odd_place):
    """A user without rights or home, umask 077, ASCII, blanks and umlauts, no git: it is built, prepared and served."""
    built = run(odd_place, "build", "--source", str(odd_place / "release ä"))
    assert built.returncode == 0, built.stderr
    assert "Read 12 photographs" in built.stdout
    prepared = run(odd_place, "prepare")
    assert prepared.returncode == 0, prepared.stderr
    assert "is ready" in prepared.stdout
    kept = [path for path in (odd_place / "Daten ö").rglob("*") if path.is_file() and not path.name.endswith(".lock")]
    assert {oct(path.stat().st_mode & 0o777) for path in kept} == {"0o600"}
    port = free_port()
    line, variables = command(odd_place, "serve", PORT=str(port))
    log = odd_place / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            line, cwd=odd_place / "Trilens", env=variables, stdout=output, stderr=output, umask=0o077
        )
    try:
        found = wait_for_health(port, server)
    finally:
        server.terminate()
        server.wait(10)
    written = log.read_text(encoding="utf-8", errors="replace")
    assert found["benchmarks"][0]["benchmark_id"] == "tri_bench", written
    assert abs(found["benchmarks"][0]["age_s"]) < 3600, "its age does not depend on the zone"
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
def test_a_user_without_rights_is_told(odd_place):
    """Where the data folder belongs to somebody else, prepare and doctor say that it cannot be written."""
    if os.geteuid() != 0:
        pytest.skip("only root can make a folder of somebody else")
    os.chown(odd_place / "Daten ö", 0, 0)
    done = run(odd_place, "prepare", PYTHONIOENCODING="utf-8")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Permission denied" in done.stderr
    assert str(odd_place / "Daten ö") in done.stderr
    looked = run(odd_place, "doctor", PYTHONIOENCODING="utf-8")
    assert looked.returncode == 1
    assert f"cannot be written by user {NOBODY}" in looked.stdout


@pytest.mark.slow
def test_without_utf8_everything_is_printed(tiny_data):
    """Where Python prints ASCII only, report and status have question marks for other signs, and no traceback."""
    for arguments in (["report"], ["status"]):
        line = [sys.executable, "-m", "core", *arguments]
        done = subprocess.run(line, cwd=REPOSITORY, env={**os.environ, **NO_UTF8}, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        done.stdout.decode("ascii")


@pytest.mark.slow
def test_without_utf8_an_odd_path_is_one_line(tmp_path):
    """A data folder whose name Python then cannot read is refused with what to do."""
    environment = {**os.environ, **NO_UTF8, "TRILENS_DATA": str(tmp_path / "Daten ö")}
    line = [sys.executable, "-m", "core", "prepare"]
    done = subprocess.run(line, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "PYTHONUTF8=1" in done.stderr


@pytest.mark.parametrize("port", ["abc", "0", "70000", "", "8501x"])
def test_a_port_that_is_none_is_one_line(monkeypatch, port):
    """`make run` with such a PORT ends before anything starts; an empty one is none at all."""
    started = []
    monkeypatch.setattr(os, "execv", lambda *arguments: started.append(arguments))
    monkeypatch.setattr(os, "chdir", lambda _: None)
    monkeypatch.setattr("core.cli.port_check.check_free", lambda *_: None)
    done = CliRunner().invoke(app, ["serve"], env={"PORT": port})
    if port:
        assert isinstance(done.exception, SettingsError)
        assert not started
    else:
        assert "--server.port=8501" in started[0][1]


def test_an_address_of_ipv6_is_printed_in_brackets(monkeypatch):
    """A browser takes http://[::1]:8501, and not what the address alone would make of it."""
    started = []
    monkeypatch.setattr(os, "execv", lambda *arguments: started.append(arguments))
    monkeypatch.setattr(os, "chdir", lambda _: None)
    monkeypatch.setattr("core.cli.port_check.check_free", lambda *_: None)
    CliRunner().invoke(app, ["serve", "--address", "::1"])
    assert {"--server.address=::1", "--browser.serverAddress=[::1]"} <= set(started[0][1])


@pytest.mark.parametrize(
    ("read_only", "given", "expected"), [("1", None, "malloc"), ("1", "debug", "debug"), ("0", None, None)]
)
def test_a_dashboard_that_others_use_gives_memory_back(monkeypatch, read_only, given, expected):
    """A read-only server takes its memory from the C library, unless somebody says otherwise; one's own does not."""
    started = []
    monkeypatch.setattr(os, "execv", lambda *_: started.append(os.environ.get("PYTHONMALLOC")))
    monkeypatch.setattr(os, "chdir", lambda _: None)
    monkeypatch.setattr("core.cli.port_check.check_free", lambda *_: None)
    monkeypatch.setattr(os, "environ", {name: text for name, text in os.environ.items() if name != "PYTHONMALLOC"})
    CliRunner().invoke(app, ["serve"], env={"TRILENS_READ_ONLY": read_only, "PYTHONMALLOC": given})
    assert started == [expected]


def test_make_run_goes_on_without_data_and_says_so():
    """The Makefile runs the two commands that are tried here, the second one also where the first has failed."""
    rule = (REPOSITORY / "Makefile").read_text(encoding="utf-8").split("\nrun: ")[1].split("\n\n")[0]
    assert "-m core prepare ||" in rule
    assert "-m core serve" in rule
