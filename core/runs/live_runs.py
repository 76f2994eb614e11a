"""Runs under way on this machine: journals that a process holds, with the number of their replies."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.atomic_files import lock_folder
from core.errors import JournalError, TrilensError
from core.runs.journal import OWNED_FOLDERS, is_done, list_journal_paths, read_journal
from core.runs.run_names import load_valid_names

MAX_SILENCE_S = 900.0
"""Seconds after the last change of a journal from which it is not looked at: no request takes that long."""


@dataclass(frozen=True, slots=True)
class LiveRun:
    """A run under way.

    Attributes:
        label: its display name if it has one, or model and prompt.
        n_replies: cases with a reply.
        n_failed: cases whose requests failed so far; they are asked again.
        silent_s: seconds since the last reply.
    """

    run_id: str
    label: str
    n_replies: int
    n_failed: int
    silent_s: float


def list_live_runs(folder: Path) -> list[LiveRun]:
    """List the runs whose journals another writer holds, the one with the latest reply first.

    Args:
        folder: of the runs.
    """
    owned = {folder / name for name in OWNED_FOLDERS}
    runs, names = [], load_valid_names(folder)
    for path in list_journal_paths(folder):
        if path.parent in owned or not (path.parent / f".{path.name}.lock").exists():
            continue
        try:
            silent_s = max(time.time() - path.stat().st_mtime, 0.0)
            if silent_s <= MAX_SILENCE_S and _is_held(path):
                runs.append(_describe(path, silent_s, names))
        except (JournalError, OSError):  # a writer creates or removes it just now
            continue
    return sorted(runs, key=lambda run: run.silent_s)


def _is_held(path: Path) -> bool:
    """Return whether a writer holds a journal's lock."""
    try:
        with lock_folder(path.parent, path.name):
            return False
    except TrilensError:
        return True


def _describe(path: Path, silent_s: float, names: Mapping[str, str]) -> LiveRun:
    journal = read_journal(path)
    n_replies = sum(map(is_done, journal.replies))
    label = names.get(journal.run.run_id) or f"{journal.run.model.display_name} · {journal.run.prompt_id}"
    return LiveRun(journal.run.run_id, label, n_replies, len(journal.replies) - n_replies, silent_s)
