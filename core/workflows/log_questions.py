"""The table of questions that the rows of logs make: questions, options, keys, images and factors."""

import hashlib
import io
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from core.benchmarks.choice.circular import CIRCULAR, FLIP, STRICT_FLIP
from core.benchmarks.choice.columns import TASK_COLUMNS, TableColumns, make_factor_key
from core.benchmarks.choice.items import find_options_problem
from core.errors import ReleaseError, ReplyFileError
from core.formatting import to_single_line
from core.importers.detect_format import WHOLE_FILE, LogFile
from core.importers.image_folder import ImageFolder, load_images, open_imported_image
from core.importers.prompt_options import extract_question
from core.importers.question_matching import normalise_option, normalise_spaces
from core.importers.records import ImportedReply, RejectedRow, RowVariant
from core.importers.row_variants import find_variant, list_base_ids
from core.key_redaction import redact_all_keys
from core.records import RejectedItem
from core.workflows.log_answers import find_options, read_log_answer

NO_KEY = "the log does not state which option is right, and no other log states it for this question"

MAX_LEVELS = 60
MAX_NAME = 200
"""Maximum length of an id and of a level."""

MAX_REFUSALS_KEPT = 1_000
MAX_NAMELESS_SHOWN = 5
_FACTOR = "factor "
_SET = "set "
_GROUP = "group"
_IN_THIS_ORDER = "in this order"
_MADE_OF = "made of"
"""Temporary key, used until all rows are read, for the facts that group questions."""


