"""Batches of OpenAI, and those of Anthropic and Gemini, which are close: output, errors and input together.

The output names the requests in any order; what was sent, and the pictures, are in the input alone.

Source: docs/using/importing.md.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from core.importers.formats.batch_answers import Answer, answers_in
from core.importers.formats.batch_files import Batch, Requests, batch_of, key_of, role_of
from core.importers.json_lines import rows_of
from core.importers.prompt_options import options_in
from core.importers.prompt_text import sent_text
from core.importers.records import Grade, LoggedRefusal, LoggedReply, LoggedRun, Rows
from core.importers.request_images import addresses_in, pictures_in
from core.importers.request_settings import sent_settings
from core.importers.row_metadata import names_in
from core.importers.sidecar_files import object_at, text_at

PROGRAMS = {"key": "Gemini Batch", "result": "Anthropic Batch"}
"""The program by a key that only its rows have."""

WITHOUT_INPUT = "The batch's input is not beside it, so prompts, pictures and settings are not known."
SEVERAL_INPUTS = (
    "Several batches lie in this folder and the names do not say which input belongs to this one; give its files the "
    "same name but for `input`, `output` and `errors`, or a folder of their own."
)


def recognises(path: Path, head: bytes) -> Grade:
    """Whether the file has replies; input, status, and errors with their output beside them are parts."""
    role = role_of(path, head)
    if role == "answered":
        return "yes"
    if role == "failed":
        return "part" if batch_of(path).answered else "yes"
    return "part" if role else "no"


def read(path: Path) -> Rows:
    """The replies of a batch, its failed requests, and those of its input that nothing is known of.

    Raises:
        OSError: a file cannot be read.
    """
    batch = batch_of(path)
    requests, runs = Requests(batch.sent), _Runs(batch)
    seen: set[str] = set()
    for place, row in _rows(batch, path):
        if isinstance(row, str) or not (key := key_of(row)):
            yield LoggedRefusal(place, row if isinstance(row, str) else "it has no custom_id")
            continue
        if key in seen:
            yield LoggedRefusal(place, f"custom_id {key[:60]!r} appears twice")
            continue
        seen.add(key)
        request = requests.of(key)
        for number, answer in enumerate(answers_in(row), start=1):
            yield _reply(runs.of(request, answer, row), place, key, request, answer, number)
    for key in requests:
        if key not in seen:
            request = requests.of(key)
            answer = Answer(None, "missing", "neither the output nor the errors name the request")
            yield _reply(runs.of(request, answer, {}), f"request {key[:60]}", key, request, answer, 1)


def _rows(batch: Batch, named: Path) -> Iterator[tuple[str, dict[str, Any] | str]]:
    for path in filter(None, (batch.answered, batch.failed)):
        for number, row in rows_of(path):
            yield f"line {number}" + ("" if path == named else f" of {path.name}"), row


def _reply(
    run: LoggedRun, place: str, key: str, request: Mapping[str, Any], answer: Answer, number: int
) -> LoggedReply:
    sent = _messages(_body(request))
    prompt = sent_text(sent)
    return LoggedReply(
        run,
        place if number == 1 else f"{place}, choice {number}",
        answer.raw,
        answer.status,
        answer.error,
        number,
        key=key,
        names=(key, *names_in(object_at(_body(request), "metadata")), *addresses_in(sent)),
        pictures=pictures_in(sent),
        prompt=prompt,
        options=options_in(prompt),
        input_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        api_model=answer.model or None,
    )


def _body(request: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent to the model, in the form of each provider."""
    return next((object_at(request, name) for name in ("body", "params", "request") if name in request), {})


def _messages(body: Mapping[str, Any]) -> list[Any]:
    """The messages: of a chat, of a response, whose instructions come first, or of Gemini."""
    before = [body[name] for name in ("instructions", "system") if isinstance(body.get(name), str | list)]
    system = [object_at(body, name) for name in ("system_instruction", "systemInstruction") if name in body]
    found: object = next((body[name] for name in ("messages", "input", "contents") if name in body), [])
    shown = [found] if isinstance(found, str) else found if isinstance(found, list) else []
    heads = [{"content": one} for one in before] + system
    return [{"content": one["parts"]} if isinstance(one, dict) and "parts" in one else one for one in (*heads, *shown)]


class _Runs:
    """The runs of a batch: one for each model and settings that were sent together."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._known: dict[str, LoggedRun] = {}

    def of(self, request: Mapping[str, Any], answer: Answer, row: Mapping[str, Any]) -> LoggedRun:
        """The run of a request; of one that nothing is known of, the only one that is known."""
        body = _body(request)
        model = text_at(body, "model") or answer.model
        if not model and len(self._known) == 1:
            return next(iter(self._known.values()))
        settings = sent_settings(body | object_at(body, "generation_config") | object_at(body, "generationConfig"))
        key = json.dumps((model, settings), sort_keys=True)
        if key not in self._known:
            self._known[key] = self._run(model, settings, answer.moment, row)
        return self._known[key]

    def _run(
        self,
        model: str,
        settings: dict[str, str | int | float | None],
        started_at: datetime | None,
        row: Mapping[str, Any],
    ) -> LoggedRun:
        batch = self._batch
        status, about = text_at(batch.status, "status"), object_at(batch.status, "metadata")
        task = next((text for name in ("task", "name", "description") if (text := text_at(about, name))), "")
        without = SEVERAL_INPUTS if batch.several_sent else WITHOUT_INPUT
        return LoggedRun(
            next((name for key, name in PROGRAMS.items() if key in row), "OpenAI Batch"),
            task or batch.name or "batch",
            model,
            settings=settings,
            started_at=started_at,
            ended="" if status in ("", "completed") else f"the batch is {status}",
            notes=() if batch.sent else (without,),
        )
