"""Cohorts of a benchmark: named lists of cases, and views; replayed from the review file and exchanged as JSON."""

import json
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import ReviewError
from core.review.entries import CohortCases, CohortDeleted, CohortSaved, Entry, View
from core.review.review_file import read_entries

MAX_SHOWN = 60
"""Number of cases of a cohort that a report and a presentation show one by one."""

FILE_VERSION = 1
"""Version of the exchange file."""


@dataclass(frozen=True, slots=True)
class Cohort:
    """A named list of cases, or a saved view.

    Attributes:
        name: unique within the benchmark, ignoring case.
        description: how the cases were chosen.
        case_ids: in the order in which they were saved; none if only the view was saved.
        view: the page on which they were chosen, with its choices (`core.review.entries.View`); empty if it is unknown.
    """

    cohort_id: str
    name: str
    description: str
    case_ids: tuple[str, ...]
    author: str
    written_at: datetime
    view: str = ""


class _FileCohort(BaseModel):
    model_config = ConfigDict(extra="ignore")

    name: str
    description: str = ""
    view: View = ""
    case_ids: CohortCases


class _CohortFile(BaseModel):
    model_config = ConfigDict(extra="ignore")

    trilens_cohorts: int
    benchmark_id: str
    cohorts: tuple[_FileCohort, ...]


def replay_cohorts(entries: Iterable[Entry], benchmark_id: str) -> dict[str, Cohort]:
    """Return the cohorts of a benchmark by name, in the order of their first entry.

    If two cohorts have the same name, as after a merge of two files, the later one gets a number.

    Args:
        entries: in the order of their times.
        benchmark_id: of the benchmark; entries of others are ignored.
    """
    cohorts: dict[str, Cohort] = {}
    for entry in entries:
        if entry.benchmark_id != benchmark_id:
            continue
        if isinstance(entry, CohortSaved):
            case_ids = tuple(dict.fromkeys(entry.case_ids))
            cohorts[entry.cohort_id] = Cohort(
                entry.cohort_id, entry.name, entry.description, case_ids, entry.author, entry.written_at, entry.view
            )
        elif isinstance(entry, CohortDeleted):
            cohorts.pop(entry.cohort_id, None)
    by_name: dict[str, Cohort] = {}
    for cohort in cohorts.values():
        name = choose_free_name(cohort.name, by_name)
        by_name[name] = replace(cohort, name=name)
    return by_name


def read_cohorts(folder: Path, benchmark_id: str) -> dict[str, Cohort]:
    """Read the cohorts of a benchmark by name from the review file of a data folder."""
    return replay_cohorts(read_entries(folder).entries, benchmark_id)


def load_cohort_cases(folder: Path, benchmark_id: str) -> dict[str, tuple[str, ...]]:
    """Read the cases of each cohort of a benchmark that has some, by its name."""
    return {name: cohort.case_ids for name, cohort in select_case_lists(read_cohorts(folder, benchmark_id)).items()}


def select_case_lists(cohorts: Mapping[str, Cohort]) -> dict[str, Cohort]:
    """Return the cohorts that have cases, without those that are only a view."""
    return {name: cohort for name, cohort in cohorts.items() if cohort.case_ids}


def find_cohort(cohorts: Mapping[str, Cohort], name: str) -> Cohort | None:
    """Return the cohort of a name, ignoring case and repeated spaces; None if there is none."""
    folded_name = fold_name(name)
    return next((cohort for cohort in cohorts.values() if fold_name(cohort.name) == folded_name), None)


def list_cohort_cases(cohorts: Mapping[str, Cohort], names: Collection[str]) -> list[str]:
    """Return the cases of several cohorts, each once, in the order of the cohorts."""
    return list(dict.fromkeys(case_id for name in names if name in cohorts for case_id in cohorts[name].case_ids))


def name_view_page(view: str) -> str:
    """Return the title of a view's page."""
    return view.partition("?")[0].replace("_", " ").capitalize() or "Overview"


