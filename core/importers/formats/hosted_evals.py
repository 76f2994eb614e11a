"""Output items of OpenAI's hosted Evals: as JSON lines, as a list, or as pages of the interface.

Source: OpenAI, API reference, "Evals: get an output item of an eval run"; docs/using/importing.md. No dump of a real
run was available.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from core.formatting import to_single_line
from core.importers.external_scores import find_external_score
from core.importers.json_lines import read_json_lines
from core.importers.json_stream import read_list_objects
from core.importers.peek import has_keys, is_json_list, read_first_item, read_first_object
from core.importers.prompt_options import find_options
from core.importers.prompt_text import extract_prompt_text
from core.importers.records import Grade, ImportedReply, ImportedRun, Logged, RejectedRow, Rows
from core.importers.request_images import find_image_addresses, find_images
from core.importers.row_metadata import collect_facts, collect_names, normalise_settings
from core.importers.sidecar_files import get_object, get_path, get_text, to_count
from core.importers.timestamps import parse_unix_time
from core.records import ReplyStatus

PROGRAM = "OpenAI Evals hosted"
ITEM = "eval.run.output_item"

NO_SAMPLE = "it has no sample, so the request and the reply are unknown"
NO_OUTPUT = "its sample has neither output nor error: the evaluation graded existing data and asked no model"

_Layout = Literal["lines", "list", "page", ""]

_SETTINGS = ("temperature", "max_completion_tokens", "top_p", "seed")
_TARGETS = (
    "ground_truth", "answer", "target", "expected", "reference", "ideal", "correct_answer", "correct_label", "label"
)  # fmt: skip
"""Keys under which data have the right answer, since the interface defines none."""

_ENDINGS: dict[str, tuple[ReplyStatus, str]] = {
    "length": ("cut", "it was cut at the token limit"),
    "max_output_tokens": ("cut", "it was cut at the token limit"),
    "content_filter": ("filtered", "held back by the provider's content filter"),
}
_MAX_ERROR = 500
_NOTE = "Output items name neither evaluation nor run, so their ids are shown, and lack latencies."


def classify_file(path: Path, head: bytes) -> Grade:
    """Return whether the file begins with an output item."""
    return "yes" if _detect_layout(path, head) else "no"


def read(path: Path) -> Rows:
    """Yield the replies of the items; refuse an item of another kind, or without a reply.

    Raises:
        OSError: the file cannot be read.
        ValueError: a list or a page is truncated.
    """
    with path.open("rb") as file:
        layout = _detect_layout(path, file.read(2**16))
    runs: dict[tuple[str, str], ImportedRun] = {}
    repeats: Counter[tuple[ImportedRun, str]] = Counter()
    for location, item in _read_items(path, layout):
        yield _parse_item(location, item, runs, repeats) if isinstance(item, dict) else RejectedRow(location, item)


def _detect_layout(path: Path, head: bytes) -> _Layout:
    if read_first_object(path, head, "datasource_item").get("object") == ITEM:
        return "lines"
    if is_json_list(head):
        return "list" if read_first_item(path).get("object") == ITEM else ""
    is_page = has_keys(path, head, "data") and read_first_item(path, "data").get("object") == ITEM
    return "page" if is_page else ""


def _read_items(path: Path, layout: _Layout) -> Iterator[tuple[str, dict[str, Any] | str]]:
    if layout == "lines":
        yield from ((f"line {number}", row) for number, row in read_json_lines(path))
    else:
        keys = ("data",) if layout == "page" else ()
        yield from ((f"item {number}", row) for number, row in read_list_objects(path, *keys))


def _parse_item(
    location: str,
    item: Mapping[str, Any],
    runs: dict[tuple[str, str], ImportedRun],
    repeats: Counter[tuple[ImportedRun, str]],
) -> Logged:
    sample = get_object(item, "sample")
    if item.get("object") != ITEM:
        return RejectedRow(location, f"it is not an {ITEM}")
    if not sample:
        return RejectedRow(location, NO_SAMPLE)
    if not _list_messages(sample) and not _describe_failure(sample):
        return RejectedRow(location, NO_OUTPUT)
    run = _build_run(item, sample, runs)
    key = str(item.get("datasource_item_id", ""))
    repeats[run, key] += 1
    raw, status, error = _parse_outcome(sample)
    sent = sample.get("input")
    prompt = extract_prompt_text(sent)
    data = _get_data(item)
    about = {name: value for name, value in data.items() if name.lower() not in _TARGETS}
    return ImportedReply(
        run,
        f"{location}, data item {to_single_line(key)[:60]}" if key else location,
        raw,
        status,
        error,
        repeats[run, key] if key else 1,
        key=key,
        names=(*collect_names(about), *find_image_addresses([sent, about])),
        pictures=find_images(sent) or find_images(about),
        prompt=prompt,
        options=find_options(prompt),
        target=next((str(data[name]) for name in _TARGETS if isinstance(data.get(name), str | int | float)), ""),
        said_score=None if status == "api_error" else _find_score(item),
        metadata=collect_facts(about),
        input_tokens=to_count(get_path(sample, "usage", "prompt_tokens")),
        output_tokens=to_count(get_path(sample, "usage", "completion_tokens")),
        api_model=get_text(sample, "model") or None,
    )


def _build_run(
    item: Mapping[str, Any], sample: Mapping[str, Any], runs: dict[tuple[str, str], ImportedRun]
) -> ImportedRun:
    """Return the run of an item; one file may hold the items of several."""
    key = get_text(item, "run_id"), get_text(sample, "model")
    if key not in runs:
        runs[key] = ImportedRun(
            PROGRAM,
            get_text(item, "eval_id") or "evaluation",
            key[1],
            key[0],
            normalise_settings({name: sample.get(name) for name in _SETTINGS}),
            parse_unix_time(item.get("created_at")),
            notes=(_NOTE,),
        )
    return runs[key]


def _get_data(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of the user's data: the item itself, or its value under `item`."""
    data = get_object(item, "datasource_item")
    return get_object(data, "item") or data


