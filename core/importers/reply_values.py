"""Values of imported rows as a journal may hold them: within range, in one line, without keys."""

import math
from collections.abc import Mapping

from core.formatting import to_single_line
from core.importers.case_matching import CaseMatch
from core.importers.records import ImportedReply
from core.key_redaction import redact_all_keys
from core.records import Reply
from core.runs.journal import parse_reply

MAX_COUNT = 2**60
MAX_NAME = 100
"""Maximum length of a name in a journal, in characters."""


def build_reply(row: ImportedReply, match: CaseMatch, run_id: str) -> Reply:
    """Build the reply of a row.

    Raises:
        JournalError: one of its values is impossible.
    """
    values = {
        "case_id": match.case.case_id,
        "reply": None if row.raw is None else clean_text(row.raw),
        "status": row.status,
        "error": None if row.error is None else clean_text(row.error),
        "latency_s": _check_range(row.latency_s, math.inf),
        "input_tokens": _check_range(row.input_tokens, MAX_COUNT),
        "output_tokens": _check_range(row.output_tokens, MAX_COUNT),
        "api_model": clean_name(row.api_model) if row.api_model and to_single_line(row.api_model) else None,
        "options": match.options,
        "said_score": _check_range(row.said_score, 1),
    }
    return parse_reply(values, run_id)


def _check_range(value: float | None, most: float) -> float | None:
    """Return the number; None if it is not from 0 to the maximum, as other programs may write."""
    return value if value is not None and 0 <= value <= most and math.isfinite(value) else None


def clean_text(text: str) -> str:
    """Return the text without keys and lone surrogates."""
    return redact_all_keys(text.encode("utf-8", "replace").decode(), None)


def clean_name(text: str) -> str:
    """Return the text as a name: one line of at most 100 characters."""
    return to_single_line(clean_text(text))[:MAX_NAME].strip()


def clean_settings(values: Mapping[str, str | int | float | None]) -> dict[str, str | int | float | None]:
    """Return the settings without keys, and with texts for numbers that JSON cannot hold."""
    return {clean_text(key): _clean_setting(value) for key, value in values.items()}


def _clean_setting(value: str | int | float | None) -> str | int | float | None:
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return clean_text(value) if isinstance(value, str) else value
