"""Which case a row of a log is about: by its pictures, by ids and file names, by a map that the user gives; else none.

The order of rows never counts. What contradicts itself is refused.

Source: docs/using/importing.md
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.benchmarks.data import Case
from core.delimited import detect_form
from core.errors import ReplyFileError
from core.formatting import printable
from core.importers.benchmark_index import Known
from core.importers.case_id_mentions import Mentions, is_telling
from core.importers.question_matching import (
    asks_by_key,
    asks_by_options,
    collapsed,
    holds_question,
    in_seen_order,
    options_of,
)
from core.importers.records import LoggedReply
from core.importers.row_metadata import file_name
from core.importers.row_variants import variant_in

MAP_COLUMNS = ("case_id", "photograph_id")
"""Names of the column with the case in a map; the other one is `index`."""

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class FoundCase:
    """The case of a row.

    Attributes:
        options: in the order in which the model saw them, where that is not the case's own.
        is_asked: whether the row asks what the case asks; None where nothing tells.
        turn: the number of the row's order of options, where the benchmark asks the case in one order only.
    """

    known: Known
    case: Case
    options: tuple[str, ...] | None
    is_asked: bool | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why a row has no case.

    Attributes:
        why: `nothing`, nothing names a case; `other task`, its picture is known, but not what it asks; `unclear`,
            what names a case contradicts itself or is not enough.
        benchmark_id: whose picture it is.
    """

    reason: str
    why: Literal["nothing", "other task", "unclear"] = "unclear"
    benchmark_id: str = ""


class Finder:
    """Finds the cases of rows among the benchmarks that are here."""

    def __init__(self, known: Sequence[Known], mapping: Mapping[str, str] | None = None) -> None:
        """Takes the benchmarks, and the user's map from a program's index to a case."""
        self._known = known
        self._mapping = mapping or {}
        self._mentions = Mentions({one.benchmark_id: one.cases for one in known})

    def find(self, row: LoggedReply) -> FoundCase | NotFound:
        """The case of a row, or why there is none.

        Where a release and a set that Trilens drew both have it, the release is meant; a log that
        Trilens wrote says which it is.
        """
        own = row.run.benchmark_id
        known = [one for one in self._known if own in ("", one.benchmark_id)]
        if not known:
            return NotFound(f"it is about the benchmark {own[:60]!r}, which is not here or was not asked for")
        if row.case_id:
            outcomes = [_by_own_id(one, row) for one in known]
        else:
            named = self._mentions.of((row.key, *row.names))
            outcomes = [self._in(one, row, named.get(one.benchmark_id, set())) for one in known]
        found = [outcome for outcome in outcomes if isinstance(outcome, FoundCase)]
        if len(found) > 1:
            found = [one for one in found if not one.known.is_drawn] or found
        if len(found) == 1:
            return found[0]
        if found:
            names = " and ".join(one.known.benchmark_id for one in found)
            return NotFound(f"{names} have this case; say which is meant: --benchmark {found[0].known.benchmark_id}")
        missed = [outcome for outcome in outcomes if isinstance(outcome, NotFound)]
        order = ("unclear", "other task", "nothing")
        return min(missed, key=lambda outcome: order.index(outcome.why))

    def _in(self, known: Known, row: LoggedReply, ids: set[str]) -> FoundCase | NotFound:
        """The outcome for one benchmark."""
        candidates, wrong = self._candidates(known, row, ids)
        if wrong:
            return NotFound(wrong)
        if not candidates:
            weak = {name for name in (row.key, *row.names) if name in known.cases and not is_telling(name)}
            weak |= known.passes_of(row.variant.base) if row.variant and not weak else frozenset()
            candidates = {one for one in weak if holds_question(row, known.cases[one]) and known.cases[one].text}
        if not candidates:
            return NotFound(_nothing(known, row), "nothing")
        fitting = {one: seen for one in sorted(candidates) if (seen := _fits(row, known.cases[one])) is not None}
        if not fitting:
            return _other_task(known, row, sorted(candidates))
        if not ids and not self._is_mapped(known, row):  # one picture may stand beside many questions
            fitting = {one: seen for one, seen in fitting.items() if _is_asked(row, known.cases[one])}
            if not fitting:
                return _other_task(known, row, sorted(candidates))
        if len(fitting) > 1:
            fitting = _told_apart(row, known, fitting)
        if len(fitting) > 1:
            return NotFound(f"it may be {_listed(fitting)}: neither an id nor its question and options say which")
        ((case_id, seen),) = fitting.items()
        case = known.cases[case_id]
        if _is_mirrored(row.key, *row.names) and not _is_mirrored(case_id) and not _is_shown(known, row, case_id):
            return NotFound(
                f"it is about the mirror image of the picture of {case_id}, which the benchmark does not have"
            )
        is_asked = asks_by_key(row, known.keys) if case.text is None else asks_by_options(row, case)
        is_asked_once = row.variant is not None and known.passes_of(case_id) == {row.variant.base}
        turn = row.variant.turn if row.variant and is_asked_once else 0
        return FoundCase(known, case, seen if seen and seen != options_of(case) else None, is_asked, turn)

    def _candidates(self, known: Known, row: LoggedReply, ids: set[str]) -> tuple[set[str], str]:
        """Cases that everything which names a case allows, or how that contradicts itself."""
        shown = known.showing(picture.sha256 for picture in row.pictures if picture.sha256)
        files = [known.by_file_name[name] for name in map(file_name, row.names) if name in known.by_file_name]
        mapped = {self._mapping[row.key]} if self._is_mapped(known, row) else set()
        if len(ids) > 1 and not shown:
            return set(), f"it names several: {_listed(ids)}"
        clues = [("picture", set(shown)), ("id", ids), *(("file name", set(one)) for one in files), ("map", mapped)]
        candidates, first = set[str](), ""
        for what, cases in clues:
            if not cases:
                continue
            if candidates and not candidates & cases:
                return set(), f"its {first} is that of {_listed(candidates)}, but its {what} names {_listed(cases)}"
            candidates, first = (candidates & cases, first) if candidates else (cases, what)
        if not candidates and (pngs := [picture.png_sha256 for picture in row.pictures if picture.png_sha256]):
            candidates = set(known.showing_png(pngs))
        return candidates, ""

    def _is_mapped(self, known: Known, row: LoggedReply) -> bool:
        return self._mapping.get(row.key, "") in known.cases


