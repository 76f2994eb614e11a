"""Tests of promptfoo evaluations, real ones and small ones made from the specification."""

import csv
import json
from collections import Counter
from datetime import UTC, datetime

import pytest

from core.errors import ReplyFileError
from core.importers.formats import promptfoo
from core.importers.formats.promptfoo_row import FILTERED
from tests.importers.pictures import checksum, data_uri
from tests.importers.reading import grade, read_log

PROMPT = "How many corners?\nA. three\nB. four"


def result(test=0, prompt=0, provider="openai:chat:looker", **response):
    """Return a result as 0.123.1 writes it."""
    parts = [{"type": "image_url", "image_url": {"url": data_uri(test)}}, {"type": "text", "text": PROMPT}]
    given = {"board": f"board_{test}", "image": f"file://boards/{test}.png", "question": "How many corners?"}
    return {
        "testIdx": test,
        "promptIdx": prompt,
        "provider": {"id": provider, "label": "Looker"},
        "prompt": {"raw": json.dumps([{"role": "user", "content": parts}]), "label": "corners"},
        "vars": {**given, "answer": "B"},
        "testCase": {"description": f"board {test}", "metadata": {"shape": "kite"}},
        "metadata": {"http": {"status": 200}, "_promptfooFileMetadata": {"image": {"path": f"boards/{test}.png"}}},
        "failureReason": 0,
        "success": True,
        "score": 1,
        "gradingResult": {"componentResults": [{"pass": True}]},
        "latencyMs": 38,
        "response": {
            "output": "B",
            "finishReason": "stop",
            "cached": False,
            "latencyMs": 1500,
            "tokenUsage": {"prompt": 9, "completion": 2},
        }
        | response,
    }


def evaluation(*results, version=3, **others):
    """Return a complete file around results."""
    labels = sorted({row["prompt"]["label"] for row in results} or {"corners"})
    config = {"temperature": 0.5, "max_tokens": 9, "apiKey": "[REDACTED]", "apiBaseUrl": "https://u:pw@host:1/v1?k=3"}
    return {
        "evalId": "eval-1",
        "results": {
            "version": version,
            "timestamp": "2026-11-21T19:39:02.180Z",
            "prompts": [{"label": label} for label in labels],
            "results": list(results),
            "stats": {},
        },
        "config": {
            "description": "boards",
            "providers": [
                "openai:chat:plain",
                {"id": "openai:chat:looker", "label": "Other", "config": {"temperature": 1}},
                {"id": "openai:chat:looker", "label": "Looker", "config": config},
            ],
        },
        "metadata": {"promptfooVersion": "0.123.1"},
    } | others


@pytest.fixture
def read(tmp_path):
    """Read the given results as an evaluation; return replies and refusals."""

    def read_results(*results):
        path = tmp_path / "out.json"
        path.write_text(json.dumps(evaluation(*results)), encoding="utf-8")
        assert grade(promptfoo, path) == "yes"
        return read_log(promptfoo, path)

    return read_results


def test_a_result_is_a_reply_with_all_that_it_says(read):
    """Prompt, image, options, names, target, score, settings and time are read from where promptfoo wrote them."""
    ((reply,), refusals) = read(result(4))
    assert (reply.raw, reply.status, reply.error, reply.repeat, reply.key) == ("B", "ok", None, 1, "4")
    assert reply.place == "result 1, test 4"
    assert (reply.prompt, reply.question, reply.options) == (PROMPT, "How many corners?", ("three", "four"))
    assert [picture.sha256 for picture in reply.pictures] == [checksum(4)]
    assert {"board_4", "file://boards/4.png", "board 4", "boards/4.png"} <= set(reply.names)
    assert not {"How many corners?", "B", "200"} & set(reply.names)
    assert (reply.target, reply.said_score, reply.metadata["shape"]) == ("B", 1.0, "kite")
    assert (reply.latency_s, reply.input_tokens, reply.output_tokens) == (1.5, 9, 2)
    run = reply.run
    assert (run.program, run.task, run.model) == ("promptfoo 0.123.1", "boards", "openai:chat:looker")
    assert run.settings == {
        "temperature": 0.5, "max_tokens": 9, "base_url": "https://host:1/v1", "provider_label": "Looker"
    }  # fmt: skip
    assert run.started_at == datetime(2026, 11, 21, 19, 39, 2, 180000, tzinfo=UTC)
    assert refusals == []


