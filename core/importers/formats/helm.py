"""Runs of HELM: `scenario_state.json` has what was asked and said, files beside it the scores and the run's name."""

import re
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from core.importers.data_uri import picture_in
from core.importers.formats.helm_stats import FILE, Stats, StatsKey, stats_beside, stats_key
from core.importers.json_stream import objects_of, value_of
from core.importers.peek import first_of_list, has_keys
from core.importers.prompt_options import options_in
from core.importers.records import Grade, LoggedRefusal, LoggedReply, LoggedRun, Rows
from core.importers.row_metadata import facts_in, names_in, settings_in
from core.importers.sidecar_files import is_regular, object_at, object_in, part_of, text_at
from core.importers.timestamps import moment_of
from core.records import ReplyStatus

PROGRAM = "HELM"
STATE, RUN_SPEC = "scenario_state.json", "run_spec.json"
PARTS = (FILE, RUN_SPEC, "scenario.json", "stats.json", "instances.json", "display_requests.json",
         "display_predictions.json")  # fmt: skip
"""Files beside the replies."""

_MODEL_IN_NAME = re.compile(r"[,:]model(?:_deployment)?=[^,]*")
_SETTINGS = ("method", "temperature", "max_tokens", "stop_sequences", "instructions", "max_train_instances")
_STATUS_BY_ENDING: dict[str, ReplyStatus] = {"length": "cut", "max_tokens": "cut", "content_filter": "filtered"}
_WEIGHED = "its options were weighed one by one, so there is no reply to the question"
_NO_CONTENT = "no text; a reply that was filtered looks the same"
_ESTIMATED = "Numbers of tokens are HELM's own estimate."


def recognises(path: Path, head: bytes) -> Grade:
    """Whether the file holds requests with their results (`yes`), or belongs to one that does (`part`)."""
    if has_keys(path, head, "adapter_spec", "request_states"):
        return "yes" if {"instance", "request"} <= first_of_list(path, "request_states").keys() else "no"
    return "part" if path.name in PARTS and is_regular(path.parent / STATE) else "no"


def read(path: Path) -> Rows:
    """The replies of a run; each completion and each trial is a repeat.

    Raises:
        OSError: the file cannot be read.
        ValueError: it breaks off.
    """
    adapter = value_of(path, "adapter_spec")
    stats, trouble = stats_beside(path)
    task, spec_trouble = _task_of(path)
    notes = tuple(filter(None, (_ESTIMATED if stats else "", trouble, spec_trouble)))
    runs: dict[str, LoggedRun] = {}
    seen: set[StatsKey] = set()
    for number, state in objects_of(path, "request_states"):
        place = f"request {number}"
        if isinstance(state, str) or (reason := _wrong_with(state)):
            yield LoggedRefusal(place, state if isinstance(state, str) else reason)
            continue
        instance = object_at(state, "instance")
        key = stats_key(state, text_at(instance, "id"), instance.get("perturbation"))
        if key in seen:
            yield LoggedRefusal(place, f"instance {key[0][:60]} appears twice")
            continue
        seen.add(key)
        label = f"perturbation {key[2]}" if key[2] else ""
        if label not in runs:
            runs[label] = LoggedRun(
                PROGRAM,
                task,
                text_at(adapter, "model"),
                label,
                settings_in({name: part_of(adapter, name) for name in _SETTINGS if part_of(adapter, name) != ""}),
                moment_of(part_of(state, "result", "request_datetime")),
                notes=notes,
            )
        yield from _replies(runs[label], place, state, key, stats.get(key, Stats()))


def _task_of(path: Path) -> tuple[str, str]:
    """The run's name without the model in it, and what has to be said."""
    beside = path.parent / RUN_SPEC
    name, trouble = path.parent.name, ""
    if is_regular(beside):
        try:
            name = text_at(object_in(beside), "name") or name
        except (OSError, ValueError) as error:
            trouble = f"{RUN_SPEC} beside it cannot be read: {error}."
    return _MODEL_IN_NAME.sub("", name), trouble


