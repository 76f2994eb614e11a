"""Habits of a run as sentences with links, and its answers beside the constant baseline."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import bias, bias_sentences
from core.analyses.answered import name_some
from core.analyses.estimates import replace_no_spread_verdicts
from core.formatting import MISSING, escape_markdown
from core.records import CLASS_KINDS
from dashboard.data.benchmark_info import get_benchmark_info, list_constant_baseline_runs
from dashboard.pages.bias import habit_texts as texts
from dashboard.pages.bias.class_frequency_chart import draw_class_frequency
from dashboard.pages.bias.run_context import SelectedRun, get_answer_noun
from dashboard.runtime.session_state import ElementKey, StateKey
from dashboard.runtime.state_keys import bias as keys
from dashboard.runtime.state_keys import common as common_keys
from dashboard.selection.bootstrap_constants import describe_distance_interval
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.parser_note import describe_parser
from dashboard.widgets.tables import download, show_lazy_expander, show_small_table
from dashboard.widgets.truth_labels import get_score_label, get_truth_labels

MAX_FIRST_ROWS = 8
"""Maximum number of answers in the chart of shares at first, so that its axis is on the first screen."""


def _list_question_names(rows: pd.DataFrame) -> list[str]:
    """List the names of questions, or their titles if the names are only ids."""
    questions = get_benchmark_info().questions
    return [bias_sentences.get_question_label(questions[question_id]) for question_id in rows["question_id"]]


def show_sentences(judged: SelectedRun, found: Sequence[bias_sentences.HabitSentence]) -> None:
    """Show the run's habits as sentences, each with a link to the cases that show it; the first is the headline."""
    for index, habit in enumerate(found):
        link = _find_link(judged, habit)
        finding_links.show(habit.text, keys.HABIT_CASES.make_key(index), link, is_heading=index == 0)


def _find_link(judged: SelectedRun, habit: bias_sentences.HabitSentence) -> finding_links.FindingLink | None:
    """Link answers to the section further down the page, and whole questions to Cases."""
    if habit.said is None:
        return finding_links.link_to_cases([judged.run_id], question=habit.question_ids) if habit.question_ids else None
    (question_id,), said = habit.question_ids, habit.said
    if isinstance(said, float):
        return finding_links.link_to_section(
            "With this answer", keys.ANSWERED_CASES, _make_answer_chooser(question_id, keys.ANSWER_VALUE, said)
        )
    question = get_benchmark_info().questions[question_id]
    truth = bias.find_commonest_truth(judged.answers, question, judged.against, said)
    if truth is None:
        return None
    answer_chooser = _make_answer_chooser(question_id, keys.CONFUSION_CELL, (judged.against, truth, said))
    return finding_links.link_to_section(texts.SEE_MISTAKES, keys.ANSWERED_CASES, answer_chooser)


def _make_answer_chooser(question_id: str, key: StateKey[Any], value: object) -> Callable[[], None]:
    def choose() -> None:
        common_keys.ABOUT_QUESTION.write(question_id)
        key.write(value)

    return choose


def _show_shares(judged: SelectedRun, shares: pd.DataFrame) -> None:
    """Show how often each class is answered and true; of many questions only those that deviate most, at first."""
    deviations = (shares["said"] - shares["in_truth"]).abs().groupby(shares["question_id"]).max()
    is_flat = deviations.max() == 0
    is_clear = replace_no_spread_verdicts(shares).isin(["higher", "lower"]).any()
    by_deviation = deviations.sort_values(ascending=False, kind="stable").index
    n_rows = shares["question_id"].value_counts()[by_deviation]
    is_constant = judged.run_id in list_constant_baseline_runs()  # one question shows its habit as well as several
    n_first = 1 if is_constant else max(int((n_rows.cumsum() <= MAX_FIRST_ROWS).sum()), 1)
    shares = _sort_by_deviation(shares, by_deviation, has_longest_first=n_first == 1)
    first = shares[shares["question_id"].isin(n_rows.index[:n_first])]
    questions_word = get_benchmark_info().questions_word
    n_questions = len(deviations) + len(_list_left_out(judged))
    single = _describe_question(str(first["question_id"].iloc[0])) if n_first == 1 else ""
    selection = texts.describe_shown_questions(n_first, n_questions, questions_word, single, is_flat=is_flat)
    verdict = "" if is_flat or is_clear else texts.NO_CLEAR_DEVIATION
    notes = (texts.READING, _describe_left_out(judged), _describe_places(judged, first))
    st.caption(" ".join(filter(None, (verdict, selection))) or texts.READING, help=" ".join(filter(None, notes)))
    _show_chart(judged, first, keys.CLASS_SHARES_CHART)
    if n_first < len(deviations):
        show_all = partial(_show_chart, judged, shares, keys.ALL_CLASS_SHARES_CHART)
        title = texts.name_all_shares(len(deviations), n_questions, questions_word)
        show_lazy_expander(title, "all-class-shares", show_all)


