"""Search in raw replies: counts by model and outcome, replies with the matching words, the cases, and codes for all."""

from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.reply_search import (
    MAX_TYPED,
    SearchMode,
    build_patterns,
    count_matches_by_run,
    describe_match_counts,
)
from core.errors import QueryTimeoutError, ReviewError, WarehouseError
from core.formatting import escape_markdown, format_count
from core.review.codebook import FROM_SEARCH
from core.review.entries import AnswerKey
from core.warehouse.read import Filters
from dashboard.components.reply import show_reply
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_settings
from dashboard.data.failure_review import load_review
from dashboard.data.queries import run_query
from dashboard.pages.review import texts
from dashboard.pages.review.queue_choice import build_run_filters, describe_answer
from dashboard.runtime.session_state import as_text, read_texts
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import review as keys
from dashboard.selection.cached_analyses import list_eligible_runs
from dashboard.selection.filters import read_correctness_threshold
from dashboard.selection.selectors import choose_segment
from dashboard.widgets import save_cohort
from dashboard.widgets.navigation import open_photograph, open_reviewed_cases
from dashboard.widgets.reply_matches import LIMIT_S, REGEX_PREFIX, search_replies
from dashboard.widgets.review_state import READ_ONLY, ask_coder_name, find_decision, get_coder, write_entries
from dashboard.widgets.run_selector import get_run_labels
from dashboard.widgets.tables import show_small_table

MODES: dict[SearchMode, str] = {"words": "Words and phrases", "regex": "Regular expression"}
OUTCOMES = {"wrong": "wrong", "right": "correct", "unreadable": "unreadable"}

N_SHOWN = 20
"""Number of replies on the page."""

MAX_RUNS = 30
"""Number of runs in the table of counts."""

MAX_BULK = 500
"""Maximum number of answers that are coded at once."""


