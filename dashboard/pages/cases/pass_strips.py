"""Strips of passes on a case: what each run of a model answered, if the model was asked several times."""

import pandas as pd
import streamlit as st

from core.analyses.pass_strips import build_pass_strips
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import run_query
from dashboard.pages.cases import texts
from dashboard.pages.cases.case_answers import load_answers_table
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.selection.cached_analyses import Runs
from dashboard.widgets.answers_table import get_verdict_signs
from dashboard.widgets.design_names import name_prompt
from dashboard.widgets.tables import show_small_table


def show(case_id: str, right_at: float, run_ids: Runs) -> None:
    """Show the strips of the visible runs; nothing if no model was asked several times in the same way.

    Args:
        case_id: of the case.
        right_at: the score from which a number is right.
        run_ids: the visible runs.
    """
    strips = load_strips(case_id, right_at, run_ids)
    if strips.empty or strips["n_passes"].max() < 2:
        return
    st.subheader(texts.PASSES_SECTION, anchor=False)
    columns = {
        "Model": strips["model"],
        "Asked with": strips["design"].map(name_prompt),
        "Question": strips["question"],
        "Passes": strips["answers"],
        "Correct": [
            f"{right} of {passes}" for right, passes in zip(strips["n_right"], strips["n_passes"], strict=True)
        ],
        "Different answers": strips["n_different"],
    }
    if not strips["design"].any():
        del columns["Asked with"]
    if len(strips["question"].unique()) == 1:
        del columns["Question"]
    show_small_table(pd.DataFrame(columns), {}, whole=["Different answers"])


def load_strips(case_id: str, right_at: float, run_ids: Runs) -> pd.DataFrame:
    """Load the strips of these runs; all sessions share the result."""
    return _load_strips(require_generation(), case_id, right_at, run_ids)


@cache_with_limits(max_entries=1000, max_mb=5)
def _load_strips(generation: Generation, case_id: str, right_at: float, run_ids: Runs) -> pd.DataFrame:  # noqa: ARG001 - key
    designs = run_query("run_designs")
    model_runs = designs[designs["run_id"].isin(run_ids)]
    several = model_runs[model_runs.groupby("model_id")["run_id"].transform("size") > 1]
    if several.empty:
        return pd.DataFrame()
    return build_pass_strips(load_answers_table(case_id, right_at, run_ids), several, get_verdict_signs())
