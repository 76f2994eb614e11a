"""The files of one batch: what was sent, what came back, what failed, and what the provider says of the whole.

Their names are free. Where a folder holds one batch, its files belong together; where it holds several, those do whose
names are the same but for the word that says which of them it is.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.importers.formats.batch_answers import has_failed
from core.importers.json_lines import MAX_LINE_BYTES, read_json_lines
from core.importers.json_lines import parse_json_object as object_of
from core.importers.peek import has_keys, read_first_object
from core.importers.sidecar_files import get_object, get_text, list_regular_files, read_json_object

Role = Literal["sent", "answered", "failed", "status", ""]
"""What a file is to a batch; empty where it is nothing."""

HEAD_BYTES = 65_536
ENDINGS = (".jsonl", ".json", ".ndjson", ".txt")

_ROLE = re.compile(
    r"(?:^|(?<=[^a-z]))(?:input|output|requests?|responses?|results?|errors?|failed|batch)(?![a-z])", re.I
)


def detect_role(path: Path, head: bytes) -> Role:
    """What the file is, by its first row; one whose rows have all failed is `failed`."""
    if has_keys(path, head, "object", "request_counts"):
        return "status"
    for key in ("custom_id", "key"):
        if row := read_first_object(path, head, key):
            return _classify_row(path, row)
    return ""


def get_request_name(row: Mapping[str, Any]) -> str:
    """The user's own name of a request."""
    return get_text(row, "custom_id") or get_text(row, "key")


def _classify_row(path: Path, row: Mapping[str, Any]) -> Role:
    """The role of a file with this first row: rows of OpenAI and Anthropic have a custom_id, those of Gemini a key."""
    if "custom_id" in row:
        is_sent = bool(get_text(row, "url")) or isinstance(row.get("params"), dict)
        is_answered = "response" in row or bool(get_text(row, "result", "type"))
    else:
        is_sent = "contents" in get_object(row, "request")
        of_gemini = {"candidates", "promptFeedback"} & get_object(row, "response").keys()
        is_answered = bool(of_gemini or get_text(row, "error", "message"))
    if not get_request_name(row) or not (is_sent or is_answered):
        return ""
    if is_sent:
        return "sent"
    return "failed" if all(isinstance(one, str) or has_failed(one) for _, one in read_json_lines(path)) else "answered"


@dataclass(frozen=True, slots=True)
class BatchFiles:
    """The files of a batch.

    Attributes:
        name: what the names of its files share, without their roles; empty where that is nothing.
        status: what the provider says of it; empty where no file does.
        several_sent: whether requests stand beside it that cannot be told to be its own.
    """

    name: str
    sent: Path | None = None
    answered: Path | None = None
    failed: Path | None = None
    status: Mapping[str, Any] = field(default_factory=dict)
    several_sent: bool = False


def find_batch(path: Path) -> BatchFiles:
    """The batch that a file belongs to."""
    roles = {one: role for one in _list_nearby_files(path) if (role := _read_role(one))}
    name = _strip_role(path)
    is_one = all(list(roles.values()).count(role) < 2 for role in ("sent", "answered", "failed"))
    kin = {one: role for one, role in roles.items() if one == path or is_one or _strip_role(one) == name}

    def only(role: Role) -> Path | None:
        found = [one for one, its in kin.items() if its == role]
        return path if roles.get(path) == role else found[0] if len(found) == 1 else None

    status = only("status")
    return BatchFiles(
        name,
        only("sent"),
        only("answered"),
        only("failed"),
        _read_object(status) if status else {},
        several_sent=only("sent") is None and "sent" in roles.values(),
    )


def _read_object(path: Path) -> Mapping[str, Any]:
    try:
        return read_json_object(path)
    except ValueError:
        return {}


def _list_nearby_files(path: Path) -> Iterator[Path]:
    yield path
    for ending in ENDINGS:
        yield from (one for one in list_regular_files(path.parent, ending) if one != path)


def _read_role(path: Path) -> Role:
    with path.open("rb") as file:
        return detect_role(path, file.read(HEAD_BYTES))


def _strip_role(path: Path) -> str:
    return re.sub(r"[\W_]+", " ", _ROLE.sub("", path.stem.replace("_", " "))).strip()


class RequestIndex:
    """What was sent, found by its name without being kept: only where each line begins is."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._place: dict[str, int] = {}
        if path:
            with path.open("rb") as file:
                at = 0
                while line := file.readline(MAX_LINE_BYTES + 1):
                    if len(line) <= MAX_LINE_BYTES and isinstance(row := object_of(_strip_bom(line, at)), dict):
                        self._place.setdefault(get_request_name(row), at)
                    at = file.tell()

    def __iter__(self) -> Iterator[str]:
        """The names of all requests, in their order."""
        return iter(self._place)

    def get_request(self, key: str) -> dict[str, Any]:
        """The request with this name as it was sent; an empty object where none is known."""
        if self._path is None or key not in self._place:
            return {}
        with self._path.open("rb") as file:
            file.seek(self._place[key])
            row = object_of(_strip_bom(file.readline(MAX_LINE_BYTES), self._place[key]))
        return row if isinstance(row, dict) else {}


def _strip_bom(line: bytes, at: int) -> bytes:
    return (line if at else line.removeprefix(b"\xef\xbb\xbf")).strip()
