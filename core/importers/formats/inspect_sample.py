"""One sample of an Inspect log: the request, the reply, and the outcome."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.benchmarks.choice.items import LETTERS
from core.formatting import to_single_line
from core.importers.data_uri import decode_data_uri
from core.importers.external_scores import find_external_score
from core.importers.prompt_options import find_options
from core.importers.records import ImportedImage, ImportedReply, ImportedRun, Logged, RejectedRow
from core.importers.row_metadata import collect_facts, collect_names
from core.importers.sidecar_files import get_object, get_path, get_text, to_count
from core.importers.trilens_metadata import KEY, restore_trilens_fields
from core.records import ReplyStatus

MAX_ERROR = 500
"""Maximum length of a reason, in characters."""

_ATTACHMENT = "attachment://"
_NOT_LOGGED = "<base64-data-removed>"
_TRUNCATED_STOPS = ("max_tokens", "model_length")
_SCORE_BY_GRADE = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
"""Scores as letters: correct, partly, incorrect, no answer."""


def parse_sample(sample: object, run: ImportedRun, location: str) -> Logged:
    """Parse the row of a sample, or return why it is not one."""
    if not isinstance(sample, dict) or not isinstance(sample.get("id"), str | int):
        return RejectedRow(location, "not a sample: it has no id")
    epoch = sample.get("epoch", 1)
    if isinstance(epoch, bool) or not isinstance(epoch, int) or epoch < 1:
        return RejectedRow(location, f"its epoch is {str(epoch)[:40]!r}, which is not a whole number >= 1")
    key = str(sample["id"])
    location = f"sample {to_single_line(key)[:100]}, epoch {epoch}"
    texts = _AttachedTexts(get_object(sample, "attachments"))
    event = _find_last_call(sample.get("events"))
    sent = _extract_sent(sample, event, texts)
    end = _parse_outcome(sample, event, texts)
    prompt = "\n\n".join(filter(None, (message.text for message in sent)))
    options, target = _extract_options_and_target(sample, prompt)
    metadata = {name: value for name, value in get_object(sample, "metadata").items() if name != KEY}
    output = end.output
    row = ImportedReply(
        run=run,
        place=location,
        raw=end.raw,
        status=end.status,
        error=end.error,
        repeat=epoch,
        key=key,
        names=collect_names(key, metadata, [name for message in sent for name in message.paths]),
        pictures=tuple(picture for message in sent for picture in message.pictures),
        prompt=prompt,
        question=_extract_question(sample, texts),
        options=options,
        target=target,
        said_score=None if end.status in ("api_error", "missing") else _find_score(get_object(sample, "scores")),
        said_answer=_find_answer(get_object(sample, "scores")),
        metadata=collect_facts(metadata),
        latency_s=_parse_number(output.get("time")),
        input_tokens=to_count(get_path(output, "usage", "input_tokens")),
        output_tokens=to_count(get_path(output, "usage", "output_tokens")),
        api_model=get_text(output, "model") or None,
    )
    return restore_trilens_fields(row, row.raw, get_object(sample, "metadata").get(KEY))


@dataclass(frozen=True, slots=True)
class _AttachedTexts:
    """The texts of a sample; long ones are stored among its attachments."""

    attachments: Mapping[str, Any]

    def resolve(self, text: object) -> str:
        """Return the text itself, from the attachments if needed."""
        if not isinstance(text, str):
            return ""
        if text.startswith(_ATTACHMENT):
            attachment = self.attachments.get(text.removeprefix(_ATTACHMENT))
            return attachment if isinstance(attachment, str) else ""
        return text


@dataclass(frozen=True, slots=True)
class _Message:
    """A message that was sent: its text, its images, and the addresses of images that are not embedded."""

    text: str
    pictures: tuple[ImportedImage, ...]
    paths: tuple[str, ...]


def _find_last_call(events: object) -> dict[str, Any]:
    """Return the last call of the model before scoring began, which may call graders; empty if there is none."""
    last_call: dict[str, Any] = {}
    for event in events if isinstance(events, list) else []:
        if not isinstance(event, dict):
            continue
        if event.get("event") in ("span_begin", "step") and event.get("type") in ("scorers", "scorer"):
            break
        if event.get("event") == "model" and not event.get("role"):
            last_call = event
    return last_call


def _extract_sent(sample: Mapping[str, Any], event: Mapping[str, Any], texts: _AttachedTexts) -> list[_Message]:
    """Return the messages before the reply as the call sent them: Inspect rewrites its own list after a shuffle."""
    for messages in (_resolve_input(sample, event), sample.get("messages"), sample.get("input")):
        if isinstance(messages, str) and messages:
            return [_Message(texts.resolve(messages), (), ())]
        if isinstance(messages, list) and (sent := list(_read_prompt_messages(messages, texts))):
            return sent
    return []


def _resolve_input(sample: Mapping[str, Any], event: Mapping[str, Any]) -> list[Any]:
    """Return the messages of a call, which may be stored in a pool of the sample."""
    if isinstance(own_messages := event.get("input"), list) and own_messages:
        return own_messages
    pool, refs = get_path(sample, "events_data", "messages"), event.get("input_refs")
    messages: list[Any] = []
    for ref in refs if isinstance(pool, list) and isinstance(refs, list) else []:
        if not (isinstance(ref, list) and len(ref) == 2 and all(isinstance(index, int) for index in ref)):
            return []
        messages += pool[ref[0] : ref[1]]
    return messages


def _read_prompt_messages(messages: Sequence[Any], texts: _AttachedTexts) -> Iterator[_Message]:
    for message in messages:
        role = message.get("role") if isinstance(message, dict) else None
        if role == "assistant":
            return
        if role in ("system", "user"):
            yield _parse_message(message.get("content"), texts)


def _parse_message(content: object, texts: _AttachedTexts) -> _Message:
    parts = [content] if isinstance(content, str) else content if isinstance(content, list) else []
    written, pictures, paths = [], [], []
    for part in parts:
        if isinstance(part, str):
            written.append(texts.resolve(part))
        elif get_text(part, "type") == "text":
            written.append(texts.resolve(part.get("text")))
        elif get_text(part, "type") == "image":
            image = texts.resolve(part.get("image"))
            if picture := decode_data_uri(image):
                pictures.append(picture)
            elif image and image != _NOT_LOGGED:
                paths.append(image)
    return _Message("\n".join(filter(None, written)), tuple(pictures), tuple(paths))


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The reply and its outcome."""

    raw: str | None
    status: ReplyStatus
    error: str | None
    output: Mapping[str, Any]


