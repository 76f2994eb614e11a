"""GePBench's questions as the table that text-only baselines take."""

import pandas as pd


def make_cases(question_id, by_figure):
    """Make a table with one row per question; a figure is a group.

    Args:
        question_id: id of all questions.
        by_figure: questions of each figure.
    """
    return pd.DataFrame([
        {"case_id": f"{question_id}-{figure}-{number}", "group_id": str(figure), "question_id": question_id,
         "text": question.text, "options": tuple(map(str, question.choices)), "n_options": len(question.choices),
         "truth": question.key}
        for figure, questions in enumerate(by_figure) for number, question in enumerate(questions)
    ])  # fmt: skip
