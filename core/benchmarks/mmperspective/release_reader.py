"""Reader of the authors' tables, should they be released: one row per question, columns found by name.

No file is public, so the layout is a guess based on similar data sets: JSON, JSON lines, CSV, TSV or Parquet, with
options as a list or in columns A, B ...; lines `(A) ...` within the question are not split yet.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.benchmarks.choice.columns import TableColumns, find_columns
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_reader import read_choice_table
from core.benchmarks.choice.table_rows import open_table
from core.benchmarks.mmperspective.vocabulary import PICTURES_A_SEED, ROBUST, TASKS
from core.errors import ReleaseError
from core.records import Correction, RejectedItem

STEMS = ("mmperspective", "questions", "annotations", "data", "test")
SUFFIXES = (".jsonl", ".json", ".parquet", ".tsv", ".csv")
TABLES = tuple(f"{stem}{suffix}" for stem in STEMS for suffix in SUFFIXES)
"""Accepted file names of tables."""

UNPACKED = "unpacked"
"""Folder for images that are embedded in a table."""

_ID = ("id", "index", "qid", "question_id")
_TASK = ("task", "category", "type")
_SEED = ("seed", "seed_id", "group")
_OPERATION = ("perturbation", "transform", "op")
OPERATION = "operation"
"""Key of the factor for the image operation."""


@dataclass(slots=True)
class MMPerspectiveRelease:
    """Content of the released tables.

    Attributes:
        refusals: rows that were left out.
        differences: tasks whose number of questions differs from the paper's.
    """

    items: list[ChoiceItem] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)
    differences: list[Correction] = field(default_factory=list)


def read_released(folder: Path, check: PictureCheck) -> MMPerspectiveRelease:
    """Read the questions of a folder's tables.

    Raises:
        ReleaseError: no table exists, a column is missing, or no row is usable.
    """
    tables = [folder / name for name in TABLES if (folder / name).is_file()]
    if not tables:
        raise ReleaseError(f"{folder} has no table of questions. Name it {', '.join(TABLES[:4])} ...")
    found = MMPerspectiveRelease()
    for path in tables:
        columns = find_release_columns(open_table(path).columns)
        table = read_choice_table(path, columns, TableImages(folder, check, unpack_to=folder / UNPACKED))
        found.refusals += table.refusals
        for item in table.items:
            if (task := find_task(item.question_id)) is None:
                reason = f"the task {item.question_id[:60]!r} is not one of {', '.join(TASKS)}"
                found.refusals.append(RejectedItem(path.name, item.item_id, reason))
            else:
                found.items.append(_assign_task(item, task, has_seeds=bool(columns.group)))
    if not found.items:
        reason = next((f": {refusal.location}, {refusal.reason}" for refusal in found.refusals), "")
        raise ReleaseError(f"{folder} has no question that can be used{reason}")
    found.differences = _list_count_differences(found.items, tables)
    return found


def find_release_columns(names: Collection[str]) -> TableColumns:
    """Find the columns of a table by their accepted names; case does not matter.

    Raises:
        ReleaseError: a column is missing.
    """
    by_name = {name.strip().lower(): name for name in names}

    def first(candidates: Sequence[str]) -> str:
        return next((by_name[name] for name in candidates if name in by_name), "")

    operation = first(_OPERATION)
    named: dict[str, object] = {"task": first(_TASK), "group": first(_SEED), "slot": operation}
    if item_id := first(_ID):
        named["item_id"] = item_id
    if operation:
        named["factors"] = ((OPERATION, operation),)
    if not named["task"]:
        raise ReleaseError(f"the header has no column for the task. Name it {', '.join(_TASK)}")
    return find_columns(names, named)


def find_task(name: str) -> str | None:
    """Find a task by its short name, full name or title."""
    folded = " ".join(name.casefold().replace("_", " ").split())
    for task in TASKS.values():
        if folded in (task.task.casefold(), task.title.casefold(), *task.other_names):
            return task.task
    return None


def _assign_task(item: ChoiceItem, task: str, *, has_seeds: bool) -> ChoiceItem:
    """Return the item under the task's short name; a changed image counts for robustness, with its seed's others."""
    is_robust = task == ROBUST or OPERATION in item.factors
    sets = {ROBUST_SET: item.group_id} if is_robust and has_seeds else {}
    return replace(item, question_id=ROBUST if is_robust else task, sets=sets)


ROBUST_SET = "robust"
"""Protocol of a seed's images."""


def _list_count_differences(items: Sequence[ChoiceItem], tables: Sequence[Path]) -> list[Correction]:
    count_differences = []
    for name, task in TASKS.items():
        count = sum(item.question_id == name for item in items)
        paper = task.items * (PICTURES_A_SEED if name == ROBUST else 1)
        if count != paper:
            count_differences.append(
                Correction(
                    source=", ".join(path.name for path in tables),
                    location=name,
                    finding=f"{count:,} questions can be used; the paper has {paper:,}",
                    correction="none: the available questions are scored",
                    evidence="MMPerspective, Table 3",
                )
            )
    return count_differences
