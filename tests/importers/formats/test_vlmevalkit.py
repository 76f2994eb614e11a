"""Tests of VLMEvalKit predictions, real ones and small ones made from the specification."""

import csv
import json
from datetime import UTC, datetime

import pytest
from openpyxl import Workbook

from core.errors import ReplyFileError
from core.importers.detect_format import find_logs
from core.importers.formats import vlmevalkit
from core.importers.records import RowVariant
from core.importers.spreadsheet import CELL_CHARACTERS
from tests.importers.reading import grade, read_log

KEY = "sk-abcdefghijklmnopqrstuvwx"
FAILED = "Failed to obtain answer via API."


def row(index=0, prediction="B", **others):
    """Return a row as the program writes it for a question with options."""
    asked = {"question": "How many corners?", "A": "three", "B": "four", "answer": "B"}
    return {"index": index, **asked, "image_path": f"board_{index}.png", **others, "prediction": prediction}


@pytest.fixture
def folder(tmp_path):
    """Return a run's folder with its status."""
    place = tmp_path / "my_model" / "T20261121-193451"
    place.mkdir(parents=True)
    status = {
        "eval_id": place.name,
        "created_at": "2026-11-21T19:34:51.226539+00:00",
        "datasets": {"My_Boards": {"status": "done", "prediction_file": "my_model_My_Boards.xlsx"}},
        "model_name": "my_model",
        "commit": "",
        "argv": ["run.py", "--model", "my_model", "--key", KEY, "--temperature", "0.5", "--seed", "7", "--verbose"],
    }
    (place / "status.json").write_text(json.dumps(status, indent=2), encoding="utf-8")
    return place


def save(path, rows):
    """Write rows in the format of the path's extension; return the path."""
    names = list(dict.fromkeys(name for one in rows for name in one))
    if path.suffix == ".xlsx":
        book = Workbook()
        for cells in (names, *([one.get(name) for name in names] for one in rows)):
            book.active.append(cells)
        book.save(path)
    elif path.suffix == ".json":
        path.write_text(json.dumps(rows, indent=4), encoding="utf-8")
    else:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, names, delimiter="\t", quoting=csv.QUOTE_ALL)
            writer.writeheader()
            writer.writerows(rows)
    return path


FORMATS = (".xlsx", ".tsv", ".json")


@pytest.mark.parametrize("ending", FORMATS)
def test_a_row_is_a_reply_with_all_that_the_row_says(folder, ending):
    """Index, names, question, options, target, and the status beside it are the same in each format."""
    path = save(folder / f"my_model_My_Boards{ending}", [row(), row(1, "A\n=1+1", category="hard")])
    (first, second), refusals = read_log(vlmevalkit, path)
    assert (first.raw, first.status, first.key, first.target, first.prompt) == ("B", "ok", "0", "B", "")
    assert (first.question, first.options) == ("How many corners?", ("three", "four"))
    assert first.names == ("board_0.png",)
    assert (second.raw, second.metadata["category"]) == ("A\n=1+1", "hard")
    run = first.run
    assert (run.program, run.model, run.task) == ("VLMEvalKit", "my_model", "My_Boards")
    assert run.started_at == datetime(2026, 11, 21, 19, 34, 51, 226539, tzinfo=UTC)
    assert run.settings == {"temperature": 0.5, "seed": 7}
    assert any("without their EXIF data" in note for note in run.notes)
    assert refusals == []


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("column", ["candidates", "options", "choices", "answer_options"])
@pytest.mark.parametrize(
    "cell",
    [
        "['A. a red chair', 'B. table']",
        '["A. a red chair", "B. table"]',
        "['a red chair', 'table']",
        "['(A) a red chair' '(B) table']",
        "{'A': 'a red chair', 'B': 'table'}",
        "A. a red chair\nB. table",
        ["A. a red chair", "B. table"],
        ["a red chair", "table"],
    ],
)
def test_options_in_one_column(folder, ending, column, cell):
    """EASI's tables have all options in one column, as a list or as text; letters are not part of an option."""
    if isinstance(cell, list) and ending != ".json":
        cell = str(cell)
    asked = {"index": 0, "question": "Which?", column: cell, "answer": "B", "prediction": "B"}
    (reply,), refusals = read_log(vlmevalkit, save(folder / f"my_model_My_Boards{ending}", [asked]))
    assert (reply.options, reply.target, refusals) == (("a red chair", "table"), "B", [])
    assert column not in reply.metadata


