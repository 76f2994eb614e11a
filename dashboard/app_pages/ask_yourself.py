"""How well do I see what the models are asked to see?"""

import random

import streamlit as st

from core.asking.people import SECONDS, SITTING_PHOTOGRAPHS, draw_photographs, slug_of
from core.errors import RunError
from core.text import plain
from dashboard.ask.own_result import show_result
from dashboard.ask.questions import show_questions
from dashboard.ask.sitting import Sitting
from dashboard.queries import settings, table

MAX_SEED = 10**9


def photographs_by_triangle() -> dict[str, dict[str, str]]:
    """Photographs that can be shown, by condition, by triangle."""
    rows = table("photographs").dropna(subset=["image_key"])
    found: dict[str, dict[str, str]] = {}
    for row in rows.to_dict("records"):
        found.setdefault(row["triangle_id"], {})[row["condition"]] = row["photograph_id"]
    return found


def end() -> None:
    """Forgets the sitting."""
    st.session_state.pop("sitting", None)


st.title("Ask yourself")
sitting: Sitting | None = st.session_state.get("sitting")
if sitting is None:
    there = photographs_by_triangle()
    count = min(SITTING_PHOTOGRAPHS, len(there))
    st.markdown(
        f"{count} photographs, {SECONDS:.0f} seconds each, the six questions that the models get. Afterwards you stand "
        "beside them, on the same photographs."
    )
    if not there:
        st.info("No photograph is on this disk. Bring them: python -m core fetch, then python -m core build")
    else:
        nickname = st.text_input(
            "Nickname, to keep your answers as a run",
            key="nickname",
            max_chars=40,
            disabled=settings().read_only,
            placeholder="read-only: answers are shown, not kept" if settings().read_only else "empty: nothing is kept",
            help="Letters and digits. The same nickname goes on with the same run; the first answer counts.",
        )
        problem = ""
        if nickname and not settings().read_only:
            try:
                slug_of(nickname)
            except RunError as error:
                problem = str(error)
                st.error(plain(problem))
        st.caption(
            "The border is a square of one metre, which the camera may see at a slant: the questions are about the "
            "triangle on the table, not in the picture. The clock begins with the first photograph; "
            f"{SECONDS:.0f} s are what GIQ gave its participants for each question."
        )
        if st.button("Begin", key="begin", icon=":material/timer:", disabled=bool(problem)):
            seed = random.SystemRandom().randrange(MAX_SEED)
            st.session_state["sitting"] = Sitting(draw_photographs(there, seed), nickname.strip())
            st.rerun()
elif sitting.is_over:
    show_result(sitting)
    st.button("Once more, with other photographs", key="again", icon=":material/replay:", on_click=end)
else:
    show_questions(sitting)
    st.button("Stop here", key="give_up", type="tertiary", on_click=end)
