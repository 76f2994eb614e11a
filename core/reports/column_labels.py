"""Labels of the report's tables: headings for columns, and cells as readers see them."""

import math
from collections.abc import Iterator

import pandas as pd

from core.benchmarks.info import BenchmarkInfo
from core.formatting import MISSING, capitalise_first, format_number, format_p_value, to_single_line
from core.toml_tables import load_table

_FOR_PROGRAMS = frozenset({"run_id", "first", "second", "model_id", "benchmark_id", "degrees_of_freedom"})
"""JSON columns that the other forms leave out."""

_P_VALUES = frozenset({"p_value", "corrected_p"})
_IN_WORDS = frozenset({"verdict"})
"""Columns whose words are joined by underscores in SQL."""

_HEADINGS = load_table(__file__, "column_headings.toml")
_UNITS = {"cm": "cm", "px": "px", "deg": "°", "s": "s", "pct": "%"}
_SHORT = {"2d": "2D", "3d": "3D", "ab": "AB", "bc": "BC", "ca": "CA"}
_BEGINNINGS = {"is_": "", "n_": "", "kappa_": "score_"}


def format_heading(column: str, about: BenchmarkInfo) -> str:
    """Return the heading of a column, with its unit after a comma.

    Args:
        column: its name in SQL.
        about: the benchmark, whose terms are used.
    """
    words, reliance = about.words, f"{about.foil_score} − {about.score}" if about.foil else "reliance"
    own = {"foil_score": about.foil_score, "score": words.score, "reliance": reliance, "image_plane_reliance": reliance,
           "n_groups": words.groups, "case_id": words.case, "group_id": words.group,
           "photographs": words.cases}  # fmt: skip
    known = own.get(column) or _HEADINGS.get(column)
    if known:
        return _capitalise_label(known)
    for beginning, instead in _BEGINNINGS.items():
        if column.startswith(beginning):
            column = instead + column.removeprefix(beginning)
    *parts, last = column.removesuffix("_id").split("_")
    if parts and last in _UNITS:
        return _capitalise_label(f"{_join_words(parts)}, {_UNITS[last]}")
    return _capitalise_label(_join_words([*parts, last]))


def _capitalise_label(text: str) -> str:
    """Capitalise a label, unless it is the letter of a statistic: n, p."""
    return text if len(text.partition(",")[0]) == 1 else capitalise_first(text)


def _join_words(words: list[str]) -> str:
    return " ".join(_SHORT.get(word, word) for word in words)


def list_headings(table: pd.DataFrame, about: BenchmarkInfo) -> list[str]:
    """Return the headings of the visible columns."""
    return [format_heading(name, about) for name in _list_visible_columns(table)]


def format_rows(table: pd.DataFrame) -> Iterator[list[str]]:
    """Yield the visible cells of each row as texts."""
    names = _list_visible_columns(table)
    for row in table[names].itertuples(index=False):
        yield [format_cell(value, name) for name, value in zip(names, row, strict=True)]


def _list_visible_columns(table: pd.DataFrame) -> list[str]:
    return [str(name) for name in table.columns if name not in _FOR_PROGRAMS]


def format_cell(value: object, column: str = "") -> str:
    """Format a cell as text: missing as a dash, numbers with two decimals, tiny differences with more.

    Args:
        value: the cell's value.
        column: its name in SQL.
    """
    if value is None or value is pd.NA or value is pd.NaT:
        return MISSING
    if isinstance(value, float):
        if math.isnan(value) or column in _P_VALUES:
            return format_p_value(value)
        return f"{value:.1e}".replace("-", "−") if 0 < abs(value) < 0.005 else format_number(value, 2)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return to_single_line(value).replace("_", " ") if column in _IN_WORDS else to_single_line(value)
