"""The table of scored answers, with a column for every factor and measure of the benchmark."""

from collections.abc import Iterable, Mapping

import duckdb

from core.benchmarks.data import BenchmarkData
from core.factors import FACTORS_FROM_ANSWERS

DIMENSIONS = ("answering_runs", "asked_cases")
"""Tables of the star schema beside the answers."""

TEXTS = ["true_option"]
"""Their columns that hold the text of an option."""


def fill_columns(sql: str, contents: BenchmarkData) -> str:
    """Return the text of a table or a view, with the benchmark's factors and measures in place of the placeholders."""
    factors = {factor.key: factor.title for factor in (*contents.factors, *FACTORS_FROM_ANSWERS)}
    measures = {measure.measure: measure.title for measure in contents.measures}
    for place, table in (("{own_columns}", "scored_answers"), ("{level_columns}", "star.asked_cases")):
        if place in sql:
            sql += "\n".join(_build_comments(table, factors | measures))
    places = {
        "{levels}": _format_columns(f"any_value(level) filter (factor = '{key}') as \"{key}\"" for key in factors),
        "{level_columns}": _format_columns(f'levels."{key}"' for key in factors),
        "{numbers}": _format_columns(f"any_value(value) filter (measure = '{key}') as \"{key}\"" for key in measures),
        "{number_columns}": _format_columns(f'numbers."{key}"' for key in measures),
        "{own_columns}": _format_columns(f'asked."{key}"' for key in (*factors, *measures)),
    }
    for place, text in places.items():
        sql = sql.replace(place, text)
    return sql


def name_levels(connection: duckdb.DuckDBPyConnection) -> None:
    """Convert every text column into an enum, in alphabetical order: pages read enums four times faster.

    Texts of options stay texts: nearly every case has its own.
    """
    for table in DIMENSIONS:
        words = connection.execute(
            "select column_name from duckdb_columns() where schema_name = 'star' and table_name = $table "
            "and data_type = 'VARCHAR' and not list_contains($texts, column_name) order by column_index",
            {"table": table, "texts": TEXTS},
        ).fetchall()
        for (column,) in words:
            levels = f'select distinct "{column}" from star.{table} where "{column}" is not null order by 1'
            if connection.execute(f"{levels} limit 1").fetchall():
                connection.execute(f'create type "{column}_of_answers" as enum ({levels})')
                connection.execute(f'alter table star.{table} alter "{column}" type "{column}_of_answers"')


def _format_columns(columns: Iterable[str]) -> str:
    return "".join(f",\n    {column}" for column in columns)


def _build_comments(table: str, titles: Mapping[str, str]) -> Iterable[str]:
    for key, title in titles.items():
        quoted = title.replace("'", "''")
        yield f"comment on column {table}.\"{key}\" is '{quoted}; null if the case has none.';"
