"""Tests of OpenAI, Anthropic and Gemini batches, real ones and small ones made from their published formats."""

import json
import shutil
from collections import Counter
from datetime import UTC, datetime

import pytest

from core.importers.formats import openai_batch
from core.importers.formats.openai_batch import SEVERAL_INPUTS, WITHOUT_INPUT
from tests.importers.pictures import checksum, data_uri
from tests.importers.reading import grade, read_log

PROMPT = "How many corners?\nA. three\nB. four"
CREATED = 1795290028


def chat(number):
    """Return a request to the chat API."""
    content = [{"type": "text", "text": PROMPT}, {"type": "image_url", "image_url": {"url": data_uri(number)}}]
    body = {"model": "looker", "messages": [{"role": "user", "content": content}], "temperature": 0, "user": "me"}
    return {"custom_id": f"board_{number}", "method": "POST", "url": "/v1/chat/completions", "body": body}


def response(number):
    """Return a request to the responses API."""
    content = [{"type": "input_text", "text": PROMPT}, {"type": "input_image", "image_url": data_uri(number)}]
    body = {"model": "looker", "instructions": "Look.", "input": [{"role": "user", "content": content}], "top_p": 1}
    return {"custom_id": f"board_{number}", "method": "POST", "url": "/v1/responses", "body": body}


def answered(number, body, status=200, error=None):
    """Return a row of the output."""
    reply = {"status_code": status, "request_id": "r", "body": body}
    return {"id": "batch_req_1", "custom_id": f"board_{number}", "response": reply, "error": error}


