"""Results of a batch as one outcome per request, like those of live requests."""

from collections.abc import Container, Iterator
from pathlib import Path

from core.importers.formats.batch_answers import ProviderReply, parse_batch_replies
from core.importers.formats.batch_files import get_request_name
from core.importers.json_lines import read_json_lines
from core.inference.clients.errors import make_error_excerpt
from core.inference.clients.model_client import MAX_REPLY_CHARACTERS
from core.inference.clients.providers import Endpoint
from core.inference.request_outcome import RequestOutcome
from core.inference.send_request import check_token_count, clean_server_text
from core.key_redaction import redact_key


def read_outcomes(path: Path, names: Container[str], endpoint: Endpoint) -> Iterator[tuple[str, RequestOutcome] | str]:
    """Yield the name and outcome of each line, or the reason why the line is refused.

    Args:
        path: a JSON Lines file of results.
        names: names of the requests that were sent; other and repeated names are refused.
        endpoint: endpoint that answered.

    Raises:
        OSError: the file cannot be read.
    """
    seen: set[str] = set()
    for number, row in read_json_lines(path):
        name = "" if isinstance(row, str) else get_request_name(row)
        if isinstance(row, str):
            yield f"line {number}: {make_error_excerpt(row, endpoint.key)}"
        elif name not in names:
            yield f"line {number}: it names the unknown request {make_error_excerpt(name, endpoint.key)[:60]!r}"
        elif name in seen:
            yield f"line {number}: {name} occurs twice"
        else:
            seen.add(name)
            yield name, _build_outcome(parse_batch_replies(row), endpoint)


def _build_outcome(answers: list[ProviderReply], endpoint: Endpoint) -> RequestOutcome:
    """Build the outcome of a request with one answer; its latency is unknown."""
    answer, key = answers[0], endpoint.key
    raw = None if answer.raw is None else redact_key(answer.raw[:MAX_REPLY_CHARACTERS], key)
    is_too_long = answer.raw is not None and len(answer.raw) > MAX_REPLY_CHARACTERS
    reason = f"longer than {MAX_REPLY_CHARACTERS} characters" if is_too_long else answer.error
    return RequestOutcome(
        status="cut" if is_too_long else answer.status,
        raw=raw,
        error=make_error_excerpt(reason, key) if reason else None,
        input_tokens=check_token_count(answer.input_tokens),
        output_tokens=check_token_count(answer.output_tokens),
        api_model=clean_server_text(answer.model, endpoint),
    )
