"""Repeats and variants on Robustness: answers that change between passes, prompts, views, orders and options."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.repeat_sentences import describe_repeats
from core.analyses.repeats import RepeatAnalysis, analyse_repeats
from core.analyses.run_variants import FACETS, PROMPT, VIEW, find_run_variants
from core.formatting import MISSING, escape_markdown, format_interval, format_number
from core.warehouse.read import Filters
from dashboard.charts.grouped_forest_plot import draw_grouped_forest_plot
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds, get_run_roles
from dashboard.data.current_benchmark import Generation, require_generation, require_warehouse
from dashboard.data.queries import run_query
from dashboard.pages.robustness import repeats_texts as texts
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.state_keys import robustness as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, Runs, list_displayed_runs, list_eligible_runs
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.design_names import name_prompt, name_view
from dashboard.widgets.navigation import open_cases
from dashboard.widgets.tables import DecimalColumn, show_lazy_expander, show_small_table, show_table_expander


def show_repeats(filters: Filters, right_at: float, *, has_heading: bool = True) -> bool:
    """Show what changes between runs of a model that differ in one thing only; return whether any model has such runs.

    Args:
        filters: of the page.
        right_at: the score from which a number is right.
        has_heading: whether a heading is above; the question of a page without sets already says the same.
    """
    runs = _select_runs(filters)
    analysis = _compute_repeats(require_generation(), filters, runs, right_at) if len(runs) > 1 else None
    if analysis is None or analysis.flips.empty:
        return False
    words = get_benchmark_info().words
    if has_heading:
        st.header(texts.REPEATS_TITLE, anchor=False)
    analysis = replace(analysis, flips=_name_levels(analysis.flips))
    first, *details = describe_repeats(analysis)
    st.markdown(f"**{escape_markdown(first)}**")
    st.caption(escape_markdown(" ".join(filter(None, [*details, texts.CONSTANT_NEVER_CHANGES]))))
    flips = analysis.flips.sort_values("value", ascending=False, kind="stable", ignore_index=True)
    rows = flips.assign(run_id=flips["model_id"], group=flips["facet"])
    facets = list(dict.fromkeys(rows["group"]))
    is_single = len(facets) == 1
    headings = {facets[0]: ""} if is_single else FACETS
    axis = texts.name_repeats_axis(FACETS[facets[0]]) if is_single else texts.REPEATS_AXIS
    figure = draw_grouped_forest_plot(rows, headings, get_model_kinds(), words.units, axis, from_zero=True)
    show_chart(figure, keys.REPEATS_CHART, texts.REPEATS_CHART, _open_model)
    show_help_popover(texts.explain_repeats(words.groups))
    _show_flips(flips)
    show_lazy_expander(texts.PARTS_TITLE, "repeat_parts", partial(_show_parts, analysis))
    return True


def _name_levels(flips: pd.DataFrame) -> pd.DataFrame:
    """Replace the ids of prompts and views in `levels` by their names."""
    names = {PROMPT: name_prompt, VIEW: name_view}
    levels = [
        tuple(names.get(facet, str)(level) for level in own)
        for facet, own in zip(flips["facet"], flips["levels"], strict=True)
    ]
    return flips.assign(levels=pd.Series(levels, index=flips.index, dtype=object))


def _open_model(mark: Sequence[str]) -> None:
    open_cases(model=mark[1])


def _select_runs(filters: Filters) -> Runs:
    """Return all eligible runs of the displayed models."""
    model_by_run = get_run_roles().set_index("run_id")["model_id"].to_dict()
    models = {model_by_run[run_id] for run_id in list_displayed_runs(filters, "models")}
    return tuple(run_id for run_id in list_eligible_runs(filters, "runs") if model_by_run[run_id] in models)


@cache_with_limits(max_entries=20, max_mb=5)
def _compute_repeats(generation: Generation, filters: Filters, runs: Runs, right_at: float) -> RepeatAnalysis | None:  # noqa: ARG001 - cache key
    designs = run_query("run_designs")
    variants = find_run_variants(designs[designs["run_id"].isin(runs)])
    if not variants:
        return None
    run_ids = sorted({run_id for variant in variants for run_id in variant.run_ids})
    run_filters = {**filters, **NOBODY_CHOSEN, "runs": run_ids, "with_references": True}
    return analyse_repeats(require_warehouse().query("pass_answers", filters=run_filters, right_at=right_at), variants)


def _show_flips(flips: pd.DataFrame) -> None:
    words = get_benchmark_info().words
    rows = flips.assign(
        differs=flips["facet"].map(FACETS),
        named=flips["levels"].map(", ".join),
        interval=_format_intervals(flips, ""),
        excess_interval=_format_intervals(flips, "excess_"),
    )
    columns = {
        "label": "Model",
        "differs": "What differs",
        "named": "Levels",
        "n_runs": "Runs",
        "value": DecimalColumn(texts.REPEATS_SHARE),
        "interval": "95%",
        "floor": DecimalColumn("Asked again, %"),
        "excess": DecimalColumn("Beyond chance, points"),
        "excess_interval": "95% of it",
        "verdict": "Verdict",
        "n": "n",
        "n_groups": words.groups,
        "n_unreadable": "Left out, unreadable",
    }
    models = list(rows["model_id"])
    show_table_expander(
        rows, "repeats", columns, texts.REPEATS_TABLE, lambda row_index: open_cases(model=models[row_index])
    )


def _show_parts(analysis: RepeatAnalysis) -> None:
    words = get_benchmark_info().words
    st.caption(texts.explain_parts(words))
    show_small_table(_format_components(analysis.components), {})
    if analysis.passes.empty:
        return
    st.caption(texts.PASSES_CAPTION)
    show_small_table(_format_passes(analysis.passes), {}, whole=["Passes", "n", words.groups])


def _format_components(components: pd.DataFrame) -> pd.DataFrame:
    words = get_benchmark_info().words
    titles = texts.list_part_titles(words.case, words.cases, words.groups)
    parts = {
        title: [_format_part(row, name) for row in components.to_dict("records")]
        for name, title in titles.items()
        if components[name].notna().any()
    }
    return pd.DataFrame({"Model": components["label"], "What differs": components["facet"].map(FACETS), **parts})


def _format_passes(passes: pd.DataFrame) -> pd.DataFrame:
    titles = {"expected": "Single, %", "consensus": "Majority, %", "pass_all": "All, %", "consistent": "Same, %"}
    records = passes.to_dict("records")
    shares = {title: [_format_part(row, name) for row in records] for name, title in titles.items()}
    halves = {"half_one": "± one pass", "half_all": "± all passes", "half_endless": "± any number"}
    return pd.DataFrame(
        {
            "Model": passes["label"],
            "Passes": passes["n_passes"],
            **shares,
            "Internal variance": passes["variance"].map(lambda value: format_number(value, 3)),
            **{title: passes[name].map(format_number) for name, title in halves.items()},
            "n": passes["n"],
            get_benchmark_info().words.groups: passes["n_groups"],
        }
    )


def _format_part(row: Mapping[Hashable, Any], name: str) -> str:
    if pd.isna(row[name]):
        return MISSING
    interval = format_interval(row[f"{name}_low"], row[f"{name}_high"])
    return f"{format_number(row[name])} ({interval})" if not pd.isna(row[f"{name}_low"]) else format_number(row[name])


def _format_intervals(flips: pd.DataFrame, prefix: str) -> list[str]:
    return [
        MISSING if pd.isna(low) else format_interval(low, high)
        for low, high in zip(flips[f"{prefix}low"], flips[f"{prefix}high"], strict=True)
    ]
