"""Size of a benchmark made from a table: part of `make bench`, or alone `python -m tests.bench_table ROWS`."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from core.settings import REPOSITORY
from tests.browser.serving import dashboard
from tests.made_table import write_made_table

Row = tuple[str, str, str]
ROWS = 200_000
WARM_S = 20.0
"""Time after which the server has prepared its first pages."""


def bench_table(folder: Path, n_rows: int = ROWS) -> Iterator[Row]:
    """Add a generated table, then start a server on it; measure seconds and memory of both."""
    table = write_made_table(folder / "table", n_rows)
    command = [sys.executable, "-m", "core", "add", str(table), "--factor", "room"]
    environment = {**os.environ, "TRILENS_DATA": str(folder / "own")}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=REPOSITORY, env=environment, check=True, stdout=subprocess.DEVNULL)
    wall_s, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    title = f"add a table of {n_rows:,} questions"
    yield title, f"{wall_s:.0f} s, {cpu_s:.0f} s of CPU", "below 60 s"
    yield f"{title}, largest process so far", f"{after.ru_maxrss / 1024:.0f} MB", "below 1,000 MB"
    with dashboard(folder / "own") as (_, process):
        time.sleep(WARM_S)
        memory_mb = psutil.Process(process.pid).memory_info().rss / 2**20
    yield f"server after its start on {n_rows:,} questions", f"{memory_mb:.0f} MB", "below 1,200 MB"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for row in bench_table(Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else ROWS):
            print(*row, sep=" | ")
