"""Changes of a run that a user made (hidden, deleted, restored, renamed), each followed by a build, in a thread."""

from typing import Literal

from core.errors import JournalError, WarehouseError
from core.progress import Progress
from core.runs.run_names import add_run_name, remove_run_name
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.workflows.background_job import BackgroundJob
from core.workflows.run_removal import Removal, find_journal, remove_run, restore_run
from core.workspace import Workspace

RunChange = Removal | Literal["restored", "renamed", "named as before"]
"""State that a change gives to a run."""


def rename_run(workspace: Workspace, run_id: str, name: str) -> None:
    """Give a run a display name; the next build shows it wherever the run's label is shown.

    Raises:
        JournalError: as `find_journal` and `add_run_name`, or another run has this label.
        TrilensError: another process is writing the names.
    """
    find_journal(workspace, run_id)
    owner = next((owner_id for owner_id, label in _load_labels(workspace).items() if label == name.strip()), None)
    if owner is not None and owner != run_id:
        raise JournalError(f"{name.strip()} is already the name of another run. Enter another one.")
    add_run_name(workspace.runs, run_id, name)


def _load_labels(workspace: Workspace) -> dict[str, str]:
    """Return the labels of the current warehouse by run; none without a warehouse."""
    try:
        with open_current(workspace) as warehouse:
            return {str(row["run_id"]): str(row["label"]) for row in warehouse.load_rows("run_labels")}
    except WarehouseError:
        return {}


class RunChangeJob(BackgroundJob):
    """Hides, deletes, restores or renames a run and builds the warehouse again, in a thread."""

    def __init__(
        self, workspace: Workspace, run_id: str, change: RunChange, name: str = "", *, label: str = ""
    ) -> None:
        """Start the work.

        Args:
            workspace: of the run's benchmark.
            run_id: of the run.
            change: the state to give it.
            name: the new name, if it is renamed.
            label: the run's label before the change, for messages; by default its id.
        """
        super().__init__("run-change", Progress("Building the warehouse", 0, 1))
        self.change, self.label, self.new_name = change, label or run_id, name
        self._workspace, self._run_id = workspace, run_id
        self.start_work(self._change_and_build)

    def _change_and_build(self) -> None:
        self._change_run()
        build(self._workspace, report=self.report_progress)

    def _change_run(self) -> None:
        if self.change == "restored":
            restore_run(self._workspace, self._run_id)
        elif self.change == "renamed":
            rename_run(self._workspace, self._run_id, self.new_name)
        elif self.change == "named as before":
            remove_run_name(self._workspace.runs, self._run_id)
        else:
            remove_run(self._workspace, self._run_id, self.change)
