"""One answer of the desk: image with overlays, question, truth, reply with the deciding words, and other answers."""

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from core.analyses.answer_habits import index_commonest_answers
from core.analyses.failure_rules import CodeSuggestion, FailedAnswer, suggest_codes
from core.formatting import MISSING, escape_markdown, format_value
from core.parsing.deciding_words import split_at_words
from core.review.entries import AnswerKey
from core.scoring.answer_codes import LETTERS
from dashboard.components.reply import show_reply
from dashboard.data.benchmark_info import get_benchmark_info, list_case_ids
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.prefetch import prefetch_later
from dashboard.data.queries import run_query
from dashboard.pages.cases import case_view, image_panel, model_behaviour, question_panel, similar_cases, triangle_panel
from dashboard.pages.cases.case_answers import CaseAnswers, load_answers
from dashboard.pages.review import texts
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import review as keys
from dashboard.selection.filters import read_correctness_threshold, read_session_filters
from dashboard.widgets.deciding_words import describe_mapped_question, find_deciding_words
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.run_selector import get_run_labels

REPLY_PX = 260
"""Height of a long reply, which scrolls."""

LONG = 600
"""Number of characters from which a reply is long."""

FEW_OPTIONS = 5
"""Maximum number of options that are shown directly below the question; a longer list is below the reply."""


def show_answer(key: AnswerKey, show_between: Callable[[], object] = lambda: None) -> None:
    """Show an answer with its image, to be read.

    Args:
        key: the answer.
        show_between: shows something below the reply.
    """
    subject, beside = st.columns(2, gap="medium")
    with subject:
        show_subject(key)
    with beside:
        show_question(key)
        show_reply_and_context(key, show_between)


def show_subject(key: AnswerKey) -> None:
    """Show the image of the case with its overlays, a way to the whole case, and cases like it."""
    if key.case_id not in list_case_ids():
        st.caption(texts.UNKNOWN_CASE)
        return
    with st.container(key=common_keys.CASE_SUBJECT):
        if triangle_panel.is_triangle_benchmark():
            triangle_panel.show_photograph_with_layers(key.case_id)
        else:
            image_panel.show(key.case_id)
    st.button(
        texts.OPEN_CASE,
        icon=":material/open_in_new:",
        key=keys.OPEN_CASE,
        type="tertiary",
        on_click=_open_case,
        args=(key.case_id,),
    )
    similar_cases.show(key.case_id, read_session_filters(), read_correctness_threshold(), is_on_cases=False)


def _open_case(case_id: str) -> None:
    open_photograph(case_id)
    st.rerun()


def list_suggestions(key: AnswerKey) -> list[CodeSuggestion]:
    """Return the codes that rules suggest for an answer."""
    if key.case_id not in list_case_ids():
        return []
    return _load_suggestions(require_generation(), key, read_correctness_threshold())


def show_question(key: AnswerKey) -> None:
    """Show question, answer and truth."""
    if key.case_id not in list_case_ids():
        return
    answered = load_answers(key.case_id, read_correctness_threshold(), (key.run_id,)).answered
    if answered.empty:
        st.caption(texts.UNKNOWN_ANSWER)
        return
    if triangle_panel.is_triangle_benchmark():
        _show_values(answered, key, has_title=True)
    elif _has_few_options(key):
        question_panel.build(key.case_id, answered, names_key=False).show()
        _show_values(answered, key, only_foil=True)
    else:
        question_panel.show_text(key.case_id)
        _show_values(answered, key)


def show_reply_and_context(key: AnswerKey, show_between: Callable[[], object] = lambda: None) -> None:
    """Show the reply, the options of the question, and the model's other answers, if there is an answer.

    Args:
        key: the answer.
        show_between: shows something between the reply and the options, also without an answer.
    """
    right_at, described = read_correctness_threshold(), get_benchmark_info()
    rows = load_answers(key.case_id, right_at, (key.run_id,)) if key.case_id in list_case_ids() else None
    if rows is None or rows.answered.empty:
        show_between()
        return
    answered = rows.answered
    _show_reply(key, answered)  # above the options, if they are a long list
    show_between()
    if not (triangle_panel.is_triangle_benchmark() or _has_few_options(key)):
        question_panel.build(key.case_id, answered, with_text=False, names_key=False).show()
    if len(described.questions) > 1 and len(answered) > 1:
        answers = CaseAnswers(key.case_id, right_at, (key.run_id,), None, 1, rows.rows, answered)
        with st.expander(texts.ALL_ANSWERS):
            case_view.show_matrix(answers, [key.question_id], with_scores=False)
    behaviour = model_behaviour.describe_behaviours(key.case_id, right_at, (key.run_id,))
    if text := behaviour.get(key.run_id):
        st.caption(texts.describe_other_answers(escape_markdown(text)))


def _has_few_options(key: AnswerKey) -> bool:
    return 0 < len(_load_options(key)) <= FEW_OPTIONS


