"""Tables of a paper that cannot be recomputed, with their uncertainty and the scores of guessing."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd

from core.analyses.paper_sources import find_item_count
from core.formatting import format_number, join_with_and

Z_95 = 1.959964
ERRORS = "se_"
"""Id prefix of derived figures that are standard errors of the paper's."""

LOWS, HIGHS = "low_", "high_"
"""Id prefixes of derived figures that are ends of 95% intervals, if these are not symmetric."""

EXACT = "macro_"
"""Id prefix of derived figures that are the paper's means with more digits than printed."""

BLIND = "blind_"
"""Id prefix of derived figures that are scores without looking."""

_DIFFERING = ("differs", "does not hold", "not reproducible")
_AGREEING = ("agrees", "supported", "resolved", "explained", "holds")
_OF_HALVES = "chosen on one half of a simulated set and scored on the other"
GUESSES = {
    "best letter": f"always takes the letter that is right most often, {_OF_HALVES}",
    "blind text": f"reads question and options only, {_OF_HALVES}",
    "independent": "guesses separately in each order of the options, and is right if all guesses are",
    "consistent": "guesses one option by its text and keeps to it in each order",
}
"""Explanations of the ways to guess in derived figures."""

PEOPLE = "Human"
"""Row of the people that a paper asked."""

GUESSING_ROWS = {"Random": "independent", "Random++": "consistent"}
"""Rows that print a score of guessing, with the way to guess."""

BASELINES = (PEOPLE, *GUESSING_ROWS, "Random guessing")
"""Rows that are not models."""

COLUMN_TITLES = {
    "overall": "All questions",
    "avg": "All questions",
    "platonic": "Platonic solids",
    "archimedean": "Archimedean solids",
    "catalan": "Catalan solids",
    "johnson": "Johnson solids",
    "kepler-poinsot": "Kepler-Poinsot solids",
    "stellation": "Stellations",
    "compounds": "Compounds",
    "uniform non-convex": "Uniform non-convex solids",
}
"""Titles of columns whose printed heading needs its table."""

COLUMN_MEANINGS = {
    "platonic": "convex, equal regular faces, all corners alike",
    "archimedean": "convex, regular faces of several kinds, all corners alike",
    "catalan": "convex, all faces alike but not regular",
    "johnson": "convex, regular faces, corners not all alike",
    "kepler-poinsot": "the four regular stars",
    "stellation": "faces extended until they meet again",
    "compounds": "several solids around one centre",
    "uniform non-convex": "not convex, regular faces, all corners alike",
}
"""Meanings of columns whose title is a technical term."""


def list_table_titles(figures: pd.DataFrame) -> dict[str, str]:
    """List the paper's tables by their id, as `Accuracy by model, percent. GePBench, Table 1`."""
    first = figures[figures["origin"] == "paper"].drop_duplicates("figure_id")
    return {
        row["figure_id"]: f"{row['figure_id'].replace('_', ' ').capitalize()}, {row['unit']}. {row['source']}"
        for row in first.to_dict("records")
    }


def list_table_names(figures: pd.DataFrame) -> dict[str, str]:
    """List the names of the tables by their id, without unit and source, as `Accuracy by model`."""
    published = figures[figures["origin"] == "paper"]
    return {figure_id: figure_id.replace("_", " ").capitalize() for figure_id in published["figure_id"]}


def get_unit(figures: pd.DataFrame, figure_id: str, column: str) -> str:
    """Return the unit of a column, as an axis states it."""
    unit = str(_select_cells(figures, figure_id, column)["unit"].iloc[0])
    return "%" if unit == "percent" else unit


def list_published_sources(figures: pd.DataFrame, figure_id: str, column: str) -> list[str]:
    """List where the values of a column are published."""
    return list(dict.fromkeys(_select_cells(figures, figure_id, column)["source"]))


def list_columns(figures: pd.DataFrame, figure_id: str) -> list[str]:
    """List the columns of a table, in the order of the paper."""
    return list(dict.fromkeys(figures.loc[figures["figure_id"] == figure_id, "column_key"]))