@dataclass(slots=True)
class LogQuestions:
    """A collector of the questions in logs, which writes them to a table.

    Attributes:
        shown: images that the logs do not contain.
        ids: ids of questions, by the hash that identifies a question.
        right: right options, by the hash that all rotations of a question share.
        keyless: number and first of the rows that do not state the right option, by the same hash.
        firsts: id of the question with its options in the first order, by the same hash.
        bases: ids of the questions from which programs derived rows, as the programs write them.
        levels: levels of each metadata key over all questions.
        sources: program and task of each log.
        rule: by which open questions are scored; empty for the default of each type.
        nameless: logs with replies to these questions that do not name the model.
    """

    folder: Path
    table: TextIO
    shown: ImageFolder | None
    ids: dict[str, str] = field(default_factory=dict)
    right: dict[str, str] = field(default_factory=dict)
    keyless: dict[str, tuple[int, RejectedItem]] = field(default_factory=dict)
    firsts: dict[str, str] = field(default_factory=dict)
    bases: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    levels: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    sources: list[str] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)
    refused: int = 0
    is_rotated: bool = False
    is_flipped: bool = False
    rule: str = ""
    nameless: dict[Path, None] = field(default_factory=dict)

    def read(self, log: LogFile) -> None:
        """Add the questions of a log that are new."""
        if log.is_table:
            self._refuse(log, WHOLE_FILE, "a table of replies does not contain the questions")
            return
        try:
            for row in log.read_rows():
                wrong = row.reason if isinstance(row, RejectedRow) else self._add(log, row)
                if wrong:
                    self._refuse(log, row.place, wrong)
        except (ReplyFileError, ValueError, OSError) as error:
            self._refuse(log, WHOLE_FILE, str(error))

    def write(self, path: Path) -> None:
        """Write the table; its first row has all columns, since a JSON Lines table is recognised by its first row."""
        self.table.seek(0)
        names: dict[str, Any] = dict.fromkeys(self.build_columns().list_all(), "")
        task_factor = _FACTOR + self._find_task_key()
        with path.open("w", encoding="utf-8") as file:
            for line in self.table:
                values = json.loads(line)
                made_of = values.pop(_MADE_OF)
                sets = self._assign_sets(made_of, values)
                values["task"] = values.get(task_factor) or values["task"]
                file.write(json.dumps(names | values | sets) + "\n")
                names = {}

    def build_columns(self) -> TableColumns:
        """Return the roles of the table's columns; a metadata key becomes a factor if its levels group questions."""
        factors: dict[str, str] = {}
        task_key = self._find_task_key()
        for name in self.levels:
            if name != task_key and self._is_grouping(name) and (key := _make_factor_key(name)):
                factors.setdefault(key, _FACTOR + name)
        return TableColumns(
            item_id="item_id",
            question="question",
            options=("options",),
            answer="answer",
            images=("images",),
            task="task",
            group=_GROUP if self.is_flipped else "",
            factors=tuple(factors.items()),
            sets=tuple((protocol, _SET + protocol) for protocol in self._list_protocols()),
            answer_form="letter",
            form="form",
        )

    def _find_task_key(self) -> str:
        """Return the metadata key that names the task of each question, such as `category`; empty without one."""
        key_by_name = {name.lower(): name for name in self.levels if self._is_grouping(name)}
        return next((key_by_name[name] for name in TASK_COLUMNS if name in key_by_name), "")

    def _is_grouping(self, name: str) -> bool:
        return 1 < len(self.levels[name]) <= min(MAX_LEVELS, len(self.ids) - 1)

    def refuse_keyless(self) -> None:
        """Refuse the rows that do not state the right option, unless another row states it for the same question."""
        for content, (count, first) in self.keyless.items():
            if content not in self.right:
                self._keep(first, count)

    def check_models(self) -> None:
        """Check that every log names its model.

        Raises:
            ReplyFileError: one does not.
        """
        if self.nameless:
            names = ", ".join(path.name for path in list(self.nameless)[:MAX_NAMELESS_SHOWN])
            raise ReplyFileError(f"{names} does not name the model, so nothing was added. Give its name: --model NAME.")

    def _refuse(self, log: LogFile, place: str, reason: str) -> None:
        self._keep(RejectedItem(str(log.path), place, redact_all_keys(reason, None)), 1)

    def _keep(self, refusal: RejectedItem, rows: int) -> None:
        self.refused += rows
        if len(self.refusals) < MAX_REFUSALS_KEPT:
            self.refusals.append(refusal)

    def _add(self, log: LogFile, row: ImportedReply) -> str:
        """Write a question unless it exists; return the reason if the row cannot be used, else an empty text."""
        options = find_options(row) or ()
        if options and (wrong := find_options_problem(options)):
            return wrong
        images = load_images(row, self.shown)
        if isinstance(images, str):
            return images
        row = images
        if not row.run.model and not row.run.given:
            self.nameless[log.path] = None
        variant = row.variant or find_variant((row.key, *row.names))
        spelled = [normalise_option(option) for option in options]
        content = _hash_question(row, sorted(spelled))
        if not row.target:
            count, first = self.keyless.get(content, (0, RejectedItem(str(log.path), row.place, NO_KEY)))
            self.keyless[content] = count + 1, first
            return ""
        answer = read_log_answer(row, _extract_question(row), partial(_measure_size, row), self.rule)
        if isinstance(answer, str):
            return answer
        same = _hash_question(row, [_IN_THIS_ORDER, *spelled]) if variant and variant.turn else content
        if self.right.setdefault(content, answer.right) != answer.right:
            what = "right option" if options else "right answer"
            return f"its {what} is {answer.right[:60]!r}, but the logs contain the same question with another {what}"
        if same in self.ids:
            return ""
        self.ids[same] = self._make_unique_id(row, same)
        self._note(variant, content, self.ids[same])
        self.sources.append(f"{row.run.program}, {row.run.task}")
        values: dict[str, Any] = {
            "item_id": self.ids[same],
            "question": redact_all_keys(_extract_question(row), None),
            "options": [redact_all_keys(option, None) for option in options],
            **answer.cells,
            "images": [self._write_picture(picture.sha256, picture.body or b"") for picture in row.pictures],
            "task": to_single_line(row.run.task)[:MAX_NAME] or "task",
            _MADE_OF: [content, variant and astuple(variant), list_base_ids((row.key, *row.names))],
        } | {_FACTOR + name: level for name, level in self._collect_levels(row.metadata).items()}
        self.table.write(json.dumps(values) + "\n")
        return ""

    def _note(self, variant: RowVariant | None, content: str, item_id: str) -> None:
        """Record the relations of a new question to the others."""
        if variant is None or not variant.turn:
            self.firsts[content] = item_id
        self.firsts.setdefault(content, item_id)
        if variant:
            self.bases.add(variant.base)
            self.is_rotated = self.is_rotated or variant.turn > 0
            self.is_flipped = self.is_flipped or variant.is_flipped

    def _list_protocols(self) -> list[str]:
        """List the protocols under which questions of these logs count together."""
        is_by = {CIRCULAR: self.is_rotated, FLIP: self.is_flipped, STRICT_FLIP: self.is_rotated and self.is_flipped}
        return [one.protocol for one, is_there in is_by.items() if is_there]

    def _assign_sets(self, made_of: list[Any], values: Mapping[str, Any]) -> dict[str, str]:
        """Return the set ids of a question by column, and its group; a set with one question does not count."""
        content, stated, plain = made_of
        base = next((one for one in plain if one in self.bases), "")
        variant = RowVariant(*stated) if stated else RowVariant(base)
        pair = _compute_short_hash([values["task"], variant.base, variant.turn])
        whole = _compute_short_hash([values["task"], variant.base])
        sets = {CIRCULAR.protocol: self.firsts[content]}
        if variant.base:
            sets |= {FLIP.protocol: pair, STRICT_FLIP.protocol: whole}
        group = {_GROUP: variant.base or values["images"][0]} if self.is_flipped else {}
        return group | {_SET + protocol: sets.get(protocol, "") for protocol in self._list_protocols()}

    def _make_unique_id(self, row: ImportedReply, same: str) -> str:
        """Return the program's id of the row, with a checksum added if another question has the same id."""
        own = to_single_line(row.key)[: MAX_NAME - 10] or f"q{len(self.ids) + 1}"
        free = own if own not in self.taken else f"{own}-{same[:8]}"
        self.taken.add(free)
        return free

    def _write_picture(self, sha256: str, body: bytes) -> str:
        """Write an image once, and return its file name."""
        path = self.folder / f"{sha256[:32]}.picture"
        if not path.exists():
            path.write_bytes(body)
        return path.name

    def _collect_levels(self, metadata: Mapping[str, str]) -> dict[str, str]:
        levels = {name: to_single_line(redact_all_keys(level, None))[:MAX_NAME] for name, level in metadata.items()}
        levels = {name: level for name, level in levels.items() if level}
        for name, level in levels.items():
            if len(self.levels[name]) <= MAX_LEVELS:
                self.levels[name].add(level)
        return levels


def _hash_question(row: ImportedReply, options: Sequence[str]) -> str:
    """Return a hash that identifies a question across logs: its images, its text and its options."""
    said = [[picture.sha256 for picture in row.pictures], normalise_spaces(_extract_question(row)), options]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def _extract_question(row: ImportedReply) -> str:
    """Return the question of a row, without its options."""
    return row.question or extract_question(row.prompt)


def _measure_size(row: ImportedReply) -> tuple[int, int]:
    """Return width and height of the row's first image.

    Raises:
        ImageError: it is not an image.
    """
    return open_imported_image(io.BytesIO(row.pictures[0].body or b"")).size


def _compute_short_hash(said: object) -> str:
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def _make_factor_key(name: str) -> str:
    """Return the key of a factor; empty if the name cannot be one."""
    try:
        return make_factor_key(name)
    except ReleaseError:
        return ""
