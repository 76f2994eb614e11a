"""Tests of concurrent builds, runs and readers on one data folder: only processes that are told to wait fail."""

import time

import pytest

from core.errors import TrilensError
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.forked import start_process
from tests.made_runs import write_run

N_BUILDS, N_RUNS = 2, 6


def build_often(workspace, release):
    """Build repeatedly, and wait while another build is running."""
    done = 0
    while done < N_BUILDS:
        try:
            build(workspace, release)
        except TrilensError as error:
            if "Another process is " not in str(error):
                raise
            time.sleep(0.05)
        else:
            done += 1


def write_often(workspace, name):
    """Write runs, as an import does."""
    for number in range(N_RUNS):
        write_run(workspace, f"{name}-{number}")
        time.sleep(0.1)


@pytest.mark.slow
def test_concurrent_builds_and_imports_do_not_disturb_readers(workspace, tiny_release):
    """With two builders and two writers, every read is consistent, and no run is lost."""
    build(workspace, tiny_release)
    workers = [start_process(build_often, workspace, tiny_release) for _ in range(2)]
    workers += [start_process(write_often, workspace, name) for name in ("ada", "bob")]
    counts = []
    while any(worker.is_alive() for worker in workers):
        with open_current(workspace) as warehouse:
            runs = warehouse.query("runs")["run_id"]
            answers = warehouse.query("ranking", kinds=None)
        assert set(answers["run_id"]) <= set(runs)
        counts.append(len(runs))
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert counts == sorted(counts)  # a later generation never has fewer runs
    assert len(counts) > 3
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        run_ids = set(warehouse.query("runs")["run_id"])
    assert {f"{name}-{number}" for name in ("ada", "bob") for number in range(N_RUNS)} <= run_ids
