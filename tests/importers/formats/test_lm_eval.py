"""Tests of lm-evaluation-harness samples, real ones and small ones made from the specification."""

import json
from datetime import UTC, datetime

import pytest

from core.importers.formats import lm_eval
from core.importers.harness_results import LIKELIHOOD
from core.records import Model, Run
from core.runs.journal import encode_manifest
from tests.importers.reading import grade, read_log

TIME = "2026-11-21T19-19-23.550682"
CHECKSUM = "5" * 64
PROMPT = "How many corners?\nA. three\nB. four"


def row(doc_id=0, replies=("A",), **others):
    """Return a row as 0.4.13 writes it."""
    messages = json.dumps([{"role": "user", "content": PROMPT}])
    sent = {"arg_0": [messages], "arg_1": {"max_gen_toks": 16, "until": []}, "arg_2": {"visual": [CHECKSUM]}}
    return {
        "doc_id": doc_id,
        "doc": {"file_name": f"board_{doc_id}.png", "question": "How many corners?", "answer": 7, "image": CHECKSUM},
        "target": "B",
        "arguments": {"gen_args_0": sent},
        "resps": [list(replies)],
        "filtered_resps": list(replies[:1]),
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": "0",
        "exact_match": 0.0,
    } | others


@pytest.fixture
def written(tmp_path):
    """Write rows as a samples file, with a results file beside it if given; return the samples' path."""

    def write(*rows, results=None):
        path = tmp_path / f"samples_corners_of_boards_{TIME}.jsonl"
        path.write_text("".join(f"{json.dumps(one)}\n" for one in rows), encoding="utf-8")
        if results is not None:
            (tmp_path / f"results_{TIME}.json").write_text(json.dumps(results), encoding="utf-8")
        return path

    return write


RESULTS = {
    "results": {},
    "configs": {"corners_of_boards": {"generation_kwargs": {"temperature": 0.0, "do_sample": False}}},
    "versions": {},
    "n-shot": {"corners_of_boards": 0},
    "config": {"model_args": {"model": "org/looker", "base_url": "https://u:secret@host"}, "random_seed": 3},
    "date": 1795288762.5,
    "lm_eval_version": "0.4.13",
    "model_name": "org/looker",
    "model_source": "local-chat-completions",
}


def test_a_row_is_a_reply_with_all_that_the_row_says(written):
    """Prompt, displayed options, names, checksum, target, score and settings are where the program wrote them."""
    ((reply,), refusals) = read_log(lm_eval, written(row(), results=RESULTS))
    assert (reply.raw, reply.status, reply.error, reply.place, reply.key) == ("A", "ok", None, "line 1", "0")
    assert (reply.prompt, reply.question, reply.options) == (PROMPT, "How many corners?", ("three", "four"))
    assert (reply.target, reply.said_score) == ("B", 0.0)
    assert reply.names == ("board_0.png",)
    assert [picture.png_sha256 for picture in reply.pictures] == [CHECKSUM]
    assert refusals == []
    run = reply.run
    assert (run.program, run.task, run.model) == ("lm-evaluation-harness 0.4.13", "corners_of_boards", "org/looker")
    assert run.started_at == datetime(2026, 11, 21, 19, 19, 22, 500000, tzinfo=UTC)
    sent = {"max_gen_toks": 16, "until": "[]", "temperature": 0.0, "do_sample": "false", "random_seed": 3}
    assert run.settings == sent | {"num_fewshot": 0, "model_source": "local-chat-completions"}


def test_without_results_the_model_is_not_known(written):
    """Samples alone name no model, whatever their folder's name."""
    ((reply,), _) = read_log(lm_eval, written(row()))
    assert (reply.run.model, reply.run.started_at) == ("", None)


def test_results_of_another_time_are_not_taken(written, tmp_path):
    """A results file belongs only to samples with the same time in the name."""
    (tmp_path / "results_2026-11-21T19-19-24.000000.json").write_text(json.dumps(RESULTS), encoding="utf-8")
    ((reply,), _) = read_log(lm_eval, written(row()))
    assert reply.run.model == ""


def test_results_that_are_a_link_are_not_followed(written, tmp_path):
    """A link beside the samples is not a results file."""
    real = tmp_path / "real.txt"
    real.write_text(json.dumps(RESULTS), encoding="utf-8")
    (tmp_path / f"results_{TIME}.json").symlink_to(real)
    ((reply,), _) = read_log(lm_eval, written(row()))
    assert reply.run.model == ""


def test_broken_results_are_said(written, tmp_path):
    """An unreadable results file leaves the model unknown, with a note."""
    (tmp_path / f"results_{TIME}.json").write_text('{"results": ', encoding="utf-8")
    ((reply,), _) = read_log(lm_eval, written(row()))
    assert reply.run.model == ""
    assert any("cannot be read: not valid JSON" in note for note in reply.run.notes)


