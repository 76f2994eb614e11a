"""The main result of a paper's own numbers in a sentence: its best model, people and guessing."""

from collections.abc import Iterable

import pandas as pd

from core.analyses import paper_tables
from core.formatting import format_number, join_with_and

CONSTANT = "the best constant answer"


def describe_printed_result(figures: pd.DataFrame) -> str:
    """State the best model in the column of the paper's first table with the most items, people and guessing.

    Empty if this column has no percentages of models.

    Args:
        figures: the query `published_figures`.
    """
    names = paper_tables.list_table_names(figures)
    figure_id, column = find_main_column(figures)
    if paper_tables.get_unit(figures, figure_id, column) != "%":
        return ""
    rows = paper_tables.select_column_with_errors(figures, figure_id, column)
    guesses = paper_tables.list_guessing_scores(figures, column)
    values = rows.set_index("label")["value"]
    title = f"{names[figure_id]} ({paper_tables.describe_column(column)})"
    percent = f"{format_number(max(guesses.values()))}%" if guesses else ""
    guess = f"guessing without the image reaches {percent} (computed by Trilens)" if guesses else ""
    return _describe_best(values, title, guess)


def list_headline_sources(figures: pd.DataFrame) -> list[str]:
    """List where the values behind `describe_printed_result` are published.

    Args:
        figures: the query `published_figures`.
    """
    return paper_tables.list_published_sources(figures, *find_main_column(figures))


def find_main_column(figures: pd.DataFrame) -> tuple[str, str]:
    """Return the id of the paper's first table, and its column with the most items."""
    figure_id = next(iter(paper_tables.list_table_names(figures)))
    columns = paper_tables.list_columns(figures, figure_id)
    return figure_id, columns[paper_tables.find_largest_column(figures, figure_id)]


def average_constant(blind_scores: pd.DataFrame, question_ids: Iterable[str]) -> float | None:
    """Average the best constant answer's score over some questions, each with the same weight, in percent.

    Args:
        blind_scores: the table `blind_scores` of a benchmark with one frame.
        question_ids: the questions.

    Returns:
        None if the score of one of the questions is unknown.
    """
    means = blind_scores.astype({"question_id": str}).groupby("question_id")["score"].mean().reindex([*question_ids])
    return None if means.isna().any() or means.empty else 100 * float(means.mean())


def describe_mean_result(figures: pd.DataFrame, title: str, constant_score: float | None) -> str:
    """State the model with the highest mean over the columns of one published table, and the best constant answer.

    Args:
        figures: rows of the query `reproduction` of this table, in percent.
        title: of the table.
        constant_score: mean of the best constant answer over the same columns; None if it is unknown.
    """
    means = figures.groupby("row_key", sort=False)["published"].mean()
    title = f"{title} (mean of {figures['column_key'].nunique()} kinds of question)"
    constant = "" if constant_score is None else f"{CONSTANT} reaches {format_number(constant_score)}%"
    return _describe_best(means, title, constant)


def _describe_best(values: pd.Series, title: str, baseline: str) -> str:
    """State the highest value of a model, and beside it that of people and of a baseline.

    Args:
        values: by the label of the row.
        title: of the values.
        baseline: its name, a verb and its value; empty if there is none.
    """
    models = values[~values.index.isin(paper_tables.BASELINES)]
    if models.empty:
        return ""
    best = [str(label) for label in models.index[models == models.max()]]
    score = f"{format_number(models.max())}%"
    share = f"is best with {score}" if len(best) == 1 else f"are best with {score} each"
    first = f"{title}: of {len(models)} models, {join_with_and(best)} {share}"
    people = f"people reach {format_number(values[paper_tables.PEOPLE])}%" if paper_tables.PEOPLE in values else ""
    return f"{'; '.join(filter(None, (first, people, baseline)))}."
