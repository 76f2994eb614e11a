"""The page Ask yourself."""

import random
from functools import partial

import streamlit as st

from core.benchmarks.triangles.spoken_questions import ABOUT
from core.errors import RunError
from core.formatting import escape_markdown
from core.inference.human_runs import SECONDS, draw_cases, make_slug
from core.workspace import format_benchmark_option
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.current_benchmark import get_benchmark_id, get_registry_entry, get_settings
from dashboard.data.queries import read_table, run_query
from dashboard.pages.ask import quiz_texts
from dashboard.pages.ask.quiz import Quiz
from dashboard.pages.ask.quiz_question import show_questions
from dashboard.pages.ask.quiz_result import show_result
from dashboard.pages.cases import triangle_panel
from dashboard.runtime.session_state import as_text
from dashboard.runtime.state_keys import ask as keys
from dashboard.shell.page_title import show_page_title
from dashboard.widgets.chart_display import show_help_popover

MAX_SEED = 10**9


def group_cases() -> dict[str, dict[str, str]]:
    """Return the cases whose image files exist, by slot, by group."""
    rows = run_query("case_pictures", case_ids=None).dropna(subset=["image_key"])
    if wanted := get_registry_entry().people_answer:
        table = read_table("asked")
        own = rows[rows["case_id"].isin(table.loc[table["question_id"] == wanted, "case_id"])]
        rows = own if len(own) else rows
    cases: dict[str, dict[str, str]] = {}
    for row in rows.to_dict("records"):
        cases.setdefault(row["group_id"], {})[row["slot"]] = row["case_id"]
    return cases


def end() -> None:
    """Forget the quiz (callback)."""
    keys.QUIZ.forget()


def stop(sitting: Quiz) -> None:
    """Stop the quiz and show the result of the finished cases; forget the quiz if none is finished (callback)."""
    has_answers = bool(sitting.answers)
    sitting.stop()
    if not sitting.replies:
        end()
        if has_answers:
            st.toast(quiz_texts.describe_nothing_finished(get_benchmark_info().words.case), icon=":material/info:")


show_page_title("Ask yourself")
sitting = keys.QUIZ.read()
if not isinstance(sitting, Quiz):
    by_group, described = group_cases(), get_benchmark_info()
    words = described.words
    count = min(get_registry_entry().people_cases, len(by_group))
    n_questions = 1 if described.list_questions("choice") else int(read_table("asked")["case_id"].value_counts().max())
    have_models_answered = "vlm" in get_model_kinds().values()
    st.markdown(
        quiz_texts.explain_quiz(count, words.cases, SECONDS, n_questions, have_models_answered=have_models_answered)
    )
    if not by_group:
        option = format_benchmark_option(described.benchmark_id)
        st.info(quiz_texts.describe_missing_images(option))
    else:
        typed = st.text_input(
            quiz_texts.NICKNAME,
            key=keys.NICKNAME,
            width=560,
            max_chars=40,
            disabled=get_settings().read_only,
            placeholder=quiz_texts.NICKNAME_READ_ONLY if get_settings().read_only else quiz_texts.NICKNAME_EMPTY,
            help=quiz_texts.explain_nickname(words.case),
        )
        nickname, problem = as_text(typed), ""
        if nickname and not get_settings().read_only:
            try:
                make_slug(nickname)
            except RunError as error:
                problem = str(error)
                st.error(escape_markdown(problem))
        if triangle_panel.is_triangle_benchmark():
            st.caption(ABOUT)
            show_help_popover(quiz_texts.explain_border(get_benchmark_info().words.case))
        if st.button("Begin", key=keys.BEGIN_QUIZ, icon=":material/timer:", type="primary", disabled=bool(problem)):
            seed = random.SystemRandom().randrange(MAX_SEED)
            keys.QUIZ.write(Quiz(draw_cases(by_group, seed, count), nickname.strip(), get_benchmark_id()))
            st.rerun()
elif sitting.benchmark_id != get_benchmark_id():
    st.info(quiz_texts.OTHER_BENCHMARK)
    st.button("End it", key=keys.END_QUIZ, on_click=end)
elif sitting.is_over:
    show_result(sitting)
    st.button(
        quiz_texts.name_restart(get_benchmark_info().words.cases),
        key=keys.REPEAT_QUIZ,
        icon=":material/replay:",
        on_click=end,
    )
else:
    show_questions(sitting, partial(stop, sitting))
