"""The main result of a paper's own numbers in a sentence: its best model, people and guessing."""

import pandas as pd

from core.analyses import paper_tables
from core.formatting import format_number, join_with_and

CONSTANT = "the best constant answer to the whole benchmark"


def describe_printed_result(figures: pd.DataFrame) -> str:
    """State the best model in the column of the paper's first table with the most items, people and guessing.

    Empty if this column has no percentages of models.

    Args:
        figures: the query `published_figures`.
    """
    names = paper_tables.list_table_names(figures)
    figure_id = next(iter(names))
    columns = paper_tables.list_columns(figures, figure_id)
    column = columns[paper_tables.find_largest_column(figures, figure_id)]
    if paper_tables.get_unit(figures, figure_id, column) != "%":
        return ""
    rows = paper_tables.select_column_with_errors(figures, figure_id, column)
    guesses = paper_tables.list_guessing_scores(figures, column)
    values = rows.set_index("label")["value"]
    title = f"{names[figure_id]} ({paper_tables.get_column_title(column)})"
    guess = f"guessing without the image {format_number(max(guesses.values()))}%" if guesses else ""
    return _describe_best(values, title, guess)


def describe_mean_result(figures: pd.DataFrame, title: str, constant_score: float | None) -> str:
    """State the model with the highest mean over the columns of one published table, and the best constant answer.

    Args:
        figures: rows of the query `reproduction` of this table, in percent.
        title: of the table.
        constant_score: of the best constant answer to the whole benchmark; None if it is unknown.
    """
    means = figures.groupby("row_key", sort=False)["published"].mean()
    title = f"{title} (mean of {figures['column_key'].nunique()} kinds of question)"
    constant = "" if constant_score is None else f"{CONSTANT} {format_number(constant_score)}%"
    return _describe_best(means, title, constant)


def _describe_best(values: pd.Series, title: str, baseline: str) -> str:
    """State the highest value of a model, and beside it that of people and of a baseline.

    Args:
        values: by the label of the row.
        title: of the values.
        baseline: its name and value; empty if there is none.
    """
    models = values[~values.index.isin(paper_tables.BASELINES)]
    if models.empty:
        return ""
    best = [str(label) for label in models.index[models == models.max()]]
    verb = "reaches" if len(best) == 1 else "reach"
    share = f"{format_number(models.max())}%, the most of {len(models)} models"
    first = f"{join_with_and(best)} {verb} {share}, in *{title}*"
    people = f"people {format_number(values[paper_tables.PEOPLE])}%" if paper_tables.PEOPLE in values else ""
    return f"{'; '.join(filter(None, (first, people, baseline)))}."
