"""A sentence per model on what it says elsewhere, beside its answers to a case."""

import streamlit as st

from core.analyses.answer_habits import behaviours, commonest, sentence
from core.formatting import plain
from dashboard.data.queries import Generation, about, generation, query
from dashboard.pages.cases.case_answers import CaseAnswers, answers_of
from dashboard.runtime.bounded_cache import weighed
from dashboard.selection.cached_analyses import Runs


def show(answers: CaseAnswers, chosen: str | None) -> None:
    """The sentences, the chosen run's first, then in the order of the answers; nothing of a run without one.

    Args:
        answers: to the case.
        chosen: the run.
    """
    lines = sentences(answers.case_id, answers.right_at, answers.run_ids)
    if lines:
        first = sorted(lines, key=lambda run_id: run_id != chosen)
        labels = answers.answered.drop_duplicates("run_id").set_index("run_id")["run_label"]
        st.markdown("\n".join(f"- **{plain(labels[run_id])}**: {plain(lines[run_id])}" for run_id in first))


def sentences(case_id: str, right_at: float, run_ids: Runs) -> dict[str, str]:
    """The sentences by run, from the answers of these runs alone, shared by all sessions.

    Args:
        case_id: which.
        right_at: the score from which on a number is right.
        run_ids: in the order of the answers.
    """
    return _sentences(generation(), case_id, right_at, run_ids)


@weighed(max_entries=1000, max_mb=5)
def _sentences(found: Generation, case_id: str, right_at: float, run_ids: Runs) -> dict[str, str]:  # noqa: ARG001 - key
    described, runs = about(), list(run_ids)
    contradicting = query("case_contradictions", case_id=case_id, run_ids=runs)
    told = contradicting.groupby("run_id")["sentence"].agg(list)
    behaving = behaviours(
        query("answers_in_group", case_id=case_id, run_ids=runs, right_at=right_at),
        commonest(query("commonest_answers", run_ids=runs)),
        {str(run_id): texts for run_id, texts in told.items()},
        described.questions,
    )
    answered = answers_of(case_id, right_at, run_ids).answered["run_id"].unique()
    lines = {str(run_id): sentence(behaving[run_id], described.words) for run_id in answered if run_id in behaving}
    return {run_id: text for run_id, text in lines.items() if text}
