"""A sentence per model on what it says elsewhere, beside its answers to a case."""

import streamlit as st

from core.analyses.behaviour import behaviours, commonest, sentence
from core.text import plain
from dashboard.analysed import Runs
from dashboard.parts.case_answers import CaseAnswers, answers_of
from dashboard.queries import Generation, about, generation, query
from dashboard.weighed import weighed


def show(answers: CaseAnswers) -> None:
    """The sentences, in the order of the answers; nothing of a model of which there is nothing to say."""
    lines = sentences(answers.case_id, answers.right_at, answers.run_ids)
    if lines:
        st.markdown("\n".join(f"- **{plain(label)}**: {plain(text)}" for label, text in lines.items()))


def sentences(case_id: str, right_at: float, run_ids: Runs) -> dict[str, str]:
    """The sentences by label of the run, from the answers of these runs alone, shared by all sessions.

    Args:
        case_id: which.
        right_at: the score from which on a number is right.
        run_ids: in the order of the answers.
    """
    return _sentences(generation(), case_id, right_at, run_ids)


@weighed(max_entries=1000, max_mb=5)
def _sentences(found: Generation, case_id: str, right_at: float, run_ids: Runs) -> dict[str, str]:  # noqa: ARG001 - key
    described, runs = about(), list(run_ids)
    group = list(query("group_cases", case_id=case_id)["case_id"])
    contradicting = query("case_contradictions", case_id=case_id, run_ids=runs)
    told = contradicting.groupby("run_id")["sentence"].agg(list)
    behaving = behaviours(
        query("answers_on", case_ids=group, run_ids=runs),
        case_id,
        commonest(query("commonest_answers", run_ids=runs)),
        {str(run_id): texts for run_id, texts in told.items()},
        described.questions,
        right_at,
    )
    answered = answers_of(case_id, right_at, run_ids).answered
    labels = answered.drop_duplicates("run_id").set_index("run_id")["run_label"]
    lines = {
        str(labels[run_id]): sentence(behaving[run_id], described.words)
        for run_id in labels.index
        if run_id in behaving
    }
    return {label: text for label, text in lines.items() if text}
