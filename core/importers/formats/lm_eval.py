"""Samples of lm-evaluation-harness: JSON lines since 0.4.3, one JSON array before.

A document has one row per filter of the task; the model's reply is the same in all of them, so the first counts.
Only the results file beside it names the model; that file has the same time in its name.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.digest import compute_digest
from core.importers.external_scores import find_external_score
from core.importers.harness_results import LIKELIHOOD, HarnessResults, detect_program, read_results
from core.importers.json_lines import read_json_lines
from core.importers.json_stream import read_list_objects
from core.importers.peek import is_json_list, read_first_item, read_first_object
from core.importers.prompt_options import find_options
from core.importers.prompt_text import extract_prompt_text
from core.importers.records import Grade, ImportedImage, ImportedReply, ImportedRun, RejectedRow, Rows
from core.importers.row_metadata import collect_facts, collect_names, normalise_settings
from core.importers.sidecar_files import get_object, get_path, get_text, is_regular
from core.importers.timestamps import parse_unix_time
from core.importers.trilens_metadata import KEY, restore_trilens_fields

PROGRAM = "lm-evaluation-harness"

_NAME = re.compile(r"samples_(?P<task>.+)_(?P<time>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?)\.jsonl")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_NUMBER = re.compile(r"-?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|inf)|nan")
_KEYS = {"doc_id", "doc", "arguments", "resps"}
_NO_METRICS = {*_KEYS, "target", "filtered_resps", "filter", "metrics", "doc_hash", "prompt_hash", "target_hash"}
_NOT_FOUND = "[invalid]"

_NO_STATUS = (
    "The log does not show why a reply is empty: the model was silent, declined or was filtered. A reply cut at the"
    " token limit looks whole."
)
_AS_PNG = "Images were decoded and sent as PNG."


def classify_file(path: Path, head: bytes) -> Grade:
    """Return `yes` if the file holds samples, or `part` if it is a results file."""
    if detect_program(path, head) == "lm-eval":
        return "part"
    is_array = is_json_list(head)
    first = read_first_item(path) if is_array else read_first_object(path, head, "doc_id")
    return "yes" if first.keys() >= _KEYS and "input" not in first else "no"


def read(path: Path) -> Rows:
    """Yield the replies of a file of samples; each repeat is one, and of each document the first filter counts.

    Raises:
        OSError: the file cannot be read.
        ReplyFileError: an array of samples is truncated.
    """
    task, results = _find_task_and_results(path)
    run: ImportedRun | None = None
    first_rows: dict[object, tuple[object, str]] = {}
    for location, row in _read_rows(path):
        if isinstance(row, str) or (reason := _find_problem(row)):
            yield RejectedRow(location, row if isinstance(row, str) else reason)
            continue
        what = row.get("filter"), compute_digest([repr(row["resps"])])
        if (before := first_rows.setdefault(row["doc_id"], what)) is not what:
            if not _is_another_filter(before, what):
                yield RejectedRow(location, f"doc_id {row['doc_id']} appears twice")
            continue
        run = run or _build_run(task, results, row)
        yield from _parse_replies(run, location, row)


def _read_rows(path: Path) -> Iterator[tuple[str, dict[str, Any] | str]]:
    with path.open("rb") as file:
        is_array = is_json_list(file.read(1024))
    kind, rows = ("sample", read_list_objects(path)) if is_array else ("line", read_json_lines(path))
    yield from ((f"{kind} {number}", row) for number, row in rows)


def _find_problem(row: dict[str, Any]) -> str:
    if not isinstance(row.get("doc_id"), int | str):
        return "it has no doc_id"
    replies = row.get("resps")
    if not isinstance(replies, list) or not replies or replies[0] == []:
        return "it has no reply (resps)"
    return LIKELIHOOD if _is_likelihood(row) else ""


def _is_likelihood(row: dict[str, Any]) -> bool:
    """Return whether options or a text were scored by likelihood: then the request has no generation settings."""
    sent = _extract_sent(row)
    first = row["resps"][0][0] if isinstance(row["resps"][0], list) else row["resps"][0]
    if isinstance(first, list):
        return True
    settings = sent[1] if len(sent) > 1 else None
    return isinstance(settings, str) or (settings is None and bool(_NUMBER.fullmatch(str(first))))


def _is_another_filter(before: tuple[object, str], this: tuple[object, str]) -> bool:
    """Return whether two rows of a document differ only in their filter; before filters were named, in nothing."""
    return before[1] == this[1] and (this[0] is None or before[0] != this[0])


def _extract_sent(row: dict[str, Any]) -> list[Any]:
    """Return prompt, settings and images: an object with names since 0.4.3, a list of lists before."""
    arguments = row.get("arguments")
    if isinstance(arguments, dict):
        first = get_object(arguments, "gen_args_0")
        return [first[name] for name in ("arg_0", "arg_1", "arg_2") if name in first]
    return arguments[0] if isinstance(arguments, list) and arguments and isinstance(arguments[0], list) else []


def _parse_replies(run: ImportedRun, location: str, row: dict[str, Any]) -> Rows:
    replies = row["resps"][0] if isinstance(row["resps"][0], list) else row["resps"]
    sent = _extract_sent(row)
    doc = dict(get_object(row, "doc"))
    key = doc.pop(KEY, None)
    prompt = extract_prompt_text(sent[0]) if sent else ""
    question = get_text(doc, "question")
    filtered = row.get("filtered_resps")
    filtered_text = filtered[0] if isinstance(filtered, list) and filtered and isinstance(filtered[0], str) else None
    names = tuple(name for name in collect_names(doc) if not _SHA256.fullmatch(name) and not name.startswith("<PIL."))
    for repeat, raw in enumerate(replies, start=1):
        where = location if len(replies) == 1 else f"{location}, repeat {repeat}"
        if raw is not None and not isinstance(raw, str):
            yield RejectedRow(where, f"its reply is not a text, but {type(raw).__name__}")
            continue
        is_scored = repeat == 1 and (len(replies) == 1 or (filtered_text is not None and filtered_text in (raw or "")))
        row_said = ImportedReply(
            run,
            where,
            raw or None,
            status="ok" if raw and raw.strip() else "empty",
            error=None if raw and raw.strip() else "no text",
            repeat=repeat,
            key=str(row["doc_id"]),
            names=names,
            pictures=_list_images(sent),
            prompt=prompt,
            question=question if question in prompt else "",
            options=find_options(prompt),
            target=str(row.get("target", "")),
            said_score=find_external_score(_collect_metrics(row)) if is_scored else None,
            said_answer=filtered_text if is_scored and filtered_text not in (raw, _NOT_FOUND) else None,
            metadata=collect_facts(doc),
        )
        yield restore_trilens_fields(row_said, raw, key)


def _list_images(sent: list[Any]) -> tuple[ImportedImage, ...]:
    """Return the checksums of the images; none if they were logged as texts without information."""
    images = get_path(sent[2], "visual") if len(sent) > 2 else None
    images = images if isinstance(images, list) else []
    if not all(isinstance(image, str) and _SHA256.fullmatch(image) for image in images):
        return ()
    return tuple(ImportedImage(png_sha256=image) for image in images)


def _collect_metrics(row: dict[str, Any]) -> dict[str, Any]:
    metrics = row.get("metrics")
    names = metrics if isinstance(metrics, list) else row.keys() - _NO_METRICS
    return {name: row.get(name) for name in names if isinstance(name, str)}


def _find_task_and_results(path: Path) -> tuple[str, HarnessResults]:
    if name := _NAME.fullmatch(path.name):
        return name["task"], read_results(path.parent, f"_{name['time']}.json")
    if not is_regular(path.parent / "results.json"):
        return path.stem, HarnessResults()
    results = read_results(path.parent, "results.json")
    tasks = [task for task in get_object(results.values, "configs") if path.stem.endswith(f"_{task}")]
    return max(tasks, key=len, default=path.stem), results


def _build_run(task: str, results: HarnessResults, row: dict[str, Any]) -> ImportedRun:
    sent = _extract_sent(row)
    settings = normalise_settings(sent[1]) if len(sent) > 1 and isinstance(sent[1], dict) else {}
    version = get_text(results.values, "lm_eval_version")
    filters = get_object(results.values, "configs", task).get("filter_list")
    several = (
        f"The task has {len(filters)} filters; a reply is the unfiltered text, the score that of the first filter."
        if isinstance(filters, list) and len(filters) > 1
        else ""
    )
    return ImportedRun(
        f"{PROGRAM} {version}".strip(),
        task,
        results.model,
        settings=settings | results.get_settings(task),
        started_at=parse_unix_time(results.values.get("date")),
        notes=tuple(filter(None, (_NO_STATUS, _AS_PNG if len(sent) > 2 else "", several, results.note))),
        given=results.own_run,
        benchmark_id=results.own_benchmark,
    )
