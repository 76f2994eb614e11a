"""Tests of replies that are objects in a table: completions of providers, and JSON."""

import json

import pytest

from core.importers.reply_objects import replace_reply_object

CHAT = {
    "id": "x", "object": "chat.completion", "model": "m-1", "usage": {"prompt_tokens": 5, "completion_tokens": 2},
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "B"}, "finish_reason": "stop"}],
}  # fmt: skip
RESPONSE = {
    "object": "response", "status": "completed",
    "output": [{"type": "reasoning"}, {"type": "message", "content": [{"type": "output_text", "text": "B"}]}],
}  # fmt: skip
MESSAGE = {
    "type": "message",
    "role": "assistant",
    "content": [{"type": "text", "text": "B"}],
    "stop_reason": "end_turn",
}
GEMINI = {"candidates": [{"content": {"parts": [{"text": "hm", "thought": True}, {"text": "B"}]}}]}
CONVERSATION = [{"role": "user", "content": "Which?"}, {"role": "assistant", "content": "B"}]


@pytest.mark.parametrize("body", [CHAT, RESPONSE, MESSAGE, GEMINI, CONVERSATION, CONVERSATION[1]])
@pytest.mark.parametrize("write", [lambda body: body, json.dumps, str])
def test_the_text_of_a_completion_is_the_reply(body, write):
    """A completion is read as an object, as JSON text in a cell, and as Python writes it."""
    assert replace_reply_object({"case_id": "q", "reply": write(body)})["reply"] == "B"


def test_a_completion_brings_its_status_and_tokens():
    """The row's own columns take precedence."""
    cut = json.loads(json.dumps(CHAT).replace('"stop"', '"length"'))
    values = replace_reply_object({"reply": cut, "input_tokens": 9})
    assert (values["status"], values["input_tokens"], values["output_tokens"], values["api_model"]) == (
        "cut", 9, 2, "m-1"
    )  # fmt: skip
    empty = json.loads(json.dumps(CHAT).replace('"B"', '""'))
    assert replace_reply_object({"reply": empty})["status"] == "empty"


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ({"answer": "B"}, '{"answer": "B"}'),
        (["B", "C"], '["B", "C"]'),
        (3, "3"),
        (None, None),
        ('{"answer": "B"}', '{"answer": "B"}'),
        ("{'answer': 'B', 'content': 'x'}", "{'answer': 'B', 'content': 'x'}"),
        ("[the choices are", "[the choices are"),
        ("B", "B"),
    ],
)
def test_every_other_reply_is_the_model_s_own(reply, text):
    """An object is written as JSON; a text stays unchanged."""
    assert replace_reply_object({"reply": reply}) == {"reply": text}


def test_several_choices_are_refused():
    """It is unknown which of them is the reply."""
    twice = CHAT | {"choices": CHAT["choices"] * 2}
    assert replace_reply_object({"reply": twice}) == "the reply holds 2 choices; write a row for each of them"
