"""Table of the page Overview: the ranking with intervals, counts and unreadable answers."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.analyses import blind_references
from core.analyses.overview import Overview
from core.analyses.phrases import UNREADABLE
from core.formatting import escape_markdown, format_bounds
from core.solvers.fitted import FITTED
from dashboard.pages.overview import texts
from dashboard.pages.overview.run_choice import select_top_rows
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.run_usage import USAGE_FORMATS, join_known_usage
from dashboard.widgets.tables import download, format_intervals, show_small_table


def show_table(every: pd.DataFrame, overview: Overview, chosen: Sequence[str] = ()) -> None:
    """Show the ranking with its intervals, counts and unreadable answers.

    Args:
        every: the query `draw_score_pairs`.
        overview: the overview.
        chosen: ids of the runs that were chosen by name.
    """
    described, none = overview.about, blind_references.list_unanswered_references(every)
    every = blind_references.clear_unreadable_counts(every.dropna(subset=["score"]))
    every = every.join(overview.scores.set_index("run_id")[["low", "high", "least", "most", "n_groups"]], on="run_id")
    rows, told = select_top_rows(every, chosen)
    rows, usage = join_known_usage(rows)
    columns = {
        "run_label": "Model",
        "score": f"{described.score}, %",
        "interval": "95% CI",
        **({"foil_score": f"{described.foil_score}, %", "reliance": described.difference} if described.foil else {}),
        "n": "n",
        "unreadable": "unreadable",
        "bounds": texts.BOUNDS_HEADING,
        "cases": described.words.cases,
        "groups": described.words.groups,
        **usage,
    }
    scores = [columns[name] for name in ("score", "foil_score", "reliance") if name in columns]
    two_decimals = dict.fromkeys(scores, "{:.2f}")
    is_blind = rows["model_id"].isin(FITTED)
    bounds = [
        format_bounds(*ends) for ends in zip(rows["least"].mask(is_blind), rows["most"].mask(is_blind), strict=True)
    ]
    is_partial = rows["cases"] < rows["all_cases"]
    if is_partial.any():
        of_all = rows["cases"].map("{:,}".format) + " of " + rows["all_cases"].map("{:,}".format)
        rows = rows.assign(cases=rows["cases"].map("{:,}".format).mask(is_partial, of_all))
    named = rows.assign(interval=format_intervals(rows), bounds=bounds)[list(columns)].rename(columns=columns)
    counts = ["n", "unreadable", described.words.groups] + ([] if is_partial.any() else [described.words.cases])
    show_small_table(named, {**two_decimals, **{title: USAGE_FORMATS[title] for title in usage.values()}}, counts)
    notes = [
        told,
        blind_references.describe_missing_references(none, described.words) if none else "",
        texts.explain_foil_columns(described, described.foil.phrase) if described.foil else "",
    ]
    if any(notes):
        st.caption(escape_markdown(" ".join(filter(None, notes))))
    show_help_popover(UNREADABLE)
    download(every, "ranking")
