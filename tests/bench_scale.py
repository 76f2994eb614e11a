"""Speed and size of builds by the number of answers: `.venv/bin/python -m tests.bench_scale ANSWERS`, a table.

The runs are made up (`tests/made_journals.py`) about Tri-Bench. Nothing here is asserted.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
from rich.console import Console
from rich.table import Table

from core.settings import REPOSITORY, Settings
from core.warehouse.build import build, is_current
from tests.conftest import find_dataset
from tests.made_journals import sample_of, write_journals

Row = tuple[str, str]

RAW = """
select count(distinct block) * (select block_size from pragma_database_size())
from (
    select block_id as block from pragma_storage_info('star.replies_made') where column_name = 'raw' and block_id >= 0
    union all
    select unnest(additional_block_ids) from pragma_storage_info('star.replies_made') where column_name = 'raw'
)
"""
"""Bytes of the blocks with raw texts."""


def main(answers: int) -> None:
    """Measures and prints the table."""
    source = find_dataset()
    if source is None:
        sys.exit("There is no Tri-Bench to make runs about: see the README, section Data.")
    with tempfile.TemporaryDirectory() as folder:
        table = Table("measured", "result", title=f"Builds of {answers:,} answers on {os.cpu_count()} cores")
        for row in bench_builds(Settings(data=Path(folder)), source, answers):
            table.add_row(*row)
        Console().print(table)


def bench_builds(settings: Settings, source: Path, answers: int) -> Iterator[Row]:
    """A build from nothing, one after a new run of 400 replies, one of nothing new, and what they leave."""
    _built(settings, source)  # copies of the pictures, which are made once
    sample = sample_of(settings, source)
    n_runs = write_journals(settings, sample, answers)
    first = _built(settings, source)
    yield "build from nothing", _words(first)
    write_journals(settings, sample, 1, first=n_runs)
    yield "build after one new run", _words(_built(settings, source))
    started = time.perf_counter()
    is_new = is_current(settings, source)
    yield f"is the warehouse current: {is_new}", f"{time.perf_counter() - started:.1f} s"
    yield "bytes an answer besides raw texts", f"{(first['file_bytes'] - first['raw_bytes']) / first['answers']:.0f}"
    parts = sum(path.stat().st_size for path in settings.parts.iterdir())
    yield "bytes an answer of the parts", f"{parts / first['answers']:.0f}"


def _words(built: dict[str, Any]) -> str:
    return (
        f"{built['wall_s']:.1f} s, {built['cpu_s']:.1f} s of CPU in workers and {built['own_cpu_s']:.1f} in the build, "
        f"{built['memory_mb']:.0f} MB ({built['worker_memory_mb']:.0f} a worker)"
    )


def _built(settings: Settings, source: Path) -> dict[str, Any]:
    """What a build takes in a process of its own."""
    command = [sys.executable, "-m", "tests.bench_scale", "--build", str(settings.data), str(source)]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def _build(data: Path, source: Path) -> dict[str, Any]:
    started = time.perf_counter()
    result = build(Settings(data=data), source)
    wall_s = time.perf_counter() - started
    own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    with duckdb.connect(str(result.generation), read_only=True) as connection:
        raw_bytes = connection.execute(RAW).fetchall()[0][0]
    return {
        "wall_s": wall_s,
        "own_cpu_s": own.ru_utime + own.ru_stime,
        "cpu_s": workers.ru_utime + workers.ru_stime,
        "memory_mb": own.ru_maxrss / 1024,
        "worker_memory_mb": workers.ru_maxrss / 1024,
        "answers": result.counts["case_answers"],
        "file_bytes": result.generation.stat().st_size,
        "raw_bytes": raw_bytes,
    }


if __name__ == "__main__":
    if sys.argv[1:2] == ["--build"]:
        print(json.dumps(_build(Path(sys.argv[2]), Path(sys.argv[3]))))
    elif len(sys.argv) == 2 and sys.argv[1].replace("_", "").isdecimal():
        main(int(sys.argv[1]))
    else:
        sys.exit("How many answers? .venv/bin/python -m tests.bench_scale 1_000_000")
