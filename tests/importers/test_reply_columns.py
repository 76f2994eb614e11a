"""Tests of reply tables with common column names, in the encodings and with the separators of other programs."""

import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import ReplyFileError
from core.importers import detect_format
from core.importers.log_formats import get_log_format
from core.importers.reply_columns import find_reply_columns
from tests.importers.reading import read_log


def write_csv(path, rows, delimiter=",", encoding="utf-8"):
    with path.open("w", newline="", encoding=encoding) as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def found_in(path):
    """Return case, reply and model of the rows of a file that the user names, and its notes."""
    (log,) = detect_format.find_logs([path]).logs
    rows = list(log.read_rows())
    return [(row.case_id, row.raw, row.run.model) for row in rows], rows[0].run.notes


@pytest.mark.parametrize(
    ("names", "case_id", "reply", "model"),
    [
        (["question_id", "response"], "question_id", "response", ""),
        (["id", "model", "prediction", "answer"], "id", "prediction", "model"),
        (["index", "question", "A", "B", "answer", "prediction"], "index", "prediction", ""),
        (["idx", "output"], "idx", "output", ""),
        (["ID", "Model Output"], "ID", "Model Output", ""),
        (["id", "question_id", "generation"], "question_id", "generation", ""),
        (["id", "answer"], "id", "answer", ""),
        (["sample_id", "raw_response", "response"], "sample_id", "raw_response", ""),
    ],
)
def test_usual_names_are_found_and_the_rest_is_named(names, case_id, reply, model):
    """The note lists the columns that were used and those that were not."""
    columns = find_reply_columns(names)
    assert (columns.case_id, columns.reply, columns.model) == (case_id, reply, model)
    assert f"the case from column {case_id}, the reply from {reply}" in columns.note
    assert all(name in columns.note for name in names)


@pytest.mark.parametrize(
    "names", [["id", "question", "A", "B", "answer"], ["id", "options", "answer"], ["id", "score"], ["response"], []]
)
def test_tables_without_a_reply_are_none(names):
    """The answer beside options is the key."""
    assert find_reply_columns(names) is None


@pytest.mark.parametrize("delimiter", ",;\t")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("names", [("case_id", "reply"), ("question_id", "response")])
def test_tables_of_spreadsheet_programs_are_read(tmp_path, delimiter, encoding, names):
    """Every separator and encoding, with Trilens' names and others; a guessed encoding has a note."""
    rows = [dict(zip(names, ("q1", "größer; A,\tB"), strict=True)), dict(zip(names, ("q2", ""), strict=True))]
    found, notes = found_in(write_csv(tmp_path / "a.csv", rows, delimiter, encoding))
    assert found == [("q1", "größer; A,\tB", ""), ("q2", "", "")]
    assert any("Windows-1252" in note for note in notes) == (encoding == "cp1252")
    assert any("column question_id" in note for note in notes) == (names[0] == "question_id")


def test_rows_of_json_are_read_by_usual_names(tmp_path):
    """JSON Lines and a JSON list are read; ids may be numbers, a missing reply is a question without one."""
    rows = [{"id": 1, "output": "B", "model": "m"}, {"id": 2.0, "output": None, "model": "m"}]
    lines = write_lines(tmp_path / "a.jsonl", rows)
    array = tmp_path / "a.json"
    array.write_text(json.dumps(rows))
    assert found_in(lines)[0] == found_in(array)[0] == [("1", "B", "m"), ("2", None, "m")]


def test_parquet_is_read_by_usual_names(tmp_path):
    """Unused columns are named and not read."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.Table.from_pylist([{"question_id": 7, "prediction": "C", "picture": b"x"}]), path)
    found, notes = found_in(path)
    assert found == [("7", "C", "")]
    assert "Not used: picture." in notes[0]


def test_a_folder_is_not_searched_for_usual_names(tmp_path):
    """A table beside logs may be about anything; one that the user names is meant as replies."""
    write_csv(tmp_path / "a.csv", [{"id": "1", "output": "B"}])
    with pytest.raises(ReplyFileError, match="There is no log in"):
        detect_format.find_logs([tmp_path])


def test_a_table_with_other_names_says_which_it_has(tmp_path):
    """The error lists the required and the existing columns, also for JSON Lines."""
    path = write_csv(tmp_path / "a.csv", [{"frage": "1", "antwort": "B"}])
    expected = r"must name the case \(case_id, question_id.* it names frage, antwort\."
    with pytest.raises(ReplyFileError, match=expected):
        detect_format.find_logs([path])
    with pytest.raises(ReplyFileError, match=expected):
        detect_format.find_logs([write_lines(tmp_path / "a.jsonl", [{"frage": "1", "antwort": "B"}])])


def test_bytes_that_are_not_utf_8_refuse_their_row(tmp_path):
    """The row of a file that is otherwise UTF-8 is refused; its other rows can be imported with --partial."""
    path = tmp_path / "a.csv"
    path.write_bytes("case_id,reply\nq1,größer\n".encode() + b"q2,gr\xf6\xdfer\n")
    (log,) = detect_format.find_logs([path]).logs
    (row,), (refusal,) = read_log(get_log_format(log.form), path)
    assert (row.raw, refusal.place) == ("größer", "row 2")
    assert "save the table as UTF-8" in refusal.reason


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_long_table_with_signs_beyond_the_alphabet_is_read(tmp_path, encoding):
    """All rows of a table are read if its first bytes end within a character and some characters have zero bytes."""
    rows = [{"case_id": f"q{number}", "reply": f"Ā 😀{'x' * 40}😀"} for number in range(1500)]
    found, _ = found_in(write_csv(tmp_path / "replies.csv", rows, encoding=encoding))
    assert [(case_id, reply) for case_id, reply, _ in found] == [(row["case_id"], row["reply"]) for row in rows]
