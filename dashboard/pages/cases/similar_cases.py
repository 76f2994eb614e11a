"""Cases like the open one, by factors, parameters and outcomes, as thumbnails."""

from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.similar_cases import SimilarCase, choose_candidates, describe_similarity, find_similar_cases
from core.formatting import escape_markdown
from core.records import is_number_kind
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import cache_per_generation, count_rows, read_table, run_query
from dashboard.pages.cases import texts
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.cached_analyses import list_displayed_runs
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.tables import show_lazy_expander
from dashboard.widgets.thumbnails import build_linked_gallery, build_thumbnail, load_excerpts

N_SHOWN = 8
"""Number of similar cases."""

MAX_RUNS = 20
"""Number of runs whose outcomes are compared."""

MAX_CASES = 50_000
"""Number of cases above which the comparison would slow the page."""


def show(case_id: str, filters: Filters, right_at: float, *, is_on_cases: bool = True) -> None:
    """Show the closed list of similar cases; for a benchmark with too many cases, a sentence instead.

    Args:
        case_id: the open case, or the one that another page shows.
        filters: with the models and questions whose outcomes are compared.
        right_at: the score from which a number is right.
        is_on_cases: whether the page is Cases.
    """
    words = get_benchmark_info().words
    if count_rows("cases") > MAX_CASES:
        st.caption(texts.describe_limit(words.cases, MAX_CASES))
        return
    label = texts.name_similar(words.cases.capitalize())
    show_lazy_expander(label, "similar-cases", partial(_show_similar, case_id, filters, right_at, is_on_cases))


def _show_similar(case_id: str, filters: Filters, right_at: float, is_on_cases: bool) -> None:
    words = get_benchmark_info().words
    similar = list_similar_cases(case_id, filters, right_at)
    if not similar:
        st.caption(texts.describe_no_similar(words.case, words.group))
        return
    case_ids = [case.case_id for case in similar]
    pictures, questions = load_tile_rows(case_ids), load_excerpts(case_ids)
    tiles = [
        build_thumbnail(
            pictures[case.case_id],
            case.case_id,
            describe_similarity(case),
            is_outlined=True,
            question=questions.get(case.case_id, ""),
        )
        for case in similar
    ]
    build_linked_gallery(tiles, keys.SIMILAR_CASES, is_on_cases=is_on_cases).show()
    st.caption(texts.explain_similar(escape_markdown(words.groups), MAX_RUNS))


def list_similar_cases(case_id: str, filters: Filters, right_at: float) -> list[SimilarCase]:
    """List the cases of other groups that are most like a case, as `core.analyses.similar_cases` defines it."""
    levels, parameters, groups = _load_levels(), _load_parameters(), _load_groups()
    candidates = choose_candidates(case_id, groups, levels, parameters)
    run_ids = list_displayed_runs(filters, "models")[:MAX_RUNS]
    question_ids = filters["question"]
    answers = run_query(
        "tile_answers",
        case_ids=sorted([case_id, *candidates.index]),
        run_ids=list(run_ids),
        question_ids=question_ids if isinstance(question_ids, list) else None,
        right_at=right_at,
    )
    answers = answers.assign(share=answers["n_right"] / answers["n_asked"])
    outcomes = answers.pivot_table(index="case_id", columns="run_id", values="share")
    return find_similar_cases(case_id, candidates, levels, outcomes, N_SHOWN)


@cache_per_generation
def _load_groups() -> pd.Series:
    cases = read_table("cases")
    return pd.Series(cases["group_id"].to_numpy(), index=cases["case_id"].to_numpy())


@cache_per_generation
def _load_levels() -> pd.DataFrame:
    """Load the level by case and factor, without factors that follow from the answers."""
    keys = [factor.key for factor in get_benchmark_info().case_factors if factor.origin != "answers"]
    rows = read_table("case_factors")
    rows = rows[rows["factor"].isin(keys)].astype({"level": object})
    return rows.pivot_table(index="case_id", columns="factor", values="level", aggfunc="first")


@cache_per_generation
def _load_parameters() -> pd.DataFrame:
    """Load the numbers of each case: its measures, such as its margin, and the truth of each question for a number."""
    truths = run_query("asked_truths")
    truths = truths[truths["question_kind"].map(is_number_kind).astype(bool)]
    numbers = truths.astype({"truth": float}).pivot_table(index="case_id", columns="question_id", values="truth")
    measures = read_table("case_measures").pivot_table(index="case_id", columns="measure", values="value")
    return pd.concat([numbers.add_suffix(" truth"), measures], axis=1)
