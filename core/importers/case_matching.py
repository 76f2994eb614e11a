"""Matching of a log row to its case: by images, ids, file names and a map that the user gives.

The order of rows never counts. Contradictory rows are refused.

Source: docs/using/importing.md
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.benchmarks.cases import Case
from core.delimited import detect_delimited_format
from core.errors import ReplyFileError
from core.formatting import to_single_line
from core.importers.benchmark_index import BenchmarkIndex
from core.importers.case_id_mentions import CaseIdIndex, is_telling
from core.importers.question_matching import (
    has_question,
    is_asked_by_key,
    is_asked_by_options,
    normalise_spaces,
    order_as_seen,
)
from core.importers.records import ImportedReply
from core.importers.row_metadata import get_file_name
from core.importers.row_variants import find_variant

MAP_COLUMNS = ("case_id", "photograph_id")
"""Accepted names of the case column in a map; the other column is `index`."""

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class CaseMatch:
    """The case of a row.

    Attributes:
        options: in the order in which the model saw them, if that differs from the case's own.
        is_asked: whether the row asks what the case asks; None if nothing shows it.
        turn: the number of the row's order of options, if the benchmark asks the case in one order only.
    """

    known: BenchmarkIndex
    case: Case
    options: tuple[str, ...] | None
    is_asked: bool | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class MatchFailure:
    """The reason why a row has no case.

    Attributes:
        why: `nothing`, nothing names a case; `other task`, its image is known, but it asks something else; `unclear`,
            the clues contradict each other or are not enough.
        benchmark_id: the benchmark that the image belongs to.
    """

    reason: str
    why: Literal["nothing", "other task", "unclear"] = "unclear"
    benchmark_id: str = ""


class CaseMatcher:
    """A matcher that finds the cases of rows among the installed benchmarks."""

    def __init__(self, indexes: Sequence[BenchmarkIndex], mapping: Mapping[str, str] | None = None) -> None:
        """Store the benchmarks and the user's map from a program's index to a case."""
        self._known = indexes
        self._mapping = mapping or {}
        self._mentions = CaseIdIndex({index.benchmark_id: index.cases for index in indexes})

    def find(self, row: ImportedReply) -> CaseMatch | MatchFailure:
        """Return the case of a row, or the reason why it has none.

        If both a release and a set that Trilens drew contain it, the release wins. A log that Trilens
        wrote states its benchmark.
        """
        benchmark_id = row.run.benchmark_id
        indexes = [index for index in self._known if benchmark_id in ("", index.benchmark_id)]
        if not indexes:
            return MatchFailure(
                f"it is about the benchmark {benchmark_id[:60]!r}, which is not installed or was not selected"
            )
        if row.case_id:
            outcomes = [_match_by_own_id(index, row) for index in indexes]
        else:
            mentioned_ids = self._mentions.find_mentioned_ids((row.key, *row.names))
            outcomes = [self._search(index, row, mentioned_ids.get(index.benchmark_id, set())) for index in indexes]
        matches = [outcome for outcome in outcomes if isinstance(outcome, CaseMatch)]
        if len(matches) > 1:
            matches = [match for match in matches if not match.known.is_drawn] or matches
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = " and ".join(match.known.benchmark_id for match in matches)
            return MatchFailure(f"{names} have this case; choose one: --benchmark {matches[0].known.benchmark_id}")
        missed = [outcome for outcome in outcomes if isinstance(outcome, MatchFailure)]
        order = ("unclear", "other task", "nothing")
        return min(missed, key=lambda outcome: order.index(outcome.why))

    def _search(self, index: BenchmarkIndex, row: ImportedReply, ids: set[str]) -> CaseMatch | MatchFailure:
        """Return the outcome for one benchmark."""
        candidates, wrong = self._find_candidates(index, row, ids)
        if wrong:
            return MatchFailure(wrong)
        if not candidates:
            weak = {name for name in (row.key, *row.names) if name in index.cases and not is_telling(name)}
            weak |= index.get_option_rotations(row.variant.base) if row.variant and not weak else frozenset()
            candidates = {
                case_id for case_id in weak if has_question(row, index.cases[case_id]) and index.cases[case_id].text
            }
        if not candidates:
            return MatchFailure(_describe_missing_case(index, row), "nothing")
        fitting = {
            candidate: options
            for candidate in sorted(candidates)
            if (options := _match_options(row, index.cases[candidate])) is not None
        }
        if not fitting:
            return _refuse_other_task(index, row, sorted(candidates))
        if not ids and not self._is_mapped(index, row):  # one image may belong to many questions
            fitting = {case_id: options for case_id, options in fitting.items() if _is_asked(row, index.cases[case_id])}
            if not fitting:
                return _refuse_other_task(index, row, sorted(candidates))
        if len(fitting) > 1:
            fitting = _narrow_candidates(row, index, fitting)
        if len(fitting) > 1:
            return MatchFailure(
                f"it may be {_format_ids(fitting)}: neither an id nor its question and options show which"
            )
        ((case_id, options),) = fitting.items()
        case = index.cases[case_id]
        if _is_mirrored(row.key, *row.names) and not _is_mirrored(case_id) and not _is_shown(index, row, case_id):
            return MatchFailure(f"it is about the mirrored image of {case_id}, which the benchmark does not have")
        is_asked = is_asked_by_key(row, index.keys) if case.text is None else is_asked_by_options(row, case)
        is_asked_once = row.variant is not None and index.get_option_rotations(case_id) == {row.variant.base}
        turn = row.variant.turn if row.variant and is_asked_once else 0
        return CaseMatch(index, case, options if options and options != case.options else None, is_asked, turn)

    def _find_candidates(self, index: BenchmarkIndex, row: ImportedReply, ids: set[str]) -> tuple[set[str], str]:
        """Return the cases that all clues allow, or how the clues contradict each other."""
        shown_cases = index.find_cases_by_images(picture.sha256 for picture in row.pictures if picture.sha256)
        files = [index.by_file_name[name] for name in map(get_file_name, row.names) if name in index.by_file_name]
        mapped = {self._mapping[row.key]} if self._is_mapped(index, row) else set()
        if len(ids) > 1 and not shown_cases:
            return set(), f"it names several: {_format_ids(ids)}"
        clues = [
            ("image", set(shown_cases)),
            ("id", ids),
            *(("file name", set(file)) for file in files),
            ("map", mapped),
        ]
        candidates, first = set[str](), ""
        for what, cases in clues:
            if not cases:
                continue
            if candidates and not candidates & cases:
                return (
                    set(),
                    f"its {first} belongs to {_format_ids(candidates)}, but its {what} names {_format_ids(cases)}",
                )
            candidates, first = (candidates & cases, first) if candidates else (cases, what)
        if not candidates and (pngs := [picture.png_sha256 for picture in row.pictures if picture.png_sha256]):
            candidates = set(index.find_cases_by_pngs(pngs))
        return candidates, ""

    def _is_mapped(self, index: BenchmarkIndex, row: ImportedReply) -> bool:
        return self._mapping.get(row.key, "") in index.cases


def _is_mirrored(*ids: str) -> bool:
    """Return whether the first id with a suffix is that of a mirrored image."""
    variant = find_variant(ids)
    return variant is not None and variant.is_flipped


def _is_shown(index: BenchmarkIndex, row: ImportedReply, case_id: str) -> bool:
    """Return whether the row holds exactly the case's images."""
    return case_id in index.find_cases_by_images(picture.sha256 for picture in row.pictures if picture.sha256)


