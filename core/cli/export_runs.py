"""The command `export --as`: runs in the format of another program."""

from pathlib import Path

from core.cli.terminal import show_progress_bars, stderr, stdout
from core.exporters.export import export_runs
from core.exporters.export_images import Pictures
from core.warehouse.read import open_current
from core.workspace import Workspace


def export_form(file: Path, form: str, runs: list[str], pictures: Pictures | None, workspace: Workspace) -> None:
    """Write runs of the current warehouse, all by default, and print what the file lacks.

    Raises:
        ExportError: the format, the images or a run is not available, or the file cannot be written.
    """
    with open_current(workspace) as warehouse, show_progress_bars() as report:
        written = export_runs(warehouse, workspace, file, form, runs, pictures, report)
    for sentence in written.left_out:
        stderr.print(sentence, markup=False)
    runs_word = "run" if written.n_runs == 1 else "runs"
    stdout.print(f"{written.n_replies:,} replies of {written.n_runs:,} {runs_word} in {file}", markup=False)