def show(filters: Filters) -> None:
    """Show the search field and the results."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = st.text_input(
            "Find in replies",
            key=keys.SEARCH_TEXT,
            bind="query-params",
            max_chars=MAX_TYPED,
            placeholder='appears "right angle"',
            icon=":material/search:",
            width=380,
        )
        mode = choose_segment(texts.MODE, MODES, keys.SEARCH_MODE, label_visibility="collapsed")
        _show_syntax()
    if not as_text(typed).strip():
        st.info(texts.TYPE_WORD)
        return
    runs = list_eligible_runs(filters, "asked")
    of_runs = build_run_filters(filters, runs)
    matches = _find(as_text(typed), mode, of_runs)
    if matches is None:
        return
    if matches.empty:
        st.info(texts.NO_MATCH)
        return
    st.markdown(f"**{describe_match_counts(matches, OUTCOMES)}**")
    _show_counts(matches, run_query("answer_outcomes", filters=of_runs, right_at=read_correctness_threshold()))
    text = as_text(typed) if mode == "words" else f"{REGEX_PREFIX}{as_text(typed)}"
    st.button(
        f"Open the {get_benchmark_info().format_case_count(matches['case_id'].nunique())}",
        icon=":material/photo_library:",
        on_click=partial(open_reviewed_cases, "", text),
        key=keys.OPEN_FOUND_CASES,
    )
    list_found = partial(_list_found_cases, as_text(typed), mode, of_runs)
    save_cohort.show(
        "find",
        {f"Their {get_benchmark_info().words.cases}": list_found},
        f"{describe_match_counts(matches, OUTCOMES)} Search: {typed}",
    )
    outcome = _choose_outcome(matches)
    matches_of_outcome = matches[matches["outcome"] == outcome]
    _show_matches(matches_of_outcome)
    _show_bulk(matches_of_outcome, OUTCOMES[outcome])


def _list_found_cases(typed: str, mode: SearchMode, filters: Filters) -> list[str]:
    matches = search_replies(tuple(build_patterns(typed, mode)), filters, read_correctness_threshold())
    return sorted(set(matches["case_id"]))


def _show_syntax() -> None:
    with st.popover("Syntax", icon=":material/help:", type="tertiary"):
        st.markdown(texts.SYNTAX)


def _find(typed: str, mode: SearchMode, filters: Filters) -> pd.DataFrame | None:
    """Return the matches; None after a message if the search is invalid or takes too long."""
    try:
        return search_replies(tuple(build_patterns(typed, mode)), filters, read_correctness_threshold())
    except ReviewError as error:
        st.warning(escape_markdown(str(error)))
    except QueryTimeoutError:
        st.warning(texts.describe_slow_search(LIMIT_S))
    except WarehouseError as error:
        reason = str(error).partition("Error: ")[2].partition(": (?is)")[0]
        st.warning(texts.describe_invalid_expression(escape_markdown(reason[:200])))
    return None


def _show_counts(matches: pd.DataFrame, outcomes: pd.DataFrame) -> None:
    labels = get_run_labels()
    every_run = count_matches_by_run(matches, outcomes)
    has_match = every_run[["found_wrong", "found_right", "found_unreadable"]].sum(axis=1) > 0
    with_match = every_run[has_match].sort_values(["found_wrong", "found_right"], ascending=False, kind="stable")
    counts = with_match.head(MAX_RUNS)
    table = pd.DataFrame(
        {
            "Run": [labels.get(run_id, run_id) for run_id in counts["run_id"]],
            "Wrong": counts["found_wrong"],
            "% of wrong": counts["share_wrong"],
            "Correct": counts["found_right"],
            "% of correct": counts["share_right"],
            "Unreadable": counts["found_unreadable"],
        }
    )
    whole = ("Wrong", "Correct", "Unreadable")
    show_small_table(table, {"% of wrong": "{:.1f}", "% of correct": "{:.1f}"}, whole)
    st.caption(texts.describe_counts(MAX_RUNS, len(with_match), len(every_run) - len(with_match)))


def _choose_outcome(matches: pd.DataFrame) -> str:
    counts = matches["outcome"].value_counts()
    names = {outcome: f"{name} ({counts[outcome]:,})" for outcome, name in OUTCOMES.items() if outcome in counts}
    outcome = st.segmented_control(
        texts.OUTCOME,
        list(names),
        format_func=lambda outcome: names.get(outcome, outcome),
        default=next(iter(names)),
        required=True,
        key=keys.SEARCH_OUTCOME.make_key("-".join(names)),
    )
    return outcome if outcome in names else next(iter(names))


def _show_matches(matches: pd.DataFrame) -> None:
    for number, row in enumerate(matches.head(N_SHOWN).to_dict("records")):
        with st.container(border=True, gap="small"):
            key = AnswerKey(row["run_id"], row["case_id"], row["question_id"])
            st.button(
                describe_answer(key),
                key=common_keys.OPTION_SEARCH.make_key(number),
                type="tertiary",
                on_click=open_photograph,
                args=(key.case_id,),
            )
            pieces = [(f"…{row['text_before']}", ""), (row["matched"], "found"), (f"{row['text_after']}…", "")]
            show_reply([(text, kind) for text, kind in pieces if text], keys.SEARCH_REPLY.make_key(number))
    if len(matches) > N_SHOWN:
        st.caption(texts.describe_first_answers(N_SHOWN, len(matches)))


def _show_bulk(matches: pd.DataFrame, outcome: str) -> None:
    """Show the form that gives all of these answers a code."""
    state, coder, is_read_only = load_review(), get_coder(), get_settings().read_only
    if outcome == OUTCOMES["right"]:
        return
    answers = [AnswerKey(*row) for row in matches[["run_id", "case_id", "question_id"]].itertuples(index=False)]
    new_keys = [key for key in answers if find_decision(state, key, coder) is None]
    names = {code.code_id: code.name for code in state.active_codes}
    with st.expander(texts.CODE_ALL, key=keys.BULK_CODING):
        _show_last_bulk()
        if is_read_only:
            st.caption(READ_ONLY)
        if not names:
            st.caption(texts.NO_CODE)
            return
        if not is_read_only and not ask_coder_name("bulk-coder"):
            return
        code_id = st.selectbox(
            "Cause",
            list(names),
            format_func=lambda code: names.get(code, code),
            key=keys.BULK_CODE,
            disabled=is_read_only,
        )
        st.caption(texts.describe_uncoded(len(new_keys), MAX_BULK))
        st.button(
            "Give them this cause",
            key=keys.BULK_SAVE,
            on_click=_code_all,
            args=(tuple(new_keys[:MAX_BULK]), code_id),
            disabled=is_read_only or not new_keys,
        )


def _show_last_bulk() -> None:
    """Show how many answers the last click coded, and the button that takes all of it back."""
    entry_ids = read_texts(common_keys.BULK_DECISIONS)
    if entry_ids:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.success(f"{format_count(len(entry_ids), 'answer is', 'answers are')} reviewed.")
            st.button("Undo", key=keys.BULK_UNDO, icon=":material/undo:", on_click=_undo_bulk)


def _code_all(answers: tuple[AnswerKey, ...], code_id: str) -> None:
    """Give all of these answers the code (callback)."""
    decisions = [{"kind": "answer", "code_id": code_id, "queue": FROM_SEARCH, **key.to_fields()} for key in answers]
    if entries := write_entries(decisions):
        common_keys.BULK_DECISIONS.write([entry.entry_id for entry in entries])


def _undo_bulk() -> None:
    """Withdraw the decisions of the last click (callback)."""
    entry_ids = read_texts(common_keys.BULK_DECISIONS)
    if write_entries([{"kind": "withdrawal", "withdrawn_id": entry_id} for entry_id in entry_ids]):
        common_keys.BULK_DECISIONS.forget()