def _match_by_own_id(index: BenchmarkIndex, row: ImportedReply) -> CaseMatch | MatchFailure:
    case = index.cases.get(row.case_id)
    if case is None:
        return MatchFailure(f"the benchmark has no {index.word} {row.case_id[:40]!r}")
    options = case.options
    seen_options = order_as_seen(options, row.options) if options and row.options else None
    if options and row.options and seen_options is None:
        return MatchFailure(f"its options differ from those of {row.case_id[:40]}")
    return CaseMatch(index, case, seen_options if seen_options != options else None)


def _match_options(row: ImportedReply, case: Case) -> tuple[str, ...] | None:
    """Return the case's options as seen, none if the row does not state them; None if the row's differ."""
    if row.options is None:
        return ()
    options = case.options
    return order_as_seen(options, row.options) if options else None


def _is_asked(row: ImportedReply, case: Case) -> bool:
    """Return whether the row asks what the case asks, as far as it states a question."""
    return not (row.prompt or row.question) or has_question(row, case)


def _narrow_candidates(
    row: ImportedReply, index: BenchmarkIndex, fitting: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Keep those of several cases whose question the row asks, and of these the one with this order of options."""
    fitting_questions = {
        case_id: options
        for case_id, options in fitting.items()
        if index.cases[case_id].text and has_question(row, index.cases[case_id])
    }
    remaining = _keep_longest_questions(fitting_questions, index) or fitting
    if len(remaining) > 1:
        remaining = {
            case_id: options
            for case_id, options in remaining.items()
            if options and options == index.cases[case_id].options
        } or remaining
    if len(remaining) > 1:
        remaining = {
            case_id: options
            for case_id, options in remaining.items()
            if not is_telling(case_id) and case_id in (row.key, *row.names)
        } or remaining
    return remaining


def _keep_longest_questions(cases: dict[str, tuple[str, ...]], index: BenchmarkIndex) -> dict[str, tuple[str, ...]]:
    """Keep the cases whose question contains the questions of all others, since a short one may begin a longer one."""
    texts = {case_id: normalise_spaces(index.cases[case_id].text or "") for case_id in cases}
    return {
        case_id: options for case_id, options in cases.items() if all(text in texts[case_id] for text in texts.values())
    } or cases


def _refuse_other_task(index: BenchmarkIndex, row: ImportedReply, candidates: Sequence[str]) -> MatchFailure:
    """Refuse options as another task if the case has none; other options or words may be a slip of one row."""
    has_options = bool(row.options) and not index.cases[candidates[0]].options
    reason = describe_other_task(index, candidates[0], "with its own options" if has_options else "something else")
    return MatchFailure(reason, "other task" if has_options else "unclear", index.benchmark_id)


def describe_other_task(index: BenchmarkIndex, case_id: str, asks: str = "something else") -> str:
    """Explain why a row about a known image is not part of the benchmark, and what to do with its log."""
    return (
        f"it shows the image of {index.word} {case_id} of {index.benchmark_id}, but asks {asks}; "
        "import the log as a separate benchmark: --as-benchmark NAME"
    )


def _describe_missing_case(index: BenchmarkIndex, row: ImportedReply) -> str:
    """Explain why no case was found, and by which index a map names the row."""
    which = f"index {to_single_line(row.key)[:40]!r}" if row.key else "each"
    return (
        f"neither an image nor an id in it belongs to a {index.word}; map {which} to one: --map index.csv with the "
        "columns index and case_id"
    )


def _format_ids(ids: "set[str] | Sequence[str] | Mapping[str, object]") -> str:
    sorted_ids = sorted(ids)
    return ", ".join(sorted_ids[:_MOST_NAMED]) + (" ..." if len(sorted_ids) > _MOST_NAMED else "")


def read_map(path: Path) -> dict[str, str]:
    """Read a user's map from a program's own index to a case.

    Args:
        path: CSV with the columns `index` and `case_id` (or `photograph_id`).

    Raises:
        ReplyFileError: it cannot be read, has other columns, or maps one index twice.
    """
    try:
        form = detect_delimited_format(path)
        with form.open_text(path) as file:
            reader = csv.DictReader(file, delimiter=form.delimiter, strict=True)
            names = list(reader.fieldnames or [])
            column = next((name for name in MAP_COLUMNS if name in names), None)
            if column is None or "index" not in names:
                raise ReplyFileError(
                    f"{path}: the header must name index and case_id; it names {', '.join(names)[:200] or 'nothing'}."
                )
            mapping: dict[str, str] = {}
            for number, row in enumerate(reader, start=1):
                index, case_id = (row["index"] or "").strip(), (row[column] or "").strip()
                if not index or not case_id or mapping.setdefault(index, case_id) != case_id:
                    raise ReplyFileError(f"{path}, row {number}: index {index[:40]!r} is empty, or named twice.")
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error
    return mapping
