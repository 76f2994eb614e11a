"""Tests of lmms-eval samples, real ones and small ones made from the specification."""

import json
from base64 import b64encode
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from core.importers.formats import lm_eval, lmms_eval
from core.importers.harness_results import LIKELIHOOD
from tests.importers.reading import grade, read_log

TIME = "20261122_032302"
PROMPT = "How many corners?\nA. three\nB. four"
PICTURE = b"drawn, not photographed"
URI = f"data:image/png;base64,{b64encode(PICTURE).decode()}"


def row(doc_id=0, reply="A", **others):
    """Return a row as 0.7.3 writes it."""
    return {
        "doc_id": doc_id,
        "target": "B",
        "filtered_resps": reply,
        "token_counts": [{"input_tokens": 430, "output_tokens": 43, "reasoning_tokens": 0}],
        "doc_hash": "0",
        "input_media": [f"board_{doc_id}.png"],
        "accuracy": 0.0,
        "input": PROMPT,
    } | others


RESULTS = {
    "results": {},
    "configs": {"corners": {"generation_kwargs": {"temperature": 0.0}}},
    "versions": {},
    "n-shot": {"corners": 0},
    "config": {
        "model_args": "model=org/looker,base_url=https://u:secret@host",
        "resolved_cli_args": {"timezone": "Asia/Singapore", "hf_hub_log_args": "token=hf_secret"},
    },
    "lmms_eval_version": "0.7.3@abc",
    "date": TIME,
    "model_name": "org/looker",
}


@pytest.fixture
def written(tmp_path):
    """Write rows as a samples file, with a results file beside it if given; return the samples' path."""

    def write(*rows, results=None):
        path = tmp_path / f"{TIME}_samples_corners.jsonl"
        path.write_text("".join(f"{json.dumps(one)}\n" for one in rows), encoding="utf-8")
        if results is not None:
            (tmp_path / f"{TIME}_results.json").write_text(json.dumps(results), encoding="utf-8")
        return path

    return write


def only(path):
    """Return the only reply of a file without refusals."""
    ((reply,), refusals) = read_log(lmms_eval, path)
    assert refusals == []
    return reply


def test_a_row_is_a_reply_with_all_that_the_row_says(written):
    """Prompt, displayed options, media, tokens, target and score are read from where the program wrote them."""
    reply = only(written(row(input_media=["board_0.png", URI]), results=RESULTS))
    assert (reply.raw, reply.status, reply.error, reply.place, reply.key) == ("A", "ok", None, "line 1", "0")
    assert (reply.prompt, reply.options, reply.target) == (PROMPT, ("three", "four"), "B")
    assert (reply.input_tokens, reply.output_tokens, reply.said_score) == (430, 43, 0.0)
    assert reply.names == ("board_0.png",)
    assert [(one.sha256, one.body) for one in reply.pictures] == [(sha256(PICTURE).hexdigest(), PICTURE)]
    run = reply.run
    assert (run.program, run.task, run.model) == ("lmms-eval 0.7.3@abc", "corners", "org/looker")
    assert run.settings == {"temperature": 0.0, "num_fewshot": 0}
    assert "secret" not in repr(run)


def test_singapore_time_is_converted(written):
    """The time is in the time zone that the log names, eight hours ahead in Singapore."""
    run = only(written(row(), results=RESULTS)).run
    assert run.started_at == datetime(2026, 11, 21, 19, 23, 2, tzinfo=UTC)
    assert not any("zone" in note for note in run.notes)


def test_another_zone_is_taken_and_an_unknown_one_said(written):
    """A zone that the user chose counts; with an unknown zone the time is left out with a note."""
    for zone, hour in (("UTC", 3), ("Mars/Olympus", None), ("../etc", None)):
        config = {"resolved_cli_args": {"timezone": zone}}
        run = only(written(row(), results=RESULTS | {"config": config})).run
        assert (run.started_at.hour if run.started_at else None) == hour
        assert any("is unknown" in note for note in run.notes) == (hour is None)


def test_without_results_the_zone_is_the_default_and_said(written):
    """Samples alone name no model; their time is read from the name in the program's default zone, with a note."""
    run = only(written(row())).run
    assert run.model == ""
    assert run.started_at == datetime(2026, 11, 21, 19, 23, 2, tzinfo=UTC)
    assert any("default, Asia/Singapore" in note for note in run.notes)


