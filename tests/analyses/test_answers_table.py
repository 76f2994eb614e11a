"""Tests of the table of answers next to truths."""

import pandas as pd
import pytest

from core.analyses.answers_table import (
    build_answers_table,
    build_case_table,
    build_scored_table,
    format_percents,
    format_with_option,
    get_judging_frames,
    name_score_column,
)
from core.parsing.triangle_replies import parse_triangle_reply
from core.records import RIGHT_AT, TRIANGLE_QUESTIONS, Reply, Truth
from core.scoring.answers import score_reply
from tests.analyses.answers import ABOUT

TRUTHS = {
    "3d": dict(zip(("Q1", "Q2", "Q3", "Q4", "Q5", "Q6"), ("scalene", "acute", 1.5, 20.0, 2.0, 40.0), strict=True)),
    "2d": dict(zip(("Q1", "Q2", "Q3", "Q4", "Q5", "Q6"), ("isosceles", "acute", 1.0, 60.0, 3.0, 10.0), strict=True)),
}
JUDGE = (TRIANGLE_QUESTIONS, get_judging_frames(ABOUT))
REPLY = '{"side_type": "isosceles", "angle_type": "acute", "ab_over_ac": 1.5, "abs_b_minus_c_deg": "?"}'


def make_truths(*frames):
    """Return the truths above in some frames."""
    return [Truth("001_P0", frame, question, value) for frame in frames for question, value in TRUTHS[frame].items()]


def make_column(raw, *frames):
    """Return the column of one reply."""
    truths = make_truths(*frames)
    (column,) = build_scored_table(
        [("One", score_reply(Reply("r", "001_P0", raw), TRIANGLE_QUESTIONS, parse_triangle_reply, truths))],
        truths,
        *JUDGE,
    ).columns
    return column


def test_each_cell_has_a_verdict():
    """An answer is right in 3D, right only in 2D, or unreadable with its status."""
    column = make_column(REPLY, "3d", "2d")
    assert [cell.text for cell in column.cells] == ["isosceles", "acute", "1.500", "unparsed", "missing", "missing"]
    assert [cell.verdict for cell in column.cells] == [
        "foil_only", "right", "right", "unreadable", "unreadable", "unreadable"
    ]  # fmt: skip
    assert column.cells[0].scores == "0 · 100"
    assert column.cells[3].values == ()  # noqa: PD011 - of a cell
    assert column.mean_scores[0] == pytest.approx(2 / 3)


def test_no_3d_truth_gives_no_verdict():
    """A user's photograph has no 3D truth: its answers have kappas and no verdict."""
    column = make_column(REPLY, "2d")
    assert [cell.verdict for cell in column.cells][:3] == ["unscored"] * 3
    assert column.cells[0].scores == "100"


def test_truths_are_texts_in_the_order_of_frames():
    """3D comes before 2D whatever the order of the truths, and each value is formatted like an answer."""
    table = build_scored_table([], make_truths("2d", "3d"), *JUDGE)
    assert table.frames == ("3d", "2d")
    assert table.truths["3d"] == ("scalene", "acute", "1.500", "20.0°", "2.000", "40.0°")
    assert table.titles[3] == "Q4 |B − C|"
    assert table.questions == TRIANGLE_QUESTIONS
    assert table.columns == ()


def test_missing_answer_is_a_dash():
    """A solver without an answer has a dash that is neither right nor wrong."""
    rows = pd.DataFrame(
        {"run_id": "s", "run_label": "Solver", "question_id": [q.question_id for q in TRIANGLE_QUESTIONS],
         "question_kind": [q.kind for q in TRIANGLE_QUESTIONS], "status": "ok", "value": None,
         **{name_score_column(frame): float("nan") for frame in TRUTHS}}
    )  # fmt: skip
    (column,) = build_answers_table(rows, TRUTHS, *JUDGE).columns
    assert {(cell.text, cell.verdict) for cell in column.cells} == {("–", "unreadable")}
    assert column.mean_scores == (None, None)


def test_kappas_are_written_in_percent():
    """Kappas have no decimals, and a dash if missing."""
    assert format_percents((0.951, None, 0.0)) == "95 · – · 0"


@pytest.mark.slow
@pytest.mark.parametrize("right_at", [0.5, RIGHT_AT, 0.999])
def test_verdicts_equal_the_warehouse(tiny_warehouse, right_at):
    """For every photograph, verdicts and kappas equal the query `case_answers`."""
    seen = set()
    for case_id in tiny_warehouse.query("case_ids")["case_id"]:
        rows = tiny_warehouse.query("case_answers", case_id=case_id, right_at=right_at, of_runs=None)
        table = build_case_table(rows, rows.dropna(subset=["run_id"]), ABOUT, right_at)
        for column, (_, run) in zip(table.columns, rows.groupby("run_id", sort=False), strict=True):
            assert column.label == run["run_label"].iloc[0]
            for cell, row in zip(column.cells, run.to_dict("records"), strict=True):
                assert (cell.verdict == "right") == bool(row["is_right"])
                assert (cell.verdict == "foil_only") == bool(row["is_right_in_2d_only"])
                assert (cell.verdict == "unreadable") == (row["status"] != "ok")
                assert cell.values in ((), (row["score"], row["foil_score"]))  # noqa: PD011 - of a cell
                seen.add(cell.verdict)
    assert {"right", "foil_only", "wrong"} <= seen


def test_number_errors_have_units():
    """Ratios have two decimals, angles degrees, both signed; class and unreadable answers have no error."""
    reply = '{"side_type": "isosceles", "ab_over_ac": 1.37, "abs_b_minus_c_deg": 32.4, "max_over_min_side": 2}'
    assert [cell.error for cell in make_column(reply, "3d", "2d").cells] == ["", "", "−0.13", "+12.4°", "0.00", ""]
    assert [cell.error for cell in make_column(reply, "2d").cells] == [""] * 6


@pytest.mark.parametrize(
    ("value", "kind", "options", "text"),
    [
        ("B", "choice", ["one", "two"], "B · two"),
        ("C", "choice", ["one", "two"], "C"),
        ("B", "choice", (), "B"),
        ("B", "choice", ["x", "the circle that is in the very middle"], "B · the circle that is in the…"),
        ("B", "choice", ["x", "<b>\n*two*"], "B · <b> *two*"),
        (None, "choice", ["one"], "–"),
        ("right", "class", ["one"], "right"),
    ],
)  # fmt: skip
def test_letters_show_their_option(value, kind, options, text):
    """A letter is followed by its shortened option on one line, or by nothing if it has none."""
    assert format_with_option(value, kind, options) == text
