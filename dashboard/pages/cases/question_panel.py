"""The question of a case with its options: the key, every run's choice, and the score of guessing."""

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pandas as pd

from core.analyses.blind_references import describe_missing_references, is_none
from core.analyses.question_excerpts import strip_options_heading
from core.formatting import format_number, join_with_and
from core.scoring.answer_codes import LETTERS
from dashboard.components.mount import Part
from dashboard.components.question import QuestionOption, QuestionOptions, build_question
from dashboard.data.benchmark_info import get_benchmark_info, get_run_kinds
from dashboard.data.queries import run_query
from dashboard.pages.cases import texts
from dashboard.runtime.state_keys import common as keys
from dashboard.widgets.group_members import read_siblings

Counts = Mapping[str, Mapping[str, Any]]
"""A row of the query `case_counts` for each question."""

MAX_NAMED = 3
"""Maximum number of models that are named after an option, the best ones, if more have answered than are visible."""

NO_COUNTS: Counts = MappingProxyType({})


def build(
    case_id: str,
    answered: pd.DataFrame | None,
    counts: Counts = NO_COUNTS,
    *,
    with_text: bool = True,
    result: str = "",
    names_key: bool = True,
) -> Part:
    """Build the question as asked, and each option with its key and the runs that chose it.

    Args:
        case_id: id of the case.
        answered: the query `case_answers` of the visible runs; None hides the key and what they chose.
        counts: of the models' runs, if more runs answered than are visible.
        with_text: whether the text of the question is shown, not only its options.
        result: sentence on how many answers are correct, above the options; empty for none.
        names_key: whether the right option is named above the options too.
    """
    rows = run_query("asked", case_id=case_id).to_dict("records")
    lists = [_build_options(row, answered, counts) for row in rows if row["options"] is not None]
    if answered is not None and not lists and with_text:
        lists = _build_truths(rows)
    text, key = (_find_text(case_id), keys.CASE_QUESTION) if with_text else ("", keys.CASE_OPTIONS)
    return build_question(text, lists, key, result, names_key=names_key)


def show_text(case_id: str) -> None:
    """Show the question as asked, if the case has a text."""
    if text := _find_text(case_id):
        build_question(text, [], keys.CASE_QUESTION_TEXT).show()


def _find_text(case_id: str) -> str:
    """Return the question of the case as asked, without a heading of its options; empty if it has no text."""
    text = read_siblings(case_id).set_index("case_id").loc[case_id, "text"]
    return strip_options_heading(text) if isinstance(text, str) else ""


def _build_options(asked: Mapping[Hashable, Any], answered: pd.DataFrame | None, counts: Counts) -> QuestionOptions:
    if answered is None:
        return QuestionOptions([QuestionOption(*pair) for pair in zip(LETTERS, asked["options"], strict=False)])
    rows, of_all = answered[answered["question_id"] == asked["question_id"]], counts.get(asked["question_id"])
    answers = rows if of_all is None else rows[rows["run_id"].map(get_run_kinds()) == "vlm"]
    chosen = answers[answers["status"] == "ok"].groupby("value_class")["run_label"].agg(list)
    options = []
    for letter, option in zip(LETTERS, asked["options"], strict=False):
        labels = chosen.get(letter, [])
        best, notes = labels, []
        if of_all is not None:
            best, n_chosen = labels[:MAX_NAMED], of_all["said"].get(letter, 0)
            notes = [texts.describe_option_counts(n_chosen, of_all["n_runs"])]
        if best:
            notes.append(texts.name_choosers(best, 0 if of_all is None else n_chosen - len(best)))
        options.append(QuestionOption(letter, option, "".join(notes).strip(), is_key=letter == asked["value_class"]))
    return QuestionOptions(
        options, [*_describe_unread(rows), texts.describe_chance(format_number(100 * float(asked["chance"]), 0))]
    )


def _build_truths(questions: Sequence[Mapping[Hashable, Any]]) -> list[QuestionOptions]:
    """Build the correct answer to a question in words, and what else is scored from it; nothing for other questions."""
    truths = [(row["title"], row["value_class"]) for row in questions if isinstance(row["value_class"], str)]
    if not truths or questions[0]["kind"] != "name":
        return []
    (_, truth), *further = truths
    also = [f"{title} ({value})" for title, value in further]
    sentences = [texts.describe_further_answers(join_with_and(also))] if also else []
    return [QuestionOptions([], sentences, correct=truth)]


def _describe_unread(rows: pd.DataFrame) -> list[str]:
    """Describe the runs without a readable answer to the question: one sentence per reason."""
    unread = rows[rows["status"] != "ok"]
    is_absent = pd.Series([is_none(*pair) for pair in unread[["model_id", "status"]].to_numpy()], unread.index, bool)
    is_unasked = (unread["status"] == "missing") & ~is_absent
    unreadable, unasked, absent = (
        list(unread.loc[selected, "run_label"]) for selected in (~is_absent & ~is_unasked, is_unasked, is_absent)
    )
    return [
        *([texts.describe_unreadable_options(join_with_and(unreadable))] if unreadable else []),
        *([texts.describe_missing_replies(join_with_and(unasked))] if unasked else []),
        *([describe_missing_references(absent, get_benchmark_info().words)] if absent else []),
    ]
