"""The desk before the coder's name is known: how many wrong answers there are, the form, and one of them."""

from collections.abc import Iterable

import streamlit as st

from core.analyses.failure_rules import CodeSuggestion
from core.analyses.phrases import describe_tolerances
from core.analyses.reference_models import describe_reference_models
from core.formatting import escape_markdown
from core.records import EXACT_KINDS
from core.solvers import blind_constant, blind_text
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_model_names, get_run_roles
from dashboard.data.failure_review import load_review
from dashboard.pages.review import answer_view, texts
from dashboard.pages.review.queue_choice import describe_answer, describe_wrong_answers, find_wrong_answer
from dashboard.selection.filters import read_correctness_threshold
from dashboard.widgets.review_state import ask_coder_name

FORM = "review-coder"
"""Name of the form for the reviewer's name."""

BLIND_MODELS = (blind_constant.MODEL.model_id, blind_text.MODEL.model_id)
"""Reference models that do not get the image."""


def show(filters: Filters) -> None:
    """Show the number of wrong answers that fit the filters, the form, and the first answer without its codes."""
    key = find_wrong_answer(filters)
    if key is None:
        st.info(texts.NO_WRONG_ANSWER)
        ask_coder_name(FORM, texts.TASK)
        return
    ask_coder_name(FORM, f"**{describe_wrong_answers(filters)}** {texts.TASK}")
    described = get_benchmark_info()
    question = described.questions.get(key.question_id)
    is_exact = question is not None and question.kind in EXACT_KINDS
    if not is_exact and (tolerances := describe_tolerances(described, read_correctness_threshold())):
        st.caption(escape_markdown(texts.explain_wrong_numbers(tolerances)))
    st.markdown(f"{texts.EXAMPLE_ANSWER} **{describe_answer(key)}**")
    model_id = str(get_run_roles().set_index("run_id")["model_id"].get(key.run_id))
    description = describe_reference_models({model_id: get_model_names().get(model_id, model_id)})
    if notes := " ".join(filter(None, (description, texts.PRACTICE if model_id in BLIND_MODELS else ""))):
        st.caption(notes)
    answer_view.show_answer(key, lambda: _show_causes(answer_view.list_suggestions(key)))


def _show_causes(suggestions: Iterable[CodeSuggestion]) -> None:
    """Show what a reviewer can choose from for the answer."""
    for suggestion in suggestions:
        st.markdown(texts.describe_suggestion(escape_markdown(suggestion.name), escape_markdown(suggestion.reason)))
    st.caption(texts.list_causes([escape_markdown(code.name) for code in load_review().active_codes]))
