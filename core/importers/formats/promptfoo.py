"""Evaluations of promptfoo: JSON, JSON lines and CSV.

Source: docs/using/importing.md, measured with promptfoo 0.123.1.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import ReplyFileError
from core.importers.formats import promptfoo_csv
from core.importers.formats.promptfoo_row import PROGRAM, RepeatCounter, parse_row, trim_label
from core.importers.json_lines import read_json_lines
from core.importers.json_stream import read_list_objects, read_value_at
from core.importers.peek import has_keys, read_first_object
from core.importers.records import Grade, ImportedRun, RejectedRow, Rows
from core.importers.request_settings import extract_settings
from core.importers.sidecar_files import get_object, get_path, get_text
from core.importers.timestamps import parse_iso_time

VERSION = 3
"""The version of `results` that is read."""

WITHOUT_REPLIES = {
    "YAML": re.compile(rb"evalId: .*\nresults:\s*\n"),
    "HTML": re.compile(rb"(?is)<!doctype html>.{0,4000}promptfoo"),
    "XML": re.compile(rb"(?s)<\?xml[^>]*>\s*<promptfoo>"),
}
"""Formats that promptfoo writes for other readers, by their first bytes."""

_KEYS = ("evalId", "results")
_OLD = re.compile(rb'\s*\{(?s:.{0,2000}?)"version"\s*:\s*[12]\s*,(?s:.*)"(?:table|results|stats)"\s*:')


def classify_file(path: Path, head: bytes) -> Grade:
    """Return whether the file is an evaluation, in a format that is read or in one that is refused with the reason."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    if any(form.match(text) for form in WITHOUT_REPLIES.values()) or promptfoo_csv.is_header(text):
        return "yes"
    if has_keys(path, head, *_KEYS) or (_OLD.match(text) and b'"table"' in text and b'"head"' in text):
        return "yes"
    row = read_first_object(path, head, "promptIdx")
    return "yes" if {"promptIdx", "testIdx"} <= row.keys() and {"gradingResult", "failureReason"} & row.keys() else "no"


def read(path: Path) -> Rows:
    """Yield the replies of an evaluation; repeats of a test are recognised by their equal values.

    Raises:
        ReplyFileError: the format or its version is unsupported, or the file is broken.
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
    return _read_json(path) if has_keys(path, head, *_KEYS) or _OLD.match(head) else _read_lines(path)


def _read_lines(path: Path) -> Rows:
    repeats, runs = RepeatCounter(), _Runs({})
    for number, row in read_json_lines(path):
        if isinstance(row, str):
            yield RejectedRow(f"line {number}", row)
        else:
            yield parse_row(row, runs.find_run(row), repeats, f"line {number}")


def _read_json(path: Path) -> Rows:
    try:
        evaluation = read_value_at(
            path, without=("results.results", "results.table", "results.outputs", "table", "vars")
        )
        version = get_path(evaluation, "results", "version") or evaluation.get("version")
        if version != VERSION:
            raise ReplyFileError(
                f"{path.name} is of version {str(version)[:20]} of promptfoo's results; version {VERSION} is read. "
                "Open it with a current promptfoo (`promptfoo import`) and export it again."
            )
        repeats, runs = RepeatCounter(), _Runs(evaluation)
        for number, row in read_list_objects(path, "results", "results"):
            if isinstance(row, str):
                yield RejectedRow(f"result {number}", row)
            else:
                yield parse_row(row, runs.find_run(row), repeats, f"result {number}")
    except ValueError as error:
        raise ReplyFileError(f"{path.name} is broken: {error}.") from error


class _Runs:
    """The runs of an evaluation: one for each prompt with each provider, which promptfoo numbers together."""

    def __init__(self, evaluation: Mapping[str, Any]) -> None:
        self._evaluation = evaluation
        prompts = get_path(evaluation, "results", "prompts")
        labels = [get_text(prompt, "label") for prompt in prompts] if isinstance(prompts, list) else []
        self._is_one_prompt = len(set(labels)) == 1
        self._known: dict[tuple[object, str, str], ImportedRun] = {}

    def find_run(self, row: Mapping[str, Any]) -> ImportedRun:
        """Return the run of a result."""
        provider = row.get("provider")
        asked = provider if isinstance(provider, str) else get_text(provider, "id")
        label = get_text(provider, "label")
        key = str(row.get("promptIdx")), asked, label
        if key not in self._known:
            self._known[key] = self._run(asked, label, get_text(row, "prompt", "label"))
        return self._known[key]

    def _run(self, asked: str, label: str, prompt_label: str) -> ImportedRun:
        settings = extract_settings(self._find_configuration(asked, label))
        if label and not asked.endswith(label):
            settings["provider_label"] = trim_label(label)
        version = get_text(self._evaluation, "metadata", "promptfooVersion")
        return ImportedRun(
            f"{PROGRAM} {version}".strip(),
            get_text(self._evaluation, "config", "description") or trim_label(prompt_label) or "evaluation",
            asked,
            prompt_label="" if self._is_one_prompt else trim_label(prompt_label),
            settings=settings,
            started_at=parse_iso_time(get_text(self._evaluation, "results", "timestamp")),
        )

    def _find_configuration(self, asked: str, label: str) -> dict[str, Any]:
        """Return a provider's configuration: by its id, and by its label if several have that id."""
        providers = get_path(self._evaluation, "config", "providers")
        of_id = (
            [provider for provider in providers if get_text(provider, "id") == asked]
            if isinstance(providers, list)
            else []
        )
        of_label = [one for one in of_id if get_text(one, "label") == label]
        return get_object(next(iter(of_label or of_id), {}), "config")
