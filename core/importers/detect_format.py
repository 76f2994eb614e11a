"""Detection of logs and their format, by content and never by name alone.

Source: docs/using/importing.md
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from core.atomic_files import compute_file_sha256
from core.errors import PluginError, ReplyFileError
from core.importers.log_formats import TABLES, get_log_format, list_formats, load_format_plugins
from core.importers.records import Grade, Rows
from core.records import RejectedItem

HEAD_BYTES = 65_536
MAX_FILE_BYTES = 2 * 2**30

WHOLE_FILE = "whole file"
PLUGINS = "installed plug-ins"
IS_PICKLE = "written as a pickle, which is never opened; set PRED_FORMAT=json and run again"
_PICKLES = (".pkl", ".pickle")
_PICKLE_STARTS = tuple(bytes([0x80, version]) for version in range(2, 6))
_LEFT_OUT = (".shards", ".buffer")
"""Suffixes of folders in which Inspect keeps parts of logs that exist complete beside them."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log: its format by the name of its module, and its content by its checksum."""

    path: Path
    form: str
    sha256: str

    @property
    def is_table(self) -> bool:
        """Return whether it is a plain table of replies."""
        return self.form in TABLES

    def read_rows(self) -> Rows:
        """Return its rows, one after the other.

        Raises:
            ReplyFileError: it cannot be read as a whole.
        """
        return get_log_format(self.form).read(self.path)


@dataclass(slots=True)
class LogSearchResult:
    """The result of a search for logs.

    Attributes:
        twice: logs whose content was found already.
        parts: files that belong to a log beside them and hold no replies.
        others: files in folders that are not logs.
    """

    logs: list[LogFile] = field(default_factory=list)
    refusals: list[RejectedItem] = field(default_factory=list)
    twice: int = 0
    parts: int = 0
    others: int = 0


def find_logs(paths: Iterable[Path]) -> LogSearchResult:
    """Find the logs among files and in folders, each content once.

    Raises:
        ReplyFileError: a path does not exist, or there is no log at all.
    """
    found, seen, failures = LogSearchResult(), set[str](), dict[str, str]()
    named = list(paths)
    for path in named:
        for file in _list_files(path):
            try:
                form = recognise(file, failures) or (_detect_table_format(file) if file == path else "")
            except ReplyFileError as error:
                found.refusals.append(RejectedItem(str(file), WHOLE_FILE, str(error)))
                continue
            if form in ("part", ""):
                found.parts += form == "part"
                found.others += form == ""
                if not form and file == path:
                    found.refusals.append(RejectedItem(str(file), WHOLE_FILE, _describe_unknown_file(file)))
                continue
            log = LogFile(file, form, compute_file_sha256(file))
            found.twice += log.sha256 in seen
            if log.sha256 not in seen:
                seen.add(log.sha256)
                found.logs.append(log)
    problems = (*load_format_plugins().problems, *failures.values())
    found.refusals += [RejectedItem(PLUGINS, WHOLE_FILE, problem) for problem in problems]
    if not found.logs:
        first = next((f" {refusal.source}: {refusal.reason}" for refusal in found.refusals), "")
        raise ReplyFileError(f"There is no log in {', '.join(map(str, named))}.{first}")
    return found


def recognise(path: Path, failures: dict[str, str] | None = None) -> str:
    """Return the format of a file, `part` if it belongs to a log beside it, or an empty text if it is not a log.

    Args:
        path: of the file.
        failures: receives the first failure of each plug-in, by its format; such a format is passed over.

    Raises:
        ReplyFileError: it cannot be read, is too large, or is a pickle.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            head = file.read(HEAD_BYTES)
    except OSError as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error
    if path.suffix.lower() in _PICKLES or head.startswith(_PICKLE_STARTS):
        raise ReplyFileError(IS_PICKLE)
    grades = _grade(path, head, failures)
    # A table that belongs to a program's log is not read as a table of replies, too.
    is_part = "part" in grades.values()
    form = next((name for name, grade in grades.items() if grade == "yes" and not (is_part and name in TABLES)), "")
    if form and size > MAX_FILE_BYTES:
        raise ReplyFileError(f"{size / 2**30:.1f} GiB; logs of at most {MAX_FILE_BYTES // 2**30} GiB are read")
    return form or ("part" if is_part else "")


def _grade(path: Path, head: bytes, failures: dict[str, str] | None) -> dict[str, Grade]:
    grades: dict[str, Grade] = {}
    for name in list_formats():
        try:
            grades[name] = get_log_format(name).classify_file(path, head)
        except PluginError as error:
            if failures is not None:
                failures.setdefault(name, str(error))
    return grades


def _detect_table_format(path: Path) -> str:
    """Return the format of a table of replies that the user named; in a folder such a table may hold anything."""
    from core.importers.formats import replies_parquet, replies_table

    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    if replies_parquet.is_parquet(head):
        return "replies_parquet" if replies_parquet.has_usual_columns(path) else ""
    return "replies_table" if replies_table.has_usual_columns(path, head) else ""


def _list_files(path: Path) -> Iterator[Path]:
    """Yield the file itself, or the regular files below a folder in order of their names, without following links."""
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        raise ReplyFileError(f"{path} is neither a file nor a folder.")
    for folder, folders, files in os.walk(path, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not name.endswith(_LEFT_OUT))
        for name in sorted(files):
            file = Path(folder, name)
            if file.is_file() and not file.is_symlink() and not name.startswith("."):
                yield file


def _describe_unknown_file(path: Path) -> str:
    """Explain why a named file is not a log, and list what would be one."""
    from core.importers.formats.replies_table import find_header_problem

    return find_header_problem(path) or (
        "not a log that Trilens recognises: Inspect, lm-eval, lmms-eval, VLMEvalKit, promptfoo, OpenAI Batch "
        "and Evals, HELM, a Trilens journal, or a table with case_id and reply"
    )