def _parse_outcome(sample: Mapping[str, Any], event: Mapping[str, Any], texts: _AttachedTexts) -> _Outcome:
    called, stored = get_object(event, "output"), get_object(sample, "output")
    output = called if _list_choices(called) else stored
    choice: Mapping[str, Any] = next(iter(_list_choices(output)), {})
    raw, is_refused = _extract_reply_text(get_path(choice, "message", "content"), texts)
    if failed := get_text(sample, "error", "message"):
        if failed.startswith("CancelledError"):
            return _Outcome(None, "missing", "the run was stopped before the reply came", {})
        return _Outcome(None, "api_error", _format_line(get_text(event, "error") or failed), {})
    limit = get_object(sample, "limit")
    if limit and not _list_choices(stored):
        reason = get_text(limit, "reason") or f"limit {limit.get('limit')} of {get_text(limit, 'type')}"
        return _Outcome(
            raw or None, "api_error", _format_line(f"stopped by a limit of Inspect: {reason}"), output if raw else {}
        )
    if not choice:
        reason = _format_line(get_text(event, "error")) or "the log holds no reply"
        return _Outcome(None, "api_error" if get_text(event, "error") else "missing", reason, {})
    stopped = get_text(choice, "stop_reason")
    if is_refused or get_text(choice, "stop_details", "type") == "refusal":
        return _Outcome(raw, "refused", "the model declined", output)
    if stopped == "content_filter":
        return _Outcome(raw, "filtered", "stopped by a content filter", output)
    if stopped in _TRUNCATED_STOPS:
        return _Outcome(raw, "cut", f"stopped at its limit ({stopped})", output)
    if not raw.strip():
        return _Outcome(raw, "empty", "the call succeeded, but the reply has no text", output)
    return _Outcome(raw, "ok", None, output)


def _list_choices(output: Mapping[str, Any]) -> list[dict[str, Any]]:
    choices = output.get("choices")
    return [choice for choice in choices if isinstance(choice, dict)] if isinstance(choices, list) else []


def _extract_reply_text(content: object, texts: _AttachedTexts) -> tuple[str, bool]:
    """Return the reply without its reasoning, and whether it is a refusal."""
    if isinstance(content, str):
        return texts.resolve(content), False
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    text_parts = [part for part in parts if part.get("type") == "text"]
    return "\n".join(texts.resolve(part.get("text")) for part in text_parts), any(
        part.get("refusal") is True for part in text_parts
    )


def _format_line(text: str) -> str:
    return to_single_line(text)[:MAX_ERROR]


def _extract_question(sample: Mapping[str, Any], texts: _AttachedTexts) -> str:
    """Return the data set's question, before templates."""
    sample_input = sample.get("input")
    if isinstance(sample_input, str):
        return texts.resolve(sample_input)
    messages = list(_read_prompt_messages(sample_input, texts)) if isinstance(sample_input, list) else []
    return "\n\n".join(filter(None, (message.text.removesuffix("(Image)").strip() for message in messages)))


def _extract_options_and_target(sample: Mapping[str, Any], prompt: str) -> tuple[tuple[str, ...] | None, str]:
    """Return the options in the order in which the model saw them, and the right one's letter in that order.

    Source: multiple_choice(shuffle=True) keeps `choices` and `target` in the data set's order.
    """
    target = sample.get("target")
    if isinstance(target, list):
        target = target[0] if len(target) == 1 else ", ".join(map(str, target))
    stated = target if isinstance(target, str) else ""
    choices = sample.get("choices")
    if not isinstance(choices, list) or not choices or not all(isinstance(choice, str) for choice in choices):
        return None, stated
    stated_options = tuple(choices)
    options = find_options(prompt)
    if options is None or sorted(options) != sorted(option.strip() for option in stated_options):
        return stated_options, stated
    right = (
        stated_options[LETTERS.index(stated)].strip()
        if len(stated) == 1 and stated in LETTERS[: len(stated_options)]
        else stated.strip()
    )
    return options, LETTERS[options.index(right)] if options.count(right) == 1 else stated


def _find_score(scores: Mapping[str, Any]) -> float | None:
    """Return the log's own score from 0 to 1."""
    values = {name: get_path(score, "value") for name, score in scores.items()}
    return find_external_score({name: _SCORE_BY_GRADE.get(value, value) if isinstance(value, str) else value
                       for name, value in values.items()})  # fmt: skip


def _find_answer(scores: Mapping[str, Any]) -> str | None:
    answers = [answer for score in scores.values() if (answer := get_text(score, "answer"))]
    return answers[0] if len(answers) == 1 else None


def _parse_number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < float("inf") else None  # type: ignore[operator, arg-type]