def completion(content="B", finish="stop", **message):
    """Return a chat completion."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content, **message}, "finish_reason": finish}
    usage = {"prompt_tokens": 9, "completion_tokens": 2}
    return {"model": "looker-2026", "created": CREATED, "choices": [choice], "usage": usage}


def output(*parts, status="completed", **others):
    """Return a response."""
    message = {"type": "message", "role": "assistant", "content": list(parts)}
    return {
        "object": "response", "model": "looker-2026", "created_at": CREATED, "status": status,
        "output": [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}, message],
        "usage": {"input_tokens": 9, "output_tokens": 2},
    } | others  # fmt: skip


def text(words):
    """Return a text part of a response."""
    return {"type": "output_text", "text": words, "annotations": []}


@pytest.fixture
def written(tmp_path):
    """Write rows under a name; return the path."""

    def write(name, *rows):
        path = tmp_path / name
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
        return path

    return write


def test_output_errors_and_input_are_one_batch(written):
    """Prompt, image and model of every row come from the input, in any order of the output."""
    path = written("output.jsonl", answered(3, completion()), answered(1, completion("A")))
    failed = answered(2, {"error": {"message": "The server\nhad an error"}}, 500)
    errors = written("errors.jsonl", failed)
    sent = written("input.jsonl", chat(1), chat(2), chat(3), chat(4))
    assert [grade(openai_batch, one) for one in (path, errors, sent)] == ["yes", "part", "part"]
    replies, refusals = read_log(openai_batch, path)
    assert [(one.key, one.raw, one.status, one.error) for one in replies] == [
        ("board_3", "B", "ok", None),
        ("board_1", "A", "ok", None),
        ("board_2", None, "api_error", "HTTP 500: The server had an error"),
        ("board_4", None, "missing", "neither the output nor the errors name the request"),
    ]
    assert [[picture.sha256 for picture in one.pictures] for one in replies] == [[checksum(n)] for n in (3, 1, 2, 4)]
    assert {(one.prompt, one.options) for one in replies} == {(PROMPT, ("three", "four"))}
    assert {id(one.run) for one in replies} == {id(replies[0].run)}
    run, first = replies[0].run, replies[0]
    assert replies[2].place == "line 1 of errors.jsonl"
    assert (run.program, run.task, run.model, run.settings) == ("OpenAI Batch", "batch", "looker", {"temperature": 0})
    assert run.started_at == datetime.fromtimestamp(CREATED, UTC)
    assert (first.input_tokens, first.output_tokens, first.api_model) == (9, 2, "looker-2026")
    assert (first.place, first.names, first.latency_s) == ("line 1", ("board_3",), None)
    assert (run.notes, refusals) == ((), [])


def test_output_without_input_says_what_is_not_known(written):
    """The output alone has replies and the answering model; the run states that prompts are unknown."""
    ((reply,), _) = read_log(openai_batch, written("out.jsonl", answered(1, completion())))
    assert (reply.raw, reply.prompt, reply.pictures, reply.run.model) == ("B", "", (), "looker-2026")
    assert reply.run.notes == (WITHOUT_INPUT,)


def test_errors_alone_are_replies_that_failed(written):
    """Errors without an output are read; without an input the model is unknown, and the user must name it."""
    path = written("errors.jsonl", answered(1, {"error": {"message": "Bad image"}}, 400), answered(2, {}, 500))
    replies, _ = read_log(openai_batch, path)
    assert [(one.raw, one.status, one.error, one.run.model) for one in replies] == [
        (None, "api_error", "HTTP 400: Bad image", ""),
        (None, "api_error", "HTTP 500", ""),
    ]
    written("input.jsonl", chat(1), chat(2))
    replies, _ = read_log(openai_batch, path)
    assert {one.run.model for one in replies} == {"looker"}


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ({"response": None, "error": {"code": "batch_expired", "message": "Late."}}, "batch_expired: Late."),
        ({"response": None, "error": None}, "the batch holds neither a response nor an error"),
        ({"response": None, "error": {"code": "batch_cancelled"}}, "batch_cancelled"),
        ({"response": {"status_code": 429, "body": {}}, "error": None}, "HTTP 429"),
        ({"response": {"status_code": 200, "body": output(status="failed", error={"message": "Broke."})}}, "Broke."),
    ],
)  # fmt: skip
def test_a_request_that_failed_says_why(written, row, error):
    """`response: null`, expired requests, codes other than 200 and failed responses are failed calls."""
    ((reply,), _) = read_log(openai_batch, written("errors.jsonl", {"custom_id": "board_1", **row}))
    assert (reply.raw, reply.status, reply.error) == (None, "api_error", error)


CHAT = [
    (completion("B, sin", "length"), "B, sin", "cut"),
    (completion(None, "content_filter"), None, "filtered"),
    (completion(None, refusal="I cannot."), "I cannot.", "refused"),
    (completion("I cannot.", refusal="I cannot."), "I cannot.", "refused"),
    (completion("B", refusal=None, reasoning_content="hm"), "B", "ok"),
    (completion(""), "", "empty"),
    (completion(None), None, "empty"),
    (completion([{"type": "text", "text": "B"}]), "B", "ok"),
    ({"choices": []}, None, "empty"),
    (output(text("B"), text(", so B")), "B, so B", "ok"),
    (output({"type": "refusal", "refusal": "I cannot."}), "I cannot.", "refused"),
    (output(text("B, sin"), status="incomplete", incomplete_details={"reason": "max_output_tokens"}), "B, sin", "cut"),
    (output(status="incomplete", incomplete_details={"reason": "content_filter"}), None, "filtered"),
    (output(status="incomplete", incomplete_details={"reason": "max_output_tokens"}), None, "cut"),
    (output(), None, "empty"),
]


@pytest.mark.parametrize(("body", "raw", "status"), CHAT)
def test_what_became_of_a_reply(written, body, raw, status):
    """Both APIs report whether a reply is complete, truncated, refused, filtered or empty, without its reasoning."""
    ((reply,), _) = read_log(openai_batch, written("output.jsonl", answered(1, body)))
    assert (reply.raw, reply.status) == (raw, status)
    assert (reply.error is None) == (status == "ok")


def test_responses_have_their_own_form_of_what_was_sent(written):
    """Instructions, input and image of a request to the responses API are its prompt."""
    written("input.jsonl", response(6))
    ((reply,), _) = read_log(openai_batch, written("output.jsonl", answered(6, output(text("B")))))
    assert (reply.prompt, reply.options) == (f"Look.\n\n{PROMPT}", ("three", "four"))
    assert [picture.sha256 for picture in reply.pictures] == [checksum(6)]
    assert (reply.run.settings, reply.input_tokens, reply.output_tokens) == ({"top_p": 1}, 9, 2)


def test_several_choices_are_repeats(written):
    """Choices of one request are its repeats; tokens counted for all of them are assigned to none."""
    body = completion("A")
    body["choices"] += completion("B")["choices"]
    replies, _ = read_log(openai_batch, written("output.jsonl", answered(1, body)))
    assert [(one.raw, one.repeat, one.output_tokens) for one in replies] == [("A", 1, None), ("B", 2, None)]


def test_models_and_settings_of_one_input_are_runs(written):
    """Requests to two models, or with two temperatures, form separate runs."""
    other, warm = chat(2), chat(3)
    other["body"]["model"] = "seer"
    warm["body"]["temperature"] = 1
    written("input.jsonl", chat(1), other, warm, chat(4))
    path = written("output.jsonl", *(answered(number, completion()) for number in (1, 2, 3, 4)))
    replies, _ = read_log(openai_batch, path)
    assert [(one.run.model, one.run.settings["temperature"]) for one in replies] == [
        ("looker", 0), ("seer", 0), ("looker", 1), ("looker", 0)
    ]  # fmt: skip
    assert replies[0].run is replies[3].run


def test_several_batches_in_a_folder_are_told_by_their_names(written):
    """Files whose names differ only in their role belong together; if names do not show it, nothing is guessed."""
    other = chat(1)
    other["body"]["model"] = "seer"
    written("boards_looker_input.jsonl", chat(1))
    written("boards_seer_input.jsonl", other)
    written("boards_seer_errors.jsonl", answered(2, {}, 500))
    first = written("boards_looker_output.jsonl", answered(1, completion()))
    second = written("boards_seer_output.jsonl", answered(1, completion("A")))
    third = written("x.jsonl", answered(1, completion("C")))
    assert [[(one.run.model, one.raw) for one in read_log(openai_batch, path)[0]] for path in (first, second)] == [
        [("looker", "B")], [("seer", "A"), ("seer", None)]
    ]  # fmt: skip
    ((reply,), _) = read_log(openai_batch, third)
    assert (reply.prompt, reply.run.notes, reply.run.task) == ("", (SEVERAL_INPUTS,), "x")
    assert grade(openai_batch, written("lonely_errors.jsonl", answered(2, {}, 500))) == "yes"


def test_what_the_provider_says_of_the_batch_is_kept(tmp_path, written):
    """The status file beside it names the task and states that the batch expired."""
    path = written("output.jsonl", answered(1, completion()))
    status = {"id": "batch_1", "object": "batch", "status": "expired", "request_counts": {}, "metadata": {"task": "t"}}
    (tmp_path / "batch.json").write_text(json.dumps(status, indent=2), encoding="utf-8")
    assert grade(openai_batch, tmp_path / "batch.json") == "part"
    ((reply,), _) = read_log(openai_batch, path)
    assert (reply.run.task, reply.run.ended) == ("t", "the batch is expired")


def test_rows_that_cannot_be_read_are_refused_alone(written):
    """A repeated row, one without a custom_id and one that is not an object do not stop the others."""
    path = written(
        "output.jsonl", answered(1, completion()), answered(1, completion("C")), {"response": {}}, [], chat(2)
    )
    with path.open("a", encoding="utf-8") as file:
        file.write('{"custom_id": "x", "response": ' + "[" * 100_000 + "\n")
    replies, refusals = read_log(openai_batch, path)
    assert [one.raw for one in replies] == ["B", None]
    assert [(one.place, one.reason) for one in refusals] == [
        ("line 2", "custom_id 'board_1' appears twice"),
        ("line 3", "it has no custom_id"),
        ("line 4", "not a JSON object"),
        ("line 6", "JSON nested too deeply"),
    ]


def test_links_are_not_followed(tmp_path, written):
    """A link beside the output is not its input."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.move(written("input.jsonl", chat(1)), elsewhere / "input.jsonl")
    (tmp_path / "input.jsonl").symlink_to(elsewhere / "input.jsonl")
    ((reply,), _) = read_log(openai_batch, written("output.jsonl", answered(1, completion())))
    assert reply.prompt == ""


