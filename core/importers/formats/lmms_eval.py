"""Samples of lmms-eval: JSON lines since 0.3, before that one object with the arguments and all samples of a task.

The results file beside the lines states the model and the time. Its time zone is that of Singapore unless the user
chose another one.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.importers.data_uri import decode_data_uri
from core.importers.external_scores import find_external_score
from core.importers.harness_results import LIKELIHOOD, HarnessResults, detect_program, parse_model, read_results
from core.importers.json_lines import read_json_lines
from core.importers.json_stream import read_list_objects, read_value_at
from core.importers.peek import has_keys, read_first_item, read_first_object
from core.importers.prompt_options import find_options
from core.importers.prompt_text import extract_prompt_text
from core.importers.records import Grade, ImportedReply, ImportedRun, RejectedRow, Rows
from core.importers.row_metadata import collect_facts, collect_names, normalise_settings
from core.importers.sidecar_files import get_object, get_path, get_text
from core.importers.trilens_metadata import KEY, restore_trilens_fields
from core.records import ReplyStatus

PROGRAM = "lmms-eval"
DEFAULT_ZONE = "Asia/Singapore"

_NAME = re.compile(r"(?P<time>\d{8}_\d{6})_samples_(?P<task>.+)\.jsonl")
_OF_OBJECT = ("args", "model_configs", "logs")
_KEYS = {"doc_id", "filtered_resps", "input"}
_NO_METRICS = {
    *_KEYS, "target", "resps", "doc", "arguments", "doc_hash", "prompt_hash", "target_hash", "token_counts",
    "input_media", "filter", "metrics", KEY,
}  # fmt: skip

_FAILED = re.compile(r"\[LMMS_EVAL_REQUEST_FAILED[^\]]{0,80}\]\s*")
_NULL = "None"
"""The text that replaces an answer without content."""

_NOTES = (
    "The log does not show whether a reply was cut, refused or filtered: a cut one looks whole, a filtered one empty.",
    "Images were decoded, turned upright and sent as PNG.",
)


def classify_file(path: Path, head: bytes) -> Grade:
    """Return `yes` if the file holds samples, or `part` if it is a results file."""
    if detect_program(path, head) == "lmms-eval":
        return "part"
    if has_keys(path, head, *_OF_OBJECT):
        return "yes" if "doc_id" in read_first_item(path, "logs") else "no"
    return "yes" if read_first_object(path, head, "filtered_resps").keys() >= _KEYS else "no"


def read(path: Path) -> Rows:
    """Yield the replies of a file of samples.

    Raises:
        OSError: the file cannot be read.
        ReplyFileError: an object of an old log is truncated.
    """
    with path.open("rb") as file:
        is_object = has_keys(path, file.read(1024), *_OF_OBJECT)
    run = _build_run_from_object(path) if is_object else _build_run_from_lines(path)
    seen: set[object] = set()
    for place, row in _read_rows(path, is_object=is_object):
        if isinstance(row, str):
            yield RejectedRow(place, row)
        elif not isinstance(key := row.get("doc_id"), int | str):
            yield RejectedRow(place, "it has no doc_id")
        elif key in seen:
            yield RejectedRow(place, f"doc_id {key} appears twice")
        else:
            seen.add(key)
            yield _parse_reply(run, place, row)


def _read_rows(path: Path, *, is_object: bool) -> Iterator[tuple[str, dict[str, Any] | str]]:
    kind, rows = ("sample", read_list_objects(path, "logs")) if is_object else ("line", read_json_lines(path))
    yield from ((f"{kind} {number}", row) for number, row in rows)


def _parse_reply(run: ImportedRun, place: str, row: dict[str, Any]) -> ImportedReply | RejectedRow:
    filtered = _find_first_text(row.get("filtered_resps"))
    raw = filtered if row.get("resps") is None else _find_first_text(row["resps"])
    if not isinstance(raw, str | None):
        what = f"its reply is not a text, but {type(raw).__name__}"
        return RejectedRow(place, LIKELIHOOD if isinstance(raw, float) else what)
    tokens = _parse_tokens(row)
    status, error = _parse_outcome(raw, tokens["output_tokens"])
    doc = get_object(row, "doc")
    media = row.get("input_media")
    media = media if isinstance(media, list) else []
    pictures = tuple(picture for one in media if isinstance(one, str) and (picture := decode_data_uri(one)))
    metrics = {name: value for name, value in row.items() if name not in _NO_METRICS}
    prompt = _extract_prompt(row)
    question = get_text(doc, "question")
    row_said = ImportedReply(
        run,
        place,
        raw if status in ("ok", "cut") else None,
        status,
        error,
        key=str(row["doc_id"]),
        names=_collect_names(doc, media, metrics, {str(raw), str(filtered)}),
        pictures=pictures,
        prompt=prompt,
        question=question if question in prompt else "",
        options=find_options(prompt),
        target=str(row.get("target", "")),
        said_score=find_external_score(metrics),
        said_answer=filtered if isinstance(filtered, str) and filtered != raw else None,
        metadata=collect_facts(doc),
        input_tokens=tokens["input_tokens"],
        output_tokens=tokens["output_tokens"],
    )
    return restore_trilens_fields(row_said, raw, row.get(KEY))


def _find_first_text(replies: object) -> object:
    """Return the first of replies that are alone, in a list, or in lists of lists."""
    while isinstance(replies, list) and replies:
        replies = replies[0]
    return None if replies == [] else replies


def _parse_outcome(raw: str | None, output_tokens: int | None) -> tuple[ReplyStatus, str | None]:
    """Return the outcome of the question: the program writes failures in place of replies, and scores them as wrong."""
    if raw is None or not raw.strip():
        return "empty", "no text"
    if failure := _FAILED.match(raw):
        return "api_error", raw[failure.end() :].strip() or failure[0].strip()
    if raw == _NULL and (output_tokens is None or output_tokens <= 1):
        return "empty", "no content, which the log writes as None; it may have been filtered"
    return "ok", None


def _parse_tokens(row: dict[str, Any]) -> dict[str, int | None]:
    counts = row.get("token_counts")
    first = counts[0] if isinstance(counts, list) and counts else {}
    found = {name: get_path(first, name) for name in ("input_tokens", "output_tokens")}
    return {
        name: value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
        for name, value in found.items()
    }


def _extract_prompt(row: dict[str, Any]) -> str:
    """Return the text that was sent: the first argument, in lists of lists up to 0.2."""
    return extract_prompt_text(row["input"] if "input" in row else _find_first_text(row.get("arguments")))


def _collect_names(doc: object, media: object, metrics: Mapping[str, Any], replies: set[str]) -> tuple[str, ...]:
    """Return texts of the row's data, media and metrics; a metric's copy of the reply names no case."""
    return tuple(name for name in collect_names(doc, media, _select_task_objects(metrics)) if name not in replies)


_OF_A_REPLY = re.compile(r"pred|pars|resp|repl|answer|output|generat|extract|raw", re.IGNORECASE)


def _select_task_objects(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """Return objects among the metrics, as tasks fill them, without what they took from the reply."""
    return {
        name: {key: part for key, part in value.items() if not _OF_A_REPLY.search(key)}
        for name, value in metrics.items()
        if isinstance(value, dict)
    }


def _build_run_from_lines(path: Path) -> ImportedRun:
    name = _NAME.fullmatch(path.name)
    task = name["task"] if name else path.stem
    results = read_results(path.parent, f"{name['time']}_results.json") if name else HarnessResults()
    zone = get_text(results.values, "config", "resolved_cli_args", "timezone")
    written = get_text(results.values, "date") or (name["time"] if name else "")
    started_at, zone_note = _parse_start_time(written, zone)
    version = get_text(results.values, "lmms_eval_version")
    return ImportedRun(
        f"{PROGRAM} {'' if version.startswith('unknown') else version}".strip(),
        task,
        results.model,
        settings=results.get_settings(task),
        started_at=started_at,
        notes=tuple(filter(None, (*_NOTES, zone_note, results.note))),
        given=results.own_run,
        benchmark_id=results.own_benchmark,
    )


def _build_run_from_object(path: Path) -> ImportedRun:
    arguments, config = read_value_at(path, "args"), read_value_at(path, "model_configs")
    started_at, zone_note = _parse_start_time(get_text({"time": read_value_at(path, "time")}, "time"), "")
    return ImportedRun(
        PROGRAM,
        get_text(config, "task") or path.stem,
        parse_model(get_path(arguments, "model_args")) or get_text(arguments, "model"),
        settings=normalise_settings(get_object(config, "generation_kwargs")),
        started_at=started_at,
        notes=tuple(filter(None, (*_NOTES, zone_note))),
    )


def _parse_start_time(written: str, zone: str) -> tuple[datetime | None, str]:
    """Parse the time as the program writes it, `20261122_032302`, with its zone, and return a note for the user.

    Args:
        written: local time in the zone.
        zone: its name; empty if the log does not state it.
    """
    try:
        time = datetime.strptime(written, "%Y%m%d_%H%M%S")
    except ValueError:
        return None, ""
    try:
        started_at = time.replace(tzinfo=ZoneInfo(zone or DEFAULT_ZONE)).astimezone(UTC)
    except (ZoneInfoNotFoundError, ValueError):
        return None, f"The log's time zone {zone[:40]!r} is unknown, so its time is ignored."
    note = f"The log does not name its time zone; the program's default, {DEFAULT_ZONE}, is used."
    return started_at, "" if zone else note
