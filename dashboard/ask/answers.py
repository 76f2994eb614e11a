"""What the replies of the session say: answers against every truth, the sentence before them, contradictions, views."""

from collections.abc import Sequence
from itertools import groupby
from statistics import fmean

import pandas as pd
import streamlit as st

from core.analyses.asked import compared_questions, differing_questions
from core.analyses.diagnosis import contradiction_sentences
from core.photographs.estimated_truth import EstimatedTruth
from core.records import QUESTIONS, Frame, Question, Value
from core.scoring.answers import JudgedAnswer, judged
from core.text import plain
from dashboard.ask.how import VIEW_NAMES
from dashboard.ask.session import Asked
from dashboard.ask.subject import Subject
from dashboard.parts.case import value_text

FRAMES: dict[Frame, str] = {"3d": "3D, by tape", "2d": "2D, in the picture", "rectified": "measured"}
Judged = list[tuple[Asked, list[JudgedAnswer]]]


def judged_by(asked: Sequence[Asked], subject: Subject) -> Judged:
    """Every reply of the session to a photograph with its six answers; those without a reply are left out."""
    return [(item, judged(item.reply, subject.truths)) for item in asked if item.reply is not None]


def values_of(answers: Sequence[JudgedAnswer]) -> dict[str, Value]:
    """The readable answers by question."""
    return {
        item.answer.question_id: item.answer.value
        for item in answers
        if item.answer.status == "ok" and item.answer.value is not None
    }


def mean_kappas(answers: Sequence[JudgedAnswer]) -> dict[Frame, float]:
    """Mean kappa over the readable answers, by frame."""
    means = {}
    for frame in FRAMES:
        kappas = [kappa for item in answers if (kappa := item.kappas.get(frame)) is not None]
        if kappas:
            means[frame] = fmean(kappas)
    return means


def sentence(judged_answers: Judged) -> str:
    """Who was how good on this photograph, best first."""
    frame: Frame = "3d" if any("3d" in mean_kappas(answers) for _, answers in judged_answers) else "rectified"
    told = [
        (means[frame], means.get("2d"), item)
        for item, answers in judged_answers
        if frame in (means := mean_kappas(answers))
    ]
    if not told:
        return "No answer could be read."
    told.sort(key=lambda row: -row[0])
    best, in_picture, item = told[0]
    against = "the world" if frame == "3d" else "the measured triangle"
    text = f"{item.label} agrees with {against} to {100 * best:.0f} %"
    text += "" if in_picture is None else f", with the flat picture to {100 * in_picture:.0f} %"
    if len(told) > 1:
        text += f"; last of {len(told)} is {told[-1][2].label} with {100 * told[-1][0]:.0f} %"
    return f"{text}."


def show_answers(judged_answers: Judged, subject: Subject) -> None:
    """The six answers of each, beside the truths, each with its kappas."""
    frames = [frame for frame in FRAMES if any(truth.frame == frame for truth in subject.truths)]
    table = pd.DataFrame({"Question": [f"{q.question_id} {q.title}" for q in QUESTIONS]})
    for frame in frames:
        truths = {truth.question_id: truth.value for truth in subject.truths if truth.frame == frame}
        measured = subject.measured if frame == "rectified" else None
        table[f"Truth {FRAMES[frame]}"] = [_truth(q, truths.get(q.question_id), measured) for q in QUESTIONS]
    means = {"Question": "Mean kappa, %"} | {f"Truth {FRAMES[frame]}": "" for frame in frames}
    for item, answers in judged_answers:
        name = plain(item.label)
        table[name] = [_cell(answer, frames) for answer in answers]
        kappas = mean_kappas(answers)
        means[name] = " · ".join(f"{100 * kappas[frame]:.0f}" if frame in kappas else "–" for frame in frames)
    st.table(pd.concat([table, pd.DataFrame([means])], ignore_index=True), hide_index=True, border="horizontal")
    if frames:
        named = " · ".join(FRAMES[frame] for frame in frames)
        st.caption(f"Behind each answer its kappa in %, against {named}. Unreadable answers count in no mean.")
    _show_reasons(judged_answers)


