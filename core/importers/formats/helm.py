"""HELM runs: `scenario_state.json` has prompts and replies, files beside it the scores and the run's name."""

import re
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from core.importers.data_uri import decode_data_uri
from core.importers.formats.helm_stats import FILE, HelmStats, StatsKey, make_stats_key, read_stats
from core.importers.json_stream import read_list_objects, read_value_at
from core.importers.peek import has_keys, read_first_item
from core.importers.prompt_options import find_options
from core.importers.records import Grade, ImportedReply, ImportedRun, RejectedRow, Rows
from core.importers.row_metadata import collect_facts, collect_names, normalise_settings
from core.importers.sidecar_files import get_object, get_path, get_text, is_regular, read_json_object
from core.importers.timestamps import parse_unix_time
from core.records import ReplyStatus

PROGRAM = "HELM"
STATE, RUN_SPEC = "scenario_state.json", "run_spec.json"
PARTS = (FILE, RUN_SPEC, "scenario.json", "stats.json", "instances.json", "display_requests.json",
         "display_predictions.json")  # fmt: skip
"""Files beside the replies."""

_MODEL_IN_NAME = re.compile(r"[,:]model(?:_deployment)?=[^,]*")
_SETTINGS = ("method", "temperature", "max_tokens", "stop_sequences", "instructions", "max_train_instances")
_STATUS_BY_ENDING: dict[str, ReplyStatus] = {"length": "cut", "max_tokens": "cut", "content_filter": "filtered"}
_WEIGHED = "its options were scored one by one, so there is no reply to the question"
_NO_CONTENT = "no text; a reply that was filtered looks the same"
_ESTIMATED = "Token counts are HELM's own estimates."


def classify_file(path: Path, head: bytes) -> Grade:
    """Return `yes` if the file holds requests with their results, or `part` if it belongs to one that does."""
    if has_keys(path, head, "adapter_spec", "request_states"):
        return "yes" if {"instance", "request"} <= read_first_item(path, "request_states").keys() else "no"
    return "part" if path.name in PARTS and is_regular(path.parent / STATE) else "no"


def read(path: Path) -> Rows:
    """Yield the replies of a run; each completion and each trial is a repeat.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is truncated.
    """
    adapter = read_value_at(path, "adapter_spec")
    stats, trouble = read_stats(path)
    task, spec_trouble = _read_task(path)
    notes = tuple(filter(None, (_ESTIMATED if stats else "", trouble, spec_trouble)))
    runs: dict[str, ImportedRun] = {}
    used_keys: set[StatsKey] = set()
    for number, state in read_list_objects(path, "request_states"):
        location = f"request {number}"
        if isinstance(state, str) or (reason := _find_problem(state)):
            yield RejectedRow(location, state if isinstance(state, str) else reason)
            continue
        instance = get_object(state, "instance")
        key = make_stats_key(state, get_text(instance, "id"), instance.get("perturbation"))
        if key in used_keys:
            yield RejectedRow(location, f"instance {key[0][:60]} appears twice")
            continue
        used_keys.add(key)
        label = f"perturbation {key[2]}" if key[2] else ""
        if label not in runs:
            runs[label] = ImportedRun(
                PROGRAM,
                task,
                get_text(adapter, "model"),
                label,
                normalise_settings(
                    {name: get_path(adapter, name) for name in _SETTINGS if get_path(adapter, name) != ""}
                ),
                parse_unix_time(get_path(state, "result", "request_datetime")),
                notes=notes,
            )
        yield from _parse_replies(runs[label], location, state, key, stats.get(key, HelmStats()))


def _read_task(path: Path) -> tuple[str, str]:
    """Read the run's name without the model in it, and the notes for the user."""
    beside = path.parent / RUN_SPEC
    name, trouble = path.parent.name, ""
    if is_regular(beside):
        try:
            name = get_text(read_json_object(beside), "name") or name
        except (OSError, ValueError) as error:
            trouble = f"{RUN_SPEC} beside it cannot be read: {error}."
    return _MODEL_IN_NAME.sub("", name), trouble


