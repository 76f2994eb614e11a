"""The two compared runs with the settings of their comparison, and the difference between every two runs."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses import compare
from core.analyses.skill import ASKED, estimate_skill
from core.formatting import split_shared_ending
from core.records import Scored
from core.warehouse.aggregation import Aggregation
from core.warehouse.aggregation_presets import build_pair_aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_model_kinds, has_model_answered, list_constant_baseline_runs
from dashboard.pages.compare import texts
from dashboard.selection.bootstrap_constants import load_constants
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.run_limit import get_run_limit
from dashboard.style.palette import MarkerStyle, get_marker_style
from dashboard.widgets.run_selector import list_filtered_runs
from dashboard.widgets.truth_labels import get_score_label


@dataclass(frozen=True, slots=True)
class RunComparison:
    """The two compared runs and the settings of their comparison.

    Attributes:
        first, second: run ids.
        against: the truth to score against.
        right_at: the lowest score at which a number is right.
        of_page: the filters of the page.
        runs: both and those beside them, as `find_closest_runs` returns them.
    """

    first: str
    second: str
    against: Scored
    right_at: float
    of_page: Filters
    runs: pd.DataFrame

    @property
    def filters(self) -> Filters:
        """The page's filters, restricted to the two runs."""
        return {**self.of_page, "runs": [self.first, self.second]}

    @property
    def side_by_side(self) -> Filters:
        """The page's filters, restricted to the runs side by side."""
        return {**self.of_page, "runs": list(self.runs.index)}

    def build_aggregation(self, *by: str) -> Aggregation:
        """Build the aggregation of pairs of answers by these columns."""
        return build_pair_aggregation(by, compare.SUMMED_COLUMNS, self.against, self.right_at)

    @property
    def names(self) -> tuple[str, str]:
        """The labels of the two runs, without an ending that both share."""
        (first, second), _ = split_shared_ending(self._get_both("run_label"))
        return first, second

    @property
    def shared_ending(self) -> str:
        """The ending of both labels that `names` leaves out; empty if they share none."""
        return split_shared_ending(self._get_both("run_label"))[1]

    @property
    def model_ids(self) -> tuple[str, str]:
        """The models of the two runs."""
        return self._get_both("model_id")

    @property
    def looks(self) -> tuple[MarkerStyle, MarkerStyle]:
        """The marker styles of the two runs' models."""
        first, second = (get_marker_style(model_id, get_model_kinds()) for model_id in self.model_ids)
        return first, second

    @property
    def measure(self) -> str:
        """The score, in words."""
        return get_score_label(self.against)

    @property
    def outcomes(self) -> dict[str, str]:
        """The labels of the outcomes."""
        first, second = self.names
        labels = ("both right", f"only {first}", f"only {second}", "neither right")
        return dict(zip(compare.OUTCOMES, labels, strict=True))

    def list_silent_references(self, unreadable: pd.Series) -> list[str]:
        """List the names of the runs that lack answers, if all of these are of reference models; else nothing.

        Args:
            unreadable: number of unreadable answers of either run, by run id.
        """
        n_unreadable = unreadable[[self.first, self.second]]
        named_runs = zip(self.names, self._get_both("model_kind"), n_unreadable, strict=True)
        lacking = [(name, kind) for name, kind, n in named_runs if n]
        return [name for name, _ in lacking] if all(kind == "reference" for _, kind in lacking) else []

    def _get_both(self, column: str) -> tuple[str, str]:
        first, second = self.runs.loc[[self.first, self.second], column]
        return str(first), str(second)


def ensure_two_runs(filters: Filters) -> Filters:
    """Return the filters; drop the model filter with a notice if it would leave a single run."""
    if not filters["model"] or len(list_filtered_runs(filters)) != 1:
        return filters
    st.caption(texts.IGNORED_FILTER)
    return {**filters, "model": None}


def find_closest_runs(runs: pd.DataFrame, first: str, second: str) -> pd.DataFrame:
    """Find both runs and, if there are many others, those with the nearest mean scores; then references.

    Args:
        runs: in the order of `run_limit.choose_top_runs`.
        first: a run.
        second: another run.
    """
    scores = runs["score"]
    distance = (scores - scores[first]).abs().combine((scores - scores[second]).abs(), min).fillna(float("inf"))
    others = distance[runs["model_kind"] != "reference"].drop([first, second], errors="ignore")
    n_others = max(get_run_limit() - 2, 0)
    kept = {first, second, *others.sort_values(kind="stable").index[:n_others]}
    return runs[runs.index.isin(kept) | (runs["model_kind"] == "reference")]


def compute_constant_mean(pair: RunComparison) -> float | None:
    """Compute the best constant answer's mean score over the answers that both runs gave, in percent.

    Returns:
        None against the image-plane answer, and if a model has answered: its lead over constants is its skill.
    """
    baselines = list_constant_baseline_runs()
    if has_model_answered() or pair.against != "truth" or not baselines:
        return None
    filters = {**pair.of_page, "model": None, "runs": [pair.first, pair.second, baselines[0]]}
    by_run = Aggregation(("run_id", *ASKED), ("score",))
    return analyse_aggregation(compare.average_common_answers, filters, by_run, baselines[0], (pair.first, pair.second))


def compute_differences(pair: RunComparison) -> pd.DataFrame:
    """Compute the difference of every two of the runs side by side, as `compare.compare_run_pairs` returns them."""
    sums = build_pair_aggregation(("first", "second", "group_id"), ("difference",), pair.against)
    kinds = tuple((str(run_id), str(kind)) for run_id, kind in pair.runs["model_kind"].items())
    pairs = analyse_aggregation(compare.compare_run_pairs, pair.side_by_side, sums, kinds)
    baseline = next((run_id for run_id in pair.runs.index if run_id in list_constant_baseline_runs()), None)
    constants = load_constants() if baseline and pair.against == "truth" else None
    if constants is None:
        return pairs
    by_run = analyse_aggregation(pd.DataFrame.copy, pair.side_by_side, Aggregation(("run_id", *ASKED), ("score",)))
    skills = estimate_skill(by_run, ["run_id"], constants)
    return compare.replace_by_skill(pairs, skills, str(baseline), kinds)