def test_a_model_without_a_name_is_called_by_its_source(written):
    """A random folder name is not the model's name."""
    unnamed = RESULTS | {"config": {"model": "dummy", "model_args": {}}, "model_name": "i82qcls7"}
    ((reply,), _) = read_log(lm_eval, written(row(), results=unnamed))
    assert reply.run.model == "dummy"


def test_of_two_filters_the_first_row_is_the_reply(written):
    """The rows of a second filter are not replies, whether they follow one by one or all at the end."""
    strict = [row(n, filter="strict", exact_match=0.0) for n in range(2)]
    flexible = [row(n, filter="flexible", exact_match=1.0) for n in range(2)]
    for rows in (strict + flexible, [strict[0], flexible[0], strict[1], flexible[1]]):
        replies, refusals = read_log(lm_eval, written(*rows))
        assert [(reply.key, reply.said_score) for reply in replies] == [("0", 0.0), ("1", 0.0)]
        assert refusals == []


@pytest.mark.parametrize("second", [row(), row(replies=("C",), filter="other")])
def test_a_document_twice_is_refused(written, second):
    """The same document under the same filter, or with another reply, is not a row of another filter."""
    replies, refusals = read_log(lm_eval, written(row(), second))
    assert len(replies) == 1
    assert [(refusal.place, refusal.reason) for refusal in refusals] == [("line 2", "doc_id 0 appears twice")]


def test_repeats_are_replies_of_their_own(written):
    """Each repeat has its number and its place; the score is that of the reply that the answer was read from."""
    replies, _ = read_log(lm_eval, written(row(replies=("A", "B")), row(1, replies=("C", "D"), filtered_resps=["D"])))
    assert [(reply.raw, reply.repeat, reply.place) for reply in replies] == [
        ("A", 1, "line 1, repeat 1"),
        ("B", 2, "line 1, repeat 2"),
        ("C", 1, "line 2, repeat 1"),
        ("D", 2, "line 2, repeat 2"),
    ]
    assert [reply.said_score for reply in replies] == [0.0, None, None, None]


def test_likelihoods_are_refused_with_the_reason(written):
    """Rows that weigh options contain no reply, old or new, with several options or one text."""
    options = {f"gen_args_{n}": {"arg_0": PROMPT, "arg_1": f" {n}"} for n in range(2)}
    weighed = row(resps=[[["-1.5", "False"]], [["-0.5", "True"]]], arguments=options)
    rolling = row(1, resps=[["-12.25"]], arguments={"gen_args_0": {"arg_0": PROMPT}})
    replies, refusals = read_log(lm_eval, written(weighed, rolling))
    assert replies == []
    assert [(one.place, one.reason) for one in refusals] == [("line 1", LIKELIHOOD), ("line 2", LIKELIHOOD)]


def test_a_number_may_be_a_reply(written):
    """A reply that is a number was generated if generation settings are beside its prompt."""
    ((reply,), _) = read_log(lm_eval, written(row(replies=("-12.25",))))
    assert reply.raw == "-12.25"


@pytest.mark.parametrize("nothing", ["", None, " \n"])
def test_an_empty_reply_is_empty(written, nothing):
    """Blanks only, or null, are an empty reply."""
    ((reply,), _) = read_log(lm_eval, written(row(replies=(nothing,))))
    assert reply.status == "empty"


def test_a_picture_that_was_not_hashed_has_no_checksum(written):
    """The text of a Python object gives no image and names no case."""
    one = row()
    one["doc"]["image"] = one["arguments"]["gen_args_0"]["arg_2"]["visual"][0] = "<PIL.JpegImagePlugin at 0x7F80>"
    ((reply,), _) = read_log(lm_eval, written(one))
    assert (reply.pictures, reply.names) == ((), ("board_0.png",))


def test_a_broken_row_does_not_stop_the_others(written):
    """Rows that are not JSON, or lack a document or a reply, are refused with place and reason."""
    path = written(row(), row(None), row(2, resps=[]), row(3, replies=(["x"],)), row(4, replies=(5,)), row(5))
    path.write_bytes(path.read_bytes() + b"{broken\n")
    replies, refusals = read_log(lm_eval, path)
    assert [reply.key for reply in replies] == ["0", "5"]
    assert [refusal.place for refusal in refusals] == ["line 2", "line 3", "line 4", "line 5", "line 7"]
    assert [refusal.reason for refusal in refusals[:4]] == [
        "it has no doc_id",
        "it has no reply (resps)",
        LIKELIHOOD,
        "its reply is not a text, but int",
    ]


