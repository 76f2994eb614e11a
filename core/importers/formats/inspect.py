"""Logs of Inspect, `.eval` and `.json`: one sample at a time.

Source: docs/using/importing.md, measured with inspect_ai 0.3.150 and 0.3.285.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import ReplyFileError
from core.formatting import to_single_line
from core.importers.formats.inspect_sample import parse_sample
from core.importers.json_stream import read_list_objects, read_value_at
from core.importers.json_text import parse_json
from core.importers.peek import has_keys
from core.importers.records import Grade, ImportedRun, RejectedRow, Rows
from core.importers.request_settings import extract_server
from core.importers.row_metadata import normalise_settings
from core.importers.sidecar_files import get_object, get_text
from core.importers.timestamps import parse_iso_time
from core.importers.trilens_metadata import KEY, parse_benchmark_id, parse_own_run
from core.importers.zip_reader import ZipReader

HEADER, START = "header.json", "_journal/start.json"
"""Members that describe the whole log: the first is written at its end, the second at its start."""

CHUNKED = (
    "its samples are in chunks, which only a hidden Inspect command writes and Inspect's own reader does not open; "
    "import the log from before that command"
)

MAX_REASON = 200
"""Maximum length of the reason for the end of a run, in characters."""

_ZIP = b"PK\x03\x04"
_FIRST_NAME_AT = 30
"""Bytes before the name in a zip member's header."""

_KEYS = ("version", "status", "eval", "plan")
"""Keys of a log as JSON. Its samples may come before or after them."""

_SAMPLE = re.compile(r"samples/[^/]+\.json")
_CHUNK = re.compile(r"samples/[^/]+/(?:sample|skeleton)\.json")


def classify_file(path: Path, head: bytes) -> Grade:
    """Classify a file: logs are zip archives with Inspect's members, or objects with its keys."""
    if not head.startswith(_ZIP):
        return "yes" if has_keys(path, head, *_KEYS) else "no"
    name = head[_FIRST_NAME_AT : _FIRST_NAME_AT + 100]
    if name.startswith((HEADER.encode(), START.encode(), b"samples/")):
        return "yes"  # also for a truncated archive, so that reading reports the error
    try:
        with ZipReader(path) as members:
            return "yes" if {HEADER, START} & set(members.names) else "no"
    except ReplyFileError:
        return "no"


def read(path: Path) -> Rows:
    """Yield the samples of a log.

    Raises:
        ReplyFileError, ValueError: it cannot be read as a whole.
    """
    with path.open("rb") as file:
        is_zip = file.read(len(_ZIP)) == _ZIP
    return _read_zip(path) if is_zip else _read_json(path)


def _read_zip(path: Path) -> Rows:
    with ZipReader(path) as members:
        names = members.names
        if any(_CHUNK.fullmatch(name) for name in names):
            raise ReplyFileError(f"{path.name}: {CHUNKED}.")
        header = next((name for name in (HEADER, START) if name in names), None)
        if header is None:
            raise ReplyFileError(f"{path.name} has neither {HEADER} nor {START}, so the task is unknown.")
        try:
            run = _build_run(parse_json(members.read(header)), path)
        except ValueError as error:
            raise ReplyFileError(f"{path.name}, {header}: {error}") from error
        for name in filter(_SAMPLE.fullmatch, names):
            try:
                sample = parse_json(members.read(name))
            except (ValueError, ReplyFileError) as error:
                yield RejectedRow(name, str(error))
            else:
                yield parse_sample(sample, run, name)


def _read_json(path: Path) -> Rows:
    run = _build_run(read_value_at(path, without=("samples", "reductions")), path)
    for number, sample in read_list_objects(path, "samples"):
        place = f"sample {number}"
        yield RejectedRow(place, sample) if isinstance(sample, str) else parse_sample(sample, run, place)


def _build_run(header: object, path: Path) -> ImportedRun:
    """Build the run from the header that all samples of a log share.

    Raises:
        ReplyFileError: it does not state what was asked.
    """
    asked = get_object(header, "eval")
    if not asked:
        raise ReplyFileError(f"{path.name} does not state what was asked: it has no object `eval`.")
    version = get_text(asked, "packages", "inspect_ai")
    config = get_object(header, "plan", "config") | get_object(asked, "model_generate_config")
    settings = normalise_settings(config)
    if address := extract_server(asked.get("model_base_url")):
        settings["base_url"] = address
    own = get_object(asked, "metadata").get(KEY)
    return ImportedRun(
        program=f"Inspect {version}".strip(),
        task=get_text(asked, "task") or "task without a name",
        model=get_text(asked, "model"),
        settings=settings,
        started_at=parse_iso_time(get_text(header, "stats", "started_at") or get_text(asked, "created")),
        ended=_describe_ending(header),
        notes=_list_notes(asked),
        given=parse_own_run(own),
        benchmark_id=parse_benchmark_id(own),
    )


def _describe_ending(header: object) -> str:
    status = get_text(header, "status") or "started"
    if status == "success":
        return ""
    if status == "started":
        return "it was killed while it ran, so the rest was not asked"
    if status == "cancelled":
        return "it was cancelled, so the rest was not asked"
    why = to_single_line(get_text(header, "error", "message"))
    said = f": {why}" if 0 < len(why) <= MAX_REASON else ""  # a longer one contains the whole request
    return f"it ended with an error, so the rest was not asked{said}"


def _list_notes(asked: Mapping[str, Any]) -> tuple[str, ...]:
    notes = []
    if get_object(asked, "config").get("log_images") is False:
        notes.append("Its images were left out (--no-log-images), so only ids and names can identify them.")
    return tuple(notes)
