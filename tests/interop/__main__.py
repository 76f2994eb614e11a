"""Export drawn benchmarks in every format, open each export in its program, and print what was opened.

The programs are in environments below `tests/output`, created on first use. The exit code is 1 if one of them fails.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from core.exporters.export import export_runs
from core.settings import REPOSITORY
from core.warehouse.read import open_current
from core.workspace import Workspace
from tests.exporters.made import GIQ, fill_exported

FOLDER = REPOSITORY / "tests" / "output" / "interop"
PROGRAMS: dict[str, dict[str, str]] = {
    "requirements": {form: form for form in ("inspect", "lm-eval", "lmms-eval", "huggingface", "fiftyone")},
    "requirements_old": {form: form for form in ("inspect", "lm-eval", "lmms-eval", "huggingface")},
    "requirements_lmms": {"lmms-eval": "baseline"},
}
"""Formats that the programs of a requirements file open, and the reader of each format, by requirements file."""

COMPLETE_LISTS = ("requirements_lmms",)
"""Requirements installed without dependencies, which would be 3 GB for models that are not used here."""

ONE_RUN = {"tri_bench": "acme-run 1", GIQ: "backwards"}
"""An Inspect log has one run: that with all statuses, and that with options in another order."""


def create_environment(name: str) -> Path:
    """Install the programs of a requirements file if needed, and return their Python."""
    home, requirements = FOLDER / name, Path(__file__).with_name(f"{name}.txt")
    python, made_for = home / "bin" / "python", home / "requirements.txt"
    if not made_for.is_file() or made_for.read_bytes() != requirements.read_bytes():
        print(f"Setting up the programs of {requirements.name} ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        options = ["--no-deps"] if name in COMPLETE_LISTS else []
        subprocess.run([python, "-m", "pip", "install", "--quiet", *options, "-r", requirements], check=True)
        shutil.copyfile(requirements, made_for)
    return python


def export_all(folder: Path) -> list[tuple[str, str, Path]]:
    """Make both benchmarks and export all formats; return the benchmark, format and path of each export."""
    workspace = Workspace(folder / "data")
    fill_exported(workspace)
    made = []
    for benchmark_id, run_id in ONE_RUN.items():
        own = workspace.select_benchmark(benchmark_id)
        with open_current(own) as warehouse:
            for key in PROGRAMS["requirements"]:
                target = folder / benchmark_id / (f"{key}.eval" if key == "inspect" else key)
                runs = [run_id] if key == "inspect" else []
                export_runs(warehouse, own, target, key, runs, "preview" if key == "lmms-eval" else None)
                made.append((benchmark_id, key, target))
    return made


def main() -> int:
    """Open every export; return 1 if a program cannot."""
    pythons = {name: create_environment(name) for name in PROGRAMS}
    work = FOLDER / "work"
    shutil.rmtree(work, ignore_errors=True)
    home = {
        "HOME": str(work / "home"),
        "FIFTYONE_DO_NOT_TRACK": "1",
        "FIFTYONE_DATABASE_URI": "mongodb://localhost",
        "FIFTYONE_DATABASE_VALIDATION": "false",
    }
    failed = 0
    print(f"{'benchmark':11}{'form':13}{'opened by':22}what was opened")
    exports = export_all(work)
    asked = [(name, *one) for name, forms in PROGRAMS.items() for one in exports if one[1] in forms]
    for name, benchmark_id, key, path in asked:
        command = [pythons[name], REPOSITORY / "tests" / "interop" / "readers.py", PROGRAMS[name][key], path]
        own = os.environ | home | {"HF_HOME": f"{path}-cache-{name}"}
        done = subprocess.run(command, cwd=work, env=own, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode == 0:
            result = json.loads(done.stdout.splitlines()[-1])
            opened = ", ".join(f"{count:,} {what}" for what, count in result["opened"].items())
            print(f"{benchmark_id:11}{key:13}{result['program']:22}{opened}")
        else:
            failed += 1
            print(f"{benchmark_id:11}{key:13}{'FAILED':22}{(done.stderr.strip().splitlines() or ['no message'])[-1]}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
