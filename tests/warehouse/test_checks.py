"""Checks of a new warehouse: each detects its violation, and a valid warehouse passes."""

import duckdb
import pytest

from core.warehouse.sql import COMMON, SQL, list_files

CHECKS = {path.stem: path for path in list_files("triangles", "checks")}

OF_Q3, OF_Q4 = (f"where asked_no in (select asked_no from asked where question_id = '{name}')" for name in ("Q3", "Q4"))

VIOLATIONS = {
    "choices_hold_their_truth": ["update questions set kind = 'choice' where question_id = 'Q1'"],
    "contradictions_are_of_readable_answers": [
        "update contradictions set question_ids = ['Q10']",
        "insert into contradictions from contradictions",
    ],
    "difficulties_are_of_answered_cases": ["delete from case_difficulties where case_id = '001_P0'"],
    "each_answer_is_diagnosed": [
        "delete from blind_scores where case_id = '001_P0' and question_id = 'Q3'",
        f"update star.answers set fits = null {OF_Q3}",
        "update star.answers set fits = 'both' where status <> 'ok'",
    ],
    "each_answer_is_scored_once": [
        "insert into star.asked_cases from star.asked_cases where question_id = 'Q3'",
        "delete from star.asked_cases where question_id = 'Q3'",
        "insert into star.answering_runs from star.answering_runs",
        "delete from star.answering_runs where model_kind = 'reference'",
    ],
    "each_case_has_its_truths": [
        "delete from case_truths where case_id = '001_P0' and question_id = 'Q3'",
        "delete from case_truths where case_id = '001_P0' and question_id = 'Q3' and frame = '2d'",
        "delete from asked where case_id = '001_P0'",
    ],
    "each_reply_has_its_answers": [
        f"delete from star.answers {OF_Q3}",
        "delete from asked where case_id = '001_P0' and question_id = 'Q3'",
        "delete from star.replies where case_no = 3",
        "insert into star.answers from star.answers where asked_no = 7",
        "update star.answers set asked_no = 8 where asked_no = 7",
    ],
    "each_run_has_its_estimates": [
        "delete from run_estimates where measure = 'score'",
        "update run_estimates set n_asked = n_asked + 1 where measure = 'score'",
    ],
    "each_run_has_its_lifts": ["delete from lifts where question_id = 'all' and against = 'reliance'"],
    "keys_are_normalised": [
        "update cases set slot = 'P1' where case_id = '001_P0'",
        "update case_factors set level = 'tilted' where factor = 'pose' and case_id = '001_P0'",
        "update case_factors set level = 'apple' where factor = 'object' and case_id = '001_P0'",
    ],
    "levels_are_listed": ["update case_factors set level = 'round' where factor = 'side_3d'"],
    "no_measurement_is_nan": ["update photograph_measurements set tilt_deg = 'nan'"],
    "no_number_is_nan": [
        f"update star.answers set value_number = 'nan' {OF_Q3}",
        "update run_estimates set low = 'nan' where measure = 'skill'",
    ],
    "public_columns_have_comments": [
        "comment on column case_answers.status is null",
        "comment on column answers.status is null",
    ],
    "scores_go_with_readable_answers": [
        f"update star.answers set status = 'missing' {OF_Q3}",
        f"update star.answers set value_number = null {OF_Q3}",
        f"update star.answers set score = null {OF_Q3}",
        f"update star.answers set foil_score = null {OF_Q3}",
        "update star.answers set corrected_score = 1 where status <> 'ok'",
    ],
    "there_are_cases": [
        "delete from case_outcomes; delete from case_difficulties; delete from case_truths; "
        "delete from blind_scores; delete from asked; delete from case_images; delete from case_factors; "
        "delete from case_measures; delete from case_sets; delete from photograph_measurements; delete from cases"
    ],
    "values_go_with_readable_answers": [
        f"update star.answers set code = null {OF_Q3}",
        f"update star.answers set status = 'invalid' {OF_Q3}",
    ],
}
"""By check, ways to spoil a warehouse, each by itself."""


