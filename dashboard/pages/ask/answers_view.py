"""Scores of the session's replies: a summary sentence, answers beside every truth, contradictions, image views."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from statistics import fmean

import pandas as pd
import streamlit as st

from core.analyses.answers_table import build_scored_table, get_judging_frames
from core.analyses.contradiction_text import describe_contradictions
from core.analyses.view_differences import count_compared_questions, find_differing_questions
from core.formatting import escape_markdown, format_number, format_value
from core.geometry.triangle import ISOSCELES_TOLERANCE, RIGHT_ANGLE_TOLERANCE_DEG
from core.inference.view_names import VIEW_TITLES
from core.photographs.estimated_truth import EstimatedTruth
from core.question_types.registry import format_typed_value
from core.records import RIGHT_AT, TRIANGLE_QUESTIONS, Frame, Reply, Value
from core.scoring.answers import ScoredAnswer, score_reply
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.pages.ask import result_texts
from dashboard.pages.ask.ask_session import SessionQuestion
from dashboard.pages.ask.subject import AskSubject
from dashboard.pages.cases import triangle_panel
from dashboard.runtime.state_keys import ask as keys
from dashboard.style.palette import get_marker_style
from dashboard.widgets.answers_table import build_answers_matrix, format_legend
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import show_small_table
from dashboard.widgets.truth_source import describe_truth_source

Judged = list[tuple[SessionQuestion, list[ScoredAnswer]]]


def score_replies(questions: Sequence[SessionQuestion], subject: AskSubject) -> Judged:
    """Score every reply of the session against the photograph's six truths; questions without a reply are left out."""
    return [(item, score_question(item.reply, item.view, subject)) for item in questions if item.reply is not None]


def score_question(reply: Reply, image_view: str, subject: AskSubject) -> list[ScoredAnswer]:
    """Score the answers of one reply about the subject in an image view."""
    read = partial(subject.read, image_view=image_view)
    return score_reply(reply, subject.questions, read, subject.truths)


def collect_readable_values(answers: Sequence[ScoredAnswer]) -> dict[str, Value]:
    """Return the readable answers by question."""
    return {
        item.answer.question_id: item.answer.value
        for item in answers
        if item.answer.status == "ok" and item.answer.value is not None
    }


def compute_mean_scores(answers: Sequence[ScoredAnswer]) -> dict[Frame, float]:
    """Compute the mean score over the readable answers, by frame."""
    means: dict[Frame, float] = {}
    for frame in dict.fromkeys(frame for item in answers for frame in item.scores):
        scores = [score for item in answers if (score := item.scores[frame]) is not None]
        if scores:
            means[frame] = fmean(scores)
    return means


def describe_agreement(judged_answers: Judged, subject: AskSubject) -> str:
    """Describe how well the best and the worst reply agree with the truth."""
    truth, foil = get_truth_frames(subject)
    means_of = [(compute_mean_scores(answers), item) for item, answers in judged_answers]
    frame = truth if any(truth in means for means, _ in means_of) else "rectified"
    told = [(means[frame], means.get(foil or ""), item) for means, item in means_of if frame in means]
    if not told and any(collect_readable_values(answers) for _, answers in judged_answers):
        return result_texts.NO_TRUTH
    if not told:
        return result_texts.NO_ANSWER
    told.sort(key=lambda row: -row[0])
    best, in_picture, item = told[0]
    against = "the measured triangle" if frame != truth else "the world" if foil else "the truth"
    others = ""
    if len(told) > 1 and told[-1][0] == best:
        others = result_texts.describe_equal_replies(len(told))
    elif len(told) > 1:
        others = result_texts.describe_lowest_reply(len(told), told[-1][2].label, format_number(100 * told[-1][0], 0))
    flat_percent = "" if in_picture is None else format_number(100 * in_picture, 0)
    return result_texts.describe_agreement(item.label, against, format_number(100 * best, 0), flat_percent, others)


def get_truth_frames(subject: AskSubject) -> tuple[Frame, Frame | None]:
    """Return the frames of truth and foil against which answers about a subject are scored."""
    return ("3d", "2d") if subject.described is None else get_judging_frames(subject.described)


def show_answers(judged_answers: Judged, subject: AskSubject) -> None:
    """Show the answers of each reply beside the truths, each with its scores."""
    names = get_frame_names(subject)
    labelled = [(item.label, answers) for item, answers in judged_answers]
    table = build_scored_table(labelled, subject.truths, subject.questions, get_truth_frames(subject))
    details: dict[Frame, list[str]] = (
        {} if subject.measured is None else {"rectified": _describe_uncertainties(subject.measured)}
    )
    headings = {frame: f"Truth {name}" if len(names) > 1 else name for frame, name in names.items()}
    models = [item.endpoint.model.model_id for item, _ in judged_answers]
    looks = {column.run_id: get_marker_style(models[int(column.run_id)], get_model_kinds()) for column in table.columns}
    build_answers_matrix(table, headings, keys.ASKED_MATRIX, details=details, looks=looks).show()
    if table.frames:
        against = (
            " · ".join(names[frame] for frame in table.frames) if len(names) > 1 else get_benchmark_info().truth.phrase
        )
        legend = format_legend() if get_truth_frames(subject)[0] in table.frames else ""
        has_errors = any(cell.error for column in table.columns for cell in column.cells)
        st.markdown(
            result_texts.explain_scores(
                legend,
                get_benchmark_info().words.score,
                against,
                right_at_percent=100 * RIGHT_AT if has_errors else None,
                has_measured_truth="rectified" in table.truths,
            )
        )
    _show_remarks(judged_answers)


