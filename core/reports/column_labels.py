"""The report's tables in words: headings for columns, and cells as a person reads them."""

import math
from collections.abc import Iterator

import pandas as pd

from core.benchmarks.info import About
from core.formatting import MISSING, capital, number_text, p_text, printable

_FOR_PROGRAMS = frozenset({"run_id", "first", "second", "model_id", "benchmark_id", "degrees_of_freedom"})
"""Columns of the JSON that the other forms leave out."""

_P_VALUES = frozenset({"p_value", "corrected_p"})
_IN_WORDS = frozenset({"verdict"})
"""Columns of words that SQL joins by underscores."""

_HEADINGS = {
    "label": "model",
    "run_label": "model",
    "model_kind": "kind of model",
    "first_label": "model",
    "second_label": "against",
    "value": "estimate",
    "low": "95 % from",
    "high": "to",
    "raw_low": "raw from",
    "raw_high": "to",
    "habit_low": "habit from",
    "habit_high": "to",
    "p_value": "p",
    "corrected_p": "p, corrected",
    "detectable": "shown from (80 % power)",
    "share_missing": "unreadable, %",
    "least": "these as wrong",
    "most": "these as right",
    "row_key": "row",
    "column_key": "column",
    "sha256": "SHA-256",
    "size_sigmas": "size in sigmas",
}
_UNITS = {"cm": "cm", "px": "px", "deg": "°", "s": "s", "pct": "%"}
_SHORT = {"2d": "2D", "3d": "3D", "ab": "AB", "bc": "BC", "ca": "CA"}
_BEGINNINGS = {"is_": "", "n_": "", "kappa_": "score_"}


def heading(column: str, about: About) -> str:
    """What a column is called, with its unit behind a comma.

    Args:
        column: its name in SQL.
        about: the benchmark, whose words are used.
    """
    words, reliance = about.words, f"{about.foil_score} − {about.score}" if about.foil else "reliance"
    own = {"foil_score": about.foil_score, "score": words.score, "reliance": reliance, "image_plane_reliance": reliance,
           "n_groups": words.groups, "case_id": words.case, "group_id": words.group,
           "photographs": words.cases}  # fmt: skip
    known = own.get(column) or _HEADINGS.get(column)
    if known:
        return _begun(known)
    for beginning, instead in _BEGINNINGS.items():
        if column.startswith(beginning):
            column = instead + column.removeprefix(beginning)
    *parts, last = column.removesuffix("_id").split("_")
    if parts and last in _UNITS:
        return _begun(f"{_joined(parts)}, {_UNITS[last]}")
    return _begun(_joined([*parts, last]))


def _begun(text: str) -> str:
    """With a capital letter, but for the letter of a statistic: n, p."""
    return text if len(text.partition(",")[0]) == 1 else capital(text)


def _joined(words: list[str]) -> str:
    return " ".join(_SHORT.get(word, word) for word in words)


def headings(table: pd.DataFrame, about: About) -> list[str]:
    """The headings of the columns that are shown."""
    return [heading(name, about) for name in _shown(table)]


def rows(table: pd.DataFrame) -> Iterator[list[str]]:
    """The cells of each row as texts, those of the columns that are shown."""
    names = _shown(table)
    for row in table[names].itertuples(index=False):
        yield [cell(value, name) for name, value in zip(names, row, strict=True)]


def _shown(table: pd.DataFrame) -> list[str]:
    return [str(name) for name in table.columns if name not in _FOR_PROGRAMS]


def cell(value: object, column: str = "") -> str:
    """A cell as text: missing as a dash, numbers with two decimals, tiny differences by their size.

    Args:
        value: what stands there.
        column: its name in SQL.
    """
    if value is None or value is pd.NA or value is pd.NaT:
        return MISSING
    if isinstance(value, float):
        if math.isnan(value) or column in _P_VALUES:
            return p_text(value)
        return f"{value:.1e}".replace("-", "−") if 0 < abs(value) < 0.005 else number_text(value, 2)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(value).replace("_", " ") if column in _IN_WORDS else printable(value)
