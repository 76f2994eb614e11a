"""The choice of the answers to review: a sample, the current filters, two models, a second pass, or a split code."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from core.analyses.review_sample import MAX_SAMPLE, build_sample, plan_strata
from core.digest import compute_digest
from core.errors import ReviewError
from core.formatting import escape_markdown, format_time
from core.review.codebook import ReviewState
from core.review.cohorts import choose_free_name
from core.review.entries import AnswerKey
from core.solvers.fitted import FITTED
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_run_kinds, get_run_roles
from dashboard.data.current_benchmark import get_settings
from dashboard.data.failure_review import load_review
from dashboard.data.queries import run_query
from dashboard.pages.review import texts
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import review as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, Runs, list_displayed_runs
from dashboard.selection.filters import count_filters, read_correctness_threshold
from dashboard.selection.selectors import choose_option, migrate_renamed_option
from dashboard.widgets.review_state import READ_ONLY, find_decision, get_coder, write_entries
from dashboard.widgets.run_selector import get_run_labels

SIZES = (20, 50, 100, 200, MAX_SAMPLE)

SHARES = {"10%": 0.1, "20%": 0.2, "50%": 0.5, "all": 1.0}
"""Shares of the coded answers that a second pass takes."""

MAX_LISTED = 500
"""Maximum number of answers in a queue that is not a sample."""


@dataclass(frozen=True, slots=True)
class ReviewQueue:
    """Answers to review in order; `name` is stored with each decision."""

    name: str
    keys: tuple[AnswerKey, ...]

    @property
    def token(self) -> str:
        """A text that identifies the queue."""
        return compute_digest([self.name, *("|".join(key) for key in self.keys)])


def choose_queue(filters: Filters) -> ReviewQueue | None:
    """Show the choice of a queue and return it; None if it does not exist yet, after a sentence that explains why."""
    state = load_review()
    with st.container(horizontal=True, vertical_alignment="bottom", key=keys.QUEUE_CHOICE):
        migrate_renamed_option(keys.QUEUE, texts.QUEUES, texts.FORMER_QUEUES)
        name = choose_option(
            "Answers to review",
            texts.QUEUES,
            keys.QUEUE,
            place=1 if get_settings().read_only and not state.samples else 0,  # visitors cannot draw a sample
            width=420,
            explanation=texts.PURPOSE,
        )
        if name == "sample":
            return _choose_sample(state, filters)
        if name == "filter":
            return _list_filtered(filters)
        if name == "disagree":
            return _list_disagreeing(filters)
        if name == "second":
            return _list_second_pass(state)
        return _list_split(state)


def list_reviewed_runs(filters: Filters) -> Runs:
    """Return the displayed runs; those of reference models only if they are the only ones."""
    runs, kinds = list_displayed_runs(filters, "models"), get_run_kinds()
    return tuple(run_id for run_id in runs if kinds[run_id] != "reference") or runs


def build_run_filters(filters: Filters, runs: Iterable[str]) -> Filters:
    """Return the filters with exactly these runs."""
    return {**filters, **NOBODY_CHOSEN, "runs": list(runs), "with_references": True}


def describe_wrong_answers(filters: Filters) -> str:
    """State how many wrong answers fit the filters, and of how many models; empty if none does."""
    runs, kinds = list_reviewed_runs(filters), get_run_kinds()
    n_answers = int(_load_strata(filters, runs)["n_answers"].sum())
    are_references = all(kinds[run_id] == "reference" for run_id in runs)
    if not n_answers:
        return ""
    return texts.describe_wrong_answers(
        n_answers, len(runs), are_references=are_references, are_filtered=bool(count_filters())
    )


def find_wrong_answer(filters: Filters) -> AnswerKey | None:
    """Find a wrong answer that fits the filters, if possible not of a fitted baseline, and of a case with an image."""
    answers = _load_filtered(filters, n_per_cell=1).keys
    pictures = run_query("case_pictures", case_ids=[key.case_id for key in answers])
    with_image = set(pictures.loc[pictures["image_key"].notna(), "case_id"])
    roles = get_run_roles()
    baselines = set(roles.loc[roles["model_id"].isin(FITTED), "run_id"])
    return min(answers, key=lambda key: (key.run_id in baselines, key.case_id not in with_image), default=None)


def _load_strata(filters: Filters, runs: Runs) -> pd.DataFrame:
    return run_query("failed_strata", filters=build_run_filters(filters, runs), right_at=read_correctness_threshold())


def _choose_sample(state: ReviewState, filters: Filters) -> ReviewQueue | None:
    sample = None
    if state.samples:
        names = {sample_id: sample.name for sample_id, sample in state.samples.items()}
        sample = state.samples.get(str(choose_option("Sample", names, common_keys.REVIEW_SAMPLE, width=420)))
    with st.popover("Draw a sample", icon=":material/casino:", disabled=get_settings().read_only):
        _show_drawing(filters)
    if sample is None:
        reason = READ_ONLY if get_settings().read_only else texts.DRAW_SAMPLE
        st.info(texts.describe_no_sample(reason), width="stretch")
        return None
    return ReviewQueue("sample", sample.answers)


def _show_drawing(filters: Filters) -> None:
    runs = list_reviewed_runs(filters)
    sentence = describe_wrong_answers(filters) or texts.NO_WRONG_ANSWER
    st.markdown(f"{sentence} {texts.explain_sample(get_benchmark_info().words.case)}")
    size = st.selectbox("Number of answers", SIZES, index=2, key=keys.SAMPLE_SIZE)
    st.button("Draw", key=keys.DRAW_SAMPLE, on_click=_draw_sample, args=(filters, runs, int(size or 100)))


def _draw_sample(filters: Filters, runs: Runs, size: int) -> None:
    right_at, of_runs = read_correctness_threshold(), build_run_filters(filters, runs)
    try:
        strata = _load_strata(filters, runs)
        names = {key: question.name for key, question in get_benchmark_info().questions.items()}
        plans = plan_strata(strata, size, names)
    except ReviewError as error:
        common_keys.REVIEW_PROBLEM.write(str(error))
        return
    n_per_cell = max(plan.n_drawn for plan in plans)
    candidates = run_query(
        "failed_answers", filters=of_runs, right_at=right_at, seed=secrets.token_hex(8), n_per_cell=n_per_cell
    )
    fields = build_sample(plans, candidates, secrets.randbits(32))
    names_in_use = [sample.name for sample in load_review().samples.values()]
    name = choose_free_name(f"{size} answers, {format_time(datetime.now(UTC))}", names_in_use)
    for entry in write_entries([{"kind": "sample", "name": name, **fields}]):
        common_keys.REVIEW_SAMPLE.write(entry.entry_id)


def _list_filtered(filters: Filters) -> ReviewQueue | None:
    queue = _load_filtered(filters, MAX_LISTED)
    if not queue.keys:
        st.info(texts.NO_WRONG_ANSWER, width="stretch")
        return None
    return queue


def _load_filtered(filters: Filters, n_per_cell: int) -> ReviewQueue:
    """Load wrong answers that fit the filters; the first ones do not depend on how many are loaded per cell."""
    rows = run_query(
        "failed_answers",
        filters=build_run_filters(filters, list_reviewed_runs(filters)),
        right_at=read_correctness_threshold(),
        seed="filter",
        n_per_cell=n_per_cell,
    )
    return _build_queue("filter", rows)


def _list_disagreeing(filters: Filters) -> ReviewQueue | None:
    runs = list_reviewed_runs(filters)
    names = {run_id: label for run_id, label in get_run_labels().items() if run_id in runs}
    if len(names) < 2:
        st.info(texts.ONE_MODEL, width="stretch")
        return None
    first = choose_option("First model", names, keys.FIRST_RUN, width=240)
    second = choose_option("Second model", names, keys.SECOND_RUN, place=1, width=240)
    if first == second:
        st.info(texts.SAME_MODEL, width="stretch")
        return None
    rows = run_query(
        "disagreeing_answers",
        filters=build_run_filters(filters, [first, second]),
        right_at=read_correctness_threshold(),
    )
    if rows.empty:
        st.info(texts.SAME_OUTCOMES, width="stretch")
        return None
    return _build_queue("disagree", rows)


def _build_queue(name: str, rows: pd.DataFrame) -> ReviewQueue:
    columns = rows[["run_id", "case_id", "question_id"]].head(MAX_LISTED)
    return ReviewQueue(name, tuple(AnswerKey(*row) for row in columns.itertuples(index=False)))


def _list_second_pass(state: ReviewState) -> ReviewQueue | None:
    share = st.selectbox(texts.SHARE, list(SHARES), index=1, key=keys.RECODED_SHARE, width=220)
    coder = get_coder()
    answers = sorted(
        (
            key
            for key, decisions in state.decisions.items()
            if any(
                name.casefold() != coder.casefold() and state.get_code(decision) for name, decision in decisions.items()
            )
        ),
        key=compute_digest,  # ordered at random, always in the same way
    )
    if not answers:
        st.info(texts.NO_OTHER_CODER, width="stretch")
        return None
    n_taken = max(round(SHARES.get(str(share), 0.2) * len(answers)), 1)
    return ReviewQueue("second", tuple(answers[:n_taken]))


def _list_split(state: ReviewState) -> ReviewQueue | None:
    coder = get_coder()
    answers = tuple(
        key
        for key in state.decisions
        if (decision := find_decision(state, key, coder)) is not None
        and state.codes.get(state.get_code(decision)) is not None
        and not state.codes[state.get_code(decision)].is_active
    )
    if not answers:
        st.info(texts.NO_SPLIT_CODE, width="stretch")
        return None
    return ReviewQueue("split", answers)


def describe_answer(key: AnswerKey) -> str:
    """Describe an answer by its model, its question and its case, for a heading."""
    described = get_benchmark_info()
    question = described.questions.get(key.question_id)
    names = [get_run_labels().get(key.run_id, key.run_id)]
    if question is not None and len(described.questions) > 1:
        names.append(question.title)
    return " · ".join(escape_markdown(name) for name in [*names, key.case_id])