ANTHROPIC = [
    ({"type": "succeeded", "message": {"content": [{"type": "thinking", "thinking": "hm"},
                                                   {"type": "text", "text": "B"}], "stop_reason": "end_turn"}},
     "B", "ok", None),
    ({"type": "succeeded", "message": {"content": [{"type": "text", "text": "B, s"}], "stop_reason": "max_tokens"}},
     "B, s", "cut", "it was cut at the token limit"),
    ({"type": "succeeded", "message": {"content": [], "stop_reason": "refusal"}},
     None, "refused", "the model declined"),
    ({"type": "errored", "error": {"type": "error", "error": {"type": "invalid_request", "message": "Bad image"}}},
     None, "api_error", "Bad image"),
    ({"type": "expired"}, None, "missing", "the batch was expired before the request was made"),
]  # fmt: skip


@pytest.mark.parametrize(("result", "raw", "status", "error"), ANTHROPIC)
def test_results_of_anthropic_are_read(written, result, raw, status, error):
    """Replies, endings and failures of Anthropic's batches are read like OpenAI's."""
    path = written("results.jsonl", {"custom_id": "board_1", "result": result})
    ((reply,), _) = read_log(openai_batch, path)
    assert (reply.raw, reply.status, reply.error) == (raw, status, error)
    assert reply.run.program == "Anthropic Batch"


