"""The codebook: each code with its definition, example, count and history, and its rename, merge and split."""

from collections import defaultdict
from functools import partial

import streamlit as st

from core.formatting import escape_markdown, format_time
from core.review.codebook import UNSURE, FailureCode, ReviewState, make_code_id
from core.review.entries import MAX_TEXT, N_COLOURS, AnswerKey
from dashboard.data.benchmark_info import list_case_ids
from dashboard.data.current_benchmark import get_settings
from dashboard.data.failure_review import load_review
from dashboard.pages.review import texts
from dashboard.pages.review.queue_choice import describe_answer
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import review as keys
from dashboard.widgets.navigation import open_photograph, open_reviewed_cases
from dashboard.widgets.review_state import READ_ONLY, ask_coder_name, format_code_dot, get_coder, write_entries
from dashboard.widgets.tables import show_lazy_expander

MAX_EXAMPLES = 100
"""Maximum number of answers that are offered as the example of a code."""

MAX_PARTS = 3
"""Number of new codes that the form for a split has."""

COLOUR_NAMES = ("brown", "teal", "plum", "olive", "copper", "indigo", "rose", "slate")
"""Names of the colours of codes, in their order."""


def show() -> None:
    """Show every code that can be given, then those that were merged or split, and the form of a new one."""
    state, is_read_only = load_review(), get_settings().read_only
    can_change = not is_read_only and ask_coder_name("codebook-coder")
    if is_read_only:
        st.info(READ_ONLY)
    if not state.codes:
        without_form = texts.EMPTY_CODEBOOK_READ_ONLY if is_read_only else texts.EMPTY_CODEBOOK_WITHOUT_NAME
        st.info(texts.EMPTY_CODEBOOK if can_change else without_form)
    answers = defaultdict(list)
    for key, code_id in state.get_final_codes().items():
        answers[code_id].append(key)
    for code in state.active_codes:
        _show_code(state, code, answers[code.code_id], can_change=can_change)
    if answers[UNSURE]:
        st.caption(f"Unsure: {_count_answers(len(answers[UNSURE]))}.")
    former = [code for code in state.codes.values() if not code.is_active]
    if former:
        show_lazy_expander(texts.name_former_codes(len(former)), "former-codes", partial(_show_former, former))
    if can_change:
        show_lazy_expander("Define a cause", "new-code", _show_new_code, stays=True)


def _show_code(state: ReviewState, code: FailureCode, answers: list[AnswerKey], *, can_change: bool) -> None:
    with st.container(border=True, key=keys.CODE_CARD.make_key(code.code_id)):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            dot = format_code_dot(state, code.code_id)
            count = _count_answers(len(answers))
            st.markdown(f"{dot} **{escape_markdown(code.name)}** · {count}", width="content")
            with st.container(horizontal=True, gap="small", width="content"):
                st.button(
                    "Cases",
                    key=keys.CODE_CASES.make_key(code.code_id),
                    type="tertiary",
                    disabled=not answers,
                    on_click=open_reviewed_cases,
                    args=(code.name,),
                )
                with st.popover("Change", icon=":material/edit:", type="tertiary", disabled=not can_change):
                    _show_changes(state, code, answers)
        if code.definition:
            st.text(code.definition)
        if code.example is not None and code.example.case_id in list_case_ids():
            st.button(
                f"Example: {describe_answer(code.example)}",
                key=keys.CODE_EXAMPLE.make_key(code.code_id),
                type="tertiary",
                on_click=open_photograph,
                args=(code.example.case_id,),
            )
        if len(code.history) > 1:
            st.caption("History: " + "; ".join(_describe_history(code)))


def _count_answers(n_answers: int) -> str:
    return "1 answer" if n_answers == 1 else f"{n_answers:,} answers"


def _describe_history(code: FailureCode) -> list[str]:
    return [
        f"{escape_markdown(sentence)} ({escape_markdown(author)}, {format_time(moment)})"
        for moment, author, sentence in code.history
    ]


def _show_former(codes: list[FailureCode]) -> None:
    for code in codes:
        st.markdown(f"**{escape_markdown(code.name)}**: {'; '.join(_describe_history(code))}")


