"""Tests that files are recognised by content; pickles, links, copies and too large files are not logs."""

import json
import pickle

import pytest

from core.errors import ReplyFileError
from core.importers import detect_format
from core.importers.detect_format import find_logs
from core.importers.log_formats import OUR_FORMATS, TABLES, get_log_format
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from tests.importers.made_inspect import sample, write_eval, write_json
from tests.importers.made_zip import Member, write_zip


def journal(path):
    write_journal(path, Run("r", Model("m", "M"), "p", "What?", "original", "here"), [Reply("r", "001_P0", "x")])
    return path


def table(path, text="case_id,reply\n001_P0,x\n"):
    path.write_text(text, encoding="utf-8")
    return path


OWN = {
    "inspect": lambda folder: write_eval(folder / "a", [sample("red")]),
    "trilens_journal": lambda folder: journal(folder / "a"),
    "replies_table": lambda folder: table(folder / "a"),
}


@pytest.mark.parametrize("form", OWN)
def test_a_log_is_known_by_its_content(tmp_path, form):
    """A name without an extension is sufficient."""
    (log,) = find_logs([OWN[form](tmp_path)]).logs
    assert (log.form, log.is_table) == (form, form in TABLES)
    assert len(list(log.read_rows())) == 1


def test_every_form_has_its_module():
    """Each listed format can be imported and has a reader."""
    for name in OUR_FORMATS:
        assert callable(get_log_format(name).classify_file)
        assert callable(get_log_format(name).read)


@pytest.mark.parametrize("text", [
    "case_id,reply\n", "\ufeffcase_id,reply\r\n", '"photograph_id","reply"\n', "image_path,a_response\n",
    "index,prediction\n", '{"case_id": "a", "reply": "x"}\n', '\ufeff{"reply": "x", "photograph_id": "a"}\n',
])  # fmt: skip
def test_tables_of_replies_are_known_by_their_columns(tmp_path, text):
    """A table and JSON Lines need the case and the reply."""
    assert detect_format.recognise(table(tmp_path / "a", text)) == "replies_table"


@pytest.mark.parametrize("text", [
    "", "\n", "name,reply\n", '{"case_id": "a"}', "[]", "{", '{"a": ', "%PDF-1.7", "\0" * 100,
    '{"version": 2, "status": "success"}', '"case_id", "open\n', "[" * 100_000, '{"a":' * 100_000,
])  # fmt: skip
def test_other_files_are_no_logs(tmp_path, text):
    """A folder may contain anything; files that are not logs are counted, and explained if the user named them."""
    path = table(tmp_path / "a.csv", text)
    assert detect_format.recognise(path) == ""
    with pytest.raises(ReplyFileError, match="a table of replies must name the case|it is empty"):
        find_logs([path])
    table(tmp_path / "b.csv")
    assert (find_logs([tmp_path]).others, len(find_logs([tmp_path]).logs)) == (1, 1)


def test_another_zip_archive_is_no_log(tmp_path):
    """An archive is recognised as Inspect's by its members."""
    path = write_zip(tmp_path / "a.eval", [Member("b.txt", b"x")])
    with pytest.raises(ReplyFileError, match="not a log that Trilens recognises"):
        find_logs([path])


class Opened:
    """Object that creates a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (type(self.path).touch, (self.path,))


@pytest.mark.parametrize("name", ["a.pkl", "a.pickle", "a.xlsx", "a"])
def test_pickles_are_never_opened(tmp_path, name):
    """A pickle is refused by its first bytes and by its name, with advice; nothing in it runs."""
    (tmp_path / name).write_bytes(pickle.dumps(Opened(tmp_path / "ran")))
    with pytest.raises(ReplyFileError, match="never opened; set PRED_FORMAT=json and run again"):
        detect_format.recognise(tmp_path / name)
    journal(tmp_path / "b.jsonl")
    assert [one.source for one in find_logs([tmp_path]).refusals] == [str(tmp_path / name)]
    assert not (tmp_path / "ran").exists()


def test_each_content_is_one_log_and_links_are_not_followed(tmp_path):
    """A copy is counted, not read; links, hidden files and parts that Inspect stores separately are skipped."""
    first = write_eval(tmp_path / "a.eval", [sample("red")])
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "copy.eval").write_bytes(first.read_bytes())
    write_json(tmp_path / "deep" / "b.json", [sample("red")])
    (tmp_path / "link.eval").symlink_to(first)
    (tmp_path / "around").symlink_to(tmp_path)
    for folder in (".buffer", "a.shards"):
        (tmp_path / folder).mkdir()
        write_eval(tmp_path / folder / "c.eval", [sample("other")])
    write_eval(tmp_path / ".d.eval", [sample("hidden")])
    found = find_logs([tmp_path])
    assert [log.path.name for log in found.logs] == ["a.eval", "b.json"]
    assert (found.twice, found.others, found.refusals) == (1, 0, [])
    assert [log.path.name for log in find_logs([tmp_path / "link.eval"]).logs] == ["link.eval"]


def test_a_file_that_is_too_large_or_missing_is_refused(tmp_path, monkeypatch):
    """The limit applies to a whole file, and is reported; so is a path that does not exist."""
    path = write_eval(tmp_path / "a.eval", [sample("red")])
    monkeypatch.setattr(detect_format, "MAX_FILE_BYTES", 100)
    with pytest.raises(ReplyFileError, match="GiB are read"):
        find_logs([path])
    with pytest.raises(ReplyFileError, match="neither a file nor a folder"):
        find_logs([tmp_path / "nowhere"])


def test_every_real_log_of_inspect_is_recognised(samples):
    """Every file of the folder except its README is a log, each once."""
    found = find_logs([samples / "inspect", samples / "exports" / "inspect"])
    assert {log.form for log in found.logs} == {"inspect"}
    assert (len(found.logs), found.others, found.refusals) == (23, 1, [])


def _turned(path, order):
    """Return a file's JSON, or that of its lines, with the keys of its objects in another order."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl" and not text.startswith("["):
        return "".join(json.dumps(order(json.loads(line))) + "\n" for line in text.split("\n") if line)
    value = json.loads(text)
    return json.dumps([order(one) for one in value] if isinstance(value, list) else order(value), indent=1)


ORDERS = {
    "sorted": lambda one: dict(sorted(one.items())),
    "backwards": lambda one: dict(reversed(one.items())),
    "behind a long value": lambda one: {"aside": "x" * 100_000} | one,
}


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS)
def test_the_order_of_keys_is_free(samples, tmp_path, order):
    """Every real JSON log keeps its format with reordered keys, after a long value, and after a byte order mark."""
    seen = set()
    for log in find_logs([samples]).logs:
        if log.path.suffix in (".json", ".jsonl"):
            path = tmp_path / f"log{log.path.suffix}"
            path.write_text(_turned(log.path, ORDERS[order]), encoding="utf-8-sig" if order == "sorted" else "utf-8")
            assert detect_format.recognise(path) == log.form
            seen.add(log.form)
    assert seen >= set(OUR_FORMATS) - {*TABLES, "hosted_evals"}


def test_a_head_of_json_names_no_form_by_a_text_in_it(tmp_path):
    """Words of another format inside a reply do not change a file's format."""
    said = json.dumps({"journal": 1, "version": 2, "status": "success", "eval": {"task": "x"}})
    path = table(tmp_path / "a.jsonl", json.dumps({"case_id": "a", "reply": said}) + "\n")
    assert detect_format.recognise(path) == "replies_table"
