"""How well do I see what the models are asked to see?"""

import random

import streamlit as st

from core.asking.people import SECONDS, SITTING_PHOTOGRAPHS, draw_photographs, slug_of
from core.errors import RunError
from core.text import plain
from dashboard.ask.own_result import show_result
from dashboard.ask.questions import show_questions
from dashboard.ask.sitting import Sitting
from dashboard.figures import how_to_read
from dashboard.queries import settings, table

MAX_SEED = 10**9


def photographs_by_triangle() -> dict[str, dict[str, str]]:
    """Photographs whose image files are present, by condition, by triangle."""
    rows = table("photographs").dropna(subset=["image_key"])
    found: dict[str, dict[str, str]] = {}
    for row in rows.to_dict("records"):
        found.setdefault(row["group_id"], {})[row["condition"]] = row["case_id"]
    return found


def end() -> None:
    """Callback: forgets the sitting."""
    st.session_state.pop("sitting", None)


st.title("Ask yourself")
sitting: Sitting | None = st.session_state.get("sitting")
if sitting is None:
    by_triangle = photographs_by_triangle()
    count = min(SITTING_PHOTOGRAPHS, len(by_triangle))
    st.markdown(
        f"{count} photographs, {SECONDS:.0f} seconds each, and the six questions that the models get. Afterwards your "
        "result appears beside theirs, on the same photographs."
    )
    if not by_triangle:
        st.info("The photographs are missing. Fetch and build them: python -m core fetch, then python -m core build")
    else:
        nickname = st.text_input(
            "Nickname, to save your answers as a run",
            key="nickname",
            max_chars=40,
            disabled=settings().read_only,
            placeholder="read-only: answers are shown, not saved"
            if settings().read_only
            else "empty: nothing is saved",
            help="Letters and digits. The same nickname continues its run; the first answer to a photograph counts.",
        )
        problem = ""
        if nickname and not settings().read_only:
            try:
                slug_of(nickname)
            except RunError as error:
                problem = str(error)
                st.error(plain(problem))
        st.caption("The questions are about the triangle on the table, not about its picture.")
        how_to_read(
            "The border is a square of one metre, which the camera may see at an angle. The clock starts with the "
            f"first photograph. The GIQ study gave its participants {SECONDS:.0f} s for one question; here they are "
            "for all six."
        )
        if st.button("Begin", key="begin", icon=":material/timer:", disabled=bool(problem)):
            seed = random.SystemRandom().randrange(MAX_SEED)
            st.session_state["sitting"] = Sitting(draw_photographs(by_triangle, seed), nickname.strip())
            st.rerun()
elif sitting.is_over:
    show_result(sitting)
    st.button("Again, with other photographs", key="again", icon=":material/replay:", on_click=end)
else:
    show_questions(sitting)
    st.button("Stop here", key="give_up", type="tertiary", on_click=end)
