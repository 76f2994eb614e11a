"""Tests of Inspect logs: request, response and outcome; small ones made here, and real ones."""

import json
from collections import Counter
from datetime import UTC, datetime

import pytest

from core.errors import ReplyFileError
from core.importers.formats import inspect
from core.records import Model, Reply, Run
from core.runs.journal import encode_manifest, encode_reply
from tests.importers.made_inspect import header, message, output, sample, write_eval, write_json
from tests.importers.made_zip import DEFLATED, ZSTANDARD, Member, write_zip
from tests.importers.pictures import checksum, drawn
from tests.importers.reading import grade, read_log


def only(path):
    """Return the only reply of a log."""
    (row,), refusals = read_log(inspect, path)
    assert refusals == []
    return row


@pytest.mark.parametrize("write", [
    lambda path, samples: write_eval(path, samples, method=ZSTANDARD),
    lambda path, samples: write_eval(path, samples, method=DEFLATED),
    write_json,
])  # fmt: skip
def test_a_sample_becomes_a_row(tmp_path, write):
    """All formats of a log give run, prompt, image, reply, tokens and time; the address loses its secrets."""
    one = sample("red", numbers=(7,), metadata={"file": "red.png", "level": 2, "long": "x" * 500})
    row = only(write(tmp_path / "a.eval", [one]))
    run = row.run
    assert (run.program, run.task, run.model, run.ended) == ("Inspect 0.3.285", "shapes", "openai/gpt-x", "")
    assert run.started_at == datetime(2026, 11, 21, 19, 5, tzinfo=UTC)
    assert run.settings == {"temperature": 0.0, "max_tokens": 500, "base_url": "https://host.example:8443/v1"}
    assert (row.raw, row.status, row.error, row.repeat, row.key) == ("a square", "ok", None, 1, "red")
    assert (row.prompt, row.question, row.target) == ("What is it?", "What is it?", "square")
    assert [(one.sha256, one.body) for one in row.pictures] == [(checksum(7), drawn(7))]
    assert row.names == ("red", "red.png")
    assert (row.said_score, row.said_answer, row.latency_s) == (1.0, "square", 1.5)
    assert (row.input_tokens, row.output_tokens, row.api_model) == (154, 3, "gpt-x-2026")
    assert row.metadata == {"file": "red.png", "level": "2"}


REFUSAL = [{"type": "text", "text": "I decline.", "refusal": True}]
ENDINGS = [
    ({}, "ok", "a square", None),
    ({"output": output("a squ", "max_tokens")}, "cut", "a squ", "max_tokens"),
    ({"output": output("a squ", "model_length")}, "cut", "a squ", "model_length"),
    ({"output": output(REFUSAL)}, "refused", "I decline.", "declined"),
    ({"output": output("No.", stop_details={"type": "refusal"})}, "refused", "No.", "declined"),
    ({"output": output("", "content_filter")}, "filtered", "", "content filter"),
    ({"output": output(" \n")}, "empty", " \n", "no text"),
    ({"output": {"choices": []}, "error": {"message": "Boom('all that was sent')"},
      "events": [{"event": "model", "error": "Error code: 500 - out of order", "output": {"choices": []}}]},
     "api_error", None, "Error code: 500 - out of order"),
    ({"output": {"choices": []}, "error": {"message": "CancelledError('scope')"}}, "missing", None, "stopped"),
    ({"output": {"choices": []}, "limit": {"type": "time", "limit": 2.0}, "events": []}, "api_error", None,
     "limit 2.0 of time"),
    ({"output": {"choices": []}, "events": []}, "missing", None, "no reply"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "status", "raw", "words"), ENDINGS)
def test_what_became_of_a_sample(tmp_path, changed, status, raw, words):
    """Each ending is one status with its reason, and no failure is a reply."""
    row = only(write_eval(tmp_path / "a.eval", [sample("red", **changed)]))
    assert (row.status, row.raw) == (status, raw)
    assert (row.error is None) if words is None else words in row.error


def test_a_reply_that_came_before_a_limit_of_tokens_is_kept(tmp_path):
    """Inspect drops the output if a limit was exceeded; the call still has the text."""
    limit = {"type": "token", "limit": 480, "reason": "Token limit exceeded"}
    came = {"events": [{"event": "model", "output": output("too much")}], "output": {"choices": []}, "limit": limit}
    row = only(write_eval(tmp_path / "a.eval", [sample("red", **came)]))
    assert (row.status, row.raw) == ("api_error", "too much")
    assert "Token limit exceeded" in row.error


