"""Speed and memory of importing a large log, for `make bench`: 10,000 replies in a log of 500 MB."""

import json
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

from core.settings import REPOSITORY
from tests.importers.made_inspect import header, sample
from tests.own_peak import PRINT_PEAK_MB

REPLIES = 10_000
PAD_CHARACTERS = 50_000
"""Length of a sample's other content, like the events that Inspect logs."""

IMPORT = """
import sys
from pathlib import Path
from core.importers.benchmark_index import load_benchmark_indexes
from core.importers.importer import plan_import
from core.workspace import Workspace
data, release, *logs = map(Path, sys.argv[1:])
known = load_benchmark_indexes(Workspace(data), "tri_bench", release)
if logs:
    with plan_import(logs, known) as planned:
        planned.take()
        assert sum(run.statuses.total() for run in planned.runs) == 10_000, planned.refusals[:1]
"""


def bench_logs(source: Path, folder: Path) -> Iterator[tuple[str, str, str]]:
    """Measure seconds and megabytes of the import, and the megabytes of the program without a log."""
    log = _write_log(folder / "large.eval", sorted(path.stem for path in source.rglob("*_[PT][01].jpg")))
    size = f"{REPLIES:,} replies of a log of {log.stat().st_size / 1e6:.0f} MB"
    without_mb = _measure_peak_mb(folder, source)
    started = time.perf_counter()
    with_mb = _measure_peak_mb(folder, source, log)
    yield f"import, {size}", f"{time.perf_counter() - started:.1f} s", "below 20 s"
    yield "the same, memory (without a log)", f"{with_mb:.0f} MB ({without_mb:.0f} MB)", "below 400 MB"


def _write_log(path: Path, case_ids: list[str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("header.json", json.dumps(header()))
        for number in range(REPLIES):
            epoch, place = divmod(number, len(case_ids))
            one = sample(case_ids[place], "Reply with side_type.", numbers=(), epoch=epoch + 1)
            one["store"] = {"pad": "x" * PAD_CHARACTERS}
            archive.writestr(f"samples/{one['id']}_epoch_{one['epoch']}.json", json.dumps(one))
    return path


def _measure_peak_mb(folder: Path, source: Path, *logs: Path) -> float:
    command = [sys.executable, "-c", IMPORT + PRINT_PEAK_MB, str(folder / "data"), str(source), *map(str, logs)]
    said = subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.PIPE, text=True)
    return float(said.stdout.split()[-1])
