"""Tests of OpenAI Evals event logs, real ones and small ones made from the specification."""

import json
from datetime import UTC, datetime

import pytest

from core.importers.formats import openai_evals
from core.importers.formats.openai_evals import HUNG, WITHOUT_REPORT
from tests.importers.pictures import checksum, data_uri
from tests.importers.reading import grade, read_log

PROMPT = "How many corners?\nA. three\nB. four"
SPEC = {
    "spec": {
        "completion_fns": ["looker"],
        "eval_name": "corners.test.v0",
        "run_config": {"seed": 3, "max_samples": None, "command": "oaieval looker corners --key sk-abcdefghijklmnop"},
        "run_id": "1",
        "created_at": "2026-11-21 19:50:06.332968",
    }
}
REPORT = {"final_report": {"accuracy": 0.5}, "run_id": "1"}


def event(kind, number=5, **data):
    """Return an event of a sample."""
    return {"run_id": "1", "event_id": 0, "sample_id": f"corners.test.{number}", "type": kind, "data": data}


def sampling(number=5, *sampled, picture=1):
    """Return a call of the model."""
    content = [{"type": "text", "text": PROMPT}, {"type": "image_url", "image_url": {"url": data_uri(picture)}}]
    return event(
        "sampling", number, prompt=[{"role": "user", "content": content}], sampled=list(sampled), model="looker-2026",
        usage={"prompt_tokens": 9, "completion_tokens": 2},
    )  # fmt: skip


@pytest.fixture
def read(tmp_path):
    """Read a log with these rows; return replies and refusals."""

    def read_rows(*rows):
        path = tmp_path / "log.jsonl"
        path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows))
        return read_log(openai_evals, path)

    return read_rows


def test_a_sample_is_a_reply_with_what_its_match_said(read):
    """Reply, prompt and image come from the call, target and score from the match, whatever events are between them."""
    ((reply, other), refusals) = read(
        SPEC, REPORT, sampling(5, " B"), sampling(6, "A", picture=2),
        event("match", 6, correct=False, expected=["B"], picked="A", sampled="A", options=["A", "B"]),
        event("match", 5, correct=True, expected="B", picked=["B"]), event("metrics", 5, accuracy=0.0),
    )  # fmt: skip
    assert (reply.raw, reply.status, reply.key, reply.place) == (" B", "ok", "corners.test.5", "sample corners.test.5")
    assert (reply.said_score, reply.said_answer, reply.target) == (1.0, "B", "B")
    assert (other.said_score, other.said_answer, other.target) == (0.0, "A", "B")
    assert (reply.prompt, reply.options) == (PROMPT, ("three", "four"))
    assert [picture.sha256 for one in (reply, other) for picture in one.pictures] == [checksum(1), checksum(2)]
    assert (reply.input_tokens, reply.output_tokens, reply.api_model) == (9, 2, "looker-2026")
    run = reply.run
    assert run is other.run
    assert (run.program, run.task, run.model, run.ended) == ("OpenAI Evals", "corners.test.v0", "looker", "")
    assert run.started_at == datetime(2026, 11, 21, 19, 50, 6, 332968, tzinfo=UTC)
    assert refusals == []


def test_neither_index_nor_command_is_taken_in(read):
    """A sample's index names no case, and the command line, which may contain a key, is in no setting."""
    ((reply,), _) = read(SPEC, sampling(5, "B"))
    assert reply.names == ()
    assert reply.run.settings == {"seed": 3}
    assert "sk-" not in repr(reply)


def test_the_last_call_of_a_sample_counts(read):
    """A solver may call its model several times; the reply is the last one."""
    replies, _ = read(SPEC, REPORT, sampling(5, "hm"), sampling(6, "A"), sampling(5, "B"))
    assert [(one.key[-1], one.raw) for one in replies] == [("6", "A"), ("5", "B")]


