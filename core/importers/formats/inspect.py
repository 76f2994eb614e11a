"""Logs of Inspect, `.eval` and `.json`: one sample at a time.

Source: docs/using/importing.md, measured with inspect_ai 0.3.150 and 0.3.285.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import ReplyFileError
from core.formatting import printable
from core.importers.formats.inspect_sample import logged_sample
from core.importers.json_stream import objects_of, value_of
from core.importers.json_text import json_value
from core.importers.peek import has_keys
from core.importers.records import Grade, LoggedRefusal, LoggedRun, Rows
from core.importers.request_settings import server_in
from core.importers.row_metadata import settings_in
from core.importers.sidecar_files import object_at, text_at
from core.importers.timestamps import moment_in
from core.importers.trilens_metadata import KEY, own_benchmark, own_run
from core.importers.zip_reader import ZipMembers

HEADER, START = "header.json", "_journal/start.json"
"""Members with what is said of the whole log: at its end, and when it began."""

CHUNKED = (
    "its samples are in chunks, which only a hidden command of Inspect writes and Inspect's own reader does not open; "
    "import the log from before that command"
)

MAX_REASON = 200
"""Characters of what ended a run."""

_ZIP = b"PK\x03\x04"
_FIRST_NAME_AT = 30
"""Bytes before the name in a zip member's header."""

_KEYS = ("version", "status", "eval", "plan")
"""Keys of a log as JSON. Its samples may stand before or behind them."""

_SAMPLE = re.compile(r"samples/[^/]+\.json")
_CHUNK = re.compile(r"samples/[^/]+/(?:sample|skeleton)\.json")


def recognises(path: Path, head: bytes) -> Grade:
    """A zip archive with Inspect's members, or an object with its keys."""
    if not head.startswith(_ZIP):
        return "yes" if has_keys(path, head, *_KEYS) else "no"
    name = head[_FIRST_NAME_AT : _FIRST_NAME_AT + 100]
    if name.startswith((HEADER.encode(), START.encode(), b"samples/")):
        return "yes"  # also of an archive that is not whole, so that reading says what is wrong
    try:
        with ZipMembers(path) as members:
            return "yes" if {HEADER, START} & set(members.names) else "no"
    except ReplyFileError:
        return "no"


def read(path: Path) -> Rows:
    """The samples of a log.

    Raises:
        ReplyFileError, ValueError: it cannot be read as a whole.
    """
    with path.open("rb") as file:
        is_zip = file.read(len(_ZIP)) == _ZIP
    return _of_zip(path) if is_zip else _of_json(path)


def _of_zip(path: Path) -> Rows:
    with ZipMembers(path) as members:
        names = members.names
        if any(_CHUNK.fullmatch(name) for name in names):
            raise ReplyFileError(f"{path.name}: {CHUNKED}.")
        header = next((name for name in (HEADER, START) if name in names), None)
        if header is None:
            raise ReplyFileError(f"{path.name} has neither {HEADER} nor {START}, so nothing says what was asked.")
        try:
            run = _run(json_value(members.read(header)), path)
        except ValueError as error:
            raise ReplyFileError(f"{path.name}, {header}: {error}") from error
        for name in filter(_SAMPLE.fullmatch, names):
            try:
                sample = json_value(members.read(name))
            except (ValueError, ReplyFileError) as error:
                yield LoggedRefusal(name, str(error))
            else:
                yield logged_sample(sample, run, name)


def _of_json(path: Path) -> Rows:
    run = _run(value_of(path, without=("samples", "reductions")), path)
    for number, sample in objects_of(path, "samples"):
        place = f"sample {number}"
        yield LoggedRefusal(place, sample) if isinstance(sample, str) else logged_sample(sample, run, place)


def _run(header: object, path: Path) -> LoggedRun:
    """What a log says of all of its samples.

    Raises:
        ReplyFileError: it does not say what was asked.
    """
    asked = object_at(header, "eval")
    if not asked:
        raise ReplyFileError(f"{path.name} does not say what was asked: it has no object `eval`.")
    version = text_at(asked, "packages", "inspect_ai")
    config = object_at(header, "plan", "config") | object_at(asked, "model_generate_config")
    settings = settings_in(config)
    if address := server_in(asked.get("model_base_url")):
        settings["base_url"] = address
    own = object_at(asked, "metadata").get(KEY)
    return LoggedRun(
        program=f"Inspect {version}".strip(),
        task=text_at(asked, "task") or "task without a name",
        model=text_at(asked, "model"),
        settings=settings,
        started_at=moment_in(text_at(header, "stats", "started_at") or text_at(asked, "created")),
        ended=_ended(header),
        notes=_notes(asked),
        given=own_run(own),
        benchmark_id=own_benchmark(own),
    )


def _ended(header: object) -> str:
    status = text_at(header, "status") or "started"
    if status == "success":
        return ""
    if status == "started":
        return "it was killed while it ran, so the rest was not asked"
    if status == "cancelled":
        return "it was cancelled, so the rest was not asked"
    why = printable(text_at(header, "error", "message"))
    said = f": {why}" if 0 < len(why) <= MAX_REASON else ""  # a longer one is the request with all that was sent
    return f"it ended with an error, so the rest was not asked{said}"


def _notes(asked: Mapping[str, Any]) -> tuple[str, ...]:
    notes = []
    if object_at(asked, "config").get("log_images") is False:
        notes.append("Its pictures were left out (--no-log-images), so that only ids and names can say which they are.")
    return tuple(notes)