@pytest.mark.parametrize(
    ("check", "statements"), [(check, statements) for check in CHECKS for statements in VIOLATIONS[check]]
)
def test_each_check_finds_its_violation(own_copy, check, statements):
    """A valid warehouse passes the check; a single corruption fails it."""
    sql = CHECKS[check].read_text(encoding="utf-8")
    with duckdb.connect(str(own_copy)) as connection:
        assert connection.execute(sql).fetchall() == []
        for statement in statements.split(";"):
            connection.execute(statement)
        assert connection.execute(sql).fetchall() != []


@pytest.mark.parametrize(
    ("options", "code", "is_whole"),
    [("['x', 'y']", 1, True), ("['x', 'y']", 2, False), ("['x', 'x']", 0, False), ("['x']", 0, False),
     ("null", 0, False)],
)  # fmt: skip
def test_choice_contains_its_truth(own_copy, options, code, is_whole):
    """A choice has at least two distinct options, and the truth is one of them."""
    sql = CHECKS["choices_hold_their_truth"].read_text(encoding="utf-8")
    with duckdb.connect(str(own_copy)) as connection:
        connection.execute("update questions set kind = 'choice' where question_id = 'Q1'")
        connection.execute(f"update asked set options = {options} where question_id = 'Q1'")
        connection.execute(f"update case_truths set code = {code} where question_id = 'Q1'")
        assert (connection.execute(sql).fetchall() == []) == is_whole


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "update photograph_measurements set tilt_deg = 'nan'",
        "update photograph_measurements set roll_deg = 'inf'",
        "update case_truths set recomputed_number = 'inf' where question_id = 'Q4' and frame = '3d'",
        "update case_truths set code = 'nan' where question_id = 'Q4' and frame = '2d'",
        "insert into case_measures select case_id, 'tilt_deg', 'inf' from cases",
        f"update star.answers set value_number = '-inf' {OF_Q4}",
        "update star.answers set code = 'nan'",
        "update truth_audit set size_sigmas = 'nan'",
        "update case_difficulties set disagreement = null, n_answers = 0, share_right = 0",
        "update blind_scores set score = 'nan' where frame = '3d'",
        "update blind_scores set score = 'nan' where frame = '2d'",
        "update lifts set standard_error = 'inf'",
    ],
)
def test_numbers_of_every_table_are_finite(own_copy, statement):
    """Numbers that are not finite are detected in every table; missing ones are allowed."""
    with duckdb.connect(str(own_copy)) as connection:
        connection.execute(statement)
        found = {
            row[0]
            for check in ("no_number_is_nan", "no_measurement_is_nan")
            for row in connection.execute(CHECKS[check].read_text(encoding="utf-8")).fetchall()
        }
    is_missing_only = "disagreement = null" in statement
    table = statement.removeprefix("insert into ").removeprefix("update ").split()[0]
    shown = {"photograph_measurements": "photographs"}.get(table, table.removeprefix("star."))
    assert found == (set() if is_missing_only else {shown})


@pytest.mark.parametrize("value", ["nan", "inf", "-0.1", "1.1"])
@pytest.mark.parametrize("table", ["star.answers", "case_difficulties"])
def test_shares_and_scores_are_from_0_to_1(own_copy, table, value):
    """Scores and shares outside 0 to 1, or not a number, cannot be written."""
    column = {"star.answers": "score", "case_difficulties": "share_right"}[table]
    with duckdb.connect(str(own_copy)) as connection, pytest.raises(duckdb.ConstraintException):
        connection.execute(f"update {table} set {column} = '{value}'::double")


def test_all_checks_are_tested():
    """The tested checks are all checks that exist."""
    assert sorted(CHECKS.values()) == sorted(
        path for folder in (COMMON, SQL / "triangles") for path in (folder / "checks").glob("*.sql")
    )
    assert set(VIOLATIONS) == set(CHECKS)
    assert {path.parent for path in SQL.rglob("checks/*.sql")} == {path.parent for path in CHECKS.values()}
