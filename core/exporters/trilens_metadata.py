"""Journal fields for which other formats have no place: the same key `trilens` holds them in every format."""

import json
from typing import Any

from core.records import Reply, Run
from core.runs.journal import encode_manifest, encode_reply

OURS = "trilens"
"""Key or column of Trilens' own data."""


def collect_run_facts(run: Run, benchmark_id: str) -> dict[str, Any]:
    """Return the manifest of a run's journal and the id of its benchmark."""
    return {"benchmark_id": benchmark_id, **json.loads(encode_manifest(run))}


def collect_reply_facts(reply: Reply) -> dict[str, Any]:
    """Return a reply's journal line without its text, which each format stores in its own place.

    `"reply": null` means that there is no text: most formats can only write an empty one.
    """
    facts: dict[str, Any] = json.loads(encode_reply(reply))
    if reply.raw is not None:
        del facts["reply"]
    return facts


def to_json_line(value: Any) -> str:  # noqa: ANN401 - anything that JSON can hold
    """Return JSON text on one line: never NaN; U+2028 and similar characters are escaped to keep it one line."""
    return json.dumps(value, allow_nan=False)
