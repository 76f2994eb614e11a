"""Export formats of other programs, with their names, properties and writers."""

from collections.abc import Callable
from dataclasses import dataclass

from core.exporters import csv_tables, fiftyone, huggingface, inspect_eval, journal, lm_eval, lmms_eval
from core.exporters.export_images import Pictures
from core.exporters.export_job import ExportJob

_ALL: tuple[Pictures, ...] = ("preview", "none", "original")


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """An export format.

    Attributes:
        title: name on pages.
        opened_by: a sentence about what opens it.
        write: writes the export.
        suffix: of its file; empty if the export is a folder.
        is_of_one_run: whether a file holds only one run.
        pictures: the image choices, the default first; only `none` if the format cannot hold images.
    """

    title: str
    opened_by: str
    write: Callable[[ExportJob], None]
    suffix: str = ""
    is_of_one_run: bool = False
    pictures: tuple[Pictures, ...] = ("none",)


FORMS = {
    "inspect": ExportFormat(
        "Inspect log",
        "Inspect's viewer and its log reader open it; one score per answer and truth.",
        inspect_eval.write,
        inspect_eval.SUFFIX,
        is_of_one_run=True,
        pictures=_ALL,
    ),
    "lm-eval": ExportFormat("lm-eval samples", "Sample lines and results of lm-evaluation-harness.", lm_eval.write),
    "lmms-eval": ExportFormat(
        "lmms-eval samples",
        "Sample lines and results of lmms-eval.",
        lmms_eval.write,
        pictures=("none", "preview", "original"),
    ),
    "huggingface": ExportFormat(
        "Hugging Face data set",
        "The datasets library opens the folder: answers, cases with their images, and a data card.",
        huggingface.write,
        pictures=_ALL,
    ),
    "fiftyone": ExportFormat(
        "FiftyOne data set",
        "FiftyOne imports the folder as a LegacyFiftyOneDataset.",
        fiftyone.write,
        pictures=("preview", "original"),
    ),
    "csv": ExportFormat(
        "CSV, exact",
        "For programs, and to import again. A spreadsheet may run a reply that begins like a formula.",
        csv_tables.write_exact,
        csv_tables.SUFFIX,
    ),
    "csv-safe": ExportFormat(
        "CSV for spreadsheets",
        "No cell is a formula and long cells are cut: for reading, not for import.",
        csv_tables.write_safe,
        csv_tables.SUFFIX,
    ),
    "journal": ExportFormat(
        "Trilens journal", "An import accepts it unchanged.", journal.write, journal.SUFFIX, is_of_one_run=True
    ),
}
"""Formats by their key on the command line."""
