"""Rereadings on the disk: what a second reader, another model, extracted from the replies of a run.

Each is a journal of its own, `rereadings/RUN/EXTRACTOR.jsonl` beside the folder of runs, so it is written, resumed and
repaired like one and never touches the run's. Its manifest holds the extractor, its prompt and the prompt's checksum. A
line holds the extractor's reply, and why, when and at what cost it was asked.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, Field, ValidationError

from core.errors import JournalError
from core.records import RejectedItem, Reply, Run
from core.runs.journal import make_journal_name, parse_journal, read_journal_bytes
from core.settings import Settings

Purpose = Literal["unread", "sample"]
"""Why a reply was reread: the rule left it unread, or it is in the sample of those that the rule read."""

REREADS = "rereads"
"""Key of the manifest's settings with the id of the run whose replies are reread."""

_CHECKSUM_CHARACTERS = 16


def get_rereading_folder(settings: Settings, run_id: str) -> Path:
    """Return the folder of a run's rereadings."""
    return settings.rereadings / Path(make_journal_name(run_id)).stem


def list_rereading_paths(settings: Settings) -> list[Path]:
    """Return every file of rereadings of a benchmark, in order."""
    return sorted(settings.rereadings.glob("*/*.jsonl"))


def make_reply_key(reply: Reply) -> str:
    """Return the key of a reply in a file of rereadings: its case, and a checksum of its text and options.

    A reply that changes has another key, so that a rereading never counts for a text that the extractor has not seen.
    """
    seen = json.dumps([reply.raw, reply.options])
    return f"{reply.case_id}#{hashlib.sha256(seen.encode()).hexdigest()[:_CHECKSUM_CHARACTERS]}"


class _Facts(BaseModel):
    """The keys of a line beside those of a reply."""

    case_id: str
    purpose: Purpose
    asked_at: AwareDatetime
    cost_usd: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


@dataclass(frozen=True, slots=True)
class Rereading:
    """The extractor's reply about one reply of a run.

    Attributes:
        key: as `make_reply_key` returns it.
        reply: the extractor's, under the key instead of a case.
        cost_usd: None if the price or the tokens are unknown.
    """

    key: str
    reply: Reply
    purpose: Purpose
    asked_at: datetime
    cost_usd: float | None


@dataclass(frozen=True, slots=True)
class RereadingFile:
    """A file of rereadings: the extractor as a run, and the last rereading of each reply."""

    run: Run
    rereads: str
    rereadings: Mapping[str, Rereading]
    refusals: Sequence[RejectedItem]


def build_line_facts(
    purpose_of: Callable[[str], Purpose], cost_of: Callable[[Reply], float | None]
) -> Callable[[Reply], Mapping[str, str | float | None]]:
    """Return the function that gives the further keys of a line.

    Args:
        purpose_of: by the key of the reread reply.
        cost_of: in dollars, of an extractor's reply.
    """

    def facts(reply: Reply) -> Mapping[str, str | float | None]:
        now = datetime.now(UTC).replace(microsecond=0).isoformat()
        return {"purpose": purpose_of(reply.case_id), "asked_at": now, "cost_usd": cost_of(reply)}

    return facts


def read_rereadings(path: Path) -> RereadingFile:
    """Return the content of a file of rereadings; lines that cannot be read are refused one by one.

    Raises:
        JournalError: the manifest is missing or not valid, or does not say which run is reread.
    """
    body = read_journal_bytes(path)
    journal = parse_journal(path.name, body)
    rereads = journal.run.settings.get(REREADS)
    if not isinstance(rereads, str):
        raise JournalError(f"{path.name}: its first line does not say which run it rereads. Move the file away.")
    facts: dict[str, _Facts] = {}
    refusals = list(journal.refusals)
    for line in _list_reply_lines(body):
        try:
            one = _Facts.model_validate_json(line)
        except ValidationError:
            continue
        facts[one.case_id] = one
    rereadings = {}
    for reply in journal.replies:
        if found := facts.get(reply.case_id):
            rereadings[reply.case_id] = Rereading(reply.case_id, reply, found.purpose, found.asked_at, found.cost_usd)
        else:
            refusals.append(RejectedItem(path.name, reply.case_id, "it lacks purpose or asked_at of a rereading"))
    return RereadingFile(journal.run, rereads, rereadings, refusals)


def _list_reply_lines(body: bytes) -> Iterator[bytes]:
    yield from body.rstrip(b"\n").split(b"\n")[1:]
