"""Journals: one file of JSON lines per run. The first line is the manifest, every other line one reply.

The release's answers become journals too, so that every answer in the warehouse is read in the same way.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    AwareDatetime,
    BaseModel,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
)

from core.atomic_files import open_atomic_file
from core.errors import JournalError
from core.formatting import to_single_line
from core.records import Model, RejectedItem, Reply, ReplyStatus, Run

JOURNAL_VERSION = 1
TRI_BENCH_FOLDER, RELEASE_FOLDER = "tri_bench", "released_replies"
REFERENCE_FOLDER = "reference"
OWNED_FOLDERS = (TRI_BENCH_FOLDER, RELEASE_FOLDER, REFERENCE_FOLDER)
"""Folders of the journals that a build makes, from the release and by the reference models; the build owns them. Ids of
runs begin with the folder, so Tri-Bench's keeps its name."""

FORMER_KEY = "photograph_id"
"""Key of a case in lines that were written before there were other benchmarks; it is read forever."""

LIVE_SOURCE = "Ask a model"
"""Source of the runs that live questions make; they never count in pooled figures."""

ASKED_AGAIN = ("api_error", "missing")
"""Statuses without a reply: a later call asks again. A refusal or a cut reply is a reply."""

_OPTIONAL = ("error", "latency_s", "input_tokens", "output_tokens", "api_model", "options", "said_score")
"""Parts of a reply that a line leaves out if they are unknown."""

REPLY_KEYS = ("reply", "status", *_OPTIONAL)
"""Keys of a line beside that of its case."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A run and its replies; of a photograph asked twice the last line counts.

    Attributes:
        is_published: the replies came with the release. No file can say so of itself: a build marks the journals that
            it has written from the release.
    """

    run: Run
    replies: list[Reply]
    refusals: list[RejectedItem]
    is_published: bool = False


def write_journal(path: Path, run: Run, replies: Iterable[Reply]) -> None:
    """Writes a whole journal at once, unless the file already has this content."""
    body = b"".join([encode_manifest(run), *map(encode_reply, replies)])
    if path.is_file() and path.read_bytes() == body:
        return
    with open_atomic_file(path) as file:
        file.write(body)


def encode_manifest(run: Run) -> bytes:
    """The first line of a run's journal, with its line break."""
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
    """A reply's line, with its line break; `facts` are further keys, which readers of journals skip."""
    line = {"case_id": reply.case_id, "reply": reply.raw, "status": reply.status}
    optional = {name: value for name in _OPTIONAL if (value := getattr(reply, name)) is not None}
    return _encode_json_line(line | optional | dict(facts))


def _encode_json_line(values: dict[str, Any]) -> bytes:
    whole = {  # without lone surrogates, so that other programs can read it
        name: value.encode("utf-8", "replace").decode() if isinstance(value, str) and not value.isascii() else value
        for name, value in values.items()
    }
    return f"{json.dumps(whole)}\n".encode()


def compute_prompt_sha256(prompt: str) -> str:
    """SHA-256 of a prompt's text in hexadecimal."""
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
    """The name of the file of a run that another program or person named."""
    return f"{re.sub(r'[^A-Za-z0-9._-]+', '-', run_id).strip('-.') or 'run'}.jsonl"


def list_journal_paths(folder: Path) -> list[Path]:
    """Every journal below the runs' folder: the release's first, then the reference models', then all others."""
    made = [folder / name for name in OWNED_FOLDERS]
    return sorted(
        folder.rglob("*.jsonl"), key=lambda path: (made.index(path.parent) if path.parent in made else len(made), path)
    )


def read_journal(path: Path) -> Journal:
    """A journal; lines that cannot be read are refused one by one, the others count.

    Raises:
        JournalError: the manifest is missing or not valid.
    """
    return parse_journal(path.name, read_journal_bytes(path))


def read_journal_bytes(path: Path) -> bytes:
    """The content of a journal's file.

    Raises:
        JournalError: it is no file, or cannot be read.
    """
    if path.exists() and not path.is_file():
        raise JournalError(f"{path.name} is no file, but a pipe or a folder. Move it away.")
    try:
        return path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {error}") from error