def _describe_question(question_id: str) -> str:
    """Name a question as Markdown; the title of a class question is explained by what it asks for."""
    question = get_benchmark_info().questions[question_id]
    name = f"*{escape_markdown(bias_sentences.get_question_label(question))}*"
    return f"{name} ({escape_markdown(question.asks)})" if question.kind == "class" else name


def _sort_by_deviation(shares: pd.DataFrame, question_ids: pd.Index, *, has_longest_first: bool) -> pd.DataFrame:
    """Sort the answers by question, in this order; within one, by their usual order or the longest line first."""
    ranks = shares["question_id"].map({question_id: rank for rank, question_id in enumerate(question_ids)})
    lengths = (shares["said"] - shares["in_truth"]).abs() * has_longest_first
    order = pd.DataFrame({"rank": ranks, "length": -lengths}).sort_values(["rank", "length"], kind="stable").index
    return shares.loc[order].reset_index(drop=True)


def _describe_places(judged: SelectedRun, shares: pd.DataFrame) -> str:
    """Explain which questions of the chart name options by their places."""
    questions = [get_benchmark_info().questions[question_id] for question_id in shares["question_id"].unique()]
    worded = {question_id for question_id, _ in judged.wordings}
    by_place = [question for question in questions if question.kind == "choice" and question.question_id not in worded]
    if not by_place:
        return ""
    names = "" if len(by_place) == len(questions) else name_some([question.name for question in by_place])
    return texts.explain_places(names, get_benchmark_info().words.cases)


def _list_left_out(judged: SelectedRun) -> list[str]:
    """List the names of the answered questions that have neither classes nor letters."""
    questions = [get_benchmark_info().questions[question_id] for question_id in judged.habits["question_id"]]
    return [bias_sentences.get_question_label(question) for question in questions if question.kind not in CLASS_KINDS]


def _describe_left_out(judged: SelectedRun) -> str:
    """Name the answered questions that the chart cannot have, because they have neither classes nor letters."""
    questions = [get_benchmark_info().questions[question_id] for question_id in judged.habits["question_id"]]
    names = _list_left_out(judged)
    nouns = dict.fromkeys(get_answer_noun(question) for question in questions if question.kind in CLASS_KINDS)
    return texts.describe_left_out(name_some(names), len(names), " or ".join(nouns)) if names else ""


def _format_letters(judged: SelectedRun, question_ids: pd.Series, letters: pd.Series) -> list[str]:
    pairs = zip(question_ids.map(get_benchmark_info().questions), letters, strict=True)
    return [bias_sentences.format_letter(question, str(letter), judged.wordings) for question, letter in pairs]


def _show_chart(judged: SelectedRun, shares: pd.DataFrame, key: ElementKey) -> None:
    titles = get_truth_labels(get_benchmark_info())
    if (shares["in_foil"] == shares["in_truth"]).all():
        titles = {"truth": titles["truth"]}
    figure = draw_class_frequency(
        shares.assign(
            question=_list_question_names(shares),
            **{"class": _format_letters(judged, shares["question_id"], shares["class"])},
        ),
        judged.label,
        judged.look,
        {frame: title for frame, title in titles.items() if shares[bias.get_share_column(frame)].notna().any()},
    )
    show_chart(figure, key, texts.describe_frequency_chart(get_answer_noun()))


def show_habits(judged: SelectedRun, shares: pd.DataFrame) -> None:
    """Show the classes answered and true, and the repetition of answers, beside the constant baseline."""
    if len(shares):
        _show_shares(judged, shares)
    go_by_id = all(question.name == question.question_id for question in get_benchmark_info().questions.values())
    columns = {
        **({"question_id": ""} if go_by_id else {}),
        "title": "Question",
        "verdict": "vs. baseline",
        "commonest": "most common answer",
        "commonest_share": "share, %",
        "n_different": "distinct answers",
        "n": "n",
        "unreadable": "unreadable",
        "blind_answer": "best constant answer",
        "blind_score": texts.name_baseline_score(get_benchmark_info().words.score),
        "score": f"{get_benchmark_info().words.score}, %",
        "value": "difference",
    }
    to_one_decimal = dict.fromkeys(("share, %", columns["blind_score"], columns["score"], "difference"), "{:.1f}")
    named = judged.habits.assign(
        title=[get_benchmark_info().questions[q].title for q in judged.habits["question_id"]],
        commonest=_format_letters(judged, judged.habits["question_id"], judged.habits["commonest"]),
        blind_answer=_format_letters(
            judged, judged.habits["question_id"], judged.habits["blind_answer"].astype(object).fillna(MISSING)
        ),
        verdict=replace_no_spread_verdicts(judged.habits),
    )
    with st.expander(texts.HABITS_TABLE):
        show_small_table(
            named[list(columns)].rename(columns=columns), to_one_decimal, ("distinct answers", "n", "unreadable")
        )
        if not all(question.kind in CLASS_KINDS for question in get_benchmark_info().questions.values()):
            st.caption(texts.FEW_DISTINCT)
        show_help_popover(
            texts.explain_habits(
                get_benchmark_info().words.groups,
                get_score_label(judged.against),
                describe_distance_interval(judged.against),
                describe_parser(),
            )
        )
        download(named, "habits")
