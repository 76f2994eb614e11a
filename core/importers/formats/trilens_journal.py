"""Journals of Trilens, of this or another installation; their runs are taken unchanged."""

import re
from pathlib import Path

from core.errors import JournalError, ReplyFileError
from core.importers.records import Grade, ImportedReply, ImportedRun, RejectedRow, Rows
from core.records import Reply
from core.runs.journal import read_journal

_FIRST_LINE = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{[^\n]*"journal"\s*:')


def classify_file(path: Path, head: bytes) -> Grade:  # noqa: ARG001 - the head is enough
    """Classify JSON lines of which the first is a manifest."""
    return "yes" if _FIRST_LINE.match(head) else "no"


def read(path: Path) -> Rows:
    """Yield the replies of a journal; if a case has several lines, the last one counts.

    Raises:
        ReplyFileError: its first line is not a manifest.
    """
    try:
        journal = read_journal(path)
    except JournalError as error:
        raise ReplyFileError(str(error)) from error
    run = ImportedRun("Trilens journal", journal.run.prompt_id, journal.run.model.display_name, given=journal.run)
    for refusal in journal.refusals:
        yield RejectedRow(refusal.location, refusal.reason)
    for reply in journal.replies:
        yield build_row(reply, run, reply.case_id)


def build_row(reply: Reply, run: ImportedRun, place: str) -> ImportedReply:
    """Build a log row from a reply whose case is known."""
    return ImportedReply(
        run=run,
        place=place[:40],
        raw=reply.raw,
        status=reply.status,
        error=reply.error,
        key=reply.case_id,
        options=reply.options,
        said_score=reply.said_score,
        latency_s=reply.latency_s,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        api_model=reply.api_model,
        case_id=reply.case_id,
    )
