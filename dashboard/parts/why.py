"""A sentence per model on what it says elsewhere, beside its answers to a case."""

import streamlit as st

from core.analyses.behaviour import behaviours, commonest, sentence
from core.text import plain
from dashboard.parts.case_answers import CaseAnswers
from dashboard.queries import about, query


def show(answers: CaseAnswers) -> None:
    """The sentences, in the order of the answers; nothing of a model of which there is nothing to say."""
    lines = sentences(answers)
    if lines:
        st.markdown("\n".join(f"- **{plain(label)}**: {plain(text)}" for label, text in lines.items()))


def read(case_id: str, run_ids: list[str]) -> None:
    """Reads what `sentences` takes from the warehouse.

    Args:
        case_id: which.
        run_ids: of the runs that are shown.
    """
    group = list(query("group_cases", case_id=case_id)["case_id"])
    query("case_contradictions", case_id=case_id, run_ids=run_ids)
    query("answers_on", case_ids=group, run_ids=run_ids)
    query("commonest_answers", run_ids=run_ids)


def sentences(answers: CaseAnswers) -> dict[str, str]:
    """The sentences by label of the run, from the answers of the shown runs alone."""
    described, case_id, run_ids = about(), answers.case_id, list(answers.run_ids)
    group = list(query("group_cases", case_id=case_id)["case_id"])
    contradicting = query("case_contradictions", case_id=case_id, run_ids=run_ids)
    told = contradicting.groupby("run_id")["sentence"].agg(list)
    found = behaviours(
        query("answers_on", case_ids=group, run_ids=run_ids),
        case_id,
        commonest(query("commonest_answers", run_ids=run_ids)),
        {str(run_id): texts for run_id, texts in told.items()},
        described.questions,
        answers.right_at,
    )
    labels = answers.answered.drop_duplicates("run_id").set_index("run_id")["run_label"]
    lines = {
        str(labels[run_id]): sentence(found[run_id], described.words) for run_id in labels.index if run_id in found
    }
    return {label: text for label, text in lines.items() if text}
