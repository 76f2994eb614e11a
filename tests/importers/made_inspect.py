"""Inspect logs made from the specification, about drawn images."""

import json

from tests.importers.made_zip import ZSTANDARD, Member, write_zip
from tests.importers.pictures import data_uri

MODEL = "openai/gpt-x"


def header(**changed):
    """Return the header of a whole log."""
    asked = {
        "task": "shapes",
        "created": "2026-11-21T19:04:46+00:00",
        "model": MODEL,
        "model_base_url": "https://user:secret@host.example:8443/v1?key=abc",
        "model_generate_config": {"temperature": 0.0},
        "config": {"epochs": 1},
        "packages": {"inspect_ai": "0.3.285"},
        "dataset": {},
    }
    own = {key: changed.pop(key) for key in list(changed) if key in {*asked, "metadata"}}
    return {
        "version": 2,
        "status": "success",
        "eval": asked | own,
        "plan": {"config": {"max_tokens": 500}},
        "stats": {"started_at": "2026-11-21T19:05:00+00:00"},
    } | changed


def message(text, *numbers):
    """Return a user's message with drawn images, which are attachments."""
    pictures = [{"type": "image", "image": f"attachment://{number}"} for number in numbers]
    return {"role": "user", "content": [*pictures, {"type": "text", "text": text}]}


def output(content, stop="stop", **further):
    """Return the model's output."""
    choice = {"message": {"role": "assistant", "content": content}, "stop_reason": stop, **further}
    usage = {"input_tokens": 154, "output_tokens": 3}
    return {"model": "gpt-x-2026", "choices": [choice], "usage": usage, "time": 1.5}


def sample(sample_id, text="What is it?", said="a square", numbers=(1,), **changed):
    """Return a sample whose call and output agree, unless they are changed."""
    came = changed.pop("output", output(said))
    asked = message(text, *numbers)
    return {
        "id": sample_id,
        "epoch": 1,
        "input": [asked],
        "target": "square",
        "messages": [asked, {"role": "assistant", "content": said}],
        "output": came,
        "scores": {"match": {"value": "C", "answer": "square"}},
        "metadata": {},
        "events": [{"event": "model", "input": [asked], "output": came}],
        "attachments": {str(number): data_uri(number) for number in numbers},
    } | changed


def write_eval(path, samples, *, said=None, ended=True, method=ZSTANDARD, further=()):
    """Write a log as a zip archive; a killed one has no header at its end."""
    said = said or header()
    start = {key: said[key] for key in ("version", "eval", "plan")}
    members = [Member("_journal/start.json", _json(start), method)]
    members += [Member(f"samples/{one['id']}_epoch_{one['epoch']}.json", _json(one), method) for one in samples]
    members += further
    if ended:
        members.append(Member("header.json", _json(said), method))
    return write_zip(path, members)


def write_json(path, samples, said=None):
    """Write the same log as JSON."""
    path.write_text(json.dumps((said or header()) | {"samples": samples}), encoding="utf-8")
    return path


def _json(value):
    return json.dumps(value).encode()
