"""Tests of the CSV formats, read by Python's `csv`, and of the journal."""

import csv
import io
import json

import pytest

from core.exporters.csv_tables import MOST_CHARACTERS, to_safe_text
from core.exporters.trilens_metadata import to_json_line
from core.records import Reply
from core.runs.journal import read_journal
from tests.exporters.made import GIQ, NASTY, RUN, make_replies_of_all_kinds


def read_rows(path, encoding="utf-8"):
    with path.open(newline="", encoding=encoding) as file:
        return list(csv.DictReader(file, strict=True))


def test_exact_table_preserves_replies(export):
    """Formulas, line breaks, U+2028 and control characters are unchanged, and unknown values are empty."""
    rows = read_rows(export("csv", "a.csv").path)
    replies = make_replies_of_all_kinds(RUN.run_id)
    assert [(row["case_id"], row["reply"], row["status"]) for row in rows] == [
        (reply.case_id, reply.raw or "", reply.status) for reply in replies
    ]
    assert rows[7]["reply"] == NASTY
    assert (rows[0]["latency_s"], rows[0]["output_tokens"], rows[3]["latency_s"], rows[9]["output_tokens"]) == (
        "1.5", "43", "", ""
    )  # fmt: skip
    assert [row["Q1_3d"] for row in rows[1:4]] == ["0.0", "", ""]
    assert (rows[1]["answer_Q1"], rows[1]["status_Q2"], rows[2]["status_Q1"]) == ("scalene", "missing", "missing")


def test_cells_are_quoted_and_lines_end_with_crlf(export):
    """The file starts with a quoted header and has no byte order mark."""
    body = export("csv", "a.csv").path.read_bytes()
    assert body.startswith(b'"run_id","model"')
    assert body.endswith(b'"\r\n')


def test_all_runs_are_in_one_table(export):
    """Without a choice of runs the table has all of them."""
    rows = read_rows(export("csv", "a.csv", runs=()).path)
    assert len(rows) == 94
    assert len({row["run_id"] for row in rows}) == 8
    assert {json.loads(row["trilens_run"])["run_id"] for row in rows} == {row["run_id"] for row in rows}


def test_each_question_has_its_columns(export):
    """Questions that a case does not ask are empty, and letters are those the model saw."""
    rows = read_rows(export("csv", "a.csv", ["backwards"], GIQ).path)
    for row in rows:
        (question,) = (name for name, cell in row.items() if name.startswith("status_") and cell)
        assert row[question.replace("status", "answer")] == "A"
        assert row[question.replace("status_", "") + "_key"] == str(float(row["target"] == "A"))
    assert len({json.loads(row["options_seen"])[0] for row in rows}) > 1


@pytest.mark.parametrize("begin", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\n=1", "＝1"])
def test_safe_table_has_no_formula(begin):
    """Text that would start a formula gets an apostrophe; numbers and other texts are unchanged."""
    assert to_safe_text(begin) == f"'{begin}"
    assert (to_safe_text(-1.5), to_safe_text("a=1"), to_safe_text(None), to_safe_text(3)) == ("-1.5", "a=1", "", "3")


def test_a_long_cell_is_cut_with_a_note():
    """A cell has at most as many characters as a spreadsheet allows, and states the original number."""
    assert to_safe_text("x" * MOST_CHARACTERS) == "x" * MOST_CHARACTERS
    cut = to_safe_text("=" + "x" * MOST_CHARACTERS)
    assert len(cut) == MOST_CHARACTERS
    assert cut.endswith("[cut by Trilens; 32,768 characters in all]")


def test_the_safe_table_differs_only_in_formulas_and_byte_order_mark(export):
    """All other cells equal those of the exact table."""
    exact, safe = read_rows(export("csv", "a.csv").path), read_rows(export("csv-safe", "b.csv").path, "utf-8-sig")
    assert (export("csv-safe", "c.csv").path.read_bytes())[:3] == b"\xef\xbb\xbf"
    differing = {(row["case_id"], name) for row, other in zip(exact, safe, strict=True) for name in row
                 if row[name] != other[name]}  # fmt: skip
    assert differing == {("002_T1", "reply")}
    assert safe[7]["reply"] == f"'{NASTY}"


def test_exported_journal_is_unchanged(export):
    """An exported journal equals the original, with its settings and every reply."""
    journal = read_journal(export("journal", "a.jsonl").path)
    assert (journal.run, journal.replies, journal.refusals) == (RUN, make_replies_of_all_kinds(RUN.run_id), [])


def test_json_lines_have_no_nan_and_no_line_breaks():
    """NaN is an error, and line separators within a text are escaped."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json_line(float("nan"))
    assert "\u2028" not in to_json_line("a\u2028b")
    assert len(io.StringIO(to_json_line(Reply("r", "c", "a\nb").raw)).readlines()) == 1