def test_each_prompt_with_each_provider_is_a_run(read):
    """Results in the order of completion form one run per number of prompt and provider."""
    other = result(1, 1, "anthropic:messages:seer")
    third = result(0, 2)
    third["prompt"] = {"raw": "How many?", "label": "short"}
    replies, _ = read(result(1), other, result(0), third)
    runs = [reply.run for reply in replies]
    assert runs[0] is runs[2]
    assert len({id(run) for run in runs}) == 3
    assert [run.prompt_label for run in runs] == ["corners", "corners", "corners", "short"]
    assert runs[1].model == "anthropic:messages:seer"
    assert "temperature" not in runs[1].settings


def test_an_assertion_that_failed_is_no_failed_call(read):
    """`failureReason` 1 keeps the reply although `error` is set; 2 is a failed call without a score."""
    wrong = result(0) | {"failureReason": 1, "success": False, "score": 0, "error": "Custom function returned false"}
    failed = result(1) | {"failureReason": 2, "score": 0, "error": "API error: 500 here"}
    failed["response"] = {"error": "API error: 500 Internal\nServer Error"}
    bare = result(2) | {"failureReason": 2, "error": "no answer"}
    del bare["response"]
    replies, _ = read(wrong, failed, bare)
    assert [(one.raw, one.status, one.error, one.said_score) for one in replies] == [
        ("B", "ok", None, 0.0),
        (None, "api_error", "API error: 500 Internal Server Error", None),
        (None, "api_error", "no answer", None),
    ]


@pytest.mark.parametrize(
    ("response", "raw", "status"),
    [
        ({"finishReason": "length", "output": "B, sin"}, "B, sin", "cut"),
        ({"finishReason": "content_filter", "output": FILTERED, "isRefusal": True}, None, "filtered"),
        ({"finishReason": "content_filter", "output": "B, and"}, "B, and", "filtered"),
        ({"output": FILTERED, "guardrails": {"flagged": True}}, None, "filtered"),
        ({"output": "I cannot.", "isRefusal": True, "guardrails": {"flagged": True}}, "I cannot.", "refused"),
        ({"output": "B", "guardrails": {"flagged": False}}, "B", "ok"),
        ({"output": "B", "guardrails": {"flagged": True}}, "B", "filtered"),
        ({"output": ""}, "", "empty"),
        ({"output": None}, None, "empty"),
        ({"output": {"corners": 4, "name": "Ü"}}, '{"corners": 4, "name": "Ü"}', "ok"),
        ({"output": [1, 2]}, "[1, 2]", "ok"),
        ({"output": "Thinking: four sides.\n\nB\n\nSo B."}, "B\n\nSo B.", "ok"),
        ({"output": "Thinking: four sides.\n\n"}, "", "empty"),
        ({"output": "I am Thinking: four.\n\nB"}, "I am Thinking: four.\n\nB", "ok"),
        ({"output": "=1+1\u2028\x07"}, "=1+1\u2028\x07", "ok"),
    ],
)
def test_what_became_of_a_reply(read, response, raw, status):
    """Endings, placeholder texts, objects as output and the prefix of reasoning become statuses and the raw reply."""
    ((reply,), _) = read(result(**response))
    assert (reply.raw, reply.status) == (raw, status)
    assert (reply.error is None) == (status == "ok")


