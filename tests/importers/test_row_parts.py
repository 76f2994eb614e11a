"""Tests of functions that log readers share: options in prompts, names, scores, images as text, adjacent files."""

import json
from base64 import b64encode
from hashlib import sha256

import pytest

from core.importers.data_uri import decode_data_uri
from core.importers.external_scores import find_external_score
from core.importers.peek import read_first_item, read_first_object
from core.importers.prompt_options import extract_question, find_options
from core.importers.prompt_text import extract_prompt_text
from core.importers.records import ImportedReply, ImportedRun
from core.importers.row_metadata import collect_facts, collect_names, normalise_settings
from core.importers.sidecar_files import MAX_BYTES, get_object, get_path, get_text, list_regular_files, read_json_object
from core.importers.trilens_metadata import parse_own_run, restore_trilens_fields
from core.records import Model, Run
from core.runs.journal import encode_manifest


@pytest.mark.parametrize(
    ("prompt", "options"),
    [
        ("Which?\nA. one\nB. two\nC. three\nAnswer.", ("one", "two", "three")),
        ("Which?\n(A) one\n(B)  two \n", ("one", "two")),
        ("A) one\nB) two", ("one", "two")),
        ("A: one\n\nB: two", ("one", "two")),
        ("A. first\nB. example\n\nWhich?\nA. one\nB. two\nC. three", ("one", "two", "three")),
        ("A. one", None),
        ("Nothing lettered; A=RED, B=YELLOW", None),
        ("A. one, which goes\non here\nB. two", None),
        ("B. two\nC. three", None),
    ],
)
def test_options_are_those_of_the_last_lettered_lines(prompt, options):
    """Options are on separate lines from A on; a broken line makes them unknown, and an example is skipped."""
    assert find_options(prompt) == options


@pytest.mark.parametrize(
    ("prompt", "question"),
    [
        ("Which?\nA. one\nB. two\nAnswer.", "Which?"),
        ("A. first\nB. example\n\nWhich?\nA. one\nB. two", "A. first\nB. example\n\nWhich?"),
        ("A. one\nB. two\nWhich?", "A. one\nB. two\nWhich?"),
        ("Which?\nA. one", "Which?\nA. one"),
        ("<image> <image>Which?\nA. one\nB. two", "Which?"),
        ("Which <image>?\nA. one\nB. two", "Which <image>?"),
        ("Nothing lettered", "Nothing lettered"),
    ],
)
def test_the_question_stands_before_its_options(prompt, question):
    """The text before the last options is the question.

    Without options, or text before them, it is the whole prompt.
    """
    assert extract_question(prompt) == question


def test_names_are_short_texts_and_ids():
    """Texts at any depth may name a case, numbers only under id keys, and question and target never."""
    row = {
        "file": "board_3.png",
        "meta": [{"image_id": 12, "count": 4, "label": "board_9"}],
        "answer": "board_7",
        "choices": ["board_5", "2"],
        "text": "x" * 400,
        "picture": "data:image/png;base64,AAAA",
        "digits": "31",
        "qid": "32",
        "flag_id": True,
    }
    assert collect_names(row, ["board_3.png", "more"]) == ("board_3.png", "12", "32", "more")


def test_names_of_a_deep_row_are_found():
    """A row may be nested deeper than Python's recursion limit."""
    deep = {"file": "board_3"}
    for _ in range(5000):
        deep = {"in": deep}
    assert collect_names(deep) == ("board_3",)


def test_facts_are_short_values():
    """Facts are short texts, numbers and booleans; the question is not one."""
    row = {"level": "hard", "n": 3, "is_on": True, "long": "x" * 61, "empty": "", "list": [1], "answer": "B"}
    assert collect_facts(row) == {"level": "hard", "n": "3", "is_on": "True"}


def test_settings_keep_their_kind():
    """Numbers and texts stay, booleans and lists become JSON text, and nulls are left out."""
    values = {"temperature": 0.0, "max": 16, "name": "x", "sample": False, "until": ["\n"], "seed": None}
    expected = {"temperature": 0.0, "max": 16, "name": "x", "sample": "false", "until": '["\\n"]'}
    assert normalise_settings(values) == expected


@pytest.mark.parametrize(
    ("metrics", "score"),
    [
        ({"exact_match": 1.0}, 1.0),
        ({"anything": 0.25}, 0.25),
        ({"correct": True}, 1.0),
        ({"acc": 1.0, "acc_norm": 0.0, "brier": 7.5}, 1.0),
        ({"kappa_a": 0.5, "kappa_b": 1.0}, 0.75),
        ({"kappa_a": 0.5, "kappa_b": None}, None),
        ({"bleu": 0.5, "rouge": 0.7}, None),
        ({"score": {"id": 1, "score": 0.5, "pred": "x"}}, 0.5),
        ({"score": {"id": 1, "a": 0.25, "b": 0.75}}, 0.5),
        ({"score": {"id": 1}}, None),
        ({"points": 37.0}, None),
        ({"score": float("nan")}, None),
        ({"bypass": None}, None),
        ({}, None),
    ],
)
def test_the_score_is_the_one_that_counts(metrics, score):
    """A single metric counts, or one by its name, or the mean of one metric's parts; values out of range do not."""
    assert find_external_score(metrics) == score


