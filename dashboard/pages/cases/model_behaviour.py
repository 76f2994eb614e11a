"""A sentence per model on its answers to other cases, beside its answers to this one."""

import pandas as pd
import streamlit as st

from core.analyses.answer_habits import build_behaviours, describe_behaviour, index_commonest_answers
from core.formatting import escape_markdown
from dashboard.data.queries import Generation, get_benchmark_info, require_generation, run_query
from dashboard.pages.cases.case_answers import CaseAnswers, load_answers
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.selection.cached_analyses import Runs


def show(answers: CaseAnswers, chosen: str | None) -> None:
    """Show the sentences, the chosen run's first, then in the order of the answers; skip runs without one.

    Args:
        answers: to the case.
        chosen: the chosen run.
    """
    lines = describe_behaviours(answers.case_id, answers.right_at, answers.run_ids)
    if lines:
        first = sorted(lines, key=lambda run_id: run_id != chosen)
        labels = answers.answered.drop_duplicates("run_id").set_index("run_id")["run_label"]
        st.markdown(
            "\n".join(f"- **{escape_markdown(labels[run_id])}**: {escape_markdown(lines[run_id])}" for run_id in first)
        )


def describe_behaviours(case_id: str, right_at: float, run_ids: Runs) -> dict[str, str]:
    """Return the sentences by run, from the answers of these runs alone; all sessions share them.

    Args:
        case_id: id of the case.
        right_at: the score from which a number is right.
        run_ids: in the order of the answers.
    """
    return _describe_behaviours(require_generation(), case_id, right_at, run_ids)


@cache_with_limits(max_entries=1000, max_mb=5)
def _describe_behaviours(found: Generation, case_id: str, right_at: float, run_ids: Runs) -> dict[str, str]:  # noqa: ARG001 - key
    described, runs = get_benchmark_info(), list(run_ids)
    answers = load_answers(case_id, right_at, run_ids).answered
    contradicting = run_query("case_contradictions", case_id=case_id, run_ids=runs)
    told = contradicting.groupby("run_id")["sentence"].agg(list)
    behaving = build_behaviours(
        run_query("answers_in_group", case_id=case_id, run_ids=runs, right_at=right_at),
        index_commonest_answers(run_query("commonest_answers", run_ids=runs)),
        {str(run_id): texts for run_id, texts in told.items()},
        described.questions,
        _count_foil_only(answers),
    )
    answered = answers["run_id"].unique()
    foil_phrase = described.foil.phrase if described.foil else ""
    lines = {
        str(run_id): describe_behaviour(behaving[run_id], described.words, foil_phrase)
        for run_id in answered
        if run_id in behaving
    }
    return {run_id: text for run_id, text in lines.items() if text}


def _count_foil_only(answers: pd.DataFrame) -> dict[str, int]:
    """Count the answers that are right against the foil but not against the truth, by run."""
    counts = answers.loc[answers["is_right_in_2d_only"].eq(True), "run_id"].value_counts()
    return {str(run_id): int(count) for run_id, count in counts.items()}
