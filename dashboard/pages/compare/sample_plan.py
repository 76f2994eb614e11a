"""Plan of the groups, passes and dollars that a difference needs: a folded panel of Compare."""

from functools import partial

import pandas as pd
import streamlit as st

from core.errors import SelectionError
from core.formatting import escape_markdown
from core.workflows.sample_size import (
    PlannedSize,
    ScoreVariance,
    describe_missing_groups,
    describe_plan,
    describe_variance,
    measure_score_variance,
    plan_sample_sizes,
)
from dashboard.data.current_benchmark import Generation, get_settings, require_generation, require_warehouse
from dashboard.pages.compare import texts
from dashboard.pages.compare.run_comparison import RunComparison
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.state_keys import compare as keys
from dashboard.selection.selectors import choose_segment
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import show_lazy_expander, show_small_table

_BETWEEN = "both"


def show_sample_plan(comparison: RunComparison) -> None:
    """Show the panel; its content is computed when the user opens it, over all answers that both runs gave."""
    show_lazy_expander(texts.PLAN_TITLE, "sample_plan", partial(_show_plan, comparison))


def _show_plan(comparison: RunComparison) -> None:
    names = dict(zip((comparison.first, comparison.second), comparison.names, strict=True))
    from_score = {run_id: texts.name_plan_from_score(name) for run_id, name in names.items()}
    comparand = choose_segment("Detect a difference", {_BETWEEN: "between the two", **from_score}, keys.PLAN_RUNS)
    try:
        variance = _measure(require_generation(), tuple(names) if comparand == _BETWEEN else (comparand,))
    except SelectionError as error:
        st.caption(escape_markdown(str(error)))
        return
    with st.container(horizontal=True):
        difference = st.slider(
            texts.PLAN_DIFFERENCE,
            0.5,
            20.0,
            2.0,
            0.5,
            format="%.1f",
            key=keys.PLAN_DIFFERENCE,
            bind="query-params",
            width=280,
        )
        power = st.slider(
            texts.PLAN_POWER, 0.5, 0.99, 0.8, 0.01, format="percent", key=keys.PLAN_POWER,
            bind="query-params", width=280,
        )  # fmt: skip
    sizes = plan_sample_sizes(variance, difference, power)
    st.markdown(f"**{escape_markdown(describe_plan(variance, sizes, difference, power))}**")
    show_small_table(_list_rows(variance, sizes), {"price, $": "{:,.2f}"}, ["requests", variance.units[1]])
    if variance.repeat_deviation is None:
        st.caption(texts.UNKNOWN_PASSES)
    show_help_popover(texts.explain_plan(describe_variance(variance)))


def _list_rows(variance: ScoreVariance, sizes: tuple[PlannedSize, ...]) -> pd.DataFrame:
    rows = [
        {
            ("passes of each" if len(variance.names) > 1 else "passes"): str(size.n_passes),
            variance.units[1]: size.n_groups,
            "requests": size.n_requests,
            "price, $": size.usd,
            "today": describe_missing_groups(size, variance),
        }
        for size in sizes
    ]
    table = pd.DataFrame(rows).astype({"price, $": float, variance.units[1]: float, "requests": float})
    return table if table["price, $"].notna().any() else table.drop(columns="price, $")


@cache_with_limits(max_entries=20, max_mb=1)
def _measure(generation: Generation, run_ids: tuple[str, ...]) -> ScoreVariance:  # noqa: ARG001 - key of the cache
    return measure_score_variance(require_warehouse(), get_settings().workspace.prices, run_ids)