@pytest.mark.parametrize("resps", ["<think>so</think>A", ["<think>so</think>A"], [["<think>so</think>A"]]])
def test_the_raw_reply_is_what_was_said_before_thinking_was_taken_out(written, resps):
    """`resps`, if present, is the reply, as a text or in lists; the filtered text is the program's reading."""
    reply = only(written(row(resps=resps)))
    assert (reply.raw, reply.said_answer) == ("<think>so</think>A", "A")


def test_a_failure_written_as_a_reply_is_a_failure(written):
    """The prefix of a failed request is not a reply, though the program scores it as a wrong answer."""
    failed = "[LMMS_EVAL_REQUEST_FAILED after 2 retries] Error code: 500 - overloaded"
    reply = only(written(row(reply=failed)))
    assert (reply.raw, reply.status, reply.error) == (None, "api_error", "Error code: 500 - overloaded")


@pytest.mark.parametrize(
    ("reply", "output_tokens", "status"),
    [
        ("None", 0, "empty"),
        ("None", 1, "empty"),
        ("None", 2, "ok"),
        ("none", 0, "ok"),
        ("", 5, "empty"),
        (" ", 5, "empty"),
    ],
)
def test_none_is_no_reply_unless_the_model_said_so(written, reply, output_tokens, status):
    """The text None means no content if at most one token was counted."""
    assert only(written(row(reply=reply, token_counts=[{"output_tokens": output_tokens}]))).status == status


def test_the_reply_names_no_case(written):
    """Ids that a task's metric copies from the reply are not used as the case's ids."""
    score = {"question_id": "board_0", "pred": "it is board_7", "parsed_answer": "board_8", "response": "board_9"}
    assert only(written(row(input_media=None, score=score))).names == ("board_0",)
    assert only(written(row(reply="board_5", input_media=None, score={"id": "board_5"}))).names == ()


def test_scores_of_objects_are_found(written):
    """A task's object has its score under a name, or is scored in parts, whose mean it is."""
    assert only(written(row(accuracy={"id": "1", "score": 1.0, "part": 0.0}))).said_score == 1.0
    assert only(written(row(accuracy={"id": 1, "sides": 0.25, "angles": 0.75}))).said_score == 0.5


def test_rows_of_the_first_lines_with_documents_are_read(written):
    """In 0.3 the document is in the row and may name the case."""
    doc = {"id": 17, "question": "How many corners?", "answer": "board_4"}
    reply = only(written(row(doc=doc, input_media=None)))
    assert (reply.names, reply.question, reply.metadata) == (("17",), "How many corners?", {"id": "17"})


def test_a_broken_row_does_not_stop_the_others(written):
    """Rows without a document, with another kind of reply, or repeated rows are refused with place and reason."""
    path = written(row(), row(None), row(2, reply=-1.5), row(3, reply={"a": 1}), row(), row(5))
    replies, refusals = read_log(lmms_eval, path)
    assert [reply.key for reply in replies] == ["0", "5"]
    assert [(one.place, one.reason) for one in refusals] == [
        ("line 2", "it has no doc_id"),
        ("line 3", LIKELIHOOD),
        ("line 4", "its reply is not a text, but dict"),
        ("line 5", "doc_id 0 appears twice"),
    ]


def test_the_object_of_old_versions_is_read(tmp_path):
    """Up to 0.2 one object has arguments, configuration and logs, with nested lists and times without a year."""
    logs = [
        {"doc_id": n, "doc": {"image_id": f"board_{n}"}, "target": "B", "arguments": [[PROMPT, {"until": []}]],
         "resps": [["A"]], "filtered_resps": ["A"], "accuracy": 1.0}
        for n in range(3)
    ]  # fmt: skip
    arguments = {"model": "llava", "model_args": 'pretrained="org/looker",device=cpu', "wandb_args": "key=secret"}
    config = {"task": "corners", "generation_kwargs": {"max_new_tokens": 16}}
    path = tmp_path / "anything.json"
    path.write_text(
        json.dumps({"args": arguments, "model_configs": config, "logs": logs, "time": "0705_1432"}, indent=4)
    )
    replies, refusals = read_log(lmms_eval, path)
    assert [(one.raw, one.place, one.names, one.prompt) for one in replies] == [
        ("A", f"sample {n + 1}", (f"board_{n}",), PROMPT) for n in range(3)
    ]
    run = replies[0].run
    assert (run.model, run.task, run.started_at, refusals) == ("org/looker", "corners", None, [])
    assert run.settings == {"max_new_tokens": 16}
    assert "secret" not in repr(run)


