"""An export as bytes, for a download from a page. Size is limited and downloads run one at a time."""

import shlex
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from core.errors import ExportError
from core.exporters.export import ZIP, export_runs, get_export_format
from core.exporters.export_images import Pictures
from core.exporters.field_names import to_file_name
from core.warehouse.read import Warehouse
from core.workspace import Workspace

PICTURES_OF_PAGES: tuple[Pictures, ...] = ("none", "preview")
"""Image choices on pages; original files are available from the command line only."""

MOST_REPLIES, MOST_WITH_PICTURES = 5000, 2000
"""Limits of one download: a few seconds of work, tens of megabytes."""

WAIT_S = 30.0
"""How long a download waits for the previous one."""

_turn = threading.Lock()


@dataclass(frozen=True, slots=True)
class DownloadRequest:
    """An export requested from a page.

    Attributes:
        key: of the format.
        run_ids: at least one.
        n_replies: total of these runs.
    """

    key: str
    run_ids: tuple[str, ...]
    pictures: Pictures
    n_replies: int

    @property
    def suffix(self) -> str:
        """Suffix of the file: the format's, or that of a zip if there are several files."""
        form = get_export_format(self.key)
        return form.suffix if form.suffix and not (form.is_of_one_run and len(self.run_ids) > 1) else ZIP

    @property
    def why_not(self) -> str | None:
        """Why a page does not offer this download; None if it does."""
        if not self.run_ids:
            return "Choose at least one run."
        most = MOST_REPLIES if self.pictures == "none" else MOST_WITH_PICTURES
        if self.n_replies > most:
            return f"{self.n_replies:,} replies; a download has at most {most:,}. Choose fewer runs or use the command."
        return None


def list_image_choices(key: str) -> list[Pictures]:
    """Return the image choices that pages offer for a format, the default first."""
    return [picture for picture in get_export_format(key).pictures if picture in PICTURES_OF_PAGES]


def format_command(wish: DownloadRequest, benchmark_id: str) -> str:
    """Return the command line of the same export, which has no limits."""
    runs = "".join(f" --run {shlex.quote(run_id)}" for run_id in wish.run_ids)
    pictures = "" if len(get_export_format(wish.key).pictures) == 1 else f" --pictures {wish.pictures}"
    target = f"{benchmark_id}-{wish.key}{wish.suffix}"
    return f"trilens export {target} --as {wish.key}{runs}{pictures} --benchmark {benchmark_id}"


def create_export(warehouse: Warehouse, workspace: Workspace, wish: DownloadRequest) -> bytes:
    """Create the file's content; read-only dashboards leave out what only the host may see.

    Raises:
        ExportError: the export is too large or impossible, or other exports take too long.
    """
    if wish.why_not:
        raise ExportError(wish.why_not)
    if not _turn.acquire(timeout=WAIT_S):
        raise ExportError("Another export is running. Try again in a minute.")
    try:
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / f"export{wish.suffix}"
            export_runs(
                warehouse, workspace, target, wish.key, wish.run_ids, wish.pictures, for_visitor=workspace.is_read_only
            )
            return target.read_bytes()
    finally:
        _turn.release()


def make_file_name(wish: DownloadRequest, benchmark_id: str) -> str:
    """Return the name of the downloaded file."""
    runs = wish.run_ids[0] if len(wish.run_ids) == 1 else f"{len(wish.run_ids)}_runs"
    return f"trilens_{to_file_name(f'{benchmark_id}_{runs}_{wish.key}')}{wish.suffix}"
