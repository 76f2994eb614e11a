"""Questions of GePBench as the table that the blind baselines take."""

import pandas as pd


def cases_of(question_id, by_figure):
    """One row per question; a figure is a group.

    Args:
        question_id: of all of them.
        by_figure: for each figure its questions.
    """
    return pd.DataFrame([
        {"case_id": f"{question_id}-{figure}-{number}", "group_id": str(figure), "question_id": question_id,
         "text": question.text, "options": tuple(map(str, question.choices)), "n_options": len(question.choices),
         "truth": question.key}
        for figure, questions in enumerate(by_figure) for number, question in enumerate(questions)
    ])  # fmt: skip
