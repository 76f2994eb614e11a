"""Runs that fit the filters, and widgets to choose among them."""

from collections.abc import Callable, Iterable
from typing import NoReturn

import pandas as pd
import streamlit as st

from core.analyses.answered import format_partial_runs, label_with, name_some
from core.analyses.estimates import count_answers_by_run
from core.analyses.slice_sentences import is_full_score
from core.records import Scored
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_run_ranks
from dashboard.data.current_benchmark import get_benchmark_id, get_settings
from dashboard.data.queries import cache_per_generation, run_query
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import common as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.filters import clear_filters, count_filters
from dashboard.selection.selectors import choose_option, choose_segment, list_searchable_options
from dashboard.widgets import navigation
from dashboard.widgets.truth_labels import get_truth_labels

ONE_RUN = (
    "the published one, or else the fullest with the benchmark's own prompt and the original image view, never answers "
    "from *Ask a model*"
)
"""Description of the run that represents its model in means over several models."""


_SCORES = Aggregation(("run_id",), ("score", "foil_score"))


def select_run_answers(answers: pd.DataFrame, run_id: str) -> pd.DataFrame:
    """Return the answers of one run."""
    return answers[answers["run_id"] == run_id]


def list_filtered_runs(filters: Filters) -> pd.DataFrame:
    """Return the runs with answers that fit the filters, by id: name, model, kind and coverage; the best model first.

    All runs are returned; pages limit how many they show. The order depends on the warehouse alone, so that a
    choice keeps its position when a filter changes.
    """
    ranking = run_query("ranking", kinds=None)[["run_id", "run_label", "model_id", "model_kind"]].set_index("run_id")
    runs = ranking.join(analyse_aggregation(count_answers_by_run, filters, _SCORES, of_all=True), how="inner")
    is_reference = runs["model_kind"] == "reference"
    return runs.loc[is_reference.sort_values(kind="stable").index]


def sort_references_last(rows: pd.DataFrame) -> pd.DataFrame:
    """Sort the rows of runs, by `kind`, so that reference models come after the others."""
    return rows.sort_values("kind", key=lambda kind: kind == "reference", kind="stable")


@cache_per_generation
def list_coverage_texts() -> dict[str, str]:
    """Return by run id `12 of 400 photographs`, only for the runs that have not answered every case."""
    return format_partial_runs(run_query("ranking", kinds=None), get_benchmark_info().words)


@cache_per_generation
def list_unranked_runs() -> frozenset[str]:
    """Return the ids of the runs that are listed last because they have answered only a part of the benchmark."""
    ranking = run_query("ranking", kinds=None)
    return frozenset(ranking.loc[~ranking["is_ranked"].astype(bool), "run_id"])


def add_coverage_column(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of runs, by `run_id`, with the column `answered` that charts show below a run's name."""
    return rows.assign(answered=rows["run_id"].map(list_coverage_texts()).astype(object).fillna(""))


def describe_partial_runs(run_ids: Iterable[str]) -> str:
    """Return which of these runs have answered only a part of the benchmark; empty if none has."""
    texts, labels = list_coverage_texts(), get_run_labels()
    named = [label_with(labels[run_id], texts[run_id]) for run_id in run_ids if run_id in texts]
    return f"Only part of the benchmark was answered by {name_some(named)}." if named else ""


@cache_per_generation
def get_run_labels() -> dict[str, str]:
    """Return the labels of the runs with answers, by run id."""
    return dict(run_query("ranking", kinds=None)[["run_id", "run_label"]].itertuples(index=False))


def sort_by_value(rows: pd.DataFrame, value: str) -> pd.DataFrame:
    """Sort the rows of runs, by `run_id`, with the highest value first and unranked runs last."""
    is_ranked = ~rows["run_id"].isin(list_unranked_runs())
    order = rows.assign(is_ranked=is_ranked).sort_values(["is_ranked", value], ascending=False, kind="stable").index
    return rows.loc[order]


def sort_by_rank(rows: pd.DataFrame) -> pd.DataFrame:
    """Sort the rows of runs, by `run_id`, in the order of runs that all pages share."""
    places = get_run_ranks()
    return rows.sort_values("run_id", key=lambda ids: ids.map(places), kind="stable")


def choose_run(runs: pd.DataFrame, label: str, key: ElementKey, place: int = 0) -> str:
    """Show a choice among runs and return the chosen run's id.

    Args:
        runs: as `list_filtered_runs` returns them.
        label: of the widget.
        key: of the widget, and in the URL.
        place: index of the initially chosen run.
    """
    names = dict(runs["run_label"])
    with st.container(width=280, gap="small"):
        listed = list_searchable_options(label, names, key)
        return str(choose_option(label, {run_id: names[run_id] for run_id in listed}, key, place=place))


def find_perfect_runs(runs: pd.DataFrame) -> pd.Series:
    """Return by run whether it makes no mistake in the whole benchmark.

    Args:
        runs: as `list_filtered_runs` returns them.
    """
    scores = run_query("ranking", kinds=None).set_index("run_id")["score"].reindex(runs.index)
    return scores.map(is_full_score)


def choose_truth_or_foil() -> Scored:
    """Show the choice between truth and foil and return it; without a foil there is no choice."""
    described = get_benchmark_info()
    if described.foil is None:
        return "truth"
    by_frame = {described.truth.frame: described.truth, described.foil.frame: described.foil}
    explanation = " ".join(f"{frame.title}: {frame.phrase}." for frame in by_frame.values())
    titles = dict(zip(by_frame, get_truth_labels(described).values(), strict=True))
    frame = choose_segment("Scored against", titles, keys.FRAME, explanation=explanation)
    return "truth" if frame == described.truth.frame else "foil"


def build_run_command() -> str:
    """Return the command that asks a model about the benchmark."""
    return f"trilens run --benchmark {get_benchmark_id()} --model MODEL"


def show_empty_state(
    sentence: str, title: str = "Nothing to show", command: str = "", show_link: Callable[[], object] | None = None
) -> NoReturn:
    """Show why there is nothing to show, with a button to clear the filters if any is set; end the page.

    Args:
        sentence: what is missing.
        title: in bold.
        command: makes the missing runs; if given, it is shown with a link to import them.
        show_link: shows a link to another page that may help.
    """
    st.info(sentence, title=title)
    if command and not get_settings().read_only:
        st.code(command, None, wrap_lines=True)
        navigation.show_import_link()
    if show_link:
        show_link()
    if count_filters():
        st.button("Clear all filters", on_click=clear_filters)
    st.stop()
