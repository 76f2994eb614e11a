"""Replies that another program collected, as rows: each is read, or refused with its place and reason.

A file is a CSV table or JSON lines with `case_id` and `reply` (and whatever else a journal's line may have), a CSV
table with the release's wide columns, `image_path` and one `MODEL_response` per model, or a table of VLMEvalKit's
results saved as CSV: `qid`, or `index` where there is none, and `prediction`.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.benchmarks.triangles.row_keys import photograph_id_of
from core.errors import JournalError, ReplyFileError
from core.records import Refusal, Reply
from core.runs.journal import FORMER_KEY, reply_from

WIDE = "_response"
TOOLKIT_IDS, TOOLKIT_REPLY = ("qid", "index"), "prediction"
"""Columns of VLMEvalKit's results."""

MAX_CELL_CHARACTERS = 20_000_000


@dataclass(slots=True)
class RepliesFile:
    """The content of a file.

    Attributes:
        replies: by model's column (empty in a file of one model) and photograph; their run id is empty.
        refusals: rows that cannot be read.
    """

    replies: dict[str, dict[str, Reply]] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)


def read_replies_file(path: Path, known: Iterable[str], word: str) -> RepliesFile:
    """The replies of a file, checked against the benchmark's ids.

    Args:
        path: JSON lines or CSV.
        known: ids of cases.
        word: what the benchmark calls one.

    Raises:
        ReplyFileError: the file cannot be read, has another form, or has no valid reply.
    """
    result, known = RepliesFile(), set(known)
    rows = _csv_rows if path.suffix.lower() == ".csv" else _json_rows
    try:
        for place, column, values in rows(path):
            try:
                if isinstance(values, str):
                    raise JournalError(values)
                _take(result.replies.setdefault(column, {}), known, values, word)
            except JournalError as error:
                result.refusals.append(Refusal(path.name, place, str(error)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ReplyFileError(f"{path} cannot be read: {error}") from error
    if not any(result.replies.values()):
        first = next((f" {refusal.location}: {refusal.reason}." for refusal in result.refusals), "")
        raise ReplyFileError(f"{path} has no reply to a {word} of the benchmark.{first}")
    return result


def _take(replies: dict[str, Reply], known: set[str], values: dict[str, Any], word: str) -> None:
    reply = reply_from(values, run_id="")
    if reply.case_id not in known:
        raise JournalError(f"the benchmark has no {word} {reply.case_id[:40]!r}")
    if reply.case_id in replies:
        raise JournalError(f"{reply.case_id} appears twice in the file")
    replies[reply.case_id] = reply


GivenReply = tuple[str, str, dict[str, Any] | str]
"""Place in the file, the model's column, and the values or, as text, the reason why they cannot be read."""


def _json_rows(path: Path) -> Iterator[GivenReply]:
    with path.open(encoding="utf-8-sig") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                values = json.loads(line)
            except ValueError as error:
                values = f"not valid JSON: {error}"
            yield f"line {number}", "", values if isinstance(values, dict | str) else "not a JSON object"


def _csv_rows(path: Path) -> Iterator[GivenReply]:
    csv.field_size_limit(MAX_CELL_CHARACTERS)
    with path.open(newline="", encoding="utf-8-sig") as file:
        reader = csv.DictReader(file, strict=True)
        names = list(reader.fieldnames or [])
        wide = [name for name in names if name.endswith(WIDE) and name != WIDE] if "image_path" in names else []
        of_toolkit = next((name for name in TOOLKIT_IDS if name in names and TOOLKIT_REPLY in names), "")
        if not wide and not of_toolkit and not ({"case_id", FORMER_KEY} & set(names) and "reply" in names):
            raise ReplyFileError(
                f"{path}: the header has to name case_id and reply, or image_path and MODEL{WIDE}; it names "
                f"{', '.join(names)[:200] or 'nothing'}."
            )
        for number, row in enumerate(reader, start=1):
            place = f"row {number}"
            if None in row or None in row.values():
                yield place, "", "the number of cells differs from the header"
            elif of_toolkit:
                yield place, "", {"case_id": row[of_toolkit], "reply": row[TOOLKIT_REPLY]}
            elif not wide:
                values: dict[str, Any] = {name: cell for name, cell in row.items() if cell != "" or name == "reply"}
                yield place, "", values
            elif (case_id := photograph_id_of(row["image_path"])) is None:
                yield place, "", f"{row['image_path'][:60]!r} is not of the form triangles_original/NNN_VK.jpg"
            else:
                for name in wide:
                    yield place, name.removesuffix(WIDE), {"case_id": case_id, "reply": row[name]}
