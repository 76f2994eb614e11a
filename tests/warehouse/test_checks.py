"""The checks of a new warehouse: each finds what it is there for, and nothing in a warehouse that is whole."""

import shutil

import duckdb
import pytest

from core.warehouse.build import SQL

VIOLATIONS = {
    "each_photograph_has_its_truths": "delete from truths where photograph_id = '001_P0' and question_id = 'Q3'",
    "each_reply_has_its_answers": "delete from answers where photograph_id = '001_P0' and question_id = 'Q3'",
    "scores_go_with_readable_answers": "update answers set status = 'missing' where question_id = 'Q3'",
    "no_number_is_nan": "update answers set value_number = 'nan' where question_id = 'Q3'",
    "keys_are_normalised": "update photographs set condition = 'P1' where photograph_id = '001_P0'",
    "there_are_photographs": "delete from photograph_difficulties; delete from answers; delete from replies; "
    "delete from truths; delete from photographs",
    "public_columns_have_comments": "comment on column answers.status is null",
}


@pytest.mark.parametrize("check", [path.stem for path in sorted((SQL / "checks").glob("*.sql"))])
def test_each_check_finds_its_violation(settings, tiny_data, tmp_path, check):
    """A warehouse that is whole passes the check; spoilt in one place it does not."""
    (whole,) = settings.warehouse.glob("*.duckdb")
    path = shutil.copy(whole, tmp_path / "spoilt.duckdb")
    sql = (SQL / "checks" / f"{check}.sql").read_text(encoding="utf-8")
    with duckdb.connect(str(path)) as connection:
        assert connection.execute(sql).fetchall() == []
        for statement in VIOLATIONS[check].split(";"):
            connection.execute(statement)
        assert connection.execute(sql).fetchall() != []