@pytest.mark.parametrize("cell", ["", "None", "nan", "[]", "['A. only one']", "see the image", "['same', 'same']"])
def test_a_column_without_options_states_none(folder, cell):
    """Numeric questions have an empty list: their options are unknown, and the row is imported."""
    asked = {"index": 0, "question": "How far?", "candidates": cell, "answer": "2.5", "prediction": "2"}
    (reply,), refusals = read_log(vlmevalkit, save(folder / "my_model_My_Boards.tsv", [asked]))
    assert (reply.options, reply.target, refusals) == (None, "2.5", [])


def test_columns_of_letters_come_first(folder):
    """A table with columns A, B and a list shows the options of its letters."""
    path = save(folder / "my_model_My_Boards.tsv", [row(candidates="['x', 'y']")])
    assert read_log(vlmevalkit, path)[0][0].options == ("three", "four")


@pytest.mark.parametrize("ending", FORMATS)
def test_the_key_of_the_command_line_goes_nowhere(folder, ending):
    """No part of a row or its run contains the key that the status contains."""
    path = save(folder / f"my_model_My_Boards{ending}", [row()])
    assert KEY in (folder / "status.json").read_text(encoding="utf-8")
    assert KEY not in repr(list(vlmevalkit.read(path)))


def test_without_a_status_the_folders_name_the_model(folder, tmp_path):
    """Both model and data set names may contain the separator; the model's folder shows where one ends."""
    (folder / "status.json").unlink()
    new = save(folder / "my_model_My_Boards.tsv", [row()])
    old = save(tmp_path / "my_model" / "my_model_My_Boards.tsv", [row()])
    alone = save(tmp_path / "my_model_My_Boards.tsv", [row()])
    named = [(one.run.model, one.run.task) for path in (new, old, alone) for one in read_log(vlmevalkit, path)[0]]
    assert named == [("my_model", "My_Boards")] * 2 + [("", "my_model_My_Boards")]


def test_a_broken_status_is_said(folder):
    """An unreadable status is a note of the run."""
    (folder / "status.json").write_text('{"model_name": ', encoding="utf-8")
    ((reply,), _) = read_log(vlmevalkit, save(folder / "my_model_My_Boards.tsv", [row()]))
    assert any("status.json beside it cannot be read" in note for note in reply.run.notes)


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("text", [FAILED, "Failed to obtain answer: <class 'RuntimeError'> out of memory"])
def test_a_failure_written_as_a_reply_is_a_failure(folder, ending, text):
    """The program counts such texts as wrong answers, but they are failures."""
    ((reply,), _) = read_log(vlmevalkit, save(folder / f"m_x{ending}", [row(prediction=text)]))
    assert (reply.raw, reply.status, reply.error) == (None, "api_error", text)


@pytest.mark.slow
def test_an_empty_cell_is_unknown_in_a_spreadsheet_only(folder):
    """A spreadsheet may have lost the reply; tab-separated values and JSON keep an empty one."""
    found = {}
    for ending in FORMATS:
        ((reply,), _) = read_log(vlmevalkit, save(folder / f"m_x{ending}", [row(prediction="")]))
        found[ending] = reply.status, "begins with an address" in reply.error
    assert found == {".xlsx": ("missing", True), ".tsv": ("empty", False), ".json": ("empty", False)}