@pytest.mark.parametrize("head", ["data:image/png;base64,", "data:image/jpeg;charset=utf-8;base64,"])
def test_a_data_uri_is_the_file(head):
    """The bytes are the file's own, with their checksum."""
    picture = decode_data_uri(head + b64encode(b"drawn").decode())
    assert (picture.body, picture.sha256) == (b"drawn", sha256(b"drawn").hexdigest())


@pytest.mark.parametrize(
    "text", ["board.png", "data:image/png;base64,", "data:image/png;base64,A?=", "data:text/x;base64,AA=="]
)
def test_what_is_no_picture_is_none(text):
    """A name, an empty or broken image, and another kind of file are not images."""
    assert decode_data_uri(text) is None


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("plain", "plain"),
        (['[{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Look."}]'], "Be kind.\n\nLook."),
        ([{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "Look."}]}], "Look."),
        (["[not json"], "[not json"),
        (["[1, 2]"], "[1, 2]"),
        ([], ""),
        (None, ""),
        ([{"role": "user", "content": None}], ""),
    ],
)
def test_the_text_of_messages_is_what_was_sent(prompt, text):
    """Plain text stays unchanged; messages, also as JSON in a text, give all their text."""
    assert extract_prompt_text(prompt) == text


def test_small_files_are_objects_or_say_why_not(tmp_path):
    """A file beside a log is read completely if it is a JSON object that is not too large."""
    path = tmp_path / "results.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": {"b": " c "}}')
    values = read_json_object(path)
    assert (get_text(values, "a", "b"), get_object(values, "a"), get_object(values, "x")) == ("c", {"b": " c "}, {})
    assert (get_path(values, "a", "b", "c"), get_text(values, "a")) == (None, "")
    path.write_text("[1]", encoding="utf-8")
    with pytest.raises(ValueError, match="not a JSON object"):
        read_json_object(path)
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(ValueError, match="larger than 64 MiB"):
        read_json_object(path)


def test_links_and_folders_are_no_files_beside(tmp_path):
    """Only a log's own files count, in the order of their names."""
    for name in ("b_results.json", "a_results.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    (tmp_path / "c_results.json").symlink_to(tmp_path / "a_results.json")
    (tmp_path / "d_results.json").mkdir()
    assert [path.name for path in list_regular_files(tmp_path, "_results.json")] == ["a_results.json", "b_results.json"]


def test_the_first_object_is_found_behind_a_broken_row(tmp_path):
    """A format is recognised by the first complete object, in lines and in lists, and not at all without one."""
    path = tmp_path / "log"
    path.write_bytes(b'{"id": broken\n{"id": 2}\n')
    assert read_first_object(path, path.read_bytes(), "id") == {"id": 2}
    assert read_first_object(path, path.read_bytes(), "key") == {}
    path.write_bytes(b'{"rows": [5, {"id": 2}], "more": 1}')
    assert (read_first_item(path, "rows"), read_first_item(path, "more")) == ({"id": 2}, {})


REPLY = {"case_id": "board_1", "status": "cut", "error": "limit", "latency_s": 1.5, "options": ["a", "b"]}


@pytest.mark.parametrize("key", [REPLY, json.dumps(REPLY)])
def test_what_trilens_wrote_of_a_reply_counts(key):
    """Trilens' own key, as an object or as text, gives case, status and the rest; the text is the format's."""
    row = ImportedReply(ImportedRun("p", "t", "m"), "line 1", None, "empty", names=("x",))
    said = restore_trilens_fields(row, "", key)
    assert (said.case_id, said.raw, said.status, said.error) == ("board_1", "", "cut", "limit")
    assert (said.latency_s, said.options, said.names) == (1.5, ("a", "b"), ("x",))
    assert restore_trilens_fields(row, "", dict(REPLY, reply=None)).raw is None


@pytest.mark.parametrize("key", [None, "", "{broken", "[1]", {"status": "fine"}, {"case_id": "x", "status": "odd"}])
def test_a_key_that_states_no_reply_changes_nothing(key):
    """Without a complete key, the row is read as its format defines."""
    row = ImportedReply(ImportedRun("p", "t", "m"), "line 1", "A")
    assert restore_trilens_fields(row, "A", key) is row


def test_a_run_of_trilens_own_is_taken():
    """A manifest in a log is the run itself; anything else is not a run."""
    run = Run("r1", Model("m", "M"), "p", "Look. {text}", "original", "test")
    manifest = json.loads(encode_manifest(run))
    assert parse_own_run(manifest | {"benchmark_id": "tri_bench"}) == run
    assert [parse_own_run(key) for key in (None, {}, {"run_id": "x"})] == [None, None, None]
