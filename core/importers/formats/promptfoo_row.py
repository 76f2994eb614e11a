"""One result of promptfoo: what was sent, what came back, and what became of it."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.formatting import printable
from core.importers.external_scores import said_score
from core.importers.json_text import json_value
from core.importers.prompt_options import options_in
from core.importers.prompt_text import sent_text
from core.importers.records import Logged, LoggedRefusal, LoggedReply, LoggedRun
from core.importers.request_images import addresses_in, pictures_in
from core.importers.row_metadata import facts_in, names_in
from core.importers.sidecar_files import object_at, part_of, text_at
from core.records import ReplyStatus

PROGRAM = "promptfoo"

FILTERED = "Content filtered by provider"
"""What promptfoo writes in the place of a reply that was held back."""

THINKING = "Thinking: "
"""What promptfoo puts before a model's reasoning, and that with a blank line before the reply."""

PROMPT_LEFT_OUT, REPLY_LEFT_OUT = "[prompt stripped]", "[output stripped]"
"""What promptfoo writes where the user has it leave out what was sent, or what came back."""

NO_REPLIES = "the log was written without replies (PROMPTFOO_STRIP_RESPONSE_OUTPUT), so there is nothing to read"

CALL_FAILED = 2
"""`failureReason` of a call that failed; 1 is an assertion that did, 0 neither."""

MAX_ERROR = 500
"""Characters of a reason."""

_LABEL_CHARACTERS = 60
_CUT = ("length", "max_tokens", "MAX_TOKENS")
_TARGETS = ("answer", "target", "expected", "__expected", "label")
_EQUAL = ("equals", "contains", "icontains")


class Repeats:
    """Counts how often a test was asked: promptfoo gives repeats no number, only the same values."""

    def __init__(self) -> None:
        self._asked: Counter[int] = Counter()

    def next(self, *same: object) -> int:
        """1 for the first row with these values, 2 for the second."""
        key = hash(json.dumps(same, sort_keys=True, default=str))
        self._asked[key] += 1
        return self._asked[key]


def short_label(label: str) -> str:
    """A label on one line; a prompt without one has its whole text as its label."""
    line = printable(label)
    return line if len(line) <= _LABEL_CHARACTERS else f"{line[: _LABEL_CHARACTERS - 1]}…"


def without_thinking(output: str) -> str:
    """The reply without the reasoning before it, which ends at the first blank line."""
    return output.partition("\n\n")[2] if output.startswith(THINKING) else output


def logged_row(row: Mapping[str, Any], run: LoggedRun, repeats: Repeats, place: str) -> Logged:
    """The reply in a result, or why there is none."""
    given, test = object_at(row, "vars"), object_at(row, "testCase")
    if "testIdx" not in row or not ("response" in row or "failureReason" in row):
        return LoggedRefusal(place, "not a result: it has no testIdx, or neither response nor failureReason")
    response = object_at(row, "response")
    if response.get("output") == REPLY_LEFT_OUT:
        return LoggedRefusal(place, NO_REPLIES)
    raw, status, error = _became(row, response)
    request = _request(row)
    prompt = sent_text(request) if isinstance(request, list) else str(request)
    metadata = {name: value for name, value in object_at(row, "metadata").items() if name != "http"}
    usage = object_at(response, "tokenUsage")
    question = text_at(given, "question")
    is_cached = bool(response.get("cached"))
    return LoggedReply(
        run,
        f"{place}, test {row['testIdx']}",
        raw,
        status,
        error,
        repeats.next(row.get("promptIdx"), row.get("provider"), given, test.get("description")),
        key=str(row["testIdx"]),
        names=names_in(given, text_at(test, "description"), test.get("metadata"), metadata, addresses_in(request)),
        pictures=pictures_in(request) or pictures_in(given),
        prompt=prompt,
        question=question if question in prompt else "",
        options=options_in(prompt),
        target=_target(given, test),
        said_score=None if status == "api_error" else _said(row),
        metadata=facts_in({**given, **object_at(test, "metadata")}),
        latency_s=None if is_cached else _seconds(response.get("latencyMs", row.get("latencyMs"))),
        input_tokens=_count(usage.get("prompt")),
        output_tokens=_count(usage.get("completion")),
    )


def _became(row: Mapping[str, Any], response: Mapping[str, Any]) -> tuple[str | None, ReplyStatus, str | None]:
    """The raw reply, what became of it, and why."""
    output = response.get("output")
    if row.get("failureReason") == CALL_FAILED or (output is None and text_at(response, "error")):
        why = text_at(response, "error") or text_at(row, "error") or "the call failed; the log does not say why"
        return None, "api_error", printable(why)[:MAX_ERROR]
    if output is not None and not isinstance(output, str):
        output = json.dumps(output, ensure_ascii=False)
    raw = without_thinking(output) if output is not None else None
    ended = text_at(response, "finishReason")
    if ended == "content_filter" or raw == FILTERED:
        return None if raw == FILTERED else raw, "filtered", "held back by the provider's content filter"
    if response.get("isRefusal") is True:
        return raw, "refused", "the model declined"
    if part_of(response, "guardrails", "flagged") is True:
        return raw, "filtered", "flagged by the provider's guardrails"
    if ended in _CUT:
        return raw, "cut", "it ends at the limit of tokens"
    if not raw or not raw.strip():
        return raw, "empty", "the call went well, but there is no text"
    return raw, "ok", None


def _request(row: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON may be anything
    """The messages that were sent, or the text where it is no chat."""
    raw = text_at(row, "prompt", "raw")
    if raw == PROMPT_LEFT_OUT:
        return ""
    if not raw.startswith(("[", "{")):
        return raw
    try:
        value = json_value(raw.encode("utf-8", "surrogatepass"))
    except ValueError:
        return raw
    value = value.get("contents", value.get("messages")) if isinstance(value, dict) else value
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        return raw
    return [{"content": one["parts"]} if "parts" in one else one for one in value]


def _target(given: Mapping[str, Any], test: Mapping[str, Any]) -> str:
    """The right answer among the values, or in an assertion of equality."""
    for name in _TARGETS:
        if isinstance(value := given.get(name), str | int | float) and not isinstance(value, bool):
            return str(value)
    assertions = test.get("assert")
    for one in assertions if isinstance(assertions, list) else []:
        if text_at(one, "type") in _EQUAL and (value := text_at(one, "value")):
            return value
    return ""


def _said(row: Mapping[str, Any]) -> float | None:
    """The score, where something was asserted: without assertions every test passes."""
    return said_score({"score": row.get("score")}) if part_of(row, "gradingResult", "componentResults") else None


def _seconds(milliseconds: object) -> float | None:
    is_number = isinstance(milliseconds, int | float) and not isinstance(milliseconds, bool)
    return milliseconds / 1000 if is_number and 0 <= milliseconds < float("inf") else None  # type: ignore[operator]


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