def test_a_reply_is_what_the_model_said_before_inspect_wrote_it_anew(tmp_path):
    """After a shuffle only the call has the displayed options and the answered letter.

    The target's letter is mapped too.
    """
    sent = "What is it?\n\nA) circle\nB) square\nC) line"
    event = {"event": "model", "input": [], "input_refs": [[0, 1]], "output": output("attachment://said")}
    one = sample(
        "red", choices=["line", "circle", "square"], target="C", events=[event], output=output("ANSWER: C"),
        events_data={"messages": [message("attachment://sent", 1)]},
        messages=[message("What is it?\n\nA) line\nB) circle\nC) square", 1)],
    )  # fmt: skip
    one["attachments"] |= {"sent": sent, "said": "ANSWER: B"}
    row = only(write_eval(tmp_path / "a.eval", [one]))
    assert (row.raw, row.prompt) == ("ANSWER: B", sent)
    assert (row.options, row.target) == (("circle", "square", "line"), "B")
    assert row.question == "What is it?"


def test_a_grader_s_call_is_no_reply(tmp_path):
    """Calls during scoring, and those of other roles, are not the model's reply."""
    grading = {"event": "model", "output": output("GRADE: C")}
    events = [
        {"event": "model", "output": output("first try")}, {"event": "model", "output": output("a square")},
        {"event": "model", "role": "critic", "output": output("well done")},
        {"event": "span_begin", "type": "scorers"}, grading,
    ]  # fmt: skip
    assert only(write_eval(tmp_path / "a.eval", [sample("red", events=events)])).raw == "a square"


def test_reasoning_is_not_part_of_the_reply(tmp_path):
    """Only the text of a reply in parts is read."""
    parts = [{"type": "reasoning", "reasoning": "Four sides."}, {"type": "text", "text": "a square"}]
    assert only(write_eval(tmp_path / "a.eval", [sample("red", output=output(parts))])).raw == "a square"


def test_pictures_that_are_not_in_the_log_leave_names(tmp_path):
    """A removed image is missing; `(Image)` in the data set's input is ignored; a path may name the case."""
    gone = {"role": "user", "content": [{"type": "image", "image": "<base64-data-removed>"}]}
    there = {
        "role": "user",
        "content": [{"type": "image", "image": "file:///x/red.png"}, {"type": "text", "text": "?"}],
    }
    said = header(config={"log_images": False})
    row = only(write_eval(tmp_path / "a.eval", [sample("1", messages=[gone], events=[], input="(Image)")], said=said))
    assert row.pictures == ()
    assert "--no-log-images" in row.run.notes[0]
    row = only(write_eval(tmp_path / "b.eval", [sample("1", messages=[there], events=[])]))
    assert (row.pictures, row.names) == ((), ("file:///x/red.png",))


@pytest.mark.parametrize(("value", "score"), [
    ("C", 1.0), ("I", 0.0), ("P", 0.5), ("N", 0.0), (0.25, 0.25), ({"a": 0.0, "b": 1.0}, 0.5), (float("nan"), None),
    (7, None), ("good", None), ([1, 0], None),
])  # fmt: skip
def test_inspect_s_own_score(tmp_path, value, score):
    """Letters and numbers from 0 to 1 are a score; a table of parts gives its mean; anything else gives none."""
    one = sample("red", scores={"match": {"value": value}})
    assert only(write_eval(tmp_path / "a.eval", [one])).said_score == score


def test_epochs_are_repeats_and_edits_replace(tmp_path):
    """The epoch is the number of the repeat; of a repeated sample the last one is read."""
    edited = Member("samples/red_epoch_1.json", json.dumps(sample("red", said="edited")).encode())
    path = write_eval(tmp_path / "a.eval", [sample("red"), sample("red", epoch=2)], further=[edited])
    rows, _ = read_log(inspect, path)
    assert [(row.repeat, row.raw) for row in rows] == [(1, "edited"), (2, "a square")]
    assert rows[0].run is rows[1].run


@pytest.mark.parametrize(("status", "ended", "words"), [
    ("success", True, ""), ("cancelled", True, "cancelled"), ("error", True, "ended with an error"),
    ("success", False, "killed"),
])  # fmt: skip
def test_how_a_run_ended_is_said(tmp_path, status, ended, words):
    """A log without its header was killed; other logs state it."""
    row = only(write_eval(tmp_path / "a.eval", [sample("red")], said=header(status=status), ended=ended))
    assert (words in row.run.ended) if words else row.run.ended == ""


@pytest.mark.parametrize("broken", [b"{", b"[1]", b'{"id": 1, "epoch": "x"}', b'{"epoch": 1}', b"[" * 100_000])
def test_a_sample_that_is_none_is_refused_alone(tmp_path, broken):
    """Broken JSON, another shape and any nesting depth refuse one sample, and the others are read."""
    path = write_eval(tmp_path / "a.eval", [sample("red")], further=[Member("samples/b_epoch_1.json", broken)])
    rows, refusals = read_log(inspect, path)
    assert (len(rows), len(refusals)) == (1, 1)
    assert refusals[0].place == "samples/b_epoch_1.json"


