"""The forms of other programs: what each is called, what it holds, and who writes it."""

from collections.abc import Callable
from dataclasses import dataclass

from core.exporters import csv_exact, csv_safe, fiftyone, huggingface, inspect_eval, journal, lm_eval, lmms_eval
from core.exporters.export_images import Pictures
from core.exporters.export_job import ExportJob

_ALL: tuple[Pictures, ...] = ("preview", "none", "original")


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A form.

    Attributes:
        title: on pages.
        opened_by: what opens it, as a sentence.
        write: writes it.
        suffix: of its file; empty where it is a folder.
        is_of_one_run: whether a file holds one run only.
        pictures: those that it can hold, the usual ones first; none where it has no place for them.
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
        "Inspect's viewer and its log reader open it; one score an answer and truth.",
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
        "The library datasets opens the folder: answers, cases with their pictures, and a data card.",
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
        csv_exact.write,
        csv_exact.SUFFIX,
    ),
    "csv-safe": ExportFormat(
        "CSV for spreadsheets",
        "No cell is a formula and long ones are cut: for eyes, not for an import.",
        csv_safe.write,
        csv_exact.SUFFIX,
    ),
    "journal": ExportFormat(
        "Trilens journal", "An import takes it as it is.", journal.write, journal.SUFFIX, is_of_one_run=True
    ),
}
"""By key, as on the command line."""