def test_repeats_are_told_by_their_values(read):
    """The same values under another test number are the next repeat, counted separately per provider."""
    again = result(0) | {"testIdx": 1}
    once_more = result(0) | {"testIdx": 2}
    replies, _ = read(result(0), result(0, 1, "seer"), again, result(9), once_more)
    assert [reply.repeat for reply in replies] == [1, 1, 2, 1, 3]


def test_a_cached_reply_has_no_time(read):
    """The time of a reply from promptfoo's cache is not the model's."""
    ((reply,), _) = read(result(cached=True, tokenUsage={"total": 11, "cached": 11}))
    assert (reply.latency_s, reply.input_tokens, reply.output_tokens) == (None, None, None)


def test_without_assertions_there_is_no_score(read):
    """A test without assertions passes with a score of 1, which means nothing."""
    ((reply,), _) = read(result() | {"gradingResult": {"componentResults": []}})
    assert reply.said_score is None


def test_pictures_stand_in_values_where_prompts_were_stripped(read):
    """A data URI among the values is the image if the prompt has none."""
    row = result() | {"prompt": {"raw": "[prompt stripped]", "label": "corners"}}
    row["vars"] = {"image": data_uri(7)}
    ((reply,), _) = read(row)
    assert [picture.sha256 for picture in reply.pictures] == [checksum(7)]
    assert (reply.prompt, reply.names) == ("", ("board 0", "kite", "boards/0.png"))


def test_a_log_without_replies_is_refused_by_row(read):
    """Promptfoo's placeholder for replies that it was told to leave out is not a reply."""
    replies, refusals = read(result(0, output="[output stripped]"), result(1))
    assert [reply.key for reply in replies] == ["1"]
    assert "PROMPTFOO_STRIP_RESPONSE_OUTPUT" in refusals[0].reason


def test_messages_of_other_vendors_are_read(read):
    """Images and texts in the formats of Gemini and Anthropic are found like OpenAI's."""
    body = data_uri(5).partition(",")[2]
    gemini = result(0)
    parts = [{"text": PROMPT}, {"inline_data": {"mime_type": "image/png", "data": body}}]
    gemini["prompt"]["raw"] = json.dumps({"contents": [{"role": "user", "parts": parts}]})
    anthropic = result(1)
    source = {"type": "base64", "media_type": "image/png", "data": body}
    content = [{"type": "image", "source": source}, {"type": "text", "text": PROMPT}]
    anthropic["prompt"]["raw"] = json.dumps([{"role": "user", "content": content}])
    replies, _ = read(gemini, anthropic)
    assert [reply.prompt for reply in replies] == [PROMPT, PROMPT]
    assert [[picture.sha256 for picture in reply.pictures] for reply in replies] == [[checksum(5)]] * 2


def test_what_is_no_result_is_refused_alone(read):
    """A row that is not a result, or not an object, does not stop the others."""
    replies, refusals = read(result(0), {"prompt": {"label": "x"}}, result(1))
    assert [reply.key for reply in replies] == ["0", "1"]
    assert [refusal.place for refusal in refusals] == ["result 2"]


def test_json_lines_hold_the_same_results(tmp_path):
    """Each line is a result; the settings are missing, and U+2028 does not end a line."""
    path = tmp_path / "out.jsonl"
    rows = [result(0, output="a\u2028b"), result(1)]
    path.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows) + "{\n", encoding="utf-8")
    assert grade(promptfoo, path) == "yes"
    replies, refusals = read_log(promptfoo, path)
    assert [(reply.raw, reply.place) for reply in replies] == [("a\u2028b", "line 1, test 0"), ("B", "line 2, test 1")]
    assert replies[0].run.model == "openai:chat:looker"
    assert [refusal.place for refusal in refusals] == ["line 3"]


HEADER = ["Description", "board", "answer"]
COLUMNS = ["Status", "Score", "Named Scores", "Metric: acc", "Grader Reason", "Comment"]


