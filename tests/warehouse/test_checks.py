"""The checks of a new warehouse: each finds what it is there for, and nothing in a warehouse that is whole."""

import duckdb
import pytest

from core.warehouse.build import SQL

VIOLATIONS = {
    "each_photograph_has_its_truths": "delete from truths where case_id = '001_P0' and question_id = 'Q3'",
    "each_reply_has_its_answers": "delete from answers where case_id = '001_P0' and question_id = 'Q3'",
    "scores_go_with_readable_answers": "update answers set status = 'missing' where question_id = 'Q3'",
    "no_number_is_nan": "update answers set value_number = 'nan' where question_id = 'Q3'",
    "each_answer_is_diagnosed": "delete from diagnosed_answers where case_id = '001_P0' and question_id = 'Q3'",
    "values_go_with_readable_answers": "update diagnosed_answers set reads = null where question_id = 'Q3'",
    "each_answer_is_scored_once": "insert into scored_answers from scored_answers where question_id = 'Q3'",
    "contradictions_are_of_readable_answers": "update contradictions set question_ids = ['Q10']",
    "difficulties_are_of_answered_photographs": "delete from photograph_difficulties where case_id = '001_P0'",
    "each_run_has_its_lifts": "delete from lifts where question_id = 'all' and score = 'reliance'",
    "keys_are_normalised": "update photographs set condition = 'P1' where case_id = '001_P0'",
    "there_are_photographs": "delete from photograph_difficulties; delete from answers; delete from replies; "
    "delete from truths; delete from photographs",
    "public_columns_have_comments": "comment on column answers.status is null",
}


@pytest.mark.parametrize("check", [path.stem for path in sorted((SQL / "checks").glob("*.sql"))])
def test_each_check_finds_its_violation(own_copy, check):
    """A warehouse that is whole passes the check; spoilt in one place it does not."""
    sql = (SQL / "checks" / f"{check}.sql").read_text(encoding="utf-8")
    with duckdb.connect(str(own_copy)) as connection:
        assert connection.execute(sql).fetchall() == []
        for statement in VIOLATIONS[check].split(";"):
            connection.execute(statement)
        assert connection.execute(sql).fetchall() != []


@pytest.mark.parametrize(
    "statement",
    [
        "update photographs set tilt_deg = 'nan'",
        "update photographs set roll_deg = 'inf'",
        "update truths set recomputed_number = 'inf' where question_id = 'Q4' and frame = '3d'",
        "update answers set audited_score = null, value_number = '-inf' where question_id = 'Q4'",
        "update truth_audit set size_sigmas = 'nan'",
        "update photograph_difficulties set disagreement = null, n_answers = 0, share_right = 0",
        "update diagnosed_answers set value = 'nan'",
        "update diagnosed_answers set blind_foil_score = 'nan'",
        "update lifts set standard_error = 'inf'",
    ],
)
def test_numbers_of_every_table_are_finite(own_copy, statement):
    """A number that is not finite is found in every table; one that is only missing is none."""
    sql = (SQL / "checks" / "no_number_is_nan.sql").read_text(encoding="utf-8")
    with duckdb.connect(str(own_copy)) as connection:
        connection.execute(statement)
        found = {row[0] for row in connection.execute(sql).fetchall()}
    is_missing_only = "disagreement = null" in statement
    assert found == (set() if is_missing_only else {statement.split()[1]})
