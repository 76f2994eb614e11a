"""The meaning of the difference between two reference models, one always right and one that reads the flat image."""

import streamlit as st

from core.analyses.phrases import strip_brackets
from core.analyses.reference_models import describe_reference_models
from core.analyses.slice_sentences import is_full_score
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info, has_model_answered
from dashboard.data.queries import run_query
from dashboard.pages.compare import texts
from dashboard.pages.compare.run_comparison import RunComparison


def show_reference_pair(pair: RunComparison) -> None:
    """Show what the difference means if one run always gives the truth and the other always the image-plane answer.

    For other pairs, say what each reference model does, until a model has answered.
    """
    sentence = _describe_exact_and_flat(pair)
    if sentence:
        st.markdown(escape_markdown(sentence))
    elif not has_model_answered():
        st.caption(describe_reference_models(dict(zip(pair.model_ids, pair.names, strict=True))))


def _describe_exact_and_flat(pair: RunComparison) -> str:
    foil = get_benchmark_info().foil
    if foil is None or pair.against == "foil":
        return ""
    ranking = run_query("ranking", kinds=["reference"]).set_index("run_id").reindex([pair.first, pair.second])
    name_by_run = dict(zip(ranking.index, pair.names, strict=True))
    exact, flat = (
        [name_by_run[run_id] for run_id in ranking.index[ranking[score].map(is_full_score)]]
        for score in ("score", "foil_score")
    )
    if len(exact) == len(flat) == 1 and exact != flat:
        return texts.describe_reference_pair(exact[0], flat[0], strip_brackets(foil.phrase))
    return ""
