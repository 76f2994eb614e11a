"""One result of promptfoo: the request, the reply, and the outcome."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.digest import compute_digest
from core.formatting import to_single_line
from core.importers.external_scores import find_external_score
from core.importers.json_text import parse_json
from core.importers.prompt_options import find_options
from core.importers.prompt_text import extract_prompt_text
from core.importers.records import ImportedReply, ImportedRun, Logged, RejectedRow
from core.importers.request_images import find_image_addresses, find_images
from core.importers.row_metadata import collect_facts, collect_names
from core.importers.sidecar_files import get_object, get_path, get_text, to_count
from core.records import ReplyStatus

PROGRAM = "promptfoo"

FILTERED = "Content filtered by provider"
"""Text that promptfoo writes in place of a withheld reply."""

THINKING = "Thinking: "
"""Text that promptfoo puts before a model's reasoning; a blank line separates both from the reply."""

PROMPT_LEFT_OUT, REPLY_LEFT_OUT = "[prompt stripped]", "[output stripped]"
"""Texts that promptfoo writes if the user has it leave out the request or the reply."""

NO_REPLIES = "the log was written without replies (PROMPTFOO_STRIP_RESPONSE_OUTPUT), so there is nothing to read"

CALL_FAILED = 2
"""`failureReason` of a failed call; 1 is a failed assertion, 0 neither."""

MAX_ERROR = 500
"""Maximum length of a reason, in characters."""

_LABEL_CHARACTERS = 60
_CUT = ("length", "max_tokens", "MAX_TOKENS")
_TARGETS = ("answer", "target", "expected", "__expected", "label")
_EQUAL = ("equals", "contains", "icontains")


class RepeatCounter:
    """A counter of how often a test was asked: promptfoo does not number repeats, which only share the same values."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()

    def count_repeat(self, *same: object) -> int:
        """Return 1 for the first row with these values, 2 for the second."""
        key = compute_digest([json.dumps(same, sort_keys=True, default=str)])
        self._asked[key] += 1
        return self._asked[key]


def trim_label(label: str) -> str:
    """Return a label on one line; a prompt without a label has its whole text as its label."""
    line = to_single_line(label)
    return line if len(line) <= _LABEL_CHARACTERS else f"{line[: _LABEL_CHARACTERS - 1]}…"


def strip_reasoning(output: str) -> str:
    """Return the reply without the reasoning before it, which ends at the first blank line."""
    return output.partition("\n\n")[2] if output.startswith(THINKING) else output


def parse_row(row: Mapping[str, Any], run: ImportedRun, repeats: RepeatCounter, place: str) -> Logged:
    """Parse the reply in a result, or return why there is none."""
    given, test = get_object(row, "vars"), get_object(row, "testCase")
    if "testIdx" not in row or not ("response" in row or "failureReason" in row):
        return RejectedRow(place, "not a result: it has no testIdx, or neither response nor failureReason")
    response = get_object(row, "response")
    if response.get("output") == REPLY_LEFT_OUT:
        return RejectedRow(place, NO_REPLIES)
    raw, status, error = _parse_outcome(row, response)
    request = _get_request(row)
    prompt = extract_prompt_text(request) if isinstance(request, list) else str(request)
    metadata = {name: value for name, value in get_object(row, "metadata").items() if name != "http"}
    usage = get_object(response, "tokenUsage")
    question = get_text(given, "question")
    is_cached = bool(response.get("cached"))
    return ImportedReply(
        run,
        f"{place}, test {row['testIdx']}",
        raw,
        status,
        error,
        repeats.count_repeat(row.get("promptIdx"), row.get("provider"), given, test.get("description")),
        key=str(row["testIdx"]),
        names=collect_names(
            given, get_text(test, "description"), test.get("metadata"), metadata, find_image_addresses(request)
        ),
        pictures=find_images(request) or find_images(given),
        prompt=prompt,
        question=question if question in prompt else "",
        options=find_options(prompt),
        target=_find_target(given, test),
        said_score=None if status == "api_error" else _find_score(row),
        metadata=collect_facts({**given, **get_object(test, "metadata")}),
        latency_s=None if is_cached else _parse_seconds(response.get("latencyMs", row.get("latencyMs"))),
        input_tokens=to_count(usage.get("prompt")),
        output_tokens=to_count(usage.get("completion")),
    )


def _parse_outcome(row: Mapping[str, Any], response: Mapping[str, Any]) -> tuple[str | None, ReplyStatus, str | None]:
    """Return the raw reply, its outcome, and the reason."""
    output = response.get("output")
    if row.get("failureReason") == CALL_FAILED or (output is None and get_text(response, "error")):
        why = get_text(response, "error") or get_text(row, "error") or "the call failed; the log does not state why"
        return None, "api_error", to_single_line(why)[:MAX_ERROR]
    if output is not None and not isinstance(output, str):
        output = json.dumps(output, ensure_ascii=False)
    raw = strip_reasoning(output) if output is not None else None
    ended = get_text(response, "finishReason")
    if ended == "content_filter" or raw == FILTERED:
        return None if raw == FILTERED else raw, "filtered", "held back by the provider's content filter"
    if response.get("isRefusal") is True:
        return raw, "refused", "the model declined"
    if get_path(response, "guardrails", "flagged") is True:
        return raw, "filtered", "flagged by the provider's guardrails"
    if ended in _CUT:
        return raw, "cut", "it was cut at the token limit"
    if not raw or not raw.strip():
        return raw, "empty", "the call succeeded, but the reply has no text"
    return raw, "ok", None


def _get_request(row: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON may be anything
    """Return the messages that were sent, or the text if it is not a chat."""
    raw = get_text(row, "prompt", "raw")
    if raw == PROMPT_LEFT_OUT:
        return ""
    if not raw.startswith(("[", "{")):
        return raw
    try:
        value = parse_json(raw.encode("utf-8", "surrogatepass"))
    except ValueError:
        return raw
    value = value.get("contents", value.get("messages")) if isinstance(value, dict) else value
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        return raw
    return [{"content": one["parts"]} if "parts" in one else one for one in value]


def _find_target(given: Mapping[str, Any], test: Mapping[str, Any]) -> str:
    """Return the right answer among the values, or in an assertion of equality."""
    for name in _TARGETS:
        if isinstance(value := given.get(name), str | int | float) and not isinstance(value, bool):
            return str(value)
    assertions = test.get("assert")
    for one in assertions if isinstance(assertions, list) else []:
        if get_text(one, "type") in _EQUAL and (value := get_text(one, "value")):
            return value
    return ""


def _find_score(row: Mapping[str, Any]) -> float | None:
    """Return the score if something was asserted: without assertions every test passes."""
    return (
        find_external_score({"score": row.get("score")}) if get_path(row, "gradingResult", "componentResults") else None
    )


def _parse_seconds(milliseconds: object) -> float | None:
    is_number = isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool)
    return milliseconds / 1000 if is_number and 0 <= milliseconds < float("inf") else None  # type: ignore[operator]