def find_largest_column(figures: pd.DataFrame, figure_id: str) -> int:
    """Find the place of a table's column with the most items behind each value; 0 if no source states a number."""
    columns = list_columns(figures, figure_id)
    counts = [find_item_count(list_sources(figures, figure_id, column)) or 0 for column in columns]
    return counts.index(max(counts))


def get_column_title(column: str) -> str:
    """Return the title of a column of a paper's table."""
    return COLUMN_TITLES.get(column, column)


def describe_column(column: str) -> str:
    """Return the title of a column, followed by its meaning if it is a technical term."""
    title = get_column_title(column)
    return f"{title}: {COLUMN_MEANINGS[column]}" if column in COLUMN_MEANINGS else title


def select_column_with_errors(figures: pd.DataFrame, figure_id: str, column: str) -> pd.DataFrame:
    """Select one column of a table with intervals: the models, the highest value first, then the baselines.

    Args:
        figures: the query `published_figures`.
        figure_id: of the paper's table.
        column: of this table.

    Returns:
        label, value, low, high (NaN if neither a standard error nor an interval is known), exact (the value with the
        derived digits, otherwise as printed), is_baseline.
    """
    rows = _select_cells(figures, figure_id, column)[["row_key", "value"]].rename(columns={"row_key": "label"})
    errors = _index_by_row(_select_first(figures, ERRORS), column)
    half = np.array([Z_95 * errors.get(label, np.nan) for label in rows["label"]])
    ends = {LOWS: rows["value"] - half, HIGHS: rows["value"] + half}
    for start, end in ends.items():
        derived = figures[(figures["origin"] == "derived") & figures["figure_id"].str.startswith(start)]
        stated = rows["label"].map(_index_by_row(derived, column))
        ends[start] = stated.astype(float).where(stated.notna(), end)
    digits = rows["label"].map(_index_by_row(_select_first(figures, EXACT), column)).astype(float)
    named = rows.assign(low=ends[LOWS], high=ends[HIGHS], exact=digits.where(digits.notna(), rows["value"]))
    named["is_baseline"] = named["label"].isin(BASELINES)
    ordered = named.sort_values(["is_baseline", "value"], ascending=[True, False], ignore_index=True)
    return ordered[["label", "value", "low", "high", "exact", "is_baseline"]]


def find_not_below_best(rows: pd.DataFrame) -> tuple[str, list[str]]:
    """Find the row with the highest value, and the others whose intervals do not show them to be lower.

    The difference's lower end is Newcombe's for two independent shares. Models were asked the same questions, so it is
    too wide, and a difference that remains open here is only not shown by the paper.

    Args:
        rows: as `select_column_with_errors` returns them.

    Source: R. G. Newcombe, Statistics in Medicine 17 (1998), method 10.
    """
    exact = get_exact_values(rows)
    best, others = rows.iloc[0], rows.iloc[1:]
    half = np.hypot(best["value"] - best["low"], others["high"] - others["value"])
    is_open = exact.iloc[0] - exact.iloc[1:] <= half
    return str(best["label"]), list(others.loc[is_open, "label"])


def get_exact_values(rows: pd.DataFrame) -> pd.Series:
    """Return the values with derived digits if there are any, otherwise as printed."""
    return rows["exact"] if "exact" in rows else rows["value"]


def list_guessing_scores(figures: pd.DataFrame, column: str) -> dict[str, float]:
    """List the scores of guessing without the image in a column, by the way to guess; empty if unknown."""
    rows = _select_first(figures, BLIND)
    rows = rows[rows["column_key"] == column]
    return dict(zip(rows["row_key"], rows["value"], strict=True))


