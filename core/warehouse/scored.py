"""The table of scored answers, with a column for every factor and measure of the benchmark."""

from collections.abc import Iterable, Mapping

from core.benchmarks.contents import Contents
from core.records import FACTORS_FROM_ANSWERS


def with_columns(sql: str, contents: Contents) -> str:
    """The text of a view, with the benchmark's factors and measures in their places."""
    if "{levels}" not in sql:
        return sql
    factors = {factor.key: factor.title for factor in (*contents.factors, *FACTORS_FROM_ANSWERS)}
    measures = {measure.measure: measure.title for measure in contents.measures}
    places = {
        "{levels}": _lines(f"any_value(level) filter (factor = '{key}') as \"{key}\"" for key in factors),
        "{level_columns}": _lines(f'levels."{key}"' for key in factors),
        "{numbers}": _lines(f"any_value(value) filter (measure = '{key}') as \"{key}\"" for key in measures),
        "{number_columns}": _lines(f'numbers."{key}"' for key in measures),
    }
    for place, text in places.items():
        sql = sql.replace(place, text)
    return sql + "\n".join(_comments(factors | measures))


def _lines(columns: Iterable[str]) -> str:
    return "".join(f",\n    {column}" for column in columns)


def _comments(titles: Mapping[str, str]) -> Iterable[str]:
    for key, title in titles.items():
        quoted = title.replace("'", "''")
        yield f"comment on column scored_answers.\"{key}\" is '{quoted}; null where the case has none.';"
