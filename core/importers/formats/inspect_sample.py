"""One sample of a log of Inspect: what was sent, what came back, and what became of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.benchmarks.choice.items import LETTERS
from core.formatting import printable
from core.importers.data_uri import picture_in
from core.importers.external_scores import said_score
from core.importers.prompt_options import options_in
from core.importers.records import Logged, LoggedPicture, LoggedRefusal, LoggedReply, LoggedRun
from core.importers.row_metadata import facts_in, names_in
from core.importers.sidecar_files import object_at, part_of, text_at
from core.importers.trilens_metadata import KEY, as_trilens_said
from core.records import ReplyStatus

MAX_ERROR = 500
"""Characters of a reason."""

_ATTACHMENT = "attachment://"
_NOT_LOGGED = "<base64-data-removed>"
_CUT = ("max_tokens", "model_length")
_VALUES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""Scores as letters: correct, partly, incorrect, no answer."""


def logged_sample(sample: object, run: LoggedRun, place: str) -> Logged:
    """The row of a sample, or why it is none."""
    if not isinstance(sample, dict) or not isinstance(sample.get("id"), str | int):
        return LoggedRefusal(place, "not a sample: it has no id")
    epoch = sample.get("epoch", 1)
    if isinstance(epoch, bool) or not isinstance(epoch, int) or epoch < 1:
        return LoggedRefusal(place, f"its epoch is {str(epoch)[:40]!r}, which is no number from 1")
    key = str(sample["id"])
    place = f"sample {printable(key)[:100]}, epoch {epoch}"
    texts = _Texts(object_at(sample, "attachments"))
    event = _last_call(sample.get("events"))
    sent = _sent(sample, event, texts)
    end = _ending(sample, event, texts)
    prompt = "\n\n".join(filter(None, (message.text for message in sent)))
    options, target = _options_and_target(sample, prompt)
    metadata = {name: value for name, value in object_at(sample, "metadata").items() if name != KEY}
    output = end.output
    row = LoggedReply(
        run=run,
        place=place,
        raw=end.raw,
        status=end.status,
        error=end.error,
        repeat=epoch,
        key=key,
        names=names_in(key, metadata, [name for message in sent for name in message.paths]),
        pictures=tuple(picture for message in sent for picture in message.pictures),
        prompt=prompt,
        question=_question(sample, texts),
        options=options,
        target=target,
        said_score=None if end.status in ("api_error", "missing") else _said(object_at(sample, "scores")),
        said_answer=_said_answer(object_at(sample, "scores")),
        metadata=facts_in(metadata),
        latency_s=_number(output.get("time")),
        input_tokens=_count(part_of(output, "usage", "input_tokens")),
        output_tokens=_count(part_of(output, "usage", "output_tokens")),
        api_model=text_at(output, "model") or None,
    )
    return as_trilens_said(row, row.raw, object_at(sample, "metadata").get(KEY))


@dataclass(frozen=True, slots=True)
class _Texts:
    """Texts of a sample, of which long ones stand among its attachments."""

    attachments: Mapping[str, Any]

    def of(self, text: object) -> str:
        """The text itself."""
        if not isinstance(text, str):
            return ""
        if text.startswith(_ATTACHMENT):
            held = self.attachments.get(text.removeprefix(_ATTACHMENT))
            return held if isinstance(held, str) else ""
        return text


@dataclass(frozen=True, slots=True)
class _Message:
    """What was sent: its text, its pictures, and where pictures were that are not here."""

    text: str
    pictures: tuple[LoggedPicture, ...]
    paths: tuple[str, ...]


def _last_call(events: object) -> dict[str, Any]:
    """The last call of the model before scoring began, which may call graders; empty where there is none."""
    found: dict[str, Any] = {}
    for event in events if isinstance(events, list) else []:
        if not isinstance(event, dict):
            continue
        if event.get("event") in ("span_begin", "step") and event.get("type") in ("scorers", "scorer"):
            break
        if event.get("event") == "model" and not event.get("role"):
            found = event
    return found


def _sent(sample: Mapping[str, Any], event: Mapping[str, Any], texts: _Texts) -> list[_Message]:
    """The messages before the reply, as the call sent them: Inspect writes its own list anew after a shuffle."""
    for messages in (_input_of(sample, event), sample.get("messages"), sample.get("input")):
        if isinstance(messages, str) and messages:
            return [_Message(texts.of(messages), (), ())]
        if isinstance(messages, list) and (sent := list(_before_reply(messages, texts))):
            return sent
    return []


def _input_of(sample: Mapping[str, Any], event: Mapping[str, Any]) -> list[Any]:
    """The messages of a call, which may stand in a pool of the sample."""
    if isinstance(own := event.get("input"), list) and own:
        return own
    pool, refs = part_of(sample, "events_data", "messages"), event.get("input_refs")
    found: list[Any] = []
    for ref in refs if isinstance(pool, list) and isinstance(refs, list) else []:
        if not (isinstance(ref, list) and len(ref) == 2 and all(isinstance(place, int) for place in ref)):
            return []
        found += pool[ref[0] : ref[1]]
    return found


def _before_reply(messages: Sequence[Any], texts: _Texts) -> Iterator[_Message]:
    for message in messages:
        role = message.get("role") if isinstance(message, dict) else None
        if role == "assistant":
            return
        if role in ("system", "user"):
            yield _message(message.get("content"), texts)