def test_results_are_parts_and_neighbours_are_told_apart(written, tmp_path):
    """Results files belong to their samples; neither program's reader accepts the other's files."""
    samples = written(row(), results=RESULTS)
    results = tmp_path / f"{TIME}_results.json"
    assert [grade(form, results) for form in (lmms_eval, lm_eval)] == ["part", "no"]
    assert grade(lm_eval, samples) == "no"
    results.write_text(json.dumps(RESULTS | {"lm_eval_version": "0.4.13"}), encoding="utf-8")
    assert [grade(form, results) for form in (lmms_eval, lm_eval)] == ["no", "part"]


def test_what_trilens_wrote_comes_back(written):
    """A row with Trilens' own key has its case, status and text, and the key is not a metric."""
    key = json.dumps({"case_id": "037_T0", "status": "api_error", "error": "429", "reply": None})
    reply = only(written(row(reply="[LMMS_EVAL_REQUEST_FAILED] 429", trilens=key)))
    assert (reply.case_id, reply.raw, reply.status, reply.error) == ("037_T0", None, "api_error", "429")
    assert reply.said_score is None


STATUSES = {
    "a": {"ok": 12},
    "b_flaky": {"ok": 20, "empty": 2, "api_error": 2},
    "c_mcq": {"ok": 24},
    "e_predict_only": {"ok": 3},
    "f_nameless": {"ok": 6},
    "g_bytes": {"ok": 6},
    "h_think": {"ok": 4},
}


def test_real_samples_give_the_recorded_replies(samples, recorded_items):
    """Statuses are those that were provoked; replies of models that are not broken are recorded ones."""
    said_by = {"mock-vlm-a": "gemini_2.5_pro", "mock-vlm-d": "gemini_2.5_flash"}
    for folder, statuses in STATUSES.items():
        (path,) = (samples / "lmms-eval" / folder).rglob("*_samples_*.jsonl")
        replies, refusals = read_log(lmms_eval, path)
        found = [reply.status for reply in replies]
        assert {status: found.count(status) for status in set(found)} == statuses
        assert refusals == []
        for reply, item in zip(replies, recorded_items.values(), strict=False):
            assert {name.removesuffix(".jpg") for name in reply.names} == (
                set() if folder == "f_nameless" else {item["id"]}
            )
            if who := said_by.get(reply.run.model):
                assert reply.raw == item["replies"][who]
        assert replies[0].run.started_at.date() == datetime(2026, 11, 21, tzinfo=UTC).date()


def test_real_pictures_are_the_files(samples, recorded_items):
    """Embedded images are the photographs' original bytes."""
    (path,) = (samples / "lmms-eval" / "g_bytes").rglob("*_samples_*.jsonl")
    for reply, item in zip(read_log(lmms_eval, path)[0], recorded_items.values(), strict=False):
        assert [one.body for one in reply.pictures] == [(samples / "photos" / item["file"]).read_bytes()]


def test_real_thinking_is_kept(samples):
    """The raw reply has the reasoning that the program removed before it scored."""
    (path,) = (samples / "lmms-eval" / "h_think").rglob("*_samples_*.jsonl")
    for reply in read_log(lmms_eval, path)[0]:
        assert reply.raw.startswith("<think>")
        assert reply.raw.endswith(reply.said_answer)


def test_every_real_file_is_told_apart(samples):
    """Each file of the folder is samples, results, or another program's."""
    grades = {path: grade(lmms_eval, path) for path in (samples / "lmms-eval").rglob("*") if path.is_file()}
    kinds = {"samples": "yes", "results.json": "part"}
    assert all(found == kinds.get([*path.name.split("_"), "", ""][2], "no") for path, found in grades.items())
    assert list(grades.values()).count("yes") == list(grades.values()).count("part") == 7
