"""Cached runs made on a Dask cluster: equal to local ones even if a worker is killed, with clear errors."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager

import pytest

from core.benchmarks.tri_bench import BENCHMARK
from core.errors import BuildError
from core.settings import REPOSITORY
from core.warehouse.run_cache.dask_cluster import build_on_cluster
from core.warehouse.run_cache.task import prepare_build_spec
from core.warehouse.run_cache.workers import make_in_this_process
from tests.made_runs import write_run

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install -r tests/requirements.txt")


@contextmanager
def process(*arguments, **environment):
    """Run one cluster process and end it with the block."""
    known = os.environ | {"PYTHONPATH": str(REPOSITORY)} | environment
    quiet = subprocess.DEVNULL
    started = subprocess.Popen([sys.executable, *arguments], cwd=REPOSITORY, env=known, stdout=quiet, stderr=quiet)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def scheduler():
    """Return the address of a scheduler without a dashboard."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    with process(*command):
        yield f"tcp://127.0.0.1:{port}"


@contextmanager
def worker(address):
    """Start a worker with one thread that is not restarted."""
    alone = ("--nthreads", "1", "--nworkers", "1", "--no-nanny", "--no-dashboard")
    with process("-m", "distributed.cli.dask_worker", address, *alone) as started:
        yield started


@pytest.fixture
def order(workspace, tiny_release):
    """Return the build order for the journals of twelve runs."""
    for number in range(12):
        write_run(workspace, f"run {number:02d}")
    return prepare_build_spec(workspace, BENCHMARK.read(tiny_release))


@pytest.fixture
def journals(order):
    """Return their paths."""
    return sorted(order.workspace.runs.glob("*.jsonl"))


@pytest.mark.slow
def test_cluster_survives_a_killed_worker(order, journals):
    """One of two workers is killed midway; every cached run is made and equals the local one."""
    with scheduler() as address, worker(address) as first, worker(address):
        with distributed.Client(address, set_as_default=False, timeout=30) as client:
            client.wait_for_workers(2, timeout=30)
        made = {}
        for journal, part in build_on_cluster(address)(order, journals):
            made[journal] = part
            if len(made) == 2:
                first.send_signal(signal.SIGKILL)
    files = {path.name: path.read_bytes() for path in order.workspace.parts.glob("*.parquet")}
    for path in order.workspace.parts.glob("*.json"):
        path.unlink()
    assert made == dict(make_in_this_process(order, journals))
    assert files == {path.name: path.read_bytes() for path in order.workspace.parts.glob("*.parquet")}
    assert len(made) == len(journals) == 12


@pytest.mark.slow
def test_unreachable_scheduler_raises_a_clear_error(order, journals, monkeypatch):
    """The error has the address and says how to start a scheduler."""
    monkeypatch.setattr("core.warehouse.run_cache.dask_cluster.TIMEOUT_S", 1)
    with pytest.raises(BuildError, match=r"No scheduler answers at tcp://127\.0\.0\.1:9 .*dask scheduler"):
        list(build_on_cluster("tcp://127.0.0.1:9")(order, journals))


@pytest.mark.slow
def test_worker_without_the_data_folder_raises_a_clear_error(order, journals):
    """The error names the file that the worker cannot find and the requirement."""
    (order.workspace.parts / order.contents).unlink()
    with scheduler() as address, worker(address), pytest.raises(BuildError, match="must see the data folder"):
        list(build_on_cluster(address)(order, journals))


def test_missing_dask_raises_a_clear_error(monkeypatch):
    """If Dask is not installed, the error says how to install it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BuildError, match=r"pip install -r requirements-cluster\.txt"):
        build_on_cluster("tcp://127.0.0.1:8786")
