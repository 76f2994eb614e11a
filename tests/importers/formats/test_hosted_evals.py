"""Tests of output items of OpenAI's hosted Evals, made from the published reference, without a dump of a real run."""

import json
from datetime import UTC, datetime

import pytest

from core.importers.detect_format import find_logs
from core.importers.formats import hosted_evals, openai_evals
from core.importers.formats.hosted_evals import NO_OUTPUT, NO_SAMPLE
from tests.importers.pictures import checksum, data_uri
from tests.importers.reading import grade, read_log

PROMPT = "How many corners?\nA. three\nB. four"
GIVEN = {"file_name": "board_5.png", "level": "hard", "ground_truth": "B"}


def output_item(number=5, reply="B", item=GIVEN, run_id="evalrun_1", results=None, **sample):
    """Return an output item as the API sends it."""
    content = [{"type": "text", "text": PROMPT}, {"type": "image_url", "image_url": {"url": data_uri(number)}}]
    said = {"role": "assistant", "content": reply, "tool_calls": None}
    return {
        "object": "eval.run.output_item", "id": f"outputitem_{number}", "created_at": 1743092076, "run_id": run_id,
        "eval_id": "eval_7", "status": "pass", "datasource_item_id": number, "datasource_item": item,
        "results": [{"name": "String check", "sample": None, "passed": True, "score": 1.0}] if results is None
        else results,
        "sample": {
            "input": [{"role": "user", "content": content}], "output": [said], "finish_reason": "stop",
            "model": "looker-2026", "usage": {"total_tokens": 11, "completion_tokens": 2, "prompt_tokens": 9},
            "error": None, "temperature": 0.5, "max_completion_tokens": 2048, "top_p": 1.0, "seed": 42, **sample,
        },
    }  # fmt: skip


@pytest.fixture
def read(tmp_path):
    """Read a JSON Lines file with these items; return replies and refusals."""

    def read_items(*items):
        path = tmp_path / "items.jsonl"
        path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in items))
        return read_log(hosted_evals, path)

    return read_items


def test_an_item_is_a_reply_with_all_that_it_says(read):
    """Reply, prompt and image come from the sample, names, facts and target from the data, the score from graders."""
    ((reply,), refusals) = read(output_item())
    assert (reply.raw, reply.status, reply.key, reply.place) == ("B", "ok", "5", "line 1, data item 5")
    assert (reply.prompt, reply.options, reply.target) == (PROMPT, ("three", "four"), "B")
    assert (reply.names, reply.metadata["level"]) == (("board_5.png", "hard"), "hard")
    assert "ground_truth" not in reply.metadata
    assert [picture.sha256 for picture in reply.pictures] == [checksum(5)]
    assert (reply.said_score, reply.input_tokens, reply.output_tokens) == (1.0, 9, 2)
    run = reply.run
    assert (run.program, run.task, run.model) == ("OpenAI Evals hosted", "eval_7", "looker-2026")
    assert run.started_at == datetime(2025, 3, 27, 16, 14, 36, tzinfo=UTC)
    assert run.settings == {"temperature": 0.5, "max_completion_tokens": 2048, "top_p": 1.0, "seed": 42}
    assert refusals == []


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("page", [False, True])
def test_lists_and_pages_are_read_like_lines(tmp_path, page, indent):
    """A list of items and a page of the API, on one line or on many, contain the same replies."""
    items = [output_item(1, "A"), output_item(2, "B")]
    whole = {"object": "list", "data": items, "has_more": False} if page else items
    path = tmp_path / "items.json"
    path.write_text(json.dumps(whole, indent=indent))
    replies, refusals = read_log(hosted_evals, path)
    assert [(one.raw, one.place) for one in replies] == [("A", "item 1, data item 1"), ("B", "item 2, data item 2")]
    assert refusals == []
    assert [log.form for log in find_logs([path]).logs] == ["hosted_evals"]


