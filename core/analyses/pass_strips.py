"""Answers of each run of a model to one case, side by side: passes of one design in a row."""

from collections.abc import Mapping

import pandas as pd

from core.analyses.answers_table import AnswersTable
from core.analyses.run_variants import name_designs

SEPARATOR = " | "


def build_pass_strips(table: AnswersTable, designs: pd.DataFrame, signs: Mapping[str, str]) -> pd.DataFrame:
    """Build a row per model, design and question; only models with several runs.

    Args:
        table: the answers of the case; columns of runs that are not in `designs` are left out.
        designs: the query `run_designs`, of the runs in the order of the strip.
        signs: sign of each verdict; an unreadable answer is its status in words.

    Returns:
        model, design (name; empty if all runs were asked alike), question (title), answers (text of each pass with its
        sign), n_right, n_passes, n_different (different answers).
    """
    columns = {column.run_id: column for column in table.columns}
    answering = designs[designs["run_id"].isin(columns)]
    several = answering[answering.groupby("model_id")["run_id"].transform("size") > 1]
    several = several.assign(design=several["run_id"].map(name_designs(several)))
    rows = []
    for (name, design), runs in several.groupby(["model_name", "design"], sort=False):
        for index, question in enumerate(table.questions):
            cells = [columns[run_id].cells[index] for run_id in runs["run_id"]]
            texts = [cell.text for cell in cells]
            shown = [f"{cell.text} {signs.get(cell.verdict, '')}".strip() for cell in cells]
            rows.append(
                {
                    "model": name,
                    "design": design,
                    "question": question.name,
                    "answers": SEPARATOR.join(shown),
                    "n_right": sum(cell.verdict == "right" for cell in cells),
                    "n_passes": len(cells),
                    "n_different": len(set(texts)),
                }
            )
    names = ["model", "design", "question", "answers", "n_right", "n_passes", "n_different"]
    return pd.DataFrame(rows, columns=names)
