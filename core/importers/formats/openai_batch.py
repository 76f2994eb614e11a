"""Batches of OpenAI, and the similar ones of Anthropic and Gemini: output, errors and input together.

The output lists the requests in any order; prompts, settings and images are in the input alone.

Source: docs/using/importing.md.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from core.importers.formats.batch_answers import ProviderReply, parse_batch_replies
from core.importers.formats.batch_files import BatchFiles, RequestIndex, detect_role, find_batch, get_request_name
from core.importers.json_lines import read_json_lines
from core.importers.prompt_options import find_options
from core.importers.prompt_text import extract_prompt_text
from core.importers.records import Grade, ImportedReply, ImportedRun, RejectedRow, Rows
from core.importers.request_images import find_image_addresses, find_images
from core.importers.request_settings import extract_settings
from core.importers.row_metadata import collect_names
from core.importers.sidecar_files import get_object, get_text

PROGRAMS = {"key": "Gemini Batch", "result": "Anthropic Batch"}
"""The program by a key that only its rows have."""

WITHOUT_INPUT = "The batch's input is not beside it, so prompts, images and settings are unknown."
SEVERAL_INPUTS = (
    "This folder holds several batches, and the names do not show which input belongs to this one; give its files the "
    "same name except for `input`, `output` and `errors`, or a separate folder."
)


def classify_file(path: Path, head: bytes) -> Grade:
    """Classify a file: one with replies is `yes`; input, status, and errors beside their output are `part`."""
    role = detect_role(path, head)
    if role == "answered":
        return "yes"
    if role == "failed":
        return "part" if find_batch(path).answered else "yes"
    return "part" if role else "no"


def read(path: Path) -> Rows:
    """Yield the replies of a batch, its failed requests, and those of its input without any result.

    Raises:
        OSError: a file cannot be read.
    """
    batch = find_batch(path)
    requests, runs = RequestIndex(batch.sent), _Runs(batch)
    seen: set[str] = set()
    for place, row in _read_rows(batch, path):
        if isinstance(row, str) or not (key := get_request_name(row)):
            yield RejectedRow(place, row if isinstance(row, str) else "it has no custom_id")
            continue
        if key in seen:
            yield RejectedRow(place, f"custom_id {key[:60]!r} appears twice")
            continue
        seen.add(key)
        request = requests.get_request(key)
        for number, answer in enumerate(parse_batch_replies(row), start=1):
            yield _parse_reply(runs.find_run(request, answer, row), place, key, request, answer, number)
    for key in requests:
        if key not in seen:
            request = requests.get_request(key)
            answer = ProviderReply(None, "missing", "neither the output nor the errors name the request")
            yield _parse_reply(runs.find_run(request, answer, {}), f"request {key[:60]}", key, request, answer, 1)


def _read_rows(batch: BatchFiles, named: Path) -> Iterator[tuple[str, dict[str, Any] | str]]:
    for path in filter(None, (batch.answered, batch.failed)):
        for number, row in read_json_lines(path):
            yield f"line {number}" + ("" if path == named else f" of {path.name}"), row


def _parse_reply(
    run: ImportedRun, place: str, key: str, request: Mapping[str, Any], answer: ProviderReply, number: int
) -> ImportedReply:
    sent = _list_messages(_get_body(request))
    prompt = extract_prompt_text(sent)
    return ImportedReply(
        run,
        place if number == 1 else f"{place}, choice {number}",
        answer.raw,
        answer.status,
        answer.error,
        number,
        key=key,
        names=(key, *collect_names(get_object(_get_body(request), "metadata")), *find_image_addresses(sent)),
        pictures=find_images(sent),
        prompt=prompt,
        options=find_options(prompt),
        input_tokens=answer.input_tokens,
        output_tokens=answer.output_tokens,
        api_model=answer.model or None,
    )


def _get_body(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was sent to the model, in the form of each provider."""
    return next((get_object(request, name) for name in ("body", "params", "request") if name in request), {})


def _list_messages(body: Mapping[str, Any]) -> list[Any]:
    """Return the messages: of a chat, of a response, whose instructions come first, or of Gemini."""
    before = [body[name] for name in ("instructions", "system") if isinstance(body.get(name), str | list)]
    system = [get_object(body, name) for name in ("system_instruction", "systemInstruction") if name in body]
    found: object = next((body[name] for name in ("messages", "input", "contents") if name in body), [])
    shown = [found] if isinstance(found, str) else found if isinstance(found, list) else []
    heads = [{"content": one} for one in before] + system
    return [{"content": one["parts"]} if isinstance(one, dict) and "parts" in one else one for one in (*heads, *shown)]


class _Runs:
    """The runs of a batch: one for each model and settings that were sent together."""

    def __init__(self, batch: BatchFiles) -> None:
        self._batch = batch
        self._known: dict[str, ImportedRun] = {}

    def find_run(self, request: Mapping[str, Any], answer: ProviderReply, row: Mapping[str, Any]) -> ImportedRun:
        """Return the run of a request; if the model is unknown, the only known run."""
        body = _get_body(request)
        model = get_text(body, "model") or answer.model
        if not model and len(self._known) == 1:
            return next(iter(self._known.values()))
        settings = extract_settings(body | get_object(body, "generation_config") | get_object(body, "generationConfig"))
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
    ) -> ImportedRun:
        batch = self._batch
        status, about = get_text(batch.status, "status"), get_object(batch.status, "metadata")
        task = next((text for name in ("task", "name", "description") if (text := get_text(about, name))), "")
        without = SEVERAL_INPUTS if batch.several_sent else WITHOUT_INPUT
        return ImportedRun(
            next((name for key, name in PROGRAMS.items() if key in row), "OpenAI Batch"),
            task or batch.name or "batch",
            model,
            settings=settings,
            started_at=started_at,
            ended="" if status in ("", "completed") else f"the batch is {status}",
            notes=() if batch.sent else (without,),
        )
