"""Journals: one JSON Lines file per run. The first line is the manifest; every other line is a reply.

Released answers are converted to journals too, so that all answers in the warehouse are read in the same way.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from core.atomic_files import open_atomic_file
from core.errors import JournalError
from core.records import RejectedItem, Reply, Run
from core.runs.journal_format import OPTIONAL_KEYS, ManifestLine, ReplyLine, describe_first_problem

JOURNAL_VERSION = 1
TRI_BENCH_FOLDER, RELEASE_FOLDER = "tri_bench", "released_replies"
REFERENCE_FOLDER = "reference"
OWNED_FOLDERS = (TRI_BENCH_FOLDER, RELEASE_FOLDER, REFERENCE_FOLDER)
"""Folders of the journals that a build writes from the release and the reference models, and owns. Run ids begin with
the folder's name, so the name of Tri-Bench's folder must not change."""

LIVE_SOURCE = "Ask a model"
"""Source of runs of live requests, which never count in pooled figures."""

ASKED_AGAIN = ("api_error", "missing")
"""Statuses without a reply: a later call asks again. A refusal or a cut reply is a reply."""

REPLY_KEYS = ("reply", "status", *OPTIONAL_KEYS)
"""Keys of a line besides its case."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A run and its replies; if a case was asked twice, the last line counts."""

    run: Run
    replies: list[Reply]
    refusals: list[RejectedItem]


def write_journal(path: Path, run: Run, replies: Iterable[Reply]) -> None:
    """Write a whole journal at once, unless the file already has this content."""
    body = b"".join([encode_manifest(run), *map(encode_reply, replies)])
    if path.is_file() and path.read_bytes() == body:
        return
    with open_atomic_file(path) as file:
        file.write(body)


def encode_manifest(run: Run) -> bytes:
    """Encode the first line of a run's journal, with its line break."""
    manifest = {
        "journal": JOURNAL_VERSION,
        "run_id": run.run_id,
        "model": asdict(run.model),
        "prompt_id": run.prompt_id,
        "prompt": run.prompt,
        "prompt_sha256": compute_prompt_sha256(run.prompt),
        "image_view": run.image_view,
        "source": run.source,
        "started_at": run.started_at.isoformat() if run.started_at else None,
    }
    optional = {"settings": run.settings, "versions": run.versions}
    return _encode_json_line(manifest | {name: value for name, value in optional.items() if value})


def encode_reply(reply: Reply, facts: Mapping[str, str | float | None] = MappingProxyType({})) -> bytes:
    """Encode a reply's line, with its line break; `facts` are further keys, which readers of journals ignore."""
    line = {"case_id": reply.case_id, "reply": reply.raw, "status": reply.status}
    optional = {name: value for name in OPTIONAL_KEYS if (value := getattr(reply, name)) is not None}
    return _encode_json_line(line | optional | dict(facts))


def _encode_json_line(values: dict[str, Any]) -> bytes:
    whole = {  # without lone surrogates, so that other programs can read it
        name: value.encode("utf-8", "replace").decode() if isinstance(value, str) and not value.isascii() else value
        for name, value in values.items()
    }
    return f"{json.dumps(whole)}\n".encode()


def compute_prompt_sha256(prompt: str) -> str:
    """Return the SHA-256 of a prompt's text in hexadecimal."""
    return hashlib.sha256(prompt.encode()).hexdigest()


def write_owned_journals(folder: Path, runs: Iterable[tuple[Run, Iterable[Reply]]]) -> set[Path]:
    """Write one journal per run, named by model and prompt, and remove the folder's others; return the files."""
    written = set()
    for run, replies in runs:
        path = folder / f"{run.run_id.removeprefix(f'{folder.name}-')}.jsonl"
        write_journal(path, run, replies)
        written.add(path)
    for path in set(folder.glob("*.jsonl")) - written:
        path.unlink()
    return written