def test_the_array_of_old_versions_is_read(tmp_path):
    """Up to 0.4.2 samples are one indented array with arguments as lists, and the model is in results.json."""
    old = row(arguments=[[PROMPT, {"until": ["\n"], "max_gen_toks": 16}]])
    del old["filter"], old["metrics"]
    path = tmp_path / "model=looker_corners_of_boards.jsonl"
    path.write_text(json.dumps([old, old | {"doc_id": 1}, old | {"doc_id": 1}, 5], indent=2), encoding="utf-8")
    config = {"model": "openai", "model_args": "base_url=https://u:secret@host,model=looker"}
    old_results = RESULTS | {"config": config, "model_name": None}
    (tmp_path / "results.json").write_text(json.dumps(old_results), encoding="utf-8")
    replies, refusals = read_log(lm_eval, path)
    assert [(reply.raw, reply.place, reply.said_score) for reply in replies] == [
        ("A", "sample 1", 0.0),
        ("A", "sample 2", 0.0),
    ]
    assert [(one.place, one.reason) for one in refusals] == [("sample 4", "not a JSON object")]
    run = replies[0].run
    assert (run.model, run.task) == ("looker", "corners_of_boards")
    assert "secret" not in repr(run)


def test_other_files_are_not_recognised(tmp_path):
    """Lines of data, lmms-eval samples and results of other programs are not recognised as this program's."""
    others = [{"doc_id": 1}, row() | {"input": ""}, {"results": {}, "configs": {}}, [{"index": 1}]]
    for number, other in enumerate(others):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(json.dumps(other), encoding="utf-8")
        assert grade(lm_eval, path) == "no"


def test_a_first_row_longer_than_the_head_is_recognised(written):
    """The format is recognised by the keys of the first row, however long it is."""
    ((reply,), _) = read_log(lm_eval, written(row(replies=("x" * 100_000,), doc={"text": "y" * 100_000})))
    assert len(reply.raw) == 100_000


def test_what_trilens_wrote_comes_back(written):
    """A row with Trilens' own key has its case, status and text; the results file has the run."""
    run = Run("r1", Model("m", "M"), "p", "Look.", "original", "test")
    results = RESULTS | {"config": {"trilens": {"benchmark_id": "b", **json.loads(encode_manifest(run))}}}
    key = json.dumps({"case_id": "037_T0", "status": "refused", "error": "declined"})
    one = row(replies=("",), doc={"case_id": "other", "trilens": key})
    ((reply,), _) = read_log(lm_eval, written(one, results=results))
    assert (reply.case_id, reply.raw, reply.status, reply.error) == ("037_T0", "", "refused", "declined")
    assert reply.run.given == run
    assert reply.names == ("other",)


STATUSES = {"a": {"ok": 12}, "b_flaky6": {"ok": 4, "empty": 2}, "f_predict_only": {"ok": 3}, "g_no_hash": {"ok": 2}}


def test_real_samples_give_the_recorded_replies(samples, recorded_items):
    """Every reply of a model that is not broken on purpose is the recorded one for the photograph that it names."""
    said_by = {"mock-vlm-a": "gemini_2.5_pro", "mock-vlm-d": "gemini_2.5_flash"}
    for folder, statuses in STATUSES.items():
        (path,) = (samples / "lm-eval" / folder).rglob("samples_*.jsonl")
        replies, refusals = read_log(lm_eval, path)
        found = [reply.status for reply in replies]
        assert {status: found.count(status) for status in set(found)} == statuses
        assert refusals == []
        for reply in replies:
            (item,) = (recorded_items[name] for name in reply.names if name in recorded_items)
            if who := said_by.get(reply.run.model):
                assert reply.raw == item["replies"][who]


def test_real_filters_repeats_and_likelihoods(samples):
    """24 documents with two filters and two repeats are 48 replies; weighed options are refused, their texts read."""
    (path,) = (samples / "lm-eval" / "c_mcq_gen").rglob("samples_*.jsonl")
    replies, refusals = read_log(lm_eval, path)
    assert ([reply.repeat for reply in replies].count(2), len(replies), refusals) == (24, 48, [])
    weighed, text = sorted((samples / "lm-eval" / "d_mcq_dummy").rglob("samples_*.jsonl"))
    assert [len(part) for part in read_log(lm_eval, weighed)] == [0, 12]
    assert [len(part) for part in read_log(lm_eval, text)] == [12, 0]


def test_real_results_are_parts_and_other_files_nothing(samples):
    """Each file of the folder is samples, results, or another program's."""
    grades = {path: grade(lm_eval, path) for path in (samples / "lm-eval").rglob("*") if path.is_file()}
    expected = {"samples_": "yes", "results_": "part"}
    assert all(found == expected.get(path.name[:8], "no") for path, found in grades.items())
    assert list(grades.values()).count("yes") == list(grades.values()).count("part") + 1 == 7