def test_a_full_cell_of_a_spreadsheet_is_cut(folder):
    """A cell ends at 32,767 characters; a shorter one, or one in another format, is complete."""
    rows = [row(0, "x" * CELL_CHARACTERS), row(1, "x" * (CELL_CHARACTERS - 1))]
    sheet, _ = read_log(vlmevalkit, save(folder / "m_x.xlsx", rows))
    assert [(reply.status, len(reply.raw)) for reply in sheet] == [("cut", 32_767), ("ok", 32_766)]
    tabs, _ = read_log(vlmevalkit, save(folder / "m_x.tsv", rows))
    assert [reply.status for reply in tabs] == ["ok", "ok"]


def test_control_characters_come_back(folder):
    """Characters that a spreadsheet escapes are restored to the model's text."""
    ((reply,), _) = read_log(vlmevalkit, save(folder / "m_x.xlsx", [row(prediction="bell_x0007_ and_x000D_\nmore")]))
    assert reply.raw == "bell\x07 and\r\nmore"


def test_options_that_are_numbers_are_texts(folder):
    """Numbers among options are written as in the table."""
    ((reply,), _) = read_log(vlmevalkit, save(folder / "m_x.xlsx", [row(A=0.7, B=3, C=2.0)]))
    assert reply.options == ("0.7", "3", "2")


def test_rotated_rows_keep_their_index_and_say_their_rotation(folder):
    """Rows of circular evaluation have their own options and the number of rotations; other large indices have none."""
    turned = row(1_000_004, A="four", B="three", answer="A")
    rows = [row(4), turned, row(5_000_009), row("x3")]
    replies, refusals = read_log(vlmevalkit, save(folder / "m_x.tsv", rows))
    assert [reply.key for reply in replies] == ["4", "1000004", "5000009", "x3"]
    assert [reply.variant for reply in replies] == [None, RowVariant("4", 1), None, None]
    assert [reply.options for reply in replies[:2]] == [("three", "four"), ("four", "three")]
    assert [reply.target for reply in replies[:2]] == ["B", "A"]
    assert replies[3].names[0] == "x3"
    assert refusals == []


def test_scores_of_results_beside_are_kept(folder):
    """The program's score is that of the same index in the results file, which is itself a part."""
    path = save(folder / "m_x.xlsx", [row(0), row(1), row(2)])
    results = save(folder / "m_x_exact_matching_result.xlsx", [row(0, hit=1, log=""), row(1, hit=0, log="")])
    replies, _ = read_log(vlmevalkit, path)
    assert [reply.said_score for reply in replies] == [1.0, 0.0, None]
    assert [grade(vlmevalkit, path), grade(vlmevalkit, results)] == ["yes", "part"]


def test_results_alone_are_read(folder):
    """Results without their predictions contain the replies too, and their scores."""
    path = save(folder / "m_x_exact_matching_result.tsv", [row(0, hit=1, log=""), row(1, hit=0, log="")])
    replies, _ = read_log(vlmevalkit, path)
    assert [(reply.raw, reply.said_score) for reply in replies] == [("B", 1.0), ("B", 0.0)]


def test_thinking_that_stands_apart_is_no_part_of_the_reply(folder):
    """With SPLIT_THINK the table has the reasoning in a separate column, which a note states."""
    ((reply,), _) = read_log(vlmevalkit, save(folder / "m_x.tsv", [row(thinking="board_7 it is")]))
    assert (reply.raw, reply.names) == ("B", ("board_0.png",))
    assert any("SPLIT_THINK" in note for note in reply.run.notes)


def test_a_broken_row_does_not_stop_the_others(folder):
    """Rows without an index, repeated rows, and rows with other columns are refused with place and reason."""
    path = save(folder / "m_x.tsv", [row(0), row(""), row(0), row(3)])
    path.write_bytes(
        path.read_bytes() + b'"4"\t"too few"\r\n' + path.read_bytes().splitlines()[1].replace(b"0", b"\xff")
    )
    replies, refusals = read_log(vlmevalkit, path)
    assert [reply.key for reply in replies] == ["0", "3"]
    assert [(one.place, one.reason) for one in refusals] == [
        ("row 2", "it has no index"),
        ("row 3", "index 0 appears twice"),
        ("row 5", "the number of cells differs from the header"),
        ("row 6", "not UTF-8"),
    ]