GEMINI = [
    ({"candidates": [{"content": {"parts": [{"text": "hm", "thought": True}, {"text": "B"}]}, "finishReason": "STOP"}]},
     "B", "ok"),
    ({"candidates": [{"content": {"parts": [{"text": "B, s"}]}, "finishReason": "MAX_TOKENS"}]}, "B, s", "cut"),
    ({"candidates": [{"finishReason": "SAFETY"}]}, None, "filtered"),
    ({"promptFeedback": {"blockReason": "SAFETY"}}, None, "filtered"),
    ({"candidates": [{"content": {}, "finishReason": "STOP"}]}, None, "empty"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "raw", "status"), GEMINI)
def test_responses_of_gemini_are_read(written, body, raw, status):
    """Replies and endings of Gemini's batches are read with what was sent."""
    parts = [{"text": PROMPT}, {"inline_data": {"mime_type": "image/png", "data": data_uri(8).partition(",")[2]}}]
    request = {"contents": [{"role": "user", "parts": parts}], "generation_config": {"temperature": 0.5}}
    assert grade(openai_batch, written("requests.jsonl", {"key": "board_8", "request": request})) == "part"
    usage = {"promptTokenCount": 9, "candidatesTokenCount": 2, "thoughtsTokenCount": 5}
    path = written(
        "results.jsonl", {"key": "board_8", "response": {"usageMetadata": usage, "modelVersion": "g", **body}}
    )
    ((reply,), _) = read_log(openai_batch, path)
    assert (reply.raw, reply.status, reply.input_tokens, reply.output_tokens) == (raw, status, 9, 7)
    assert (reply.prompt, [picture.sha256 for picture in reply.pictures]) == (PROMPT, [checksum(8)])
    assert (reply.run.program, reply.run.model, reply.run.settings) == ("Gemini Batch", "g", {"temperature": 0.5})


def test_failures_of_gemini_are_read(written):
    """A row with an error instead of a response is a failed call."""
    path = written("results.jsonl", {"key": "board_8", "error": {"code": 3, "message": "Bad image"}})
    ((reply,), _) = read_log(openai_batch, path)
    assert (reply.status, reply.error) == ("api_error", "Bad image")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b'{"custom_id": "a"}',
        b'{"key": "a", "response": "B"}',
        b'{"object": "batch"}',
        b"custom_id,response",
    ],
)
def test_other_files_are_no_batch(tmp_path, content):
    """A file without these signs is left to other readers."""
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content)
    assert grade(openai_batch, path) == "no"


def test_the_real_batch_that_breaks_is_read_as_the_server_broke_it(samples, recorded_items):
    """Of 24 photographs each has the ending that the server gave it, and the complete replies are the recorded ones."""
    replies, refusals = read_log(openai_batch, samples / "openai-batch" / "batch_chat_flaky" / "output.jsonl")
    assert refusals == []
    assert Counter(one.status for one in replies) == {
        "ok": 18, "cut": 1, "empty": 1, "refused": 1, "filtered": 1, "api_error": 2
    }  # fmt: skip
    by_id = {one.key: one for one in replies}
    order = list(recorded_items)
    assert [by_id[order[place]].status for place in range(2, 8)] == [
        "cut", "empty", "refused", "filtered", "api_error", "api_error"
    ]  # fmt: skip
    assert by_id[order[6]].error == "HTTP 500: The server had an error while processing your request."
    assert by_id[order[12]].raw.startswith("=HYPERLINK(")
    assert len(by_id[order[13]].raw) == 40_172
    assert "\u2028" in by_id[order[14]].raw
    for key in order[17:]:
        assert by_id[key].raw == recorded_items[key]["replies"]["gemini_2.5_pro"]
    assert {one.run.task for one in replies} == {"batch_chat_flaky"}


def test_the_real_choices_are_read_with_their_options(samples, recorded_items):
    """Each row of the real batch of choices has the four options that its photograph was asked with."""
    replies, _ = read_log(openai_batch, samples / "openai-batch" / "batch_mcq" / "output.jsonl")
    assert len(replies) == 24
    for one in replies:
        assert list(one.options) == recorded_items[one.key.removeprefix("mcq-")]["options"]


def test_real_errors_alone_are_two_failed_calls(samples, tmp_path):
    """The real file of errors, moved away from its output, is read as two calls that failed."""
    shutil.copy(samples / "openai-batch" / "batch_chat_flaky" / "errors.jsonl", tmp_path)
    replies, _ = read_log(openai_batch, tmp_path / "errors.jsonl")
    assert [(one.key, one.status) for one in replies] == [("017_T0", "api_error"), ("017_T1", "api_error")]
