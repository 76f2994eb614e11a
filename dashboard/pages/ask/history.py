"""List of this session's questions, each with a link that restores its photograph, model, view and prompt."""

import streamlit as st

from core.formatting import escape_markdown, format_number, format_time
from core.inference.view_names import VIEW_TITLES
from core.solvers import SOLVERS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.ask import texts
from dashboard.pages.ask.answers_view import compute_mean_scores, get_truth_frames, score_question
from dashboard.pages.ask.ask_session import SessionQuestion, get_ask_session
from dashboard.pages.ask.reply_stream import shorten_reply
from dashboard.widgets import navigation


def show_history() -> None:
    """Show the session's questions, the latest first."""
    asked = [item for item in reversed(get_ask_session().asked) if item.is_settled]
    if not asked:
        return
    st.header(texts.HISTORY_SECTION)
    for item in asked:
        _show(item)
    st.caption(texts.HISTORY)


def _show(item: SessionQuestion) -> None:
    head = (
        f"{format_time(item.asked_at, with_seconds=True)} · {item.subject.subject_id} · {item.label} · "
        f"{_format_outcome(item)}"
    )
    with st.expander(escape_markdown(head)):
        if not item.subject.address:
            st.caption(texts.NO_LINK)
        else:
            st.page_link(
                navigation.ASK_A_MODEL,
                label="Open this case",
                icon=":material/link:",
                query_params=_build_query_params(item),
            )
        st.caption(escape_markdown(item.journal))
        st.code(shorten_reply(item.question.text) or texts.NO_TEXT, language=None, wrap_lines=True)


def _build_query_params(item: SessionQuestion) -> dict[str, str]:
    """Build the query parameters that restore the choice; the URL holds the labels of widgets."""
    provider, model = item.endpoint.provider.name, item.endpoint.model_name
    address = {**item.subject.address, "view": VIEW_TITLES[item.view], "prompt": item.prompt.title}
    return address | {provider: SOLVERS[model].model.display_name if provider == "solver" else model}


def _format_outcome(item: SessionQuestion) -> str:
    if item.reply is None:
        return item.question.state
    subject = item.subject
    means = compute_mean_scores(score_question(item.reply, item.view, subject))
    truth, _ = get_truth_frames(subject)
    if truth not in means:
        return item.reply.status
    return f"{(subject.described or get_benchmark_info()).score} {format_number(100 * means[truth], 0)}%"