def make_journal_name(run_id: str) -> str:
    """Return the file name of a journal, given a run id from another program or person."""
    return f"{re.sub(r'[^A-Za-z0-9._-]+', '-', run_id).strip('-.') or 'run'}.jsonl"


def list_journal_paths(folder: Path) -> list[Path]:
    """List the journals below the folder of runs: released ones first, then reference models, then all others."""
    made = [folder / name for name in OWNED_FOLDERS]
    return sorted(
        folder.rglob("*.jsonl"), key=lambda path: (made.index(path.parent) if path.parent in made else len(made), path)
    )


def read_journal(path: Path) -> Journal:
    """Read a journal; each unreadable line is refused, the others count.

    Raises:
        JournalError: the manifest is missing or not valid.
    """
    return parse_journal(path.name, read_journal_bytes(path))


def read_journal_bytes(path: Path) -> bytes:
    """Read the content of a journal's file.

    Raises:
        JournalError: it is not a file, or it cannot be read.
    """
    if path.exists() and not path.is_file():
        raise JournalError(f"{path.name} is not a file but a pipe or a folder. Move it away.")
    try:
        return path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {error}") from error


def parse_journal(name: str, body: bytes) -> Journal:
    """Parse the content of a journal file of this name, as `read_journal` does.

    Raises:
        JournalError: the manifest is missing or not valid.
    """
    first, *rest = body.removeprefix(b"\xef\xbb\xbf").rstrip(b"\n").split(b"\n")
    try:
        manifest = ManifestLine.model_validate_json(first)
    except ValidationError as error:
        raise _make_manifest_error(name, error) from error
    replies: dict[str, Reply] = {}
    refusals = []
    for number, line in enumerate(rest, start=2):
        try:
            reply = ReplyLine.model_validate_json(line).as_reply(manifest.run_id)
        except ValidationError as error:
            refusals.append(
                RejectedItem(name, f"line {number}", f"not a valid reply ({describe_first_problem(error)})")
            )
        else:
            replies[reply.case_id] = reply
    return Journal(manifest.run(), list(replies.values()), refusals)


def read_manifest(path: Path) -> Run:
    """Read the run of a journal, without its replies.

    Raises:
        JournalError: the file cannot be read, or does not begin with a valid manifest.
    """
    try:
        with path.open("rb") as file:
            return ManifestLine.model_validate_json(file.readline().removeprefix(b"\xef\xbb\xbf")).run()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {error}") from error
    except ValidationError as error:
        raise _make_manifest_error(path.name, error) from error


def _make_manifest_error(name: str, error: ValidationError) -> JournalError:
    reason = f"the first line is not a valid manifest ({describe_first_problem(error)})"
    return JournalError(f"{name}: {reason}. See docs/using/journals.md.")


def parse_run(values: Mapping[str, object]) -> Run:
    """Parse a run from the values of a journal's first line, which files of other programs may contain.

    Raises:
        JournalError: a value is missing or not valid.
    """
    try:
        return ManifestLine.model_validate(values).run()
    except ValidationError as error:
        raise JournalError(f"not a valid run ({describe_first_problem(error)})") from error


def is_done(reply: Reply | None) -> bool:
    """Return whether a case with this reply is finished, so that it is not asked again."""
    return reply is not None and reply.status not in ASKED_AGAIN


def is_reply_line(line: bytes) -> bool:
    """Return whether a line is a complete reply."""
    try:
        ReplyLine.model_validate_json(line)
    except ValidationError:
        return False
    return True


def parse_reply(values: Mapping[str, object], run_id: str) -> Reply:
    """Parse a reply from the values of a journal's line, or of another program's row in the same form.

    Raises:
        JournalError: a value is missing or not valid.
    """
    try:
        return ReplyLine.model_validate(values).as_reply(run_id)
    except ValidationError as error:
        raise JournalError(f"not a valid reply ({describe_first_problem(error)})") from error