@pytest.fixture
def table(tmp_path):
    """Write a promptfoo table."""

    def write(*rows, header=(*HEADER, "[looker] corners", *COLUMNS, "[seer] corners", *COLUMNS)):
        path = tmp_path / "out.csv"
        with path.open("w", newline="", encoding="utf-8-sig") as file:
            csv.writer(file).writerows([header, *rows])
        return path

    return write


def test_a_table_is_read_by_position(table):
    """Columns that are repeated for each provider belong to their provider."""
    path = table(
        ["a kite", "board_3", "B", "B", "PASS", "1.00", "{}", "1.00", "", "", "Thinking: x\n\nA", "FAIL", "0.00", "{}",
         "0.00", "", ""],
        ["a kite", "board_3", "B", FILTERED, "FAIL", "0.00", "{}", "", "", "", "API error: 500", "ERROR", "0.00", "{}",
         "", "", ""],
        ["too", "short"],
    )  # fmt: skip
    assert grade(promptfoo, path) == "yes"
    replies, refusals = read_log(promptfoo, path)
    assert [(one.run.model, one.raw, one.status, one.said_score, one.repeat) for one in replies] == [
        ("looker", "B", "ok", 1.0, 1),
        ("seer", "A", "ok", 0.0, 1),
        ("looker", None, "filtered", 0.0, 2),
        ("seer", None, "api_error", None, 2),
    ]
    assert replies[3].error == "API error: 500"
    assert (replies[0].names, replies[0].target, replies[0].key) == (("a kite", "board_3"), "B", "0")
    assert [(refusal.place, refusal.reason) for refusal in refusals] == [
        ("row 3", "the number of cells differs from the header")
    ]


def test_a_table_without_description_is_read(table):
    """The description column is absent if no test has one, and a label may contain anything."""
    path = table(["b", "A", "PASS", "1", "{}", ""], header=["board", "[x: [y]] a, \n[b]", *COLUMNS[:3], "Comment"])
    ((reply,), _) = read_log(promptfoo, path)
    assert (reply.raw, reply.run.model, reply.run.task) == ("A", "x: [y]", "a, [b]")


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("'=HYPERLINK(1)", "=HYPERLINK(1)"), ("'\n -x", "\n -x"), ("'\u200b@a", "\u200b@a"), ("=1", "=1"),
        ("'quoted' = yes", "'quoted' = yes"), ("-0.5", "-0.5"),
    ],
)  # fmt: skip
def test_marks_for_spreadsheets_are_no_part_of_a_reply(table, cell, said):
    """The apostrophe that promptfoo puts before spreadsheet formulas is removed, and no other one."""
    ((reply,), _) = read_log(promptfoo, table([cell, cell, "PASS", "1", "{}"], header=["b", "[x] y", *COLUMNS[:3]]))
    assert (reply.raw, reply.names) == (said, (said,))


