"""The questions of this session, each with a link that opens the same photograph, model, view and prompt."""

import streamlit as st

from core.formatting import number_text, plain, time_text
from core.scoring.answers import judged
from core.solvers import SOLVERS
from dashboard.data.queries import about
from dashboard.pages.ask.answers_view import judge_of, mean_scores
from dashboard.pages.ask.ask_session import Asked, ask_session
from dashboard.pages.ask.prompt_options import VIEW_NAMES
from dashboard.pages.ask.reply_stream import shortened
from dashboard.widgets import navigation


def show_history() -> None:
    """The session's questions, the last one first."""
    asked = [item for item in reversed(ask_session().asked) if item.is_settled]
    if not asked:
        return
    st.header("Asked in this session")
    for item in asked:
        _show(item)
    st.caption(
        "This list lasts as long as the session. A link opens the same choice in any session, without the reply."
    )


def _show(item: Asked) -> None:
    head = (
        f"{time_text(item.asked_at, with_seconds=True)} · {item.subject.subject_id} · {item.label} · {_outcome(item)}"
    )
    with st.expander(plain(head)):
        if not item.subject.address:
            st.caption("An own photograph has no link.")
        else:
            st.page_link(
                navigation.ASK_A_MODEL, label="Open this case", icon=":material/link:", query_params=_address(item)
            )
        st.caption(plain(item.journal))
        st.code(shortened(item.question.text) or "The reply has no text.", language=None, wrap_lines=True)


def _address(item: Asked) -> dict[str, str]:
    """The query parameters that restore the choice; the address holds the labels of widgets."""
    provider, model = item.endpoint.provider.name, item.endpoint.model_name
    address = {**item.subject.address, "view": VIEW_NAMES[item.view], "prompt": item.prompt.title}
    return address | {provider: SOLVERS[model].model.display_name if provider == "solver" else model}


def _outcome(item: Asked) -> str:
    if item.reply is None:
        return item.question.state
    subject = item.subject
    means = mean_scores(judged(item.reply, subject.questions, subject.read, subject.truths))
    truth, _ = judge_of(subject)
    if truth not in means:
        return item.reply.status
    return f"{(subject.described or about()).score} {number_text(100 * means[truth], 0)} %"