def get_frame_names(subject: AskSubject) -> dict[Frame, str]:
    """Return the source of a subject's truths for every frame that it can have truths in."""
    if subject.case is not None and not triangle_panel.is_triangle_benchmark():
        described = subject.described or get_benchmark_info()
        return {frame.frame: frame.title for frame in (described.truth, described.foil) if frame is not None}
    return {
        "3d": f"3D, {describe_truth_source(subject.row) or 'in the world'}",
        "2d": "2D, in the image",
        "rectified": "measured",
    }


def _describe_uncertainties(measured: EstimatedTruth) -> list[str]:
    """Describe the uncertainty of each truth measured in this photograph alone: the share of draws, or a range."""
    spreads = []
    for question in TRIANGLE_QUESTIONS:
        spread = measured.spreads[question.question_id]
        if spread.share is not None:
            spreads.append(f"in {format_number(100 * spread.share, 0)}% of draws")
        elif spread.low is None or spread.high is None:
            spreads.append("")
        else:
            spreads.append(f"{format_value(spread.low, question.kind)} to {format_value(spread.high, question.kind)}")
    return spreads


def _show_remarks(judged_answers: Judged) -> None:
    """List the answers that could not be read, with the reason, and those that were read leniently."""
    remarks = [
        {
            "Model": item.label,
            "Question": answer.answer.question_id,
            "Remark": answer.answer.reason or answer.answer.note,
        }
        for item, answers in judged_answers
        for answer in answers
        if answer.answer.reason or answer.answer.note
    ]
    if remarks:
        with st.expander(result_texts.name_notes(len(remarks))):
            show_small_table(pd.DataFrame(remarks), {})


def show_contradictions(judged_answers: Judged) -> None:
    """Show the contradictions between the answers of each reply."""
    for item, answers in judged_answers:
        stated = {answer.answer.question_id: answer.answer.stated for answer in answers}
        contradictions = describe_contradictions(collect_readable_values(answers), stated)
        for text in contradictions:
            st.markdown(f"- **{escape_markdown(item.label)}**: {escape_markdown(text)}")
        if not contradictions and collect_readable_values(answers):
            st.markdown(f"- **{escape_markdown(item.label)}**: no contradiction.")


def show_views(judged_answers: Judged, subject: AskSubject) -> None:
    """Show whether the answers of a model that was asked in several views depend on the view."""

    def model_and_prompt(pair: tuple[SessionQuestion, list[ScoredAnswer]]) -> tuple[str, str]:
        return pair[0].model_label, pair[0].prompt.prompt_id

    several = [
        (name, rows)
        for name, group in groupby(sorted(judged_answers, key=model_and_prompt), key=model_and_prompt)
        if len(rows := list(group)) > 1
    ]
    if not several:
        return
    questions = subject.questions
    titles = {question.question_id: question for question in questions}
    st.subheader(result_texts.VIEWS_QUESTION)
    for (name, _), rows in several:
        by_view = {item.view: collect_readable_values(answers) for item, answers in rows}
        differing = find_differing_questions(by_view, questions)
        compared = count_compared_questions(by_view, questions)
        model, views = escape_markdown(name), escape_markdown(", ".join(VIEW_TITLES[view] for view in by_view))
        if not differing:
            st.markdown(result_texts.describe_equal_views(model, compared, len(questions), views))
            continue
        st.markdown(result_texts.describe_different_views(model, len(differing), compared, views))
        rows_shown = [
            {"Question": f"{question_id} {titles[question_id].title}"}
            | {VIEW_TITLES[view]: format_typed_value(value, titles[question_id].kind) for view, value in given.items()}
            for question_id, given in differing.items()
        ]
        show_small_table(pd.DataFrame(rows_shown), {})
    st.caption(result_texts.SAME_TRUTHS)
    show_help_popover(result_texts.explain_differences(ISOSCELES_TOLERANCE, RIGHT_ANGLE_TOLERANCE_DEG))


def as_frame(judged_answers: Judged) -> pd.DataFrame:
    """Return the answers in those columns of the query `case_answers` that the board from above needs."""
    return pd.DataFrame(
        [
            {
                "run_id": item.run_id,
                "model_id": item.endpoint.model.model_id,
                "run_label": item.label,
                "question_id": answer.answer.question_id,
                "kind": answer.question.kind,
                "status": answer.answer.status,
                "stated": answer.answer.stated,
                "value_class": answer.answer.value if isinstance(answer.answer.value, str) else None,
                "value_number": None if isinstance(answer.answer.value, str) else answer.answer.value,
            }
            for item, answers in judged_answers
            for answer in answers
        ],
        columns=[
            "run_id",
            "model_id",
            "run_label",
            "question_id",
            "kind",
            "status",
            "stated",
            "value_class",
            "value_number",
        ],
    )
