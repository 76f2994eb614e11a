"""The desk: one wrong answer at a time with its image, question, truth and reply, and keys for codes."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from core.analyses.failure_rules import CodeSuggestion
from core.formatting import escape_markdown
from core.review.codebook import ReviewState, count_since_new_code, make_code_id
from core.review.entries import N_COLOURS, AnswerCoded, AnswerKey
from dashboard.components.keys import listen
from dashboard.data.current_benchmark import get_settings, start_fragment_run
from dashboard.data.failure_review import load_review
from dashboard.pages.review import answer_view, texts
from dashboard.pages.review.queue_choice import ReviewQueue, describe_answer
from dashboard.runtime.session_state import StateKey, read_texts
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import review as keys
from dashboard.widgets.review_state import (
    READ_ONLY,
    find_decision,
    format_code_dot,
    get_coder,
    list_decision_lines,
    show_coder,
    show_problem,
    write_entries,
)

"""Beginning of the session key, by queue, of the index of the answer that a visitor of a read-only dashboard sees."""

N_STABLE = 20
"""Number of answers without a new code after which the desk reports it."""

CODE_KEYS = "1234567890"
"""Keys of the first codes in their order."""

MAX_UNDO = 200


@st.fragment
def show(queue: ReviewQueue) -> None:
    """Show the first answer of the queue that the coder has not decided yet, or that all are decided.

    A visitor of a read-only dashboard steps through all answers and their codes instead.
    """
    start_fragment_run()
    state, coder = load_review(), get_coder()
    show_problem(lambda problem: st.warning(escape_markdown(problem)))
    if get_settings().read_only:
        st.info(READ_ONLY)
        _show_to_visitors(state, queue)
        return
    decided = {key for key in queue.keys if _is_decided(state, key, coder, queue)}
    _show_progress(state, queue, decided, coder)
    pending = [key for key in queue.keys if key not in decided]
    key = next(iter(pending), None)
    if key is None:
        st.success(texts.ALL_DECIDED)
        show_coder()
        _show_keys({}, queue)
        return
    _show_controls(state, queue, key)
    answer_view.prefetch(pending[1:2])


def _show_to_visitors(state: ReviewState, queue: ReviewQueue) -> None:
    """Show one answer of the queue with its codes, and buttons for the previous and the next one."""
    n_answers, codes = len(queue.keys), state.get_final_codes()
    position_key = keys.POSITION.make_key(queue.token)
    position = min(position_key.read() or 0, n_answers - 1)
    n_coded = sum(key in codes for key in queue.keys)
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, step, is_possible in (("Previous", -1, position > 0), ("Next", 1, position < n_answers - 1)):
            st.button(
                label,
                key=keys.ACTION.make_key(step),
                on_click=_move,
                args=(position_key, position + step),
                disabled=not is_possible,
            )
        st.markdown(texts.describe_position(position + 1, n_answers, n_coded), width="content")
    key = queue.keys[position]
    st.subheader(describe_answer(key), anchor=False)
    if lines := list_decision_lines(state, key):
        st.markdown("  \n".join(lines))
    answer_view.show_answer(key)


def _move(position_key: StateKey[int], position: int) -> None:
    position_key.write(position)


def _is_decided(state: ReviewState, key: AnswerKey, coder: str, queue: ReviewQueue) -> bool:
    decision = find_decision(state, key, coder)
    if decision is None:
        return False
    code = state.codes.get(state.get_code(decision))
    return queue.name != "split" or code is None or code.is_active


def _show_progress(state: ReviewState, queue: ReviewQueue, decided: set[AnswerKey], coder: str) -> None:
    verdicts = [decision.verdict for key in decided if (decision := find_decision(state, key, coder))]
    parts = [f"{len(decided):,} of {len(queue.keys):,} decided"]
    parts += [f"{verdicts.count(verdict)} {verdict}" for verdict in ("unsure", "skipped") if verdict in verdicts]
    st.progress(len(decided) / len(queue.keys), text=" · ".join(parts))
    n_coded, n_since = count_since_new_code(state, coder)
    if n_coded > n_since >= N_STABLE:
        st.caption(texts.describe_stable_codebook(n_since))


def _show_controls(state: ReviewState, queue: ReviewQueue, key: AnswerKey) -> None:
    """Show an answer with its image; the buttons and fields that decide it are between question and reply."""
    suggestions = answer_view.list_suggestions(key)
    handlers = _build_handlers(state, queue, key, suggestions)
    with st.container(key=keys.DESK):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.subheader(describe_answer(key), anchor=False, width="content")
            show_coder()
        subject, beside = st.columns(2, gap="medium")
        with subject:
            answer_view.show_subject(key)
        with beside, st.container(key=keys.DECISION):
            answer_view.show_question(key)
            with st.container(key=keys.CONTROLS):  # below the reply on a telephone, which has no keys
                _show_codes(state, handlers, partial(_decide, queue, key, "coded"))
                _show_suggestions(suggestions, partial(_use_suggestion, queue, key))
                _show_form(queue, key)
            answer_view.show_reply_and_context(key)
    st.caption(texts.KEYS)
    _show_keys(handlers, queue)


def _build_handlers(
    state: ReviewState, queue: ReviewQueue, key: AnswerKey, suggestions: list[CodeSuggestion]
) -> dict[str, Callable[[], None]]:
    codes = zip(CODE_KEYS, state.active_codes, strict=False)
    handlers: dict[str, Callable[[], None]] = {
        number: partial(_decide, queue, key, "coded", code.code_id) for number, code in codes
    }
    handlers |= {"u": partial(_decide, queue, key, "unsure"), "s": partial(_decide, queue, key, "skipped")}
    if suggestions:
        handlers["p"] = partial(_use_suggestion, queue, key, suggestions[0])
    return handlers


def _show_keys(handlers: dict[str, Callable[[], None]], queue: ReviewQueue) -> None:
    """Listen to the keys; letters in both cases."""
    callbacks = {**handlers, "z": _undo, "t": _keep_state, "n": _keep_state}
    callbacks |= {name.upper(): handle for name, handle in callbacks.items()}
    fields = dict.fromkeys("tT", f".st-key-{keys.WORDS_FIELD} input") | dict.fromkeys(
        "nN", f".st-key-{keys.NEW_CODE_FIELD} input"
    )
    listen(callbacks, keys.KEYBOARD, fields=fields, focus_token=queue.token)


def _keep_state() -> None:
    """Do nothing: the browser moves the focus."""


def _show_codes(state: ReviewState, handlers: dict[str, Callable[[], None]], give: Callable[[str], None]) -> None:
    with st.container(horizontal=True, gap="xsmall", key=keys.CODES):
        for number, code in enumerate(state.active_codes, start=1):
            key_label = f"{CODE_KEYS[number - 1]} · " if number <= len(CODE_KEYS) else ""
            st.button(
                f"{format_code_dot(state, code.code_id)} {key_label}{escape_markdown(code.name)}",
                key=keys.CODE.make_key(code.code_id),
                on_click=give,
                args=(code.code_id,),
                help=escape_markdown(code.definition) or None,
            )
        for name, label in (("u", "U · Unsure"), ("s", "S · Skip")):
            st.button(label, key=keys.ACTION.make_key(name), on_click=handlers[name], type="tertiary")
        can_undo = bool(read_texts(common_keys.UNDOABLE_DECISIONS))
        st.button("Z · Undo", key=keys.UNDO_DECISION, on_click=_undo, disabled=not can_undo, type="tertiary")
    if not state.active_codes:
        st.caption(texts.EMPTY_CODEBOOK_DESK)


def _show_suggestions(suggestions: list[CodeSuggestion], use: Callable[[CodeSuggestion], None]) -> None:
    for number, suggestion in enumerate(suggestions):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.button(
                f"{'' if number else 'P · '}{escape_markdown(suggestion.name)}",
                icon=":material/lightbulb:",
                key=keys.SUGGESTION.make_key(number),
                on_click=use,
                args=(suggestion,),
                type="tertiary",
            )
            st.markdown(f":small[Suggested: {escape_markdown(suggestion.reason)}]", width="content")


def _show_form(queue: ReviewQueue, key: AnswerKey) -> None:
    """Show the fields for the coder's own words and for a new code."""
    times = keys.N_SUBMITTED_FORMS.read() or 0
    if words := common_keys.DECISION_WORDS.read():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(texts.describe_words(words), width="content")
            st.button("Remove", key=keys.REMOVE_WORDS, type="tertiary", on_click=_forget_text)
    with (
        st.form(keys.DESK_FORM.make_key(times), border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        with st.container(key=keys.WORDS_FIELD, width=300):
            st.text_input(texts.WHAT_WENT_WRONG, max_chars=1000, key=keys.WORDS.make_key(times))
        with st.container(key=keys.NEW_CODE_FIELD, width=200):
            st.text_input("N · New cause", max_chars=60, key=keys.NEW_CODE_NAME.make_key(times))
        st.form_submit_button("Save", on_click=_submit, args=(queue, key, times))


def _submit(queue: ReviewQueue, key: AnswerKey, times: int) -> None:
    words = (keys.WORDS.make_key(times).read() or "").strip()
    name = (keys.NEW_CODE_NAME.make_key(times).read() or "").strip()
    keys.N_SUBMITTED_FORMS.write(times + 1)
    if words:
        common_keys.DECISION_WORDS.write(words)
    if name:
        _give_named_code(queue, key, name, "")


def _forget_text() -> None:
    common_keys.DECISION_WORDS.forget()


def _use_suggestion(queue: ReviewQueue, key: AnswerKey, suggestion: CodeSuggestion) -> None:
    _give_named_code(queue, key, suggestion.name, suggestion.definition)


def _give_named_code(queue: ReviewQueue, key: AnswerKey, name: str, definition: str) -> None:
    """Give the code of this name, which is added to the codebook with this answer as its example if it is new."""
    state = load_review()
    code = state.find_code_by_name(name)
    if code is None:
        code_id = make_code_id(state, name, get_coder())
        fields: dict[str, Any] = {"kind": "code", "code_id": code_id, "name": name, "definition": definition}
        if not write_entries([{**fields, "example": key, "colour": len(state.codes) % N_COLOURS}]):
            return
        _decide(queue, key, "coded", code_id)
    else:
        _decide(queue, key, "coded", code.code_id)


def _decide(queue: ReviewQueue, key: AnswerKey, verdict: str, code_id: str = "") -> None:
    """Write the decision (callback); the next answer follows."""
    fields = {"kind": "answer", "verdict": verdict, "code_id": code_id, "queue": queue.name, **key.to_fields()}
    for entry in write_entries([{**fields, "text": common_keys.DECISION_WORDS.read() or ""}]):
        _forget_text()
        decided = [*read_texts(common_keys.UNDOABLE_DECISIONS), entry.entry_id]
        common_keys.UNDOABLE_DECISIONS.write(decided[-MAX_UNDO:])


def _undo() -> None:
    """Withdraw the last decision of this session (callback); its answer is shown again with the coder's words."""
    decided = read_texts(common_keys.UNDOABLE_DECISIONS)
    if not decided:
        return
    words = next(
        (
            decision.text
            for decisions in load_review().decisions.values()
            for decision in decisions.values()
            if isinstance(decision, AnswerCoded) and decision.entry_id == decided[-1]
        ),
        "",
    )
    if write_entries([{"kind": "withdrawal", "withdrawn_id": decided[-1]}]):
        common_keys.UNDOABLE_DECISIONS.write(decided[:-1])
        if words:
            common_keys.DECISION_WORDS.write(words)