def test_metrics_are_the_score_where_nothing_was_matched(read):
    """The sample's own metric is its score if there is no match."""
    ((reply,), _) = read(SPEC, sampling(5, "B"), event("metrics", accuracy=0.5))
    assert reply.said_score == 0.5


def test_several_replies_of_a_call_are_repeats(read):
    """Completions requested together are repeats; their score and tokens cannot be assigned to one of them."""
    replies, _ = read(SPEC, sampling(5, "A", "B"), event("match", correct=True))
    assert [(one.raw, one.repeat, one.said_score, one.output_tokens) for one in replies] == [
        ("A", 1, None, None), ("B", 2, None, None)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("events", "raw", "status", "error"),
    [
        ([sampling(5, "")], "", "empty", "no text"),
        ([sampling(5, None)], None, "empty", "no text"),
        ([sampling(5)], None, "empty", "no text"),
        ([event("error", error="HTTP 400:\nbad image")], None, "api_error", "HTTP 400: bad image"),
        ([event("error", error="once"), sampling(5, "B")], "B", "ok", None),
        ([event("match", correct=False)], None, "missing", "the log has events of the sample, but no call"),
    ],
)
def test_what_became_of_a_sample(read, events, raw, status, error):
    """Empty replies, failed calls and samples without a call are distinguished."""
    ((reply,), _) = read(SPEC, *events)
    assert (reply.raw, reply.status, reply.error) == (raw, status, error)


def test_a_log_without_a_final_report_says_so(read):
    """Events without a final report are read, and the run states that the program was killed."""
    ((reply,), _) = read(SPEC, sampling(5, "B"))
    assert reply.run.ended == WITHOUT_REPORT


def test_a_hung_run_is_refused_with_a_sentence(read):
    """A spec without events is a run that hung."""
    replies, refusals = read(SPEC)
    assert replies == []
    assert [(one.place, one.reason) for one in refusals] == [("line 1", HUNG)]


def test_rows_that_cannot_be_read_are_refused_alone(read):
    """Broken lines and replies that are not text do not stop the others, and each is named once."""
    replies, refusals = read(SPEC, "{", sampling(5, "B"), sampling(6, {"a": 1}), '{"a": ' + "[" * 100_000)
    assert [one.raw for one in replies] == ["B"]
    assert [(one.place, one.reason.split(":")[0]) for one in refusals] == [
        ("line 2", "not valid JSON"),
        ("line 5", "JSON nested too deeply"),
        ("sample corners.test.6", "its reply is not a text, but dict"),
    ]


@pytest.mark.parametrize("content", ["", "{}", '{"spec": 3}', '{"spec": {}}', '{"custom_id": "a"}', "spec\n"])
def test_other_files_are_no_evals(tmp_path, content):
    """A file without these signs is left to other readers."""
    path = tmp_path / "log.jsonl"
    path.write_text(content)
    assert grade(openai_evals, path) == "no"


@pytest.mark.parametrize("folder", ["", "without_final_report"])
def test_real_logs_have_the_recorded_replies(samples, recorded_items, folder):
    """Each reply of a real log is the recorded one for the photograph whose bytes are in its prompt."""
    from core.atomic_files import compute_file_sha256

    photographs = {compute_file_sha256(samples / "photos" / f"{name}.jpg"): name for name in recorded_items}
    replies, refusals = read_log(openai_evals, samples / "openai-evals" / folder / "evals_json_a.jsonl")
    assert (len(replies), refusals) == (12, [])
    for one in replies:
        (picture,) = one.pictures
        assert one.raw == recorded_items[photographs[picture.sha256]]["replies"]["gemini_2.5_pro"]
    assert {bool(one.run.ended) for one in replies} == {bool(folder)}


def test_the_real_hung_run_is_refused(samples):
    """The real log with a spec alone gives no reply, and states the reason."""
    path = samples / "openai-evals" / "without_final_report" / "evals_mcq_flaky.jsonl"
    replies, refusals = read_log(openai_evals, path)
    assert replies == []
    assert [one.reason for one in refusals] == [HUNG]
