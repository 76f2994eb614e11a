"""Hiding and deleting runs, so that builds do not read them, and restoring them.

The journal stays beside the others under a name that ends in `.hidden` or `.deleted`: a build reads only `.jsonl`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from core.atomic_files import lock_folder
from core.errors import JournalError
from core.runs.journal import OWNED_FOLDERS, list_journal_paths, read_manifest
from core.runs.run_names import load_valid_names
from core.workspace import Workspace

Removal = Literal["hidden", "deleted"]
"""Ends of the names of journals that no build reads."""


@dataclass(frozen=True, slots=True)
class RemovedRun:
    """A run that no build reads.

    Attributes:
        label: its display name if it has one, or model and prompt.
        removal: whether it is hidden or deleted.
    """

    run_id: str
    label: str
    removal: Removal
    path: Path


def find_journal(workspace: Workspace, run_id: str) -> Path:
    """Return the journal of a run that users made.

    Raises:
        JournalError: the run is part of the release or a reference model, or it has no journal.
    """
    owned = {workspace.runs / name for name in OWNED_FOLDERS}
    for path in list_journal_paths(workspace.runs):
        try:
            is_searched = read_manifest(path).run_id == run_id
        except JournalError:
            continue
        if is_searched and path.parent in owned:
            raise JournalError(
                f"{run_id} belongs to the benchmark. Only imported and asked runs can be removed or renamed."
            )
        if is_searched:
            return path
    raise JournalError(f"No journal of the run {run_id} exists. Reload the page.")


def remove_run(workspace: Workspace, run_id: str, removal: Removal) -> RemovedRun:
    """Hide or delete a run; the next build leaves it out.

    Raises:
        JournalError: as `find_journal`, or a journal of that name has already been removed.
        TrilensError: another process is writing the journal.
    """
    path = find_journal(workspace, run_id)
    target = path.with_name(f"{path.name}.{removal}")
    with lock_folder(path.parent, path.name):
        if target.exists():
            raise JournalError(f"{target.name} already exists in {target.parent}. Restore or move it first.")
        path.rename(target)
    return _describe(target, removal, load_valid_names(workspace.runs))


def restore_run(workspace: Workspace, run_id: str) -> Path:
    """Undo a removal; the next build reads the run again. Returns the journal.

    Raises:
        JournalError: no run of this id is removed, or its journal exists again.
        TrilensError: another process is writing the journal.
    """
    removed = next((run for run in list_removed_runs(workspace) if run.run_id == run_id), None)
    if removed is None:
        raise JournalError(f"The run {run_id} is neither hidden nor deleted. Reload the page.")
    path = removed.path.with_suffix("")
    with lock_folder(path.parent, path.name):
        if path.exists():
            raise JournalError(f"{path.name} exists again in {path.parent}. Move one of the two files away.")
        removed.path.rename(path)
    return path


def list_removed_runs(workspace: Workspace) -> list[RemovedRun]:
    """List the hidden and deleted runs by run id; files that are not journals are left out."""
    runs, names = [], load_valid_names(workspace.runs)
    for removal in get_args(Removal):
        for path in workspace.runs.rglob(f"*.jsonl.{removal}"):
            try:
                runs.append(_describe(path, removal, names))
            except JournalError:
                continue
    return sorted(runs, key=lambda run: run.run_id)


def _describe(path: Path, removal: Removal, names: Mapping[str, str]) -> RemovedRun:
    run = read_manifest(path)
    label = names.get(run.run_id) or f"{run.model.display_name} · {run.prompt_id}"
    return RemovedRun(run.run_id, label, removal, path)