def choose_report_cases(pinned: Sequence[str], name: str | None, cohorts: Mapping[str, Cohort]) -> list[str]:
    """Return the pinned cases followed by the first `MAX_SHOWN` of a cohort, if one is named.

    Raises:
        ReviewError: the cohort does not exist.
    """
    if name is None:
        return list(pinned)
    cohorts = select_case_lists(cohorts)
    cohort = find_cohort(cohorts, name)
    if cohort is None:
        choice = f"Choose from {', '.join(sorted(cohorts))}." if cohorts else "Save one on the page Cases."
        raise ReviewError(f"The cohort {name[:60]!r} does not exist. {choice}")
    return list(dict.fromkeys([*pinned, *cohort.case_ids[:MAX_SHOWN]]))


def build_cohort_fields(name: str, description: str, case_ids: Sequence[str], view: str = "") -> dict[str, Any]:
    """Return the fields of the entry of a new cohort, for `append_entries`.

    Args:
        name: of the cohort.
        description: how the cases were chosen.
        case_ids: the cases; none for a view.
        view: `core.review.entries.View`.
    """
    return {
        "kind": "cohort",
        "cohort_id": secrets.token_hex(8),
        "name": name,
        "description": description,
        "case_ids": tuple(dict.fromkeys(case_ids)),
        "view": view,
    }


def choose_free_name(name: str, names: Collection[str]) -> str:
    """Return the name, followed by a number in brackets if it is one of the names, ignoring case and spaces."""
    folded = {fold_name(existing) for existing in names}
    number, free = 2, name
    while fold_name(free) in folded:
        free, number = f"{name[:54]} ({number})", number + 1
    return free


def export_cohorts(cohorts: Iterable[Cohort], benchmark_id: str) -> str:
    """Return cohorts as the text of an exchange file."""
    items = [
        {
            "name": cohort.name,
            "description": cohort.description,
            "case_ids": cohort.case_ids,
            **({"view": cohort.view} if cohort.view else {}),
        }
        for cohort in cohorts
    ]
    content = {"trilens_cohorts": FILE_VERSION, "benchmark_id": benchmark_id, "cohorts": items}
    return json.dumps(content, indent=1, ensure_ascii=False)


def plan_cohort_import(
    content: bytes, benchmark_id: str, known_ids: Collection[str], present: Mapping[str, Cohort]
) -> list[dict[str, Any]]:
    """Return the fields of the entries that add the cohorts of an exchange file.

    A cohort that exists with the same name and cases, or a view with the same name and address, is left out. If
    its name belongs to another one, it gets a number.

    Args:
        content: of the file.
        benchmark_id: of the benchmark that it must be for.
        known_ids: cases of the benchmark.
        present: cohorts that exist.

    Raises:
        ReviewError: the file is not an exchange file, is for another benchmark, or names a case that does not exist.
    """
    names, fields = set(present), []
    for cohort in _parse_file(content, benchmark_id).cohorts:
        if unknown := next((case_id for case_id in cohort.case_ids if case_id not in known_ids), None):
            raise ReviewError(
                f"cohort {cohort.name[:60]!r}: {benchmark_id} has no case {unknown[:60]!r}. Nothing was imported."
            )
        existing = find_cohort(present, cohort.name)
        if existing is not None and _has_same_content(existing, cohort):
            continue
        name = choose_free_name(cohort.name, names)
        names.add(name)
        fields.append(build_cohort_fields(name, cohort.description, cohort.case_ids, cohort.view))
    return fields


def _has_same_content(existing: Cohort, cohort: _FileCohort) -> bool:
    is_same_view = bool(cohort.case_ids) or existing.view == cohort.view
    return is_same_view and set(existing.case_ids) == set(cohort.case_ids)


def _parse_file(content: bytes, benchmark_id: str) -> _CohortFile:
    try:
        parsed = _CohortFile.model_validate_json(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise ReviewError(f"Not a file of cohorts: {place}: {first['msg']}. Export one on Review, Cohorts.") from error
    if parsed.trilens_cohorts != FILE_VERSION:
        raise ReviewError(f"The file has version {parsed.trilens_cohorts}; this Trilens reads version {FILE_VERSION}.")
    if parsed.benchmark_id != benchmark_id:
        raise ReviewError(
            f"The cohorts are of {parsed.benchmark_id[:60]!r}, not of {benchmark_id}. Select that benchmark first."
        )
    return parsed


def fold_name(name: str) -> str:
    """Return a name in lower case with single spaces, for comparisons."""
    return " ".join(name.casefold().split())
