"""The command line as its user calls it: its output, its exit code; as a process, and as `main` in this one."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
import scipy.linalg  # noqa: F401 - its own OpenBLAS, beside NumPy's, is looked at
from threadpoolctl import threadpool_info

from core.__main__ import main
from core.analyses.reproduction import FIGURE_TITLES
from core.benchmarks.triangles import dataset_facts
from core.settings import REPOSITORY
from tests.tiny_release import read_csv, write_csv


class Done(NamedTuple):
    """What a command leaves, under the names of `subprocess.CompletedProcess`."""

    returncode: int
    stdout: str
    stderr: str


def test_the_installed_command_is_the_module():
    """`trilens`, which `make run` installs beside Python, prints the help of `python -m core` under its own name."""
    if not (command := Path(sys.executable).with_name("trilens")).is_file():
        pytest.skip("trilens is not installed in this environment; make run installs it")
    environment = {**os.environ, "COLUMNS": "100"}
    installed, module = (
        subprocess.run([*parts, "--help"], check=True, env=environment, capture_output=True, text=True, cwd=REPOSITORY)
        for parts in ([str(command)], [sys.executable, "-m", "core"])
    )
    assert "Usage: trilens" in installed.stdout
    assert installed.stdout.splitlines()[2:] == module.stdout.splitlines()[2:]


@pytest.fixture
def run(capfd, monkeypatch):
    """Runs a command in this process, with settings as in the environment; a traceback would fail the test."""

    def run(*arguments, **environment):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["core", *arguments])
            for name, value in environment.items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as end:
                main()
        return Done(end.value.code or 0, *capfd.readouterr())

    return run


def run_process(*arguments, **environment):
    """Runs a command as a process of its own and returns it finished."""
    command = [sys.executable, "-m", "core", *arguments]
    return subprocess.run(
        command, cwd=REPOSITORY, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_a_process_ends_with_the_commands_code_and_without_a_traceback(tiny_data):
    """As a process of its own a command prints to stdout and ends with 0, or says why in one line and ends with 1."""
    done = run_process("status")
    assert done.returncode == 0
    assert "12 photographs" in done.stdout
    done = run_process("status", TRILENS_READ_ONLY="perhaps")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "TRILENS_READ_ONLY='perhaps'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_build_says_what_it_read(run, tiny_release):
    """A build prints its counts and the new generation, and ends with 0."""
    done = run("build", "--source", str(tiny_release))
    assert done.returncode == 0
    assert "Read 12 photographs, 7 runs, 84 replies, 504 answers." in done.stdout
    assert "Switched to" in done.stdout


@pytest.mark.slow
def test_status_and_report_show_the_warehouse(run, tiny_data):
    """Status lists counts and checksums; the report has every section, in all three forms."""
    status = run("status")
    assert status.returncode == 0
    assert re.search(r"12 photographs", status.stdout)
    assert re.search(r"[0-9a-f]{64}  data/tri_bench_triangles_3d\.csv \(changed\)", status.stdout)
    for form in ("markdown", "html", "json"):
        report = run("report", "--format", form)
        assert report.returncode == 0
        assert "Gemini 2.5 Pro" in report.stdout
    sections = json.loads(report.stdout)
    assert {f"{figure_id}_paper" for figure_id in FIGURE_TITLES} - {"kappa_by_condition_paper"} <= set(sections)
    assert sections["ranking"][0]["n"] == 72


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["status"], "There is no warehouse"),
        (["report"], "There is no warehouse"),
        (["build"], "tri_bench_triangles_3d.csv is missing"),
        (["fetch", "--source", "/no/such/folder"], "/no/such/folder is not a folder"),
    ],
)
def test_an_error_is_one_line_on_stderr(run, arguments, words):
    """What cannot be done ends with 1 and one line that says why and what to do, without a traceback."""
    done = run(*arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_wrong_cell_is_named_by_the_command_too(run, tiny_release):
    """The build command names file, row and column of what it refuses."""
    rows = read_csv(tiny_release / dataset_facts.TRIANGLES_3D)
    rows[2]["BC_cm"] = "long"
    write_csv(tiny_release / dataset_facts.TRIANGLES_3D, rows)
    done = run("build", "--source", str(tiny_release))
    assert done.returncode == 1
    assert "data/tri_bench_triangles_3d.csv, row 3, column BC_cm: 'long' is not a number" in done.stderr


def test_nonsense_in_the_environment_is_one_line(run):
    """A setting that cannot be read is named, without a traceback."""
    done = run("status", TRILENS_READ_ONLY="perhaps")
    assert done.returncode == 1
    assert "TRILENS_READ_ONLY='perhaps'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["build", "fetch", "prepare", "status"])
def test_a_data_folder_that_cannot_be_is_one_line(run, command, tiny_release):
    """A place where nothing can be written is an error in one line."""
    done = run(command, TRILENS_DATA="/proc/nowhere", TRILENS_SOURCE=str(tiny_release))
    assert done.returncode == 1
    assert "/proc/nowhere" in done.stderr


def test_prepare_without_data_says_why(run, settings):
    """Where nothing can be fetched and no scenes can be kept either, prepare ends with 1 and the reasons."""
    settings.data.mkdir()
    (settings.data / "synthetic").write_text("in the way")
    done = run("prepare", TRILENS_SOURCE="/no/such/folder")
    assert done.returncode == 1
    assert "/no/such/folder is not a folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_status_says_utc_wherever_the_machine_is(run, tokyo):
    """The moment of the build is said in UTC, and its age is that of the moment."""
    status = run("status")
    assert f"Built {tokyo:%Y-%m-%d %H:%M:%S} UTC, 0." in status.stdout


def test_vectors_are_computed_in_one_thread():
    """OpenBLAS, NumPy's and SciPy's, has one thread: with `core` imported before them it never starts another."""
    threads = [pool["num_threads"] for pool in threadpool_info() if pool["internal_api"] == "openblas"]
    assert threads
    assert set(threads) == {1}
