"""The files of one batch: requests, replies, errors, and the provider's status.

Their names are free. If a folder holds one batch, its files belong together; if it holds several, files belong
together if their names are the same except for the word that states their role.
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
"""The role of a file in a batch; empty if it has none."""

HEAD_BYTES = 65_536
ENDINGS = (".jsonl", ".json", ".ndjson", ".txt")

_ROLE = re.compile(
    r"(?:^|(?<=[^a-z]))(?:input|output|requests?|responses?|results?|errors?|failed|batch)(?![a-z])", re.I
)


def detect_role(path: Path, head: bytes) -> Role:
    """Return the role of the file by its first row; if all rows have failed, the role is `failed`."""
    if has_keys(path, head, "object", "request_counts"):
        return "status"
    for key in ("custom_id", "key"):
        if row := read_first_object(path, head, key):
            return _classify_row(path, row)
    return ""


def get_request_name(row: Mapping[str, Any]) -> str:
    """Return the user's own name of a request."""
    return get_text(row, "custom_id") or get_text(row, "key")


def _classify_row(path: Path, row: Mapping[str, Any]) -> Role:
    """Return the role of a file by its first row: OpenAI and Anthropic rows have a custom_id, Gemini rows a key."""
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
        name: the common part of the file names, without their roles; may be empty.
        status: the provider's report on it; empty if no file has one.
        several_sent: whether files of requests exist beside it that cannot be assigned to a batch.
    """

    name: str
    sent: Path | None = None
    answered: Path | None = None
    failed: Path | None = None
    status: Mapping[str, Any] = field(default_factory=dict)
    several_sent: bool = False


def find_batch(path: Path) -> BatchFiles:
    """Return the batch that a file belongs to."""
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
    """The requests of a batch, looked up by name without being kept: only the position of each line is stored."""

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
        """Yield the names of all requests, in order."""
        return iter(self._place)

    def get_request(self, key: str) -> dict[str, Any]:
        """Return the request with this name as it was sent; an empty object if it is unknown."""
        if self._path is None or key not in self._place:
            return {}
        with self._path.open("rb") as file:
            file.seek(self._place[key])
            row = object_of(_strip_bom(file.readline(MAX_LINE_BYTES), self._place[key]))
        return row if isinstance(row, dict) else {}


def _strip_bom(line: bytes, at: int) -> bytes:
    return (line if at else line.removeprefix(b"\xef\xbb\xbf")).strip()
