"""Rereadings on the disk: answers that a second reader, another model, extracted from the replies of a run.

Each is a separate journal, `rereadings/RUN/EXTRACTOR.jsonl` beside the folder of runs. It is written, resumed and
repaired like any journal, and the run's journal stays unchanged. Its manifest contains the extractor, its prompt and
the prompt's checksum. A line contains the extractor's reply, and the purpose, time and cost of the request.
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
from core.workspace import Workspace

Purpose = Literal["unread", "sample"]
"""Reason for rereading a reply: the rule left it unread, or it is in the sample of replies that the rule read."""

REREADS = "rereads"
"""Key in the manifest's settings of the id of the reread run."""

_CHECKSUM_CHARACTERS = 16


def get_rereading_folder(workspace: Workspace, run_id: str) -> Path:
    """Return the folder of a run's rereadings."""
    return workspace.rereadings / Path(make_journal_name(run_id)).stem


def list_rereading_paths(workspace: Workspace) -> list[Path]:
    """List every file of rereadings of a benchmark, sorted."""
    return sorted(workspace.rereadings.glob("*/*.jsonl"))


def make_reply_key(reply: Reply) -> str:
    """Return the key of a reply in a file of rereadings: its case and a checksum of its text and options.

    A changed reply has another key, so that a rereading never counts for a text that the extractor has not seen.
    """
    seen = json.dumps([reply.raw, reply.options])
    return f"{reply.case_id}#{hashlib.sha256(seen.encode()).hexdigest()[:_CHECKSUM_CHARACTERS]}"


class _Facts(BaseModel):
    """The keys of a line besides those of a reply."""

    case_id: str
    purpose: Purpose
    asked_at: AwareDatetime
    cost_usd: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


@dataclass(frozen=True, slots=True)
class Rereading:
    """The extractor's reply about one reply of a run.

    Attributes:
        key: key of the reread reply, from `make_reply_key`.
        reply: the extractor's reply, with the key in place of the case.
        cost_usd: cost in US dollars; None if the price or the tokens are unknown.
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
    """Return the function that computes the further keys of a line.

    Args:
        purpose_of: returns the purpose, given the key of the reread reply.
        cost_of: returns the cost of an extractor's reply in US dollars.
    """

    def facts(reply: Reply) -> Mapping[str, str | float | None]:
        now = datetime.now(UTC).replace(microsecond=0).isoformat()
        return {"purpose": purpose_of(reply.case_id), "asked_at": now, "cost_usd": cost_of(reply)}

    return facts


def read_rereadings(path: Path) -> RereadingFile:
    """Read a file of rereadings; each unreadable line is refused.

    Raises:
        JournalError: the manifest is missing or not valid, or does not name the reread run.
    """
    body = read_journal_bytes(path)
    journal = parse_journal(path.name, body)
    rereads = journal.run.settings.get(REREADS)
    if not isinstance(rereads, str):
        raise JournalError(f"{path.name}: its first line does not name the run that it rereads. Move the file away.")
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
            refusals.append(
                RejectedItem(path.name, reply.case_id, "it lacks the keys purpose and asked_at of a rereading")
            )
    return RereadingFile(journal.run, rereads, rereadings, refusals)


def _list_reply_lines(body: bytes) -> Iterator[bytes]:
    yield from body.rstrip(b"\n").split(b"\n")[1:]