def test_other_tables_are_not_recognised(folder):
    """A data set, a table with other columns and an archive of another kind are not this program's logs."""
    data = save(folder / "x.tsv", [{"index": 0, "question": "?", "image": "AAAA"}])
    other = save(folder / "x.xlsx", [{"a": 1}])
    listed = save(folder / "x.json", [{"index": 0}])
    assert [grade(vlmevalkit, path) for path in (data, other, listed)] == ["no"] * 3
    assert grade(vlmevalkit, folder / "status.json") == "part"


def test_a_broken_spreadsheet_says_so(folder):
    """A truncated spreadsheet is recognised, so that reading it reports the problem."""
    path = folder / "m_x.xlsx"
    path.write_bytes(b"PK\x03\x04 [Content_Types].xml cut")
    assert grade(vlmevalkit, path) == "yes"
    with pytest.raises(ReplyFileError, match="m_x.xlsx is not a whole zip archive"):
        list(vlmevalkit.read(path))


STATUSES = {
    "a_mcq": {"ok": 24},
    "b_tri_flaky_xlsx": {"ok": 19, "api_error": 4, "cut": 1},
    "c_tri_json": {"ok": 24},
    "d_tri_flaky_tsv": {"ok": 20, "api_error": 4},
    "g_split_think": {"ok": 6},
    "h_think_unsplit": {"ok": 6},
}


def test_real_tables_are_read_and_each_other_file_is_a_part_or_refused(samples):
    """One table per run is a log, with the statuses that were provoked; pickles are refused unopened."""
    for name, statuses in STATUSES.items():
        found = find_logs([samples / "vlmevalkit" / name])
        (log,) = found.logs
        replies, refusals = read_log(vlmevalkit, log.path)
        kinds = [reply.status for reply in replies]
        assert {status: kinds.count(status) for status in set(kinds)} == statuses
        assert refusals == []
        assert found.parts == (3 if name == "a_mcq" else 1)
        assert len(found.refusals) == (name == "a_mcq")
        assert all("set PRED_FORMAT=json and run again" in refusal.reason for refusal in found.refusals)


def test_real_replies_are_the_recorded_ones(samples, recorded_items):
    """Replies of a model that is not broken are the recorded ones, for the photograph that each row names."""
    (log,) = find_logs([samples / "vlmevalkit" / "c_tri_json"]).logs
    for reply in read_log(vlmevalkit, log.path)[0]:
        (item,) = (recorded_items[name[:6]] for name in reply.names if name[:6] in recorded_items)
        assert reply.raw == item["replies"]["qwen_2.5_32b"]


def test_the_same_real_replies_in_two_formats_differ_by_what_a_spreadsheet_loses(samples):
    """The broken model's replies are the same as spreadsheet and as TSV, except for the truncated one."""
    sheet, tabs = (
        read_log(vlmevalkit, find_logs([samples / "vlmevalkit" / name]).logs[0].path)[0]
        for name in ("b_tri_flaky_xlsx", "d_tri_flaky_tsv")
    )
    pairs = [(one, other) for one, other in zip(sheet, tabs, strict=True) if one.raw != other.raw]
    ((one, other),) = pairs
    assert (one.key, len(one.raw), len(other.raw)) == (other.key, 32_767, 40_171)
    assert any("\x07" in (reply.raw or "") and "\u2028" in reply.raw for reply in sheet)


def test_real_scores_are_those_of_the_program(samples):
    """The mean of the scores beside a real table is the program's own accuracy."""
    (log,) = find_logs([samples / "vlmevalkit" / "a_mcq"]).logs
    scores = [reply.said_score for reply in read_log(vlmevalkit, log.path)[0]]
    assert sum(scores) / len(scores) == pytest.approx(0.7916666666666666)