def _message(content: object, texts: _Texts) -> _Message:
    parts = [content] if isinstance(content, str) else content if isinstance(content, list) else []
    written, pictures, paths = [], [], []
    for part in parts:
        if isinstance(part, str):
            written.append(texts.of(part))
        elif text_at(part, "type") == "text":
            written.append(texts.of(part.get("text")))
        elif text_at(part, "type") == "image":
            image = texts.of(part.get("image"))
            if picture := picture_in(image):
                pictures.append(picture)
            elif image and image != _NOT_LOGGED:
                paths.append(image)
    return _Message("\n".join(filter(None, written)), tuple(pictures), tuple(paths))


@dataclass(frozen=True, slots=True)
class _Ending:
    """What came back, and what became of it."""

    raw: str | None
    status: ReplyStatus
    error: str | None
    output: Mapping[str, Any]


def _ending(sample: Mapping[str, Any], event: Mapping[str, Any], texts: _Texts) -> _Ending:
    called, kept = object_at(event, "output"), object_at(sample, "output")
    output = called if _choices(called) else kept
    choice: Mapping[str, Any] = next(iter(_choices(output)), {})
    raw, is_refused = _said_text(part_of(choice, "message", "content"), texts)
    if failed := text_at(sample, "error", "message"):
        if failed.startswith("CancelledError"):
            return _Ending(None, "missing", "the run was stopped before the reply came", {})
        return _Ending(None, "api_error", _line(text_at(event, "error") or failed), {})
    limit = object_at(sample, "limit")
    if limit and not _choices(kept):
        reason = text_at(limit, "reason") or f"limit {limit.get('limit')} of {text_at(limit, 'type')}"
        return _Ending(
            raw or None, "api_error", _line(f"stopped by a limit of Inspect: {reason}"), output if raw else {}
        )
    if not choice:
        reason = _line(text_at(event, "error")) or "the log holds no reply"
        return _Ending(None, "api_error" if text_at(event, "error") else "missing", reason, {})
    stopped = text_at(choice, "stop_reason")
    if is_refused or text_at(choice, "stop_details", "type") == "refusal":
        return _Ending(raw, "refused", "the model declined", output)
    if stopped == "content_filter":
        return _Ending(raw, "filtered", "stopped by a content filter", output)
    if stopped in _CUT:
        return _Ending(raw, "cut", f"stopped at its limit ({stopped})", output)
    if not raw.strip():
        return _Ending(raw, "empty", "the call succeeded, but the reply has no text", output)
    return _Ending(raw, "ok", None, output)


def _choices(output: Mapping[str, Any]) -> list[dict[str, Any]]:
    choices = output.get("choices")
    return [choice for choice in choices if isinstance(choice, dict)] if isinstance(choices, list) else []


def _said_text(content: object, texts: _Texts) -> tuple[str, bool]:
    """The reply without its reasoning, and whether it is a refusal."""
    if isinstance(content, str):
        return texts.of(content), False
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    said = [part for part in parts if part.get("type") == "text"]
    return "\n".join(texts.of(part.get("text")) for part in said), any(part.get("refusal") is True for part in said)


def _line(text: str) -> str:
    return printable(text)[:MAX_ERROR]


def _question(sample: Mapping[str, Any], texts: _Texts) -> str:
    """The data set's question, before templates."""
    given = sample.get("input")
    if isinstance(given, str):
        return texts.of(given)
    messages = list(_before_reply(given, texts)) if isinstance(given, list) else []
    return "\n\n".join(filter(None, (message.text.removesuffix("(Image)").strip() for message in messages)))


def _options_and_target(sample: Mapping[str, Any], prompt: str) -> tuple[tuple[str, ...] | None, str]:
    """The options in the order in which the model saw them, and the right one's letter there.

    Source: multiple_choice(shuffle=True) keeps `choices` and `target` in the data set's order.
    """
    target = sample.get("target")
    if isinstance(target, list):
        target = target[0] if len(target) == 1 else ", ".join(map(str, target))
    stated = target if isinstance(target, str) else ""
    choices = sample.get("choices")
    if not isinstance(choices, list) or not choices or not all(isinstance(one, str) for one in choices):
        return None, stated
    own = tuple(choices)
    seen = options_in(prompt)
    if seen is None or sorted(seen) != sorted(one.strip() for one in own):
        return own, stated
    right = own[LETTERS.index(stated)].strip() if len(stated) == 1 and stated in LETTERS[: len(own)] else stated.strip()
    return seen, LETTERS[seen.index(right)] if seen.count(right) == 1 else stated


def _said(scores: Mapping[str, Any]) -> float | None:
    """The log's own score from 0 to 1."""
    values = {name: part_of(score, "value") for name, score in scores.items()}
    return said_score({name: _VALUES.get(value, value) if isinstance(value, str) else value
                       for name, value in values.items()})  # fmt: skip


def _said_answer(scores: Mapping[str, Any]) -> str | None:
    answers = [answer for score in scores.values() if (answer := text_at(score, "answer"))]
    return answers[0] if len(answers) == 1 else None


def _number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < float("inf") else None  # type: ignore[operator, arg-type]


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
