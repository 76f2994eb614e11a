"""User files in a data folder, which neither a download nor a build can recreate."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from core.benchmarks.choice.custom_benchmark import IMAGES, REFUSALS
from core.benchmarks.registry import OWN_IDENTITY, OWN_ITEMS, list_entries, list_registered
from core.formatting import to_single_line
from core.notes import NOTES
from core.review.review_file import CODES
from core.runs.batch_ledger import BOOK, list_ledger_paths
from core.runs.journal import OWNED_FOLDERS, list_journal_paths
from core.runs.run_names import RUN_NAMES
from core.workspace import BENCHMARK_ID, OWN_FOLDERS, Workspace

PRICES, RUNS, REREADINGS, RELEASE = "prices.csv", "runs", "rereadings", "release"
RESTORED = ".restored-"
"""Part of the name of a restored file whose original name was taken by a different file."""

_MAX_PART = 200
"""Maximum bytes in a file or folder name; file systems allow 255, and a restore may lengthen a name."""


def is_user_file(path: str) -> bool:
    """Return whether a path relative to the data folder is a user file; only user files are archived and restored."""
    parts = path.split("/")
    if is_batch_ledger(path):
        parts[-1] = parts[-1].removeprefix(".").removesuffix(BOOK)
    if not all(map(_is_safe, parts)) or len(path) > 1000:
        return False
    if len(parts) == 1:
        return path in (NOTES, CODES) or (path.startswith("prices") and get_original_name(path) == PRICES)
    if parts[0] not in (RUNS, REREADINGS):
        if not BENCHMARK_ID.fullmatch(parts[0]) or parts[0] in OWN_FOLDERS:
            return False
        parts = parts[1:]
    if parts[0] == RELEASE:
        below = parts[1:]
        return below in ([OWN_IDENTITY], [OWN_ITEMS], [REFUSALS]) or (len(below) == 2 and below[0] == IMAGES)
    if parts[0] == REREADINGS:
        return len(parts) == 3 and parts[-1].endswith((".jsonl", ".cut"))
    is_of_builds = len(parts) > 1 and parts[1] in OWNED_FOLDERS
    if parts[0] == RUNS and len(parts) == 2 and get_original_name(parts[1]) == RUN_NAMES:
        return True
    return parts[0] == RUNS and len(parts) > 1 and not is_of_builds and parts[-1].endswith((".jsonl", ".cut"))


def is_batch_ledger(path: str) -> bool:
    """Return whether a path is that of a ledger of pending batches, beside a journal."""
    name = path.rpartition("/")[2]
    return name.startswith(".") and name.endswith(f".jsonl{BOOK}") and (f"{RUNS}/" in path or f"{REREADINGS}/" in path)


def _is_safe(part: str) -> bool:
    is_text = part == part.encode("utf-8", "replace").decode() and part == to_single_line(part)
    return is_text and 0 < len(part.encode()) <= _MAX_PART and not part.startswith(".") and "\\" not in part


def get_original_name(name: str) -> str:
    """Return the name before a restore, as `x.jsonl` for `x.restored-0123abcd.jsonl`; other names unchanged."""
    stem, found, rest = name.rpartition(RESTORED)
    return f"{stem}{rest[8:]}" if found else name


def is_benchmark_file(path: str) -> bool:
    """Return whether a path belongs to the questions and images of a custom benchmark, and not to its runs."""
    return PurePosixPath(path).parts[1:2] == (RELEASE,)


def list_user_files(workspace: Workspace) -> Iterator[tuple[str, Path]]:
    """Yield all user files in the data folder with their relative paths, including those that `is_user_file` refuses.

    A batch ledger comes before its journal: what a run takes in between is then in both, and never in neither.
    """
    home = workspace.home
    found = [home / NOTES, home / CODES, *sorted(home.glob("prices*.csv"))]
    folders = sorted(path for path in home.glob("*/") if BENCHMARK_ID.fullmatch(path.name))
    for folder in (home, *(path for path in folders if path.name not in OWN_FOLDERS)):
        runs = folder / RUNS
        of_builds = [runs / name for name in OWNED_FOLDERS]
        journals = [*list_ledger_paths(runs), *list_journal_paths(runs), *sorted(runs.rglob("*.cut")), runs / RUN_NAMES]
        found += [path for path in journals if not any(path.is_relative_to(one) for one in of_builds)]
        rereadings = folder / REREADINGS
        found += [
            *list_ledger_paths(rereadings),
            *sorted(rereadings.glob("*/*.jsonl")),
            *sorted(rereadings.glob("*/*.cut")),
        ]
    for benchmark_id in list_entries(workspace).keys() - list_registered().keys():
        release = home / benchmark_id / RELEASE
        found += [release / name for name in (OWN_IDENTITY, OWN_ITEMS, REFUSALS)]
        found += sorted((release / IMAGES).glob("*"))
    yield from ((path.relative_to(home).as_posix(), path) for path in found if path.is_file())