def describe_printed_guesses(rows: pd.DataFrame, lines: Mapping[str, float]) -> str:
    """State which printed scores of guessing differ from those derived here, and why; empty if none does.

    Args:
        rows: as `select_column_with_errors` returns them.
        lines: as `list_guessing_scores` returns them.
    """
    printed = dict(zip(rows["label"], rows["value"], strict=True))
    differences = [
        f"{label} is printed as {format_number(printed[label])}, not {format_number(lines[guess])}"
        for label, guess in GUESSING_ROWS.items()
        if label in printed and guess in lines and format_number(printed[label]) != format_number(lines[guess])
    ]
    if not differences:
        return ""
    return (
        f"{join_with_and(differences)}: the paper counts its twelve subtypes alike in these rows, but weights the "
        "models' rows by type, as Trilens does for guessing."
    )


def find_best_guess(lines: Mapping[str, float]) -> str:
    """Find the way to guess with the highest score, of those that `list_guessing_scores` returns."""
    return max(lines, key=lambda name: lines[name])


def describe_guesses(lines: Mapping[str, float]) -> str:
    """Explain these ways to guess, one sentence each, with their scores."""
    return " ".join(
        f"*{name.capitalize()}* ({format_number(value)}%) {GUESSES[name]}."
        for name, value in lines.items()
        if name in GUESSES
    )


def count_statements(verdicts: Iterable[str]) -> tuple[int, int, int]:
    """Count the statements of a paper that agree with its tables, differ from them, and are not decided by them.

    Args:
        verdicts: of its contradictions, which begin with a word for one of the three.
    """
    words = list(verdicts)
    n_agreeing = sum(word.startswith(_AGREEING) for word in words)
    n_differing = sum(word.startswith(_DIFFERING) for word in words)
    return n_agreeing, n_differing, len(words) - n_agreeing - n_differing


def build_printed_table(figures: pd.DataFrame, figure_id: str) -> pd.DataFrame:
    """Build a table as printed, with one row and column per row and column of the paper; the scores of guessing follow.

    Returns:
        ` ` (the row) and the paper's columns.
    """
    paper = figures[(figures["figure_id"] == figure_id) & (figures["origin"] == "paper")]
    blind = _select_first(figures, BLIND)
    blind = blind[blind["column_key"].isin(paper["column_key"])].assign(
        row_key=lambda rows: rows["row_key"] + " (guess)"
    )
    both = pd.concat([paper, blind])
    wide = both.pivot_table(index="row_key", columns="column_key", values="value", sort=False)
    return (
        wide[list_columns(figures, figure_id)].reset_index().rename(columns={"row_key": " "}).rename_axis(columns=None)
    )


def list_sources(figures: pd.DataFrame, figure_id: str, column: str) -> list[str]:
    """List the sources of a column's intervals and scores of guessing."""
    labels = set(_select_cells(figures, figure_id, column)["row_key"])
    errors, guesses = _select_first(figures, ERRORS), _select_first(figures, BLIND)
    lows = figures[(figures["origin"] == "derived") & figures["figure_id"].str.startswith(LOWS)]
    intervals = pd.concat([errors, lows])
    derived = pd.concat([intervals[intervals["row_key"].isin(labels)], guesses])
    return list(dict.fromkeys(derived.loc[derived["column_key"] == column, "source"]))


def _select_cells(figures: pd.DataFrame, figure_id: str, column: str) -> pd.DataFrame:
    is_asked = (figures["figure_id"] == figure_id) & (figures["column_key"] == column)
    return figures[is_asked & (figures["origin"] == "paper")]


def _index_by_row(figures: pd.DataFrame, column: str) -> dict[str, float]:
    """Index the values of a column by row."""
    own = figures[figures["column_key"] == column]
    return dict(zip(own["row_key"], own["value"], strict=True))


def _select_first(figures: pd.DataFrame, start: str) -> pd.DataFrame:
    """Return the first derived figure with this prefix; of several readings, the first is the cautious one."""
    derived = figures[(figures["origin"] == "derived") & figures["figure_id"].str.startswith(start)]
    return derived[derived["figure_id"] == derived["figure_id"].iloc[0]] if len(derived) else derived
