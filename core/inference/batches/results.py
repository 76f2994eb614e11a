"""What a batch's results say of each request, as the outcomes that live questions have."""

from collections.abc import Container, Iterator
from pathlib import Path

from core.importers.formats.batch_answers import Answer, answers_in
from core.importers.formats.batch_files import key_of
from core.importers.json_lines import rows_of
from core.inference.clients.errors import shown
from core.inference.clients.protocol import MAX_REPLY_CHARACTERS
from core.inference.clients.providers import Endpoint
from core.inference.request import Outcome, tokens_of, word_of
from core.key_redaction import hide_key


def outcomes_in(path: Path, names: Container[str], endpoint: Endpoint) -> Iterator[tuple[str, Outcome] | str]:
    """The name and the outcome of each line, or in words why it is refused.

    Args:
        path: a file of results, a JSON object a line.
        names: of the requests that were sent; any other is refused, and so is one that comes twice.
        endpoint: that answered.

    Raises:
        OSError: the file cannot be read.
    """
    seen: set[str] = set()
    for number, row in rows_of(path):
        name = "" if isinstance(row, str) else key_of(row)
        if isinstance(row, str):
            yield f"line {number}: {shown(row, endpoint.key)}"
        elif name not in names:
            yield f"line {number}: it names {shown(name, endpoint.key)[:60]!r}, which was not asked"
        elif name in seen:
            yield f"line {number}: {name} comes twice"
        else:
            seen.add(name)
            yield name, _outcome(answers_in(row), endpoint)


def _outcome(answers: list[Answer], endpoint: Endpoint) -> Outcome:
    """The outcome of a request that wants one answer; how long it took nobody knows."""
    answer, key = answers[0], endpoint.key
    raw = None if answer.raw is None else hide_key(answer.raw[:MAX_REPLY_CHARACTERS], key)
    is_too_long = answer.raw is not None and len(answer.raw) > MAX_REPLY_CHARACTERS
    reason = f"longer than {MAX_REPLY_CHARACTERS} characters" if is_too_long else answer.error
    return Outcome(
        status="cut" if is_too_long else answer.status,
        raw=raw,
        error=shown(reason, key) if reason else None,
        input_tokens=tokens_of(answer.input_tokens),
        output_tokens=tokens_of(answer.output_tokens),
        api_model=word_of(answer.model, endpoint),
    )
