"""Trilens' own key in a log that it wrote in another program's form, with the original run and replies."""

from contextlib import suppress
from dataclasses import replace

from core.errors import JournalError
from core.importers.json_text import parse_json
from core.importers.records import ImportedReply
from core.records import Run
from core.runs.journal import parse_reply, parse_run

KEY = "trilens"
"""Its name, in a row and in the description of a run; `core.exporters` writes it."""


def parse_own_run(key: object) -> Run | None:
    """Parse the run in a key; None if it states none."""
    values = _parse_object(key)
    with suppress(JournalError):
        return parse_run(values) if values else None
    return None


def parse_benchmark_id(key: object) -> str:
    """Return the id of the benchmark in a key; empty if it states none."""
    stated = _parse_object(key).get("benchmark_id")
    return stated if isinstance(stated, str) else ""


def restore_trilens_fields(row: ImportedReply, raw: str | None, key: object) -> ImportedReply:
    """Return the row with what Trilens knew of its reply and its case; unchanged if its key states nothing.

    Args:
        row: as the format's reader built it.
        raw: the text in the place of the reply, which may be empty.
        key: an object, or its JSON text.
    """
    values = _parse_object(key)
    if not values:
        return row
    try:
        reply = parse_reply({"reply": raw} | values, run_id="")
    except JournalError:
        return row
    return replace(
        row,
        case_id=reply.case_id,
        raw=reply.raw,
        status=reply.status,
        error=reply.error,
        latency_s=reply.latency_s,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        api_model=reply.api_model,
        options=reply.options,
        said_score=reply.said_score,
    )


def _parse_object(key: object) -> dict[str, object]:
    if isinstance(key, str):
        with suppress(ValueError):
            key = parse_json(key.encode("utf-8", "replace"))
    return key if isinstance(key, dict) else {}