def test_each_run_and_each_repeat_is_told_apart(read):
    """Two runs may be in one file; the same data item twice in one run is a repeat."""
    replies, _ = read(output_item(), output_item(), output_item(run_id="evalrun_2"))
    assert [(one.run.prompt_label, one.repeat) for one in replies] == [
        ("evalrun_1", 1), ("evalrun_1", 2), ("evalrun_2", 1)
    ]  # fmt: skip
    assert replies[0].run is replies[1].run


def test_data_of_a_file_stand_one_level_deeper(read):
    """In runs over a file or over stored completions, the content of `item` is read as the data."""
    ((reply,), _) = read(output_item(item={"item": GIVEN, "sample": {"output_text": "A"}}))
    assert (reply.target, reply.names) == ("B", ("board_5.png", "hard"))


@pytest.mark.parametrize(
    ("changed", "raw", "status", "error"),
    [
        ({"reply": None}, None, "empty", "no text"),
        ({"reply": " "}, " ", "empty", "no text"),
        ({"finish_reason": "length"}, "B", "cut", "it was cut at the token limit"),
        ({"finish_reason": "content_filter", "reply": None}, None, "filtered",
         "held back by the provider's content filter"),
        ({"error": {"code": "limit", "message": "too\nmany"}, "output": []}, None, "api_error", "limit: too many"),
        ({"error": {"code": "", "message": ""}}, "B", "ok", None),
        ({"output": [{"content": None, "refusal": "No."}]}, "No.", "refused", "the model declined"),
        ({"output": [{"role": "assistant", "content": None, "tool_calls": [{}]}]}, None, "empty",
         "it called a tool and wrote no text"),
        ({"output": [{"role": "assistant", "content": "hm"}, {"role": "tool", "content": "3"}, {"content": "B"}]}, "B",
         "ok", None),
    ],
)  # fmt: skip
def test_what_became_of_an_item(read, changed, raw, status, error):
    """Failures, truncated, filtered, refused and empty replies are distinguished.

    The last of several messages is the reply.
    """
    ((reply,), _) = read(output_item(**changed))
    assert (reply.raw, reply.status, reply.error) == (raw, status, error)


@pytest.mark.parametrize(
    ("results", "score"),
    [
        ([{"name": "a", "passed": False, "score": 0.25}], 0.25),
        ([{"name": "a", "passed": True, "score": 4.0}], 1.0),
        ([{"name": "a", "passed": False}], 0.0),
        ([{"name": "accuracy", "passed": True, "score": 1}, {"name": "tone", "passed": False, "score": 0}], 1.0),
        ([{"name": "tone", "passed": True, "score": 1}, {"name": "form", "passed": False, "score": 0}], None),
        ([], None),
    ],
)
def test_the_graders_score_counts_where_it_is_one(read, results, score):
    """A score from 0 to 1 is used unchanged; any other gives whether it passed.

    Of several, that of the whole reply counts.
    """
    ((reply,), _) = read(output_item(results=results))
    assert reply.said_score == score


def test_what_holds_no_reply_is_refused_with_the_reason(read):
    """Items that graded the data, have no sample, or are of another kind do not stop the others."""
    replies, refusals = read(
        output_item(), output_item(output=[]), output_item() | {"sample": None}, {"object": "eval.run"}, "{"
    )
    assert [one.raw for one in replies] == ["B"]
    assert [(one.place, one.reason.split(":")[0]) for one in refusals] == [
        ("line 2", NO_OUTPUT.split(":")[0]),
        ("line 3", NO_SAMPLE.split(":")[0]),
        ("line 4", "it is not an eval.run.output_item"),
        ("line 5", "not valid JSON"),
    ]


@pytest.mark.parametrize(
    "content", ["", "{}", '{"spec": {"eval_name": "a"}}', '{"datasource_item": 1}', "[1]", '{"data": []}']
)
def test_other_files_are_no_items(tmp_path, content):
    """A file without these signs is left to other readers; the local program's logs are distinguished from these."""
    path = tmp_path / "log.jsonl"
    path.write_text(content)
    assert grade(hosted_evals, path) == "no"
    path.write_text(json.dumps(output_item()))
    assert (grade(openai_evals, path), grade(hosted_evals, path)) == ("no", "yes")