def _find_problem(state: dict[str, Any]) -> str:
    if not get_text(state, "instance", "id"):
        return "it has no instance with an id"
    return "" if state.get("reference_index") is None and state.get("request_mode") is None else _WEIGHED


def _parse_replies(run: ImportedRun, location: str, state: dict[str, Any], key: StatsKey, stats: HelmStats) -> Rows:
    instance, result = get_object(state, "instance"), get_object(state, "result")
    sent_media = _list_media(get_path(state, "request", "multimodal_prompt"))
    input_media = _list_media(get_path(instance, "input", "multimedia_content"))
    prompt = _join_texts(sent_media) or str(get_path(state, "request", "prompt") or "")
    places = [text for media in (*sent_media, *input_media) if (text := get_text(media, "location"))]
    options = _parse_options(get_path(state, "output_mapping")) or find_options(prompt)
    completions = result.get("completions")
    completions = completions if isinstance(completions, list) and completions else [None]
    for number, completion in enumerate(completions, start=1):
        raw, status, error = _parse_outcome(result, completion)
        is_first = number == 1
        yield ImportedReply(
            run,
            location if len(completions) == 1 else f"{location}, completion {number}",
            raw,
            status,
            error,
            repeat=key[1] * len(completions) + number,
            key=key[0],
            names=collect_names(collect_facts(instance), places),
            pictures=tuple(
                picture for media in sent_media if (picture := decode_data_uri(get_text(media, "location")))
            ),
            prompt=prompt,
            question=_join_texts(input_media) or get_text(instance, "input", "text"),
            options=options,
            target=_find_target(instance, options),
            said_score=stats.score if is_first else None,
            metadata={name: fact for name, fact in collect_facts(instance).items() if name != "id"},
            latency_s=_parse_seconds(result.get("request_time")),
            input_tokens=stats.input_tokens,
            output_tokens=stats.output_tokens if is_first else None,
        )


def _list_media(content: object) -> list[Any]:
    """Return images and texts in the order in which they are shown."""
    media = get_path(content, "media_objects")
    return media if isinstance(media, list) else []


def _join_texts(media: list[Any]) -> str:
    return "\n".join(text for part in media if isinstance(text := get_path(part, "text"), str))


def _parse_options(mapping: object) -> tuple[str, ...] | None:
    """Return the options by their letters, as the model saw them."""
    if not isinstance(mapping, dict) or len(mapping) < 2 or set(mapping) != set(ascii_uppercase[: len(mapping)]):
        return None
    return tuple(str(mapping[letter]) for letter in sorted(mapping))


def _find_target(instance: dict[str, Any], options: tuple[str, ...] | None) -> str:
    """Return the letter of the right option if there are options, else the right text."""
    references = instance.get("references")
    right = [
        get_text(reference, "output", "text")
        for reference in (references if isinstance(references, list) else [])
        if isinstance(tags := get_path(reference, "tags"), list) and "correct" in tags
    ]
    if not right:
        return ""
    return ascii_uppercase[options.index(right[0])] if options and right[0] in options else right[0]


def _parse_outcome(result: dict[str, Any], completion: object) -> tuple[str | None, ReplyStatus, str | None]:
    """Return the text, the outcome of the question, and the reason."""
    if not result:
        return None, "missing", "the log has no result for it"
    if not result.get("success"):
        return None, "api_error", get_text(result, "error") or "the request failed"
    raw = get_path(completion, "text")
    reason = get_text(completion, "finish_reason", "reason")
    status: ReplyStatus = _STATUS_BY_ENDING.get(reason, "ok")
    if not isinstance(raw, str) or not raw.strip():
        return None, "filtered" if status == "filtered" else "empty", _NO_CONTENT
    return raw, status, None if status == "ok" else f"it ended with {reason!r}"


def _parse_seconds(time: object) -> float | None:
    return float(time) if isinstance(time, int | float) and 0 <= time < 1e9 else None
