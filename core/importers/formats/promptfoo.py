"""Evaluations of promptfoo: JSON, JSON lines and CSV.

Source: docs/using/importing.md, measured with promptfoo 0.123.1.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import ReplyFileError
from core.importers.formats import promptfoo_csv
from core.importers.formats.promptfoo_row import PROGRAM, Repeats, logged_row, short_label
from core.importers.json_lines import rows_of
from core.importers.json_stream import objects_of, value_of
from core.importers.peek import first_object, has_keys
from core.importers.records import Grade, LoggedRefusal, LoggedRun, Rows
from core.importers.request_settings import sent_settings
from core.importers.sidecar_files import object_at, part_of, text_at
from core.importers.timestamps import moment_in

VERSION = 3
"""The version of `results` that is read."""

WITHOUT_REPLIES = {
    "YAML": re.compile(rb"evalId: .*\nresults:\s*\n"),
    "HTML": re.compile(rb"(?is)<!doctype html>.{0,4000}promptfoo"),
    "XML": re.compile(rb"(?s)<\?xml[^>]*>\s*<promptfoo>"),
}
"""Forms that promptfoo writes for other readers, by what they begin with."""

_KEYS = ("evalId", "results")
_OLD = re.compile(rb'\s*\{(?s:.{0,2000}?)"version"\s*:\s*[12]\s*,(?s:.*)"(?:table|results|stats)"\s*:')


def recognises(path: Path, head: bytes) -> Grade:
    """Whether the file is an evaluation, in a form that is read or in one that is refused with the reason."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    if any(form.match(text) for form in WITHOUT_REPLIES.values()) or promptfoo_csv.is_header(text):
        return "yes"
    if has_keys(path, head, *_KEYS) or (_OLD.match(text) and b'"table"' in text and b'"head"' in text):
        return "yes"
    row = first_object(path, head, "promptIdx")
    return "yes" if {"promptIdx", "testIdx"} <= row.keys() and {"gradingResult", "failureReason"} & row.keys() else "no"


def read(path: Path) -> Rows:
    """The replies of an evaluation; the repeats of a test are told by its equal values.

    Raises:
        ReplyFileError: the form, or the version of it, is not read, or the file is broken.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(65_536).removeprefix(b"\xef\xbb\xbf")
    for name, form in WITHOUT_REPLIES.items():
        if form.match(head):
            raise ReplyFileError(
                f"{path.name} is promptfoo's {name}. Export it as JSON and import that: `promptfoo export eval ID -o "
                "out.json`."
            )
    if promptfoo_csv.is_header(head):
        return promptfoo_csv.read(path)
    return _of_json(path) if has_keys(path, head, *_KEYS) or _OLD.match(head) else _of_lines(path)


def _of_lines(path: Path) -> Rows:
    repeats, runs = Repeats(), _Runs({})
    for number, row in rows_of(path):
        if isinstance(row, str):
            yield LoggedRefusal(f"line {number}", row)
        else:
            yield logged_row(row, runs.of(row), repeats, f"line {number}")


def _of_json(path: Path) -> Rows:
    try:
        evaluation = value_of(path, without=("results.results", "results.table", "results.outputs", "table", "vars"))
        version = part_of(evaluation, "results", "version") or evaluation.get("version")
        if version != VERSION:
            raise ReplyFileError(
                f"{path.name} is of version {str(version)[:20]} of promptfoo's results; version {VERSION} is read. "
                "Open it with a current promptfoo (`promptfoo import`) and export it anew."
            )
        repeats, runs = Repeats(), _Runs(evaluation)
        for number, row in objects_of(path, "results", "results"):
            if isinstance(row, str):
                yield LoggedRefusal(f"result {number}", row)
            else:
                yield logged_row(row, runs.of(row), repeats, f"result {number}")
    except ValueError as error:
        raise ReplyFileError(f"{path.name} is broken: {error}.") from error


class _Runs:
    """The runs of an evaluation: one for each prompt with each provider, which promptfoo numbers together."""

    def __init__(self, evaluation: Mapping[str, Any]) -> None:
        self._evaluation = evaluation
        prompts = part_of(evaluation, "results", "prompts")
        labels = [text_at(prompt, "label") for prompt in prompts] if isinstance(prompts, list) else []
        self._is_one_prompt = len(set(labels)) == 1
        self._known: dict[tuple[object, str, str], LoggedRun] = {}

    def of(self, row: Mapping[str, Any]) -> LoggedRun:
        """The run of a result."""
        provider = row.get("provider")
        asked = provider if isinstance(provider, str) else text_at(provider, "id")
        label = text_at(provider, "label")
        key = str(row.get("promptIdx")), asked, label
        if key not in self._known:
            self._known[key] = self._run(asked, label, text_at(row, "prompt", "label"))
        return self._known[key]

    def _run(self, asked: str, label: str, prompt_label: str) -> LoggedRun:
        settings = sent_settings(self._configuration(asked, label))
        if label and not asked.endswith(label):
            settings["provider_label"] = short_label(label)
        version = text_at(self._evaluation, "metadata", "promptfooVersion")
        return LoggedRun(
            f"{PROGRAM} {version}".strip(),
            text_at(self._evaluation, "config", "description") or short_label(prompt_label) or "evaluation",
            asked,
            prompt_label="" if self._is_one_prompt else short_label(prompt_label),
            settings=settings,
            started_at=moment_in(text_at(self._evaluation, "results", "timestamp")),
        )

    def _configuration(self, asked: str, label: str) -> dict[str, Any]:
        """What the configuration says of a provider: by its id, and by its label where several have that id."""
        providers = part_of(self._evaluation, "config", "providers")
        of_id = [one for one in providers if text_at(one, "id") == asked] if isinstance(providers, list) else []
        of_label = [one for one in of_id if text_at(one, "label") == label]
        return object_at(next(iter(of_label or of_id), {}), "config")