def parse_journal(name: str, body: bytes) -> Journal:
    """The journal in the content of a file of this name, as `read_journal` gives it.

    Raises:
        JournalError: the manifest is missing or not valid.
    """
    first, *rest = body.removeprefix(b"\xef\xbb\xbf").rstrip(b"\n").split(b"\n")
    try:
        manifest = _Manifest.model_validate_json(first)
    except ValidationError as error:
        raise _make_manifest_error(name, error) from error
    replies: dict[str, Reply] = {}
    refusals = []
    for number, line in enumerate(rest, start=2):
        try:
            reply = _ReplyLine.model_validate_json(line).as_reply(manifest.run_id)
        except ValidationError as error:
            refusals.append(
                RejectedItem(name, f"line {number}", f"not a valid reply ({_describe_first_problem(error)})")
            )
        else:
            replies[reply.case_id] = reply
    return Journal(manifest.run(), list(replies.values()), refusals)


def read_manifest(path: Path) -> Run:
    """The run of a journal, without its replies.

    Raises:
        JournalError: the file cannot be read, or does not begin with a valid manifest.
    """
    try:
        with path.open("rb") as file:
            return _Manifest.model_validate_json(file.readline().removeprefix(b"\xef\xbb\xbf")).run()
    except OSError as error:
        raise JournalError(f"{path.name} cannot be read: {error}") from error
    except ValidationError as error:
        raise _make_manifest_error(path.name, error) from error


def _make_manifest_error(name: str, error: ValidationError) -> JournalError:
    reason = f"the first line is not a valid manifest ({_describe_first_problem(error)})"
    return JournalError(f"{name}: {reason}. See docs/using/journals.md.")


def parse_run(values: Mapping[str, object]) -> Run:
    """The run in the values of a journal's first line, which other programs' files may carry along.

    Raises:
        JournalError: a value is missing or not valid.
    """
    try:
        return _Manifest.model_validate(values).run()
    except ValidationError as error:
        raise JournalError(f"not a valid run ({_describe_first_problem(error)})") from error


def is_done(reply: Reply | None) -> bool:
    """Whether a case with this reply is never asked again."""
    return reply is not None and reply.status not in ASKED_AGAIN


def is_reply_line(line: bytes) -> bool:
    """Whether a line is a whole reply."""
    try:
        _ReplyLine.model_validate_json(line)
    except ValidationError:
        return False
    return True


def parse_reply(values: Mapping[str, object], run_id: str) -> Reply:
    """The reply in the values of a journal's line, or of another program's row of that form.

    Raises:
        JournalError: a value is missing or not valid.
    """
    try:
        return _ReplyLine.model_validate(values).as_reply(run_id)
    except ValidationError as error:
        raise JournalError(f"not a valid reply ({_describe_first_problem(error)})") from error


def _is_name(text: str) -> str:
    if text != to_single_line(text):
        raise ValueError("a name may not have control characters, line breaks or double blanks")
    return text


_NotEmpty = Annotated[str, Field(min_length=1)]
_Name = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_is_name)]
_Count = Annotated[int, Field(ge=0, lt=2**62)]


class _Manifest(BaseModel):
    """The first line of a journal, also of one that another program wrote."""

    journal: Literal[1]
    run_id: _Name
    model: Model
    prompt_id: _Name
    prompt: _NotEmpty
    image_view: _Name
    source: _Name
    started_at: AwareDatetime | None = None
    settings: dict[str, str | int | float | None] = Field(default_factory=dict)
    versions: dict[str, str] = Field(default_factory=dict)

    @field_validator("model")
    @classmethod
    def _has_names(cls, model: Model) -> Model:
        for name in (model.model_id, model.display_name):
            TypeAdapter(_Name).validate_python(name)
        return model

    def run(self) -> Run:
        return Run(**{field.name: getattr(self, field.name) for field in fields(Run)})


class _ReplyLine(BaseModel):
    """Every other line of a journal."""

    case_id: Annotated[str, Field(min_length=1, validation_alias=AliasChoices("case_id", FORMER_KEY))]
    reply: str | None
    status: ReplyStatus = "ok"
    error: str | None = None
    latency_s: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    input_tokens: _Count | None = None
    output_tokens: _Count | None = None
    api_model: _Name | None = None
    options: Annotated[tuple[str, ...], Field(min_length=2)] | None = None
    said_score: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None

    def as_reply(self, run_id: str) -> Reply:
        optional = {name: getattr(self, name) for name in _OPTIONAL}
        return Reply(run_id, self.case_id, self.reply, self.status, **optional)


def _describe_first_problem(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
