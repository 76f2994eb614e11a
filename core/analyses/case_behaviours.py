"""Sentences on how models answered one case, beside their answers to all others; pages and the report share them."""

from collections.abc import Callable, Sequence

import pandas as pd

from core.analyses.answer_habits import build_behaviours, describe_behaviour, index_commonest_answers
from core.benchmarks.info import BenchmarkInfo

Query = Callable[..., pd.DataFrame]
"""Returns the result of a named query, with its parameters as keywords."""


def describe_case_behaviours(
    query: Query, case_id: str, answers: pd.DataFrame, run_ids: Sequence[str], right_at: float, info: BenchmarkInfo
) -> dict[str, str]:
    """Return a sentence per run, in the order of the answers; runs of which nothing can be stated are left out.

    Args:
        query: reads the warehouse.
        case_id: id of the case.
        answers: to the case, as the query `case_answers` returns them, of these runs.
        run_ids: the runs.
        right_at: the score from which a number is right.
        info: the benchmark.
    """
    runs = list(run_ids)
    contradictions = query("case_contradictions", case_id=case_id, run_ids=runs).groupby("run_id")["sentence"].agg(list)
    behaviours = build_behaviours(
        query("answers_in_group", case_id=case_id, run_ids=runs, right_at=right_at),
        index_commonest_answers(query("commonest_answers", run_ids=runs)),
        {str(run_id): sentences for run_id, sentences in contradictions.items()},
        info.questions,
        _count_foil_only(answers),
    )
    foil_phrase = info.foil.phrase if info.foil else ""
    sentences = {
        str(run_id): describe_behaviour(behaviours[run_id], info.words, foil_phrase)
        for run_id in answers["run_id"].unique()
        if run_id in behaviours
    }
    return {run_id: text for run_id, text in sentences.items() if text}


def _count_foil_only(answers: pd.DataFrame) -> dict[str, int]:
    """Count the answers that are right against the foil but not against the truth, by run."""
    counts = answers.loc[answers["is_right_in_2d_only"].eq(True), "run_id"].value_counts()
    return {str(run_id): int(count) for run_id, count in counts.items()}
