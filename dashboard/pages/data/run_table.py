"""The runs of a benchmark: name, model, prompt, cases, score, cost and seconds."""

from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.context_limit_warnings import list_context_limit_warnings
from core.formatting import capitalise_first, escape_markdown
from core.records import ORIGINAL_VIEW
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.overview_content import load_overview
from dashboard.data.queries import run_query
from dashboard.pages.data import texts
from dashboard.widgets.design_names import name_prompt, name_view
from dashboard.widgets.run_usage import COST_NOTE, USAGE_COLUMNS, join_known_usage
from dashboard.widgets.start_links import show_start_links
from dashboard.widgets.tables import DecimalColumn, format_intervals, show_table


def show() -> None:
    """Show the runs of models and people, the best first, with what each reply cost and took."""
    info = get_benchmark_info()
    st.header("Runs")
    for warning in list_context_limit_warnings(run_query("input_tokens")):
        st.warning(escape_markdown(warning))
    rows, known = join_known_usage(build_rows())
    if rows.empty:
        show_start_links(texts.NO_MODEL, describes_references=False)
        return
    usage_columns = [name for name in ("cost_usd", "median_latency_s") if name in known]
    notes = [COST_NOTE] if "cost_usd" in known else []
    if usage_columns and rows[usage_columns].isna().any(axis=None):
        notes.append(texts.USAGE_NOTE)
    if notes:
        st.caption(" ".join(notes))
    columns: dict[str, Any] = {
        "name": "Name",
        "model": "Model",
        "prompt": "Prompt",
        "cases": capitalise_first(info.words.cases),
        "score": DecimalColumn(f"{capitalise_first(info.score)}, %", 2),
        "interval": "95% CI",
        **{name: USAGE_COLUMNS[name] for name in usage_columns},
    }
    estimates = load_overview().found.scores.set_index("run_id")[["low", "high", "n_groups"]]
    rows = rows.assign(interval=format_intervals(estimates.reindex(rows["run_id"]), 2))
    show_table(rows, "run_list", columns, alt="Runs")


def build_rows() -> pd.DataFrame:
    """Return a row per run of a model or a person: run_id, name, model, prompt, cases as text, and score in percent."""
    ranking = run_query("ranking", kinds=None)
    ranking = ranking[ranking["model_kind"] != "reference"]
    runs = run_query("runs").set_index("run_id").loc[ranking["run_id"]].reset_index()
    cases = [
        f"{answered:,}" if answered >= of_all else f"{answered:,} of {of_all:,}"
        for answered, of_all in zip(ranking["cases"].astype(int), ranking["all_cases"].astype(int), strict=True)
    ]
    prompts = runs["prompt_id"].map(name_prompt)
    views = runs["image_view"].map(name_view).where(runs["image_view"] != ORIGINAL_VIEW, "")
    return pd.DataFrame(
        {
            "run_id": runs["run_id"],
            "name": ranking["run_label"].to_numpy(),
            "model": runs["display_name"],
            "prompt": [" · ".join(filter(None, parts)) for parts in zip(prompts, views, strict=True)],
            "cases": cases,
            "score": ranking["score"].to_numpy(),
        }
    )