def _list_messages(sample: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the messages of the model's output; a message without a role is the model's."""
    output = sample.get("output")
    messages = [message for message in output if isinstance(message, dict)] if isinstance(output, list) else []
    return [message for message in messages if (get_text(message, "role") or "assistant") == "assistant"]


def _describe_failure(sample: Mapping[str, Any]) -> str:
    error = get_object(sample, "error")
    texts = [get_text(error, "code"), get_text(error, "message")]
    return to_single_line(": ".join(filter(None, texts)))[:_MAX_ERROR]


def _parse_outcome(sample: Mapping[str, Any]) -> tuple[str | None, ReplyStatus, str | None]:
    """Return the last message, the outcome of the question, and the reason."""
    if failure := _describe_failure(sample):
        return None, "api_error", failure
    message = _list_messages(sample)[-1]
    raw = extract_prompt_text([message]) or None
    if (ended := get_text(sample, "finish_reason")) in _ENDINGS:
        return raw, *_ENDINGS[ended]
    if refusal := get_text(message, "refusal"):
        return raw or refusal, "refused", "the model declined"
    if raw and raw.strip():
        return raw, "ok", None
    return raw, "empty", "it called a tool and wrote no text" if message.get("tool_calls") else "no text"


def _find_score(item: Mapping[str, Any]) -> float | None:
    """Return the graders' score: a number from 0 to 1 unchanged; for any other number, whether it passed."""
    results = item.get("results")
    graded = [result for result in results if isinstance(result, dict)] if isinstance(results, list) else []
    scores = {}
    for number, result in enumerate(graded):
        score = find_external_score({"score": result.get("score")})
        scores[get_text(result, "name") or f"grader {number}"] = result.get("passed") if score is None else score
    return find_external_score(scores) if scores else None
