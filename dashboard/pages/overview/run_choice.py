"""Choice of the runs that the page Overview shows if there are many."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.overview import Overview
from dashboard.data.benchmark_info import get_run_kinds
from dashboard.pages.overview import texts
from dashboard.runtime.state_keys import overview as keys
from dashboard.selection.run_limit import NUMBERS, choose_top_runs, format_limit_note, get_run_limit
from dashboard.selection.selectors import choose_several


def choose_runs(overview: Overview, n_ranked: int) -> list[str]:
    """Show a list to choose runs by name if there are more than a page shows, and return the chosen ones.

    Args:
        overview: the overview.
        n_ranked: number of models in the ranking.
    """
    rows = overview.scores[overview.scores["kind"] != "reference"]
    if len(rows) <= NUMBERS[0]:
        return []
    labels = dict(zip(rows["run_id"], rows["label"], strict=True))
    return choose_several(
        "Models", labels, keys.MODELS, texts.explain_run_choice(get_run_limit(), n_ranked, len(labels))
    )


def select_top_rows(rows: pd.DataFrame, chosen: Sequence[str]) -> tuple[pd.DataFrame, str]:
    """Return the rows of the runs that `choose_top_runs` selects for a page, and a text on how many they are.

    Args:
        rows: one row per run, by `run_id`; rows without a run stay.
        chosen: ids of the runs that were chosen by name.
    """
    run_ids = rows["run_id"].dropna()
    top_runs = choose_top_runs(run_ids, chosen)
    kinds = get_run_kinds()
    n_shown, n_all = (sum(kinds[run_id] != "reference" for run_id in ids) for ids in (top_runs, set(run_ids)))
    text = format_limit_note(n_shown, n_all)
    return rows[rows["run_id"].isin(top_runs) | rows["run_id"].isna()].reset_index(drop=True), text and f"{text}."
