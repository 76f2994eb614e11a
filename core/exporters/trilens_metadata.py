"""What a journal knows and a form has no place for: the same key `trilens` in all of them, so that nothing is lost."""

import json
from typing import Any

from core.records import Reply, Run
from core.runs.journal import encode_manifest, encode_reply

OURS = "trilens"
"""The key, or the column, with what is ours."""


def collect_run_facts(run: Run, benchmark_id: str) -> dict[str, Any]:
    """The manifest of a run's journal, and whose cases it is about."""
    return {"benchmark_id": benchmark_id, **json.loads(encode_manifest(run))}


def collect_reply_facts(reply: Reply) -> dict[str, Any]:
    """A reply's line in the journal without its text, which each form has in its own place.

    `"reply": null` says that there is no text: most forms can only write an empty one.
    """
    facts: dict[str, Any] = json.loads(encode_reply(reply))
    if reply.raw is not None:
        del facts["reply"]
    return facts


def to_json_line(value: Any) -> str:  # noqa: ANN401 - whatever JSON has
    """JSON text on one line: never NaN, and U+2028 and its like escaped, so that a line stays a line."""
    return json.dumps(value, allow_nan=False)
