"""Seconds, tokens and cost of each run, for every place that lists runs."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.errors import PriceError
from core.formatting import escape_markdown
from core.inference.prices import find_price
from dashboard.data.current_benchmark import get_settings
from dashboard.data.queries import run_query
from dashboard.widgets.tables import DecimalColumn

COST_NOTE = "Cost is at list price, from mean input and output tokens per reply; batches and caches cost less."

USAGE_TITLES = {
    "median_latency_s": "median seconds",
    "input_tokens": "input tokens per reply",
    "output_tokens": "output tokens per reply",
    "cost_usd": "US$ per 1,000 replies",
}
"""Titles by column of `load_run_usage`."""

_DECIMALS = {"median_latency_s": 1, "input_tokens": 0, "output_tokens": 0, "cost_usd": 2}

USAGE_COLUMNS: Mapping[str, Any] = {name: DecimalColumn(title, _DECIMALS[name]) for name, title in USAGE_TITLES.items()}
"""Columns of a table of runs, as `show_table` takes them."""

USAGE_FORMATS = {title: f"{{:,.{_DECIMALS[name]}f}}" for name, title in USAGE_TITLES.items()}
"""Formats by title, as `show_small_table` takes them."""


def load_run_usage() -> pd.DataFrame:
    """Return seconds, tokens and cost of each run of the selected benchmark, indexed by run id.

    Returns:
        The columns of the query `run_usage` and cost_usd, of 1,000 replies at list price; NaN where unknown. If the
        table of prices cannot be read, a warning names the row and no cost is known.
    """
    usage = run_query("run_usage").set_index("run_id")
    try:
        prices = {
            model_id: find_price(model_id, get_settings().workspace.prices) for model_id in usage["model_id"].unique()
        }
    except PriceError as error:
        st.warning(escape_markdown(str(error)))
        prices = {}
    costs = [
        price.compute_cost_usd(1000 * row["input_tokens"], 1000 * row["output_tokens"])
        if (price := prices.get(row["model_id"]))
        else None
        for row in usage.to_dict("records")
    ]
    return usage.assign(cost_usd=pd.Series(costs, usage.index, dtype=float))


def join_known_usage(rows: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, str]]:
    """Join the seconds, tokens and cost of each row's run; return the rows and the titles of what any run knows.

    Args:
        rows: with the column run_id.
    """
    joined = rows.join(load_run_usage()[list(USAGE_TITLES)], on="run_id")
    return joined, {name: title for name, title in USAGE_TITLES.items() if joined[name].notna().any()}