def _show_values(answered: pd.DataFrame, key: AnswerKey, *, has_title: bool = False, only_foil: bool = False) -> None:
    """Show the answer, the truth and the answer of the image plane in a line.

    Args:
        answered: the answers of the run to the case.
        key: the answer.
        has_title: whether the question's title is above them.
        only_foil: whether answer and truth are left out, since the options show them.
    """
    row = answered[answered["question_id"] == key.question_id].iloc[0]
    described = get_benchmark_info()
    question = described.questions[key.question_id]

    option_texts = _load_options(key)

    def format_pair(number: object, word: object) -> str:
        if word in option_texts:
            return escape_markdown(f"{word}. {option_texts[str(word)]}")
        return escape_markdown(format_value(_pick(word, number), question.kind))

    stated = format_pair(row["value_number"], row["value_class"]) if row["status"] == "ok" else "unreadable"
    truth = format_pair(row["true_number"], row["true_class"])
    parts = [] if only_foil else [f"Answer **{stated}**", f"correct **{truth}**"]
    if described.foil:
        foil = format_pair(row["foil_number"], row["foil_class"])
        if foil != MISSING and only_foil:
            parts.append(texts.describe_foil(escape_markdown(described.foil.phrase), foil))
        elif foil != MISSING:
            parts.append(f"{escape_markdown(described.foil.title)} {foil}")
    if has_title:
        st.markdown(f"**{escape_markdown(question.title)}** ({escape_markdown(question.asks)})")
    if parts:
        st.markdown(" · ".join(parts))


def _load_options(key: AnswerKey) -> dict[str, str]:
    """Return the texts of the question's options by letter; empty without options."""
    options_by_question = run_query("asked", case_id=key.case_id).set_index("question_id")["options"]
    return dict(zip(LETTERS, _list_options(options_by_question.get(key.question_id)), strict=False))


def _list_options(options: object) -> list[str]:
    """Return the texts of a question's options; none if it has none."""
    return list(map(str, options)) if isinstance(options, list | tuple | np.ndarray) else []


def _is_answer_alone(raw: str, answered: pd.DataFrame, key: AnswerKey) -> bool:
    """Return whether a reply is nothing but the answer that is read from it: a word, a letter or an option's text."""
    row = answered[answered["question_id"] == key.question_id].iloc[0]
    word = row["value_class"]
    if row["status"] != "ok" or not isinstance(word, str):
        return False
    option = _load_options(key).get(word, word)
    return raw.strip().rstrip(".").casefold() in {word.casefold(), option.casefold(), f"{word}. {option}".casefold()}


def _show_reply(key: AnswerKey, answered: pd.DataFrame) -> None:
    """Show the reply with its label, or a sentence if it is nothing but the answer, which is above it."""
    replies = run_query("case_replies", case_id=key.case_id, of_runs=[key.run_id])
    raw = replies["raw"].iloc[0] if len(replies) else None
    if not isinstance(raw, str):
        st.caption(texts.NO_REPLY)
        return
    if _is_answer_alone(raw, answered, key):
        st.caption(texts.ANSWER_ALONE)
        return
    st.caption(texts.name_reply(get_run_labels().get(key.run_id, key.run_id)))
    image_view = str(replies["image_view"].iloc[0])
    if mapped := describe_mapped_question(key.case_id, image_view):
        st.caption(mapped)
    words = find_deciding_words(key.case_id, raw, replies["options"].iloc[0], image_view)
    words_of_answer = tuple(word for word in words if word.question_id == key.question_id) or words
    with st.container(height=REPLY_PX if len(raw) > LONG else "content", key=keys.REPLY):
        show_reply(split_at_words(raw, words_of_answer), keys.REPLY_TEXT)


@cache_with_limits(max_entries=1000, max_mb=4)
def _load_suggestions(generation: Generation, key: AnswerKey, right_at: float) -> list[CodeSuggestion]:  # noqa: ARG001 - key
    answered = load_answers(key.case_id, right_at, (key.run_id,)).answered
    rows = answered[answered["question_id"] == key.question_id]
    options_by_question = run_query("asked", case_id=key.case_id).set_index("question_id")["options"]
    replies = run_query("case_replies", case_id=key.case_id, of_runs=[key.run_id])
    near = run_query("answers_in_group", case_id=key.case_id, run_ids=[key.run_id], right_at=right_at)
    if rows.empty:
        return []
    row = rows.iloc[0]
    options = options_by_question.get(key.question_id)
    seen_options = replies["options"].iloc[0] if len(replies) else None
    contradictory = run_query("case_contradictions", case_id=key.case_id, run_ids=[key.run_id])["question_ids"]
    codes = near.set_index("question_id")["value"]
    code = codes.get(key.question_id)
    return suggest_codes(
        FailedAnswer(
            kind=row["kind"],
            status=row["status"],
            value=_pick(row["value_class"], row["value_number"]),
            truth=_pick(row["true_class"], row["true_number"]),
            foil=_pick(row["foil_class"], row["foil_number"]),
            options=() if options is None or _is_list(seen_options) else tuple(options),
            raw=str(replies["raw"].iloc[0]) if len(replies) else "",
            is_contradicted=any(key.question_id in question_ids for question_ids in contradictory),
            code=None if code is None or pd.isna(code) else float(code),
            commonest=index_commonest_answers(run_query("commonest_answers", run_ids=[key.run_id])).get(
                (key.run_id, key.question_id)
            ),
        )
    )


def _is_list(value: object) -> bool:
    """Return whether the model saw the options in another order, in which letters have another meaning."""
    return value is not None and not isinstance(value, float | str)


def _pick(word: object, number: object) -> str | float | None:
    if isinstance(word, str):
        return word
    return float(number) if isinstance(number, float | int) and not math.isnan(number) else None


def prefetch(keys: Sequence[AnswerKey]) -> None:
    """Load the next answers ahead, since the coder will probably see them."""
    right_at = read_correctness_threshold()
    for key in keys:
        if key.case_id in list_case_ids():
            prefetch_later(partial(_warm_cache, key, right_at))


def _warm_cache(key: AnswerKey, right_at: float) -> None:
    load_answers(key.case_id, right_at, (key.run_id,))
    model_behaviour.describe_behaviours(key.case_id, right_at, (key.run_id,))
    run_query("case_replies", case_id=key.case_id, of_runs=[key.run_id])