def _show_changes(state: ReviewState, code: FailureCode, answers: list[AnswerKey]) -> None:
    with st.form(keys.CODE_FORM.make_key(code.code_id), border=False):
        st.text_input("Name", code.name, max_chars=60, key=keys.CODE_NAME.make_key(code.code_id))
        st.text_area("Definition", code.definition, max_chars=MAX_TEXT, key=keys.CODE_DEFINITION.make_key(code.code_id))
        st.selectbox("Colour", COLOUR_NAMES, code.colour, key=keys.CODE_COLOUR.make_key(code.code_id))
        if examples := _list_examples(code, answers):
            st.selectbox(
                "Example",
                examples,
                None if code.example is None else examples.index(code.example),
                format_func=describe_answer,
                placeholder=texts.EXAMPLE,
                key=keys.NEW_EXAMPLE.make_key(code.code_id),
            )
        st.form_submit_button("Save", on_click=_change, args=(code,))
    others_by_id = {target.code_id: target.name for target in state.active_codes if target.code_id != code.code_id}
    if others_by_id:
        with st.form(keys.MERGE_FORM.make_key(code.code_id), border=False):
            st.selectbox(
                "Merge into",
                list(others_by_id),
                format_func=lambda code_id: others_by_id.get(code_id, code_id),
                key=keys.MERGE_TARGET.make_key(code.code_id),
            )
            st.form_submit_button("Merge", on_click=_merge, args=(code, tuple(others_by_id)))
    with st.form(keys.SPLIT_FORM.make_key(code.code_id), border=False):
        st.markdown(texts.SPLIT)
        for index in range(MAX_PARTS):
            st.text_input(f"New cause {index + 1}", max_chars=60, key=keys.CODE_PART.make_key(index, code.code_id))
        st.form_submit_button("Split", on_click=_split, args=(state, code))


def _list_examples(code: FailureCode, answers: list[AnswerKey]) -> list[AnswerKey]:
    """List the answers that can be the code's example: the present one and the first that have the code."""
    ordered = sorted(answers, key=lambda key: (key.case_id, key.run_id, key.question_id))
    present = [] if code.example is None else [code.example]
    return list(dict.fromkeys([*present, *ordered[:MAX_EXAMPLES]]))


def _change(code: FailureCode) -> None:
    name = keys.CODE_NAME.make_key(code.code_id).read() or ""
    if _refuse_taken_name(name, code.code_id):
        return
    colour = keys.CODE_COLOUR.make_key(code.code_id).read()
    write_entries(
        [
            {
                "kind": "code",
                "code_id": code.code_id,
                "name": name,
                "definition": keys.CODE_DEFINITION.make_key(code.code_id).read() or "",
                "example": keys.NEW_EXAMPLE.make_key(code.code_id).read() or code.example,
                "colour": COLOUR_NAMES.index(colour) if colour in COLOUR_NAMES else code.colour,
            }
        ]
    )


def _refuse_taken_name(name: str, own_id: str = "") -> bool:
    """Return whether another code than `own_id` has the name; if so, keep a sentence for the page."""
    code = load_review().find_code_by_name(name)
    if code is None or code.code_id == own_id:
        return False
    common_keys.REVIEW_PROBLEM.write(texts.describe_taken_name(code.name))
    return True


def _merge(code: FailureCode, targets: tuple[str, ...]) -> None:
    into_id = keys.MERGE_TARGET.make_key(code.code_id).read()
    if into_id in targets:
        write_entries([{"kind": "merge", "code_id": code.code_id, "into_id": into_id}])


def _split(state: ReviewState, code: FailureCode) -> None:
    names = [(keys.CODE_PART.make_key(index, code.code_id).read() or "").strip() for index in range(MAX_PARTS)]
    names = list(dict.fromkeys(filter(None, names)))
    if len(names) < 2:
        common_keys.REVIEW_PROBLEM.write(texts.FEW_PARTS)
        return
    if any(_refuse_taken_name(name, code.code_id) for name in names):  # a part may keep the name
        return
    parts = [_build_code(state, name, index) for index, name in enumerate(names)]
    into_ids = [part["code_id"] for part in parts]
    write_entries([*parts, {"kind": "split", "code_id": code.code_id, "into_ids": into_ids}])


def _build_code(state: ReviewState, name: str, index: int = 0, definition: str = "") -> dict[str, object]:
    colour = (len(state.codes) + index) % N_COLOURS
    code_id = make_code_id(state, name, get_coder())
    return {"kind": "code", "code_id": code_id, "name": name, "definition": definition, "colour": colour}


def _show_new_code() -> None:
    with st.form(keys.NEW_CODE_FORM, border=False, clear_on_submit=True):
        st.text_input("Name", max_chars=60, key=keys.NAME_FIELD)
        st.text_area("Definition", max_chars=MAX_TEXT, key=keys.DEFINITION_FIELD)
        if st.form_submit_button("Define"):
            _add_code()


def _add_code() -> None:
    state = load_review()
    name = (keys.NAME_FIELD.read() or "").strip()
    definition = keys.DEFINITION_FIELD.read() or ""
    if not _refuse_taken_name(name) and write_entries([_build_code(state, name, 0, definition)]):
        st.rerun()
    st.warning(escape_markdown(common_keys.REVIEW_PROBLEM.take() or "Not saved."))