def _is_mirrored(*ids: str) -> bool:
    """Whether the first id with a suffix is that of a mirror image."""
    variant = variant_in(ids)
    return variant is not None and variant.is_flipped


def _is_shown(known: Known, row: LoggedReply, case_id: str) -> bool:
    """Whether the row holds the very pictures of the case."""
    return case_id in known.showing(picture.sha256 for picture in row.pictures if picture.sha256)


def _by_own_id(known: Known, row: LoggedReply) -> FoundCase | NotFound:
    case = known.cases.get(row.case_id)
    if case is None:
        return NotFound(f"the benchmark has no {known.word} {row.case_id[:40]!r}")
    own = options_of(case)
    seen = in_seen_order(own, row.options) if own and row.options else None
    if own and row.options and seen is None:
        return NotFound(f"its options are not those of {row.case_id[:40]}")
    return FoundCase(known, case, seen if seen != own else None)


def _fits(row: LoggedReply, case: Case) -> tuple[str, ...] | None:
    """The case's options as seen, none where nothing is known of them; None where the row's are others."""
    if row.options is None:
        return ()
    own = options_of(case)
    return in_seen_order(own, row.options) if own else None


def _is_asked(row: LoggedReply, case: Case) -> bool:
    """Whether the row asks what the case asks, as far as it says what it asks at all."""
    return not (row.prompt or row.question) or holds_question(row, case)


def _told_apart(row: LoggedReply, known: Known, fitting: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Those of several cases whose question the row asks, and of these the one with this order of options."""
    asked = {
        one: seen for one, seen in fitting.items() if known.cases[one].text and holds_question(row, known.cases[one])
    }
    left = _most_told(asked, known) or fitting
    if len(left) > 1:
        left = {one: seen for one, seen in left.items() if seen and seen == options_of(known.cases[one])} or left
    if len(left) > 1:
        left = {one: seen for one, seen in left.items() if not is_telling(one) and one in (row.key, *row.names)} or left
    return left


def _most_told(asked: dict[str, tuple[str, ...]], known: Known) -> dict[str, tuple[str, ...]]:
    """Of cases whose questions the row holds those whose question holds all the others': a short one may begin it."""
    texts = {one: collapsed(known.cases[one].text or "") for one in asked}
    return {one: seen for one, seen in asked.items() if all(text in texts[one] for text in texts.values())} or asked


def _other_task(known: Known, row: LoggedReply, candidates: Sequence[str]) -> NotFound:
    """Options where the case has none are another task; other options or words may be a slip of one row."""
    has_options = bool(row.options) and not options_of(known.cases[candidates[0]])
    reason = other_task(known, candidates[0], "with options of its own" if has_options else "something else")
    return NotFound(reason, "other task" if has_options else "unclear", known.benchmark_id)


def other_task(known: Known, case_id: str, asks: str = "something else") -> str:
    """Why a row about a known picture is none of the benchmark's, and what to do with its log."""
    return (
        f"it shows the picture of {known.word} {case_id} of {known.benchmark_id}, but asks {asks}; "
        "take the log as a benchmark of its own: --as-benchmark NAME"
    )


def _nothing(known: Known, row: LoggedReply) -> str:
    """Why nothing was found, and by which index a map names the row."""
    which = f"index {printable(row.key)[:40]!r}" if row.key else "each"
    return (
        f"neither a picture nor an id in it is that of a {known.word}; say which {which} is: --map index.csv with the "
        "columns index and case_id"
    )


def _listed(ids: "set[str] | Sequence[str] | Mapping[str, object]") -> str:
    named = sorted(ids)
    return ", ".join(named[:_MOST_NAMED]) + (" ..." if len(named) > _MOST_NAMED else "")


def read_map(path: Path) -> dict[str, str]:
    """A user's map from a program's own index to a case.

    Args:
        path: CSV with the columns `index` and `case_id` (or `photograph_id`).

    Raises:
        ReplyFileError: it cannot be read, has other columns, or says two things of one index.
    """
    try:
        form = detect_form(path)
        with form.open_text(path) as file:
            reader = csv.DictReader(file, delimiter=form.delimiter, strict=True)
            names = list(reader.fieldnames or [])
            column = next((name for name in MAP_COLUMNS if name in names), None)
            if column is None or "index" not in names:
                raise ReplyFileError(
                    f"{path}: the header has to name index and case_id; it names {', '.join(names)[:200] or 'nothing'}."
                )
            mapping: dict[str, str] = {}
            for number, row in enumerate(reader, start=1):
                index, case_id = (row["index"] or "").strip(), (row[column] or "").strip()
                if not index or not case_id or mapping.setdefault(index, case_id) != case_id:
                    raise ReplyFileError(f"{path}, row {number}: index {index[:40]!r} is empty, or named twice.")
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error
    return mapping
