"""Output items of OpenAI's hosted Evals: JSON lines of them, a list, or the pages in which the interface gives them.

Source: OpenAI, API reference, "Evals: get an output item of an eval run"; docs/using/importing.md. No dump of a real
run is at hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from core.formatting import printable
from core.importers.external_scores import said_score
from core.importers.json_lines import rows_of
from core.importers.json_stream import objects_of
from core.importers.peek import begins_list, first_object, first_of_list, has_keys
from core.importers.prompt_options import options_in
from core.importers.prompt_text import sent_text
from core.importers.records import Grade, Logged, LoggedRefusal, LoggedReply, LoggedRun, Rows
from core.importers.request_images import addresses_in, pictures_in
from core.importers.row_metadata import facts_in, names_in, settings_in
from core.importers.sidecar_files import object_at, part_of, text_at
from core.importers.timestamps import moment_of
from core.records import ReplyStatus

PROGRAM = "OpenAI Evals hosted"
ITEM = "eval.run.output_item"

NO_SAMPLE = "it has no sample: nothing says what the model was asked and gave"
NO_OUTPUT = "its sample has neither output nor error: the evaluation graded what stood in its data, and asked no model"

_Layout = Literal["lines", "list", "page", ""]

_SETTINGS = ("temperature", "max_completion_tokens", "top_p", "seed")
_TARGETS = (
    "ground_truth", "answer", "target", "expected", "reference", "ideal", "correct_answer", "correct_label", "label"
)  # fmt: skip
"""Keys under which data have the right answer: the interface names none."""

_ENDINGS: dict[str, tuple[ReplyStatus, str]] = {
    "length": ("cut", "it ends at the limit of tokens"),
    "max_output_tokens": ("cut", "it ends at the limit of tokens"),
    "content_filter": ("filtered", "held back by the provider's content filter"),
}
_MAX_ERROR = 500
_NOTE = "Output items name neither evaluation nor run, whose ids stand here, and not how long a reply took."


def recognises(path: Path, head: bytes) -> Grade:
    """Whether the file begins with an output item."""
    return "yes" if _layout(path, head) else "no"


def read(path: Path) -> Rows:
    """The replies of the items; an item of another kind, or without a reply, is refused.

    Raises:
        OSError: the file cannot be read.
        ValueError: a list or a page breaks off.
    """
    with path.open("rb") as file:
        layout = _layout(path, file.read(2**16))
    runs: dict[tuple[str, str], LoggedRun] = {}
    asked: Counter[tuple[LoggedRun, str]] = Counter()
    for place, item in _items(path, layout):
        yield _logged(place, item, runs, asked) if isinstance(item, dict) else LoggedRefusal(place, item)


def _layout(path: Path, head: bytes) -> _Layout:
    if first_object(path, head, "datasource_item").get("object") == ITEM:
        return "lines"
    if begins_list(head):
        return "list" if first_of_list(path).get("object") == ITEM else ""
    is_page = has_keys(path, head, "data") and first_of_list(path, "data").get("object") == ITEM
    return "page" if is_page else ""


def _items(path: Path, layout: _Layout) -> Iterator[tuple[str, dict[str, Any] | str]]:
    if layout == "lines":
        yield from ((f"line {number}", row) for number, row in rows_of(path))
    else:
        keys = ("data",) if layout == "page" else ()
        yield from ((f"item {number}", row) for number, row in objects_of(path, *keys))


def _logged(
    place: str, item: Mapping[str, Any], runs: dict[tuple[str, str], LoggedRun], asked: Counter[tuple[LoggedRun, str]]
) -> Logged:
    sample = object_at(item, "sample")
    if item.get("object") != ITEM:
        return LoggedRefusal(place, f"it is no {ITEM}")
    if not sample:
        return LoggedRefusal(place, NO_SAMPLE)
    if not _messages(sample) and not _failure(sample):
        return LoggedRefusal(place, NO_OUTPUT)
    run = _run_of(item, sample, runs)
    key = str(item.get("datasource_item_id", ""))
    asked[run, key] += 1
    raw, status, error = _became(sample)
    sent = sample.get("input")
    prompt = sent_text(sent)
    data = _data(item)
    about = {name: value for name, value in data.items() if name.lower() not in _TARGETS}
    return LoggedReply(
        run,
        f"{place}, data item {printable(key)[:60]}" if key else place,
        raw,
        status,
        error,
        asked[run, key] if key else 1,
        key=key,
        names=(*names_in(about), *addresses_in([sent, about])),
        pictures=pictures_in(sent) or pictures_in(about),
        prompt=prompt,
        options=options_in(prompt),
        target=next((str(data[name]) for name in _TARGETS if isinstance(data.get(name), str | int | float)), ""),
        said_score=None if status == "api_error" else _said(item),
        metadata=facts_in(about),
        input_tokens=_count(part_of(sample, "usage", "prompt_tokens")),
        output_tokens=_count(part_of(sample, "usage", "completion_tokens")),
        api_model=text_at(sample, "model") or None,
    )


def _run_of(item: Mapping[str, Any], sample: Mapping[str, Any], runs: dict[tuple[str, str], LoggedRun]) -> LoggedRun:
    """The run of an item; the items of several may stand in one file."""
    key = text_at(item, "run_id"), text_at(sample, "model")
    if key not in runs:
        runs[key] = LoggedRun(
            PROGRAM,
            text_at(item, "eval_id") or "evaluation",
            key[1],
            key[0],
            settings_in({name: sample.get(name) for name in _SETTINGS}),
            moment_of(item.get("created_at")),
            notes=(_NOTE,),
        )
    return runs[key]


def _data(item: Mapping[str, Any]) -> dict[str, Any]:
    """The row of the user's data: the item itself, or what stands in it under `item`."""
    data = object_at(item, "datasource_item")
    return object_at(data, "item") or data


def _messages(sample: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the model gave; a message without a role is its own."""
    found = sample.get("output")
    messages = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return [one for one in messages if (text_at(one, "role") or "assistant") == "assistant"]


def _failure(sample: Mapping[str, Any]) -> str:
    error = object_at(sample, "error")
    said = [text_at(error, "code"), text_at(error, "message")]
    return printable(": ".join(filter(None, said)))[:_MAX_ERROR]


def _became(sample: Mapping[str, Any]) -> tuple[str | None, ReplyStatus, str | None]:
    """The last message, what became of the question, and why."""
    if failure := _failure(sample):
        return None, "api_error", failure
    message = _messages(sample)[-1]
    raw = sent_text([message]) or None
    if (ended := text_at(sample, "finish_reason")) in _ENDINGS:
        return raw, *_ENDINGS[ended]
    if refusal := text_at(message, "refusal"):
        return raw or refusal, "refused", "the model declined"
    if raw and raw.strip():
        return raw, "ok", None
    return raw, "empty", "it called a tool and said nothing" if message.get("tool_calls") else "no text"


def _said(item: Mapping[str, Any]) -> float | None:
    """The graders' score: a number from 0 to 1 as it is, of any other whether it passed."""
    results = item.get("results")
    graded = [one for one in results if isinstance(one, dict)] if isinstance(results, list) else []
    scores = {}
    for number, one in enumerate(graded):
        score = said_score({"score": one.get("score")})
        scores[text_at(one, "name") or f"grader {number}"] = one.get("passed") if score is None else score
    return said_score(scores) if scores else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
