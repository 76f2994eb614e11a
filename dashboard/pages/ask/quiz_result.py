"""Result of a quiz: score, skill and reliance beside those of the models on the same photographs."""

import pandas as pd
import streamlit as st

from core.analyses.human_results import build_human_answers, compare_with_models, list_human_measures
from core.errors import TrilensError
from core.formatting import escape_markdown
from core.inference.human_runs import SECONDS, write_human_replies
from core.records import FEW_GROUPS
from core.scoring.answers import score_reply
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds, list_constant_baseline_runs
from dashboard.data.current_benchmark import get_settings, get_workspace
from dashboard.data.queries import run_query
from dashboard.pages.ask import quiz_texts, texts
from dashboard.pages.ask.quiz import Quiz
from dashboard.pages.ask.subject import build_case_subject
from dashboard.runtime.case_parameter import CASE
from dashboard.runtime.state_keys import ask as keys
from dashboard.selection.bootstrap_constants import describe_distance_interval, load_constants
from dashboard.selection.references import list_displayed_kinds
from dashboard.selection.run_limit import choose_top_runs, format_limit_note
from dashboard.widgets import navigation
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.tables import download, show_small_table


def _build_column_titles() -> dict[str, str]:
    described = get_benchmark_info()
    titles = {"score": f"mean {described.score}, %", "skill": quiz_texts.SKILL_TITLE}
    return titles | ({"reliance": quiz_texts.name_reliance(described.difference)} if described.foil else {})


def show_result(sitting: Quiz) -> None:
    """Show the result of a quiz; save it the first time if a nickname was given."""
    _save(sitting)
    subjects = {reply.case_id: build_case_subject(reply.case_id) for reply in sitting.replies}
    answered = [
        (reply, score_reply(reply, subject.questions, subject.read, subject.truths))
        for reply in sitting.replies
        if (subject := subjects[reply.case_id])
    ]
    described = get_benchmark_info()
    blind = run_query("answers_to_cases", case_ids=sitting.case_ids, run_ids=list_constant_baseline_runs())
    cases = run_query("case_pictures", case_ids=None)
    human_answers = build_human_answers(
        answered, blind, dict(zip(cases["case_id"], cases["group_id"], strict=True)), described
    )
    measures, titles = list_human_measures(described), _build_column_titles()
    scores = _load_run_scores(human_answers)
    run_ids = choose_top_runs(scores["run_id"])
    others = run_query("answers_to_cases", case_ids=sitting.case_ids, run_ids=list(run_ids))
    found = compare_with_models(human_answers, others, described, load_constants())
    st.markdown(f"#### {escape_markdown(_describe_rank(scores, human_answers))}")
    st.caption(sitting.saved)
    measure = st.segmented_control(
        "Measure",
        list(measures),
        format_func=measures.__getitem__,
        default="score",
        required=True,
        key=keys.RESULT_MEASURE,
    )
    rows = found[measure or "score"].dropna(subset=["value"])
    lines = None if measure == "score" else {"none": 0.0}
    figure = draw_forest_plot(rows, get_model_kinds(), described.words.units, titles[measure or "score"], lines)
    show_chart(figure, keys.RESULT_CHART, quiz_texts.name_result_chart(titles[measure or "score"]))
    limit_note, n_done = format_limit_note(len(run_ids), len(scores)), len(sitting.case_ids)
    counted_cases = described.format_case_count(n_done)
    needed = f"{FEW_GROUPS} {described.words.groups}"
    st.caption(quiz_texts.describe_result(limit_note, described.words.cases, n_done, counted_cases, needed))
    foil_score = described.foil_score if described.foil else ""
    show_help_popover(
        quiz_texts.explain_result(
            SECONDS, described.words.case, described.score, foil_score, describe_distance_interval()
        )
    )
    _show_table(found, human_answers)
    _show_photographs(sitting, human_answers)


def _save(sitting: Quiz) -> None:
    if sitting.saved:
        return
    if get_settings().read_only:
        sitting.saved = texts.UNSAVED_READ_ONLY
    elif not sitting.nickname:
        sitting.saved = quiz_texts.UNSAVED_NO_NICKNAME
    else:
        is_choice = bool(get_benchmark_info().list_questions("choice"))
        try:
            new = write_human_replies(sitting.nickname, sitting.replies, get_workspace(), is_choice=is_choice)
            sitting.saved = quiz_texts.describe_saved(new, escape_markdown(sitting.nickname))
        except (TrilensError, OSError) as error:
            sitting.saved = texts.describe_unsaved(escape_markdown(error))


def _load_run_scores(own: pd.DataFrame) -> pd.DataFrame:
    """Load the query `run_scores_on` over the person's answered questions, for the visible kinds of models."""
    read = own.dropna(subset=["score"])
    rows = run_query("run_scores_on", case_ids=list(read["case_id"]), question_ids=list(read["question_id"]))
    kinds = list_displayed_kinds()
    return rows if kinds is None else rows[rows["model_kind"].isin(kinds)]


def _describe_rank(scores: pd.DataFrame, own: pd.DataFrame) -> str:
    """Describe the person's rank among all models, visible or not, in a sentence."""
    read = int(own["score"].notna().sum())
    if not read:
        return quiz_texts.NO_COMPARISON
    mine = 100 * own["score"].mean()
    models = scores.loc[scores["model_kind"] == "vlm", "score"]
    text = quiz_texts.describe_rank(get_benchmark_info().words.score, mine, read, len(own))
    above = quiz_texts.describe_models_above(int((models > mine).sum()), len(models)) if len(models) else ""
    return f"{text}{above}."


def _show_table(found: dict[str, pd.DataFrame], own: pd.DataFrame) -> None:
    merged, measures = None, list_human_measures(get_benchmark_info())
    for measure, rows in found.items():
        part = rows[["label", "value"]].rename(columns={"value": measures[measure]})
        merged = part if merged is None else merged.merge(part, on="label", how="outer")
    if merged is None:
        return
    counts = found["score"][["label", "n"]].rename(columns={"n": "answers read"})
    merged = merged.merge(counts, on="label", how="left").sort_values(measures["score"], ascending=False)
    named = merged.rename(columns={"label": "Model or person"})
    show_small_table(named, dict.fromkeys(measures.values(), "{:.1f}"), ["answers read"])
    download(own, "ask_yourself")


def _show_photographs(sitting: Quiz, own: pd.DataFrame) -> None:
    """Show every case of the quiz with its result and a link."""
    described = get_benchmark_info()
    st.subheader(f"Your {described.words.cases}")
    for reply in sitting.replies:
        rows = own[own["case_id"] == reply.case_id]
        mean = rows["score"].mean()
        answered = int(rows["score"].notna().sum())
        result = quiz_texts.describe_case_result(
            described.score, 100 * mean, answered, len(rows), f"{reply.latency_s:.0f}"
        )
        st.page_link(
            navigation.CASES,
            icon=":material/photo:",
            query_params={CASE: reply.case_id},
            label=escape_markdown(f"{reply.case_id}: {result}"),
        )
