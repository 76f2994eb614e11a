"""A gallery of the cases of some answers to a question, each with its truth."""

from collections.abc import Hashable, Mapping
from functools import partial
from typing import Any

import pandas as pd

from core.analyses.phrases import format_coded_value
from core.records import Question
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.widgets.example_gallery import show_examples
from dashboard.widgets.truth_labels import get_truth_labels, get_truth_noun


def show_answered_cases(question: Question, rows: pd.DataFrame, name: str) -> None:
    """Show the cases of some answers to a question, each with its truth."""
    show_examples(rows.assign(caption=rows["case_id"]), name, partial(_format_truth, question))


def _format_truth(question: Question, row: Mapping[Hashable, Any]) -> str:
    """Format the truth of an answer's case, with the foil if there is one."""
    if get_benchmark_info().foil is None or pd.isna(row["foil"]):
        return f"{get_truth_noun()} {format_coded_value(question, row['truth'])}"
    texts = [
        f"{title} {format_coded_value(question, row[against])}"
        for against, title in get_truth_labels(get_benchmark_info()).items()
    ]
    return f"truth {' · '.join(texts)}"