def _wrong_with(state: dict[str, Any]) -> str:
    if not text_at(state, "instance", "id"):
        return "it has no instance with an id"
    return "" if state.get("reference_index") is None and state.get("request_mode") is None else _WEIGHED


def _replies(run: LoggedRun, place: str, state: dict[str, Any], key: StatsKey, stats: Stats) -> Rows:
    instance, result = object_at(state, "instance"), object_at(state, "result")
    shown = _media(part_of(state, "request", "multimodal_prompt"))
    asked = _media(part_of(instance, "input", "multimedia_content"))
    prompt = _texts(shown) or str(part_of(state, "request", "prompt") or "")
    places = [text for one in (*shown, *asked) if (text := text_at(one, "location"))]
    options = _options(part_of(state, "output_mapping")) or options_in(prompt)
    completions = result.get("completions")
    completions = completions if isinstance(completions, list) and completions else [None]
    for number, completion in enumerate(completions, start=1):
        raw, status, error = _ending(result, completion)
        is_first = number == 1
        yield LoggedReply(
            run,
            place if len(completions) == 1 else f"{place}, completion {number}",
            raw,
            status,
            error,
            repeat=key[1] * len(completions) + number,
            key=key[0],
            names=names_in(facts_in(instance), places),
            pictures=tuple(picture for one in shown if (picture := picture_in(text_at(one, "location")))),
            prompt=prompt,
            question=_texts(asked) or text_at(instance, "input", "text"),
            options=options,
            target=_target(instance, options),
            said_score=stats.score if is_first else None,
            metadata={name: fact for name, fact in facts_in(instance).items() if name != "id"},
            latency_s=_seconds(result.get("request_time")),
            input_tokens=stats.input_tokens,
            output_tokens=stats.output_tokens if is_first else None,
        )


def _media(content: object) -> list[Any]:
    """Pictures and texts in the order in which they are shown."""
    found = part_of(content, "media_objects")
    return found if isinstance(found, list) else []


def _texts(media: list[Any]) -> str:
    return "\n".join(text for one in media if isinstance(text := part_of(one, "text"), str))


def _options(mapping: object) -> tuple[str, ...] | None:
    """The options by their letters, as the model saw them."""
    if not isinstance(mapping, dict) or len(mapping) < 2 or set(mapping) != set(ascii_uppercase[: len(mapping)]):
        return None
    return tuple(str(mapping[letter]) for letter in sorted(mapping))


def _target(instance: dict[str, Any], options: tuple[str, ...] | None) -> str:
    """The letter of the right option where there are options, else the right text."""
    references = instance.get("references")
    right = [
        text_at(one, "output", "text")
        for one in (references if isinstance(references, list) else [])
        if isinstance(tags := part_of(one, "tags"), list) and "correct" in tags
    ]
    if not right:
        return ""
    return ascii_uppercase[options.index(right[0])] if options and right[0] in options else right[0]


def _ending(result: dict[str, Any], completion: object) -> tuple[str | None, ReplyStatus, str | None]:
    """The text, what became of the question, and why."""
    if not result:
        return None, "missing", "the log has no result of it"
    if not result.get("success"):
        return None, "api_error", text_at(result, "error") or "the request failed"
    raw = part_of(completion, "text")
    reason = text_at(completion, "finish_reason", "reason")
    status: ReplyStatus = _STATUS_BY_ENDING.get(reason, "ok")
    if not isinstance(raw, str) or not raw.strip():
        return None, "filtered" if status == "filtered" else "empty", _NO_CONTENT
    return raw, status, None if status == "ok" else f"it ended with {reason!r}"


def _seconds(time: object) -> float | None:
    return float(time) if isinstance(time, int | float) and 0 <= time < 1e9 else None
