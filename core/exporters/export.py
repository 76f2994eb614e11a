"""Export of runs from a warehouse, in another program's format, to a file, a folder or a zip."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import ExportError
from core.exporters.export_data import ExportData
from core.exporters.export_images import ImageExporter, Pictures
from core.exporters.export_job import ExportJob
from core.exporters.formats import FORMS, ExportFormat
from core.exporters.output_targets import open_output
from core.formatting import format_count
from core.progress import Progress, Report, ignore_progress
from core.warehouse.read import Warehouse
from core.workspace import Workspace

ZIP = ".zip"
STAGE = "Exporting replies"


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The outcome of an export.

    Attributes:
        left_out: sentences about what the export lacks.
    """

    n_runs: int
    n_replies: int
    left_out: tuple[str, ...]


def get_export_format(key: str) -> ExportFormat:
    """Return the format with this key.

    Raises:
        ExportError: the format does not exist.
    """
    if key not in FORMS:
        raise ExportError(f"Unknown export format {key!r}. Use one of: {', '.join(FORMS)}.")
    return FORMS[key]


def export_runs(
    warehouse: Warehouse,
    workspace: Workspace,
    target: Path,
    key: str,
    run_ids: Sequence[str] = (),
    pictures: Pictures | None = None,
    report: Report = ignore_progress,
    *,
    for_visitor: bool = False,
) -> ExportResult:
    """Export runs; `target` gets its name only when it is complete.

    Args:
        warehouse: the warehouse with the runs.
        workspace: with the benchmark's folders.
        target: a file or a new folder, as the format needs, or a file that ends in .zip.
        key: of the format, in `FORMS`.
        run_ids: ids of the runs; all runs if empty.
        pictures: which images to include; None for the format's default.
        report: called after every reply.
        for_visitor: whether to leave out what only the host may see.

    Raises:
        ExportError: the format, the image choice, a run or the target is not usable.
    """
    form = get_export_format(key)
    wanted = pictures or form.pictures[0]
    if wanted not in form.pictures:
        raise ExportError(f"{key} has no images of the kind {wanted!r}; it has {', '.join(form.pictures)}.")
    material = ExportData(warehouse, workspace, run_ids, for_visitor=for_visitor)
    is_one_file = bool(form.suffix) and not (form.is_of_one_run and len(material.runs) > 1)
    _check_name(target, key, form, len(material.runs), is_one_file=is_one_file)
    box, done = ImageExporter(material.release, material.derived, wanted), 0

    def count(n: int) -> None:
        nonlocal done
        done += n
        report(Progress(STAGE, done, material.n_replies))

    with open_output(target, is_one_file=is_one_file) as output:
        form.write(ExportJob(material, box, output, count))
    left_out = tuple(f"{format_count(n, 'image is', 'images are')} left out: {why}." for why, n in box.left_out.items())
    return ExportResult(len(material.runs), material.n_replies, left_out)


def _check_name(target: Path, key: str, form: ExportFormat, n_runs: int, *, is_one_file: bool) -> None:
    if is_one_file and target.suffix not in (form.suffix, ZIP):
        raise ExportError(f"{target}: the name must end with {form.suffix} or {ZIP}.")
    if not is_one_file and form.suffix and target.suffix == form.suffix:
        raise ExportError(
            f"{n_runs} runs are {n_runs} files of the format {key}. Name a folder or a {ZIP}, or one run with --run."
        )