def test_a_test_that_a_provider_was_not_asked_is_missing(table):
    """A provider's cells without a status are not an empty reply."""
    path = table(["b", "A", "PASS", "1", "{}", "", "", "", ""], header=["b", *(["[x] y", *COLUMNS[:3]] * 2)])
    replies, _ = read_log(promptfoo, path)
    assert [(reply.raw, reply.status) for reply in replies] == [("A", "ok"), (None, "missing")]


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (["A", "B", "C"], ("x0", "x1", "x2")),
        (["optA", "optB"], ("x0", "x1")),
        (["option_a", "option_b"], ("x0", "x1")),
        (["A", "C"], None),
        (["optA", "B"], None),
        (["a", "board", "plan_a", "plan_b"], None),
    ],
)
def test_options_of_a_table_stand_under_their_letters(table, names, options):
    """Values whose names are consecutive letters, or end in one, are the options; a single letter is not."""
    row = [f"x{place}" for place in range(len(names))]
    path = table([*row, "A", "PASS", "1", "{}"], header=[*names, "[looker] corners", *COLUMNS[:3]])
    ((reply,), _) = read_log(promptfoo, path)
    assert reply.options == options


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"evalId: eval-1\nresults:\n  version: 3\n", "is promptfoo's YAML. Export it as JSON"),
        (b"<!DOCTYPE html>\n<html><head><title>promptfoo</title>", "is promptfoo's HTML"),
        (b'<?xml version="1.0"?>\n<promptfoo>\n<evalId>', "is promptfoo's XML"),
        (json.dumps(evaluation(version=2)).encode(), "is of version 2 of promptfoo's results; version 3 is read"),
        (b'{"version": 1, "results": [], "table": {"head": {}, "body": []}}', "is of version 1 of promptfoo's"),
        (b'{"evalId": "x", "results": {"version": 2, "table": {"head": {}, "body": []}}}', "is of version 2"),
        (json.dumps(evaluation(result())).encode()[:-900], "is broken"),
        (json.dumps(evaluation(result())).encode() + b"}", "is broken: something follows"),
    ],
)
def test_forms_that_are_not_read_are_refused_with_a_sentence(tmp_path, content, reason):
    """YAML, HTML, XML, results before version 3 and truncated files are recognised, with advice."""
    path = tmp_path / "out"
    path.write_bytes(content)
    assert grade(promptfoo, path) == "yes"
    with pytest.raises(ReplyFileError, match=reason):
        read_log(promptfoo, path)


@pytest.mark.parametrize(
    "content", [b"", b"{}", b'{"results": {}, "configs": {}}', b"index,prediction\n1,A\n", b'{"custom_id": "a"}', b"[]"]
)
def test_other_files_are_not_promptfoo_s(tmp_path, content):
    """A file without these signs is left to other readers."""
    path = tmp_path / "out.json"
    path.write_bytes(content)
    assert grade(promptfoo, path) == "no"


ASKED = {"mock-vlm-a": "gemini_2.5_pro", "mock-vlm-b": "qwen_2.5_32b", "mock-vlm-c": "openai_gpt_5"}


@pytest.mark.parametrize(
    ("name", "runs"), [("a_two_models.json", 12), ("c_mcq.json", 24), ("c_mcq.csv", 24), ("d_export.json", 3)]
)
def test_real_evaluations_are_read_whole(samples, name, runs):
    """Every result of the real files is a reply, by run and repeat as many as there are photographs."""
    replies, refusals = read_log(promptfoo, samples / "promptfoo" / name)
    assert refusals == []
    assert set(Counter((reply.run.model, reply.repeat) for reply in replies).values()) == {runs}
    assert {reply.status for reply in replies} == {"ok"}
    assert all(reply.raw and not reply.raw.startswith("Thinking") for reply in replies)
    assert len({reply.repeat for reply in replies}) == (3 if name == "d_export.json" else 1)


def test_real_replies_are_those_that_the_server_gave(samples, recorded_items):
    """Each reply of the real file with two models is the recorded one for its photograph, found by description."""
    replies, _ = read_log(promptfoo, samples / "promptfoo" / "a_two_models.json")
    for reply in replies:
        photograph = next(name for name in reply.names if name in recorded_items)
        assert reply.raw == recorded_items[photograph]["replies"][ASKED[reply.run.model.split(":")[-1]]]


def test_the_real_table_and_its_json_agree(samples):
    """The same evaluation as table and as JSON has the same replies, scores and options."""
    of_json, _ = read_log(promptfoo, samples / "promptfoo" / "c_mcq.json")
    of_table, _ = read_log(promptfoo, samples / "promptfoo" / "c_mcq.csv")
    assert sorted((r.run.model.split(":")[-1], r.key, r.raw, r.said_score, r.options) for r in of_json) == sorted(
        (r.run.model, r.key, r.raw, r.said_score, r.options) for r in of_table
    )