def _truth(question: Question, value: Value | None, measured: EstimatedTruth | None) -> str:
    """A truth, with how sure it is where it was measured in this photograph alone."""
    text = _text(question, value)
    if measured is None:
        return text
    spread = measured.spreads[question.question_id]
    if spread.share is not None:
        return f"{text} :gray[in {100 * spread.share:.0f} % of draws]"
    if spread.low is None or spread.high is None:
        return text
    return f"{text} :gray[{_text(question, spread.low)} to {_text(question, spread.high)}]"


def _text(question: Question, value: Value | None) -> str:
    number = float("nan") if value is None or isinstance(value, str) else value
    return value_text(value, number, question.kind)


def _cell(item: JudgedAnswer, frames: Sequence[Frame]) -> str:
    answer = item.answer
    question = next(q for q in QUESTIONS if q.question_id == answer.question_id)
    if answer.status != "ok":
        return f":gray[{answer.status.replace('_', ' ')}]"
    kappas = [item.kappas.get(frame) for frame in frames]
    scores = " · ".join("–" if kappa is None else f"{100 * kappa:.0f}" for kappa in kappas)
    return f"**{_text(question, answer.value)}** :gray[{scores}]"


def _show_reasons(judged_answers: Judged) -> None:
    """Why answers could not be read, and what was read generously."""
    remarks = [
        {
            "Who": plain(item.label),
            "Question": answer.answer.question_id,
            "Remark": plain(answer.answer.reason or answer.answer.note),
        }
        for item, answers in judged_answers
        for answer in answers
        if answer.answer.reason or answer.answer.note
    ]
    if remarks:
        with st.expander(f"{len(remarks)} remarks on reading"):
            st.table(pd.DataFrame(remarks), hide_index=True, border="horizontal")


def show_contradictions(judged_answers: Judged) -> None:
    """What each reply's answers say against each other."""
    for item, answers in judged_answers:
        found = contradiction_sentences(values_of(answers))
        for text in found:
            st.markdown(f"- **{plain(item.label)}**: {plain(text)}")
        if not found and values_of(answers):
            st.markdown(f"- **{plain(item.label)}**: no contradiction.")


def show_views(judged_answers: Judged) -> None:
    """Of each model that was asked in several views, whether its answers depend on the view."""

    def who(pair: tuple[Asked, list[JudgedAnswer]]) -> tuple[str, str]:
        return pair[0].model_label, pair[0].prompt.prompt_id

    several = [
        (name, rows)
        for name, group in groupby(sorted(judged_answers, key=who), key=who)
        if len(rows := list(group)) > 1
    ]
    if not several:
        return
    st.subheader("Does the answer depend on the view?")
    for (name, _), rows in several:
        by_view = {item.view: values_of(answers) for item, answers in rows}
        differing = differing_questions(by_view)
        compared = compared_questions(by_view)
        views = ", ".join(VIEW_NAMES[view] for view in by_view)
        if not differing:
            st.markdown(f"**{plain(name)}: no.** {compared} of 6 answers compared over {plain(views)}: all the same.")
            continue
        st.markdown(f"**{plain(name)}: yes**, in {len(differing)} of {compared} answers over {plain(views)}.")
        titles = {q.question_id: q for q in QUESTIONS}
        rows_shown = [
            {"Question": f"{question_id} {titles[question_id].title}"}
            | {VIEW_NAMES[view]: _text(titles[question_id], value) for view, value in given.items()}
            for question_id, given in differing.items()
        ]
        st.table(pd.DataFrame(rows_shown).fillna("–"), hide_index=True, border="horizontal")
    st.caption(
        "All six truths are the same in every view. Different is a class that changed, a ratio more than 3 % and an "
        "angle more than 2° apart. Many models differ from one time to the next even in the same view."
    )


def as_frame(judged_answers: Judged) -> pd.DataFrame:
    """The answers in the columns of the query `case_answers` that the board from above needs."""
    return pd.DataFrame(
        [
            {
                "run_id": item.run_id,
                "model_id": item.endpoint.model.model_id,
                "run_label": item.label,
                "question_id": answer.answer.question_id,
                "kind": question.kind,
                "status": answer.answer.status,
                "value_class": answer.answer.value if isinstance(answer.answer.value, str) else None,
                "value_number": None if isinstance(answer.answer.value, str) else answer.answer.value,
            }
            for item, answers in judged_answers
            for question, answer in zip(QUESTIONS, answers, strict=True)
        ],
        columns=["run_id", "model_id", "run_label", "question_id", "kind", "status", "value_class", "value_number"],
    )
