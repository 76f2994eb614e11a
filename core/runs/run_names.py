"""Display names that users give to runs: one file beside the journals, which stay unchanged.

The file lists all names of a run, the present one last, so that each renaming can be undone.
"""

import json
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from core.atomic_files import lock_folder, open_atomic_file
from core.errors import JournalError
from core.formatting import to_single_line

RUN_NAMES = "run_names.json"
"""Name of the file in the folder of runs."""

MAX_NAME = 100
"""Maximum number of characters of a name, as of a model's name."""

WAIT_S = 5.0

_NAMES = TypeAdapter(dict[str, list[str]])


def read_run_names(folder: Path) -> dict[str, str]:
    """Return the present display name by run id, only of runs that have one.

    Args:
        folder: of the runs.

    Raises:
        JournalError: the file is not valid.
    """
    return {run_id: names[-1] for run_id, names in _read_all_names(folder).items() if names}


def load_valid_names(folder: Path) -> dict[str, str]:
    """Return the same for labels beside the warehouse; empty if the file is not valid, which each build refuses."""
    try:
        return read_run_names(folder)
    except JournalError:
        return {}


def add_run_name(folder: Path, run_id: str, name: str) -> str:
    """Give a run a display name and return the stored text.

    Args:
        folder: of the runs.
        run_id: of the run.
        name: its new name; line breaks and repeated spaces become one space.

    Raises:
        JournalError: the name is empty or too long, or another run has it, or the file is not valid.
        TrilensError: another process is writing the file.
    """
    name = to_single_line(name).strip()
    if not 0 < len(name) <= MAX_NAME:
        raise JournalError(f"A name has 1 to {MAX_NAME} characters; this one has {len(name)}. Enter another one.")
    with lock_folder(folder, RUN_NAMES, WAIT_S):
        names_by_run = _read_all_names(folder)
        owner = next((owner_id for owner_id, names in names_by_run.items() if names[-1:] == [name]), None)
        if owner == run_id:
            raise JournalError(f"{name} is already the name of this run. Enter another one.")
        if owner is not None:
            raise JournalError(f"{name} is already the name of another run. Enter another one.")
        names_by_run.setdefault(run_id, []).append(name)
        _write(folder, names_by_run)
    return name


def remove_run_name(folder: Path, run_id: str) -> None:
    """Undo the last renaming of a run, which then has its former name again.

    Raises:
        JournalError: the run was not renamed, or the file is not valid.
        TrilensError: another process is writing the file.
    """
    with lock_folder(folder, RUN_NAMES, WAIT_S):
        names_by_run = _read_all_names(folder)
        if not names_by_run.get(run_id):
            raise JournalError(f"The run {run_id} was not renamed. Reload the page.")
        names_by_run[run_id].pop()
        _write(folder, {run_id: names for run_id, names in names_by_run.items() if names})


def _read_all_names(folder: Path) -> dict[str, list[str]]:
    path = folder / RUN_NAMES
    if not path.is_file():
        return {}
    try:
        names_by_run = _NAMES.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise JournalError(
            f"{path} is not a list of names by run. Correct it, or move it away to show the runs' own labels."
        ) from error
    return {run_id: [to_single_line(name)[:MAX_NAME] for name in names] for run_id, names in names_by_run.items()}


def _write(folder: Path, names_by_run: dict[str, list[str]]) -> None:
    with open_atomic_file(folder / RUN_NAMES) as file:
        file.write(json.dumps(names_by_run, indent=1, ensure_ascii=False, sort_keys=True).encode() + b"\n")
