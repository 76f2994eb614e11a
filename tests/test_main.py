"""Tests of the command line's output and exit codes, as a process and as `main` in this process."""

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
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
    """Result of a command, with the names of `subprocess.CompletedProcess`."""

    returncode: int
    stdout: str
    stderr: str


def test_the_installed_command_equals_the_module():
    """`trilens`, installed by `make run`, prints the help of `python -m core` under its own name."""
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
    """Return a function that runs a command in this process with environment variables."""

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
    """Run a command in a separate process and return the result."""
    command = [sys.executable, "-m", "core", *arguments]
    return subprocess.run(
        command, cwd=REPOSITORY, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_a_process_exits_with_the_command_s_code(tiny_data):
    """A command prints to stdout and exits with 0, or prints the reason to stderr and exits with 1; no traceback."""
    done = run_process("status")
    assert done.returncode == 0
    assert "12 photographs" in done.stdout
    done = run_process("status", TRILENS_READ_ONLY="perhaps")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "TRILENS_READ_ONLY='perhaps'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_build_prints_its_counts(run, tiny_release):
    """A build also prints the switch to the new generation, and exits with 0."""
    done = run("build", "--source", str(tiny_release))
    assert done.returncode == 0
    assert "Read 12 photographs, 7 runs, 84 replies, 504 answers." in done.stdout
    assert "Switched to" in done.stdout


@pytest.mark.slow
def test_status_and_report_show_the_warehouse(run, tiny_data):
    """Status lists counts and checksums; the report has every section, in all three formats."""
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
    """The line states the reason and the remedy, without a traceback, and the exit code is 1."""
    done = run(*arguments)
    assert done.returncode == 1
    assert done.stdout == ""
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_the_build_command_names_an_invalid_cell(run, tiny_release):
    """The error names file, row and column."""
    rows = read_csv(tiny_release / dataset_facts.TRIANGLES_3D)
    rows[2]["BC_cm"] = "long"
    write_csv(tiny_release / dataset_facts.TRIANGLES_3D, rows)
    done = run("build", "--source", str(tiny_release))
    assert done.returncode == 1
    assert "data/tri_bench_triangles_3d.csv, row 3, column BC_cm: 'long' is not a number" in done.stderr


def test_an_invalid_environment_variable_is_named(run):
    """The error has no traceback."""
    done = run("status", TRILENS_READ_ONLY="perhaps")
    assert done.returncode == 1
    assert "TRILENS_READ_ONLY='perhaps'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["build", "fetch", "prepare", "status"])
def test_an_impossible_data_folder_is_named(run, command, tiny_release):
    """A folder that cannot be written is named in an error."""
    done = run(command, TRILENS_DATA="/proc/nowhere", TRILENS_SOURCE=str(tiny_release))
    assert done.returncode == 1
    assert "/proc/nowhere" in done.stderr


def test_prepare_without_data_prints_the_reasons(run, workspace):
    """If nothing can be fetched and no scenes can be stored, prepare exits with 1."""
    workspace.data.mkdir()
    (workspace.data / "synthetic").write_text("in the way")
    done = run("prepare", TRILENS_SOURCE="/no/such/folder")
    assert done.returncode == 1
    assert "/no/such/folder is not a folder" in done.stderr
    assert "Traceback" not in done.stderr


def test_status_prints_utc_in_any_time_zone(run, tokyo):
    """The time of the build is printed in UTC, and its age is right within a tenth of an hour."""
    before = datetime.now(UTC)
    status = run("status")
    after = datetime.now(UTC)
    built = re.search(rf"Built {tokyo:%Y-%m-%d %H:%M:%S} UTC, ([0-9.]+) hours ago", status.stdout)
    assert built
    least, most = (round((moment - tokyo).total_seconds() / 3600, 1) for moment in (before, after))
    assert least <= float(built.group(1)) <= most


def test_vectors_are_computed_in_one_thread():
    """OpenBLAS of NumPy and SciPy has one thread, because `core` is imported before them."""
    threads = [pool["num_threads"] for pool in threadpool_info() if pool["internal_api"] == "openblas"]
    assert threads
    assert set(threads) == {1}