@pytest.mark.parametrize(("members", "words"), [
    ([Member("header.json", b"{}"), Member("samples/a/skeleton.json", b"{}")], "in chunks"),
    ([Member("header.json", b"{}")], "no object `eval`"),
    ([Member("header.json", b"{")], "not valid JSON"),
    ([Member("samples/a_epoch_1.json", b"{}")], "neither header.json nor"),
    ([Member("header.json", b"{}"), Member("../x", b"")], "leaves its folder"),
])  # fmt: skip
def test_a_log_that_cannot_be_read_says_why(tmp_path, members, words):
    """A log in chunks, without a header, or with a name outside its folder is refused as a whole."""
    path = write_zip(tmp_path / "a.eval", members)
    assert grade(inspect, path) == "yes"
    with pytest.raises(ReplyFileError, match=words):
        list(inspect.read(path))


def test_what_trilens_wrote_of_a_reply_comes_back(tmp_path):
    """A log that Trilens wrote carries run and reply; they are read before anything is inferred."""
    run = Run("r", Model("m", "M"), "p", "What?", "original", "here", settings={"seed": 1})
    reply = Reply("r", "001_P0", None, "filtered", "held back", 2.0, 3, 4, "m-1", None, 0.5)
    written = json.loads(encode_reply(reply))
    said = header(metadata={"trilens": json.loads(encode_manifest(run))})
    row = only(write_eval(tmp_path / "a.eval", [sample("red", metadata={"trilens": written})], said=said))
    assert row.run.given == run
    assert (row.case_id, row.raw, row.status, row.error) == ("001_P0", None, "filtered", "held back")
    assert (row.latency_s, row.input_tokens, row.output_tokens, row.said_score) == (2.0, 3, 4, 0.5)
    assert row.metadata == {}


REAL = {
    "inspect/a": {"ok": 12},
    "inspect/c_json_epochs": {"ok": 12},
    "inspect/d_mcq_a": {"ok": 24},
    "inspect/d_mcq_flaky": {"ok": 19, "cut": 1, "empty": 1, "refused": 1, "api_error": 2},
    "inspect/d_mcq_shuffled": {"ok": 4},
    "inspect/e_no_images": {"ok": 4},
    "inspect/f_limits": {"ok": 4, "empty": 1, "api_error": 4, "filtered": 1, "cut": 1, "refused": 1},
    "inspect/g_failed": {"ok": 4, "refused": 1, "empty": 1, "cut": 1, "filtered": 1, "api_error": 1, "missing": 2},
    "inspect/h_cancelled": {"ok": 2, "cut": 1, "missing": 1},
    "inspect/h_started": {"ok": 2, "cut": 1, "empty": 1, "refused": 1, "filtered": 1},
    "inspect/i_original_bytes": {"ok": 3},
    "inspect/j_auto_ids": {"ok": 4},
    "inspect/l_think_epochs": {"ok": 12},
    "inspect/old_150": {"ok": 4, "cut": 2, "refused": 2, "filtered": 2, "empty": 2, "api_error": 4},
    "exports/inspect": {"ok": 71, "api_error": 4, "cut": 4, "filtered": 4, "missing": 1},
}  # fmt: skip
ANSWERERS = {"mock-vlm-a": "gemini_2.5_pro", "mock-vlm-b": "qwen_2.5_32b", "mock-vlm-c": "openai_gpt_5"}
"""Whose recorded replies the server of the samples gave."""


@pytest.mark.parametrize("folder", REAL)
def test_real_logs_hold_the_replies_that_the_server_gave(samples, recorded_items, folder):
    """Every real log is read, each reply has its status, and a complete one is the recorded one for its photograph."""
    statuses = Counter()
    for path in sorted((samples / folder).iterdir()):
        rows, refusals = read_log(inspect, path)
        assert refusals == []
        statuses.update(row.status for row in rows)
        for row in rows:
            ids = [name[:6] for name in row.names if name[:6] in recorded_items]
            model = row.run.model.rpartition("/")[2].removesuffix("-think")
            if ids and row.options is None and model in ANSWERERS:
                assert row.raw == recorded_items[ids[0]]["replies"][ANSWERERS[model]]
            if row.options is not None:
                assert sorted(row.options) == sorted(recorded_items[ids[0]]["options"])
                right = recorded_items[ids[0]]
                assert row.options["ABCD".index(row.target)] == right["options"]["ABCD".index(right["answer"])]
    assert statuses == REAL[folder]


def test_of_a_real_shuffle_the_letter_is_the_one_that_was_said(samples):
    """Inspect's output says A; the model answered D, among the options in the order that it saw."""
    (path,) = (samples / "inspect" / "d_mcq_shuffled").iterdir()
    first = next(row for row in read_log(inspect, path)[0] if row.key == "001_P0_ratio")
    assert (first.raw, first.options, first.target) == ("ANSWER: D", ("0.87", "0.70", "1.09", "1.31"), "A")


def test_a_real_log_in_chunks_is_refused(samples):
    """Output of a hidden command, which Inspect's own reader does not open, is refused with that explanation."""
    (path,) = (samples / "inspect" / "x_chunked_internal").iterdir()
    with pytest.raises(ReplyFileError, match="its samples are in chunks"):
        list(inspect.read(path))
