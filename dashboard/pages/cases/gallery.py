"""The gallery of the Cases page: sorted thumbnails, with outcome and page in the URL."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses.reply_search import MAX_TYPED
from core.records import RIGHT_AT
from core.warehouse.read import Filters, Parameter
from dashboard.data.benchmark_info import get_benchmark_info, has_model_answered, have_cases_questions
from dashboard.data.queries import run_query
from dashboard.pages.cases import (
    case_header,
    code_filter,
    gallery_options,
    gallery_search,
    gallery_sorting,
    gallery_table,
    gallery_texts,
    gallery_tiles,
    level_counts,
    texts,
    url_state,
)
from dashboard.pages.cases.filter_prefetch import prefetch_next_filters
from dashboard.runtime.page_layout import get_controls
from dashboard.runtime.session_state import StateKey
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, list_eligible_runs
from dashboard.selection.filters import (
    OF_CASES,
    clear_all,
    get_page_filter_area,
    list_best_values,
    list_filter_options,
    read_correctness_threshold,
)
from dashboard.selection.selectors import (
    choose_option,
    choose_optional,
    list_searchable_options,
    migrate_renamed_option,
)
from dashboard.widgets import note_author, pins, reply_matches
from dashboard.widgets.answers_table import get_verdict_words
from dashboard.widgets.start_links import show_start_links
from dashboard.widgets.thumbnails import show_credit

ONE_RIGHT = {keys.RIGHT_MODEL: "Correct", keys.WRONG_MODEL: "Wrong"}
PAGES_PX = 320
"""Width of the page numbers with their arrows; at its natural width, a list of two pages shows only the first."""

OUTCOME, LABEL = "Outcome", "Label"


@dataclass(frozen=True, slots=True)
class GalleryOrder:
    """The outcome that a photograph must have, and the order of the gallery.

    Attributes:
        outcome: required of at least one answer to the photograph.
        right_at: the score from which a number is right.
        sort: the order.
        right_model, wrong_model: only photographs with a question that the first answers right and the second wrong.
        label: only photographs with a note of this label.
        code: only photographs with an answer of this failure code, by its id.
        code_sample: only such answers of this review sample, by its id.
        code_coder: only codes of this coder; None for the first coder of each answer.
        reply_search: only photographs with a reply that this search finds.
        case_search: only photographs whose id, question and notes contain these words.
    """

    outcome: str
    right_at: float
    sort: str
    right_model: str | None = None
    wrong_model: str | None = None
    label: str | None = None
    code: str | None = None
    code_sample: str | None = None
    code_coder: str | None = None
    reply_search: str = ""
    case_search: str = ""

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the query `cases`."""
        outcome = None if self.outcome == "any" else self.outcome
        return {"outcome": outcome, "right_at": self.right_at, "sort": self.sort}


def list_outcomes() -> dict[str, str]:
    """Return the outcomes of an answer that the benchmark knows, by their names in links."""
    described = get_benchmark_info()
    words = get_verdict_words()
    names = {"any": "any", "wrong": words["wrong"], "right": words["right"]}
    if described.foil:
        truth, foil = described.truth.title, described.foil.title
        names |= {"right_in_2d_only": words["foil_only"], "fits_the_picture": texts.name_foil_outcome(foil, truth)}
    if len(described.questions) > 1 and described.has_numbers:
        names["contradicted"] = "contradicts itself"
    return names | {"unreadable": "unreadable"}


def read_order() -> GalleryOrder:
    """Return the session's choices of outcome and order."""
    sort = keys.SORT_ORDER.read()
    return GalleryOrder(
        outcome=keys.OUTCOME.read() or "any",
        right_at=read_correctness_threshold(),
        sort=sort if sort is not None and sort in gallery_options.list_orders() else "worst",
        right_model=keys.RIGHT_MODEL.read(),
        wrong_model=keys.WRONG_MODEL.read(),
        label=keys.NOTE_LABEL.read(),
        code=keys.CODE.read(),
        code_sample=keys.CODE_SAMPLE.read(),
        code_coder=keys.CODER.read(),
        reply_search=(keys.REPLY_SEARCH.read() or "").strip(),
        case_search=(keys.CASE_SEARCH.read() or "").strip()[:MAX_TYPED],
    )


def list_further_choices() -> dict[StateKey[str], str]:
    """Return the choices that narrow the gallery beside the filters: the control's title and choice by its key."""
    order, models = read_order(), list_filter_options("model")
    outcome = None if order.outcome == OF_CASES[keys.OUTCOME] else list_outcomes().get(order.outcome)
    chosen: dict[StateKey[str], tuple[str, str | None]] = {
        keys.OUTCOME: (OUTCOME, outcome),
        keys.RIGHT_MODEL: (ONE_RIGHT[keys.RIGHT_MODEL], models.get(order.right_model or "")),
        keys.WRONG_MODEL: (ONE_RIGHT[keys.WRONG_MODEL], models.get(order.wrong_model or "")),
        keys.NOTE_LABEL: (LABEL, order.label),
        **code_filter.list_choices(order),
        keys.REPLY_SEARCH: (texts.REPLY_SEARCH, order.reply_search or None),
        keys.CASE_SEARCH: (texts.CASE_SEARCH, order.case_search or None),
    }
    return {key: f"{title}: {name}" for key, (title, name) in chosen.items() if name is not None}


def show_order() -> None:
    """Show the controls of outcome and order in the sidebar: the first two among the filters of answers."""
    names, orders = list_outcomes(), gallery_options.list_orders()
    former = {name.replace("correct", "right"): outcome for outcome, name in names.items() if "correct" in name}
    former |= {name.replace("closer", "nearer"): outcome for outcome, name in names.items() if "closer" in name}
    migrate_renamed_option(keys.OUTCOME, names, former)
    migrate_renamed_option(keys.SORT_ORDER, orders, gallery_options.list_former_orders())
    with get_page_filter_area():
        st.text_input(
            texts.CASE_SEARCH,
            key=keys.CASE_SEARCH,
            bind="query-params",
            max_chars=MAX_TYPED,
            live=True,
            help=texts.explain_case_search(get_benchmark_info().words.cases),
        )
        choose_option(OUTCOME, names, keys.OUTCOME, explanation=texts.explain_outcome(get_benchmark_info().words.cases))
        st.segmented_control(
            "Order",
            list(orders),
            format_func=lambda name: orders.get(name, name),
            default="worst",
            required=True,
            key=keys.SORT_ORDER,
            bind="query-params",
        )
    with get_controls():
        with st.expander(texts.ONE_RIGHT):
            for key, label in ONE_RIGHT.items():
                _show_model(key, label)
            st.caption(texts.explain_one_right(get_benchmark_info().words.cases.capitalize()))
        if labels := note_author.list_note_labels():
            choose_optional(LABEL, {label: label for label in labels}, keys.NOTE_LABEL, "any")
        code_filter.show_choices()
        st.text_input(
            texts.REPLY_SEARCH,
            key=keys.REPLY_SEARCH,
            bind="query-params",
            max_chars=MAX_TYPED,
            placeholder='appears "right angle"',
            help=texts.REPLY_SEARCH_HELP,
        )


def load_cases(filters: Filters, order: GalleryOrder) -> pd.DataFrame:
    """Load the photographs that fit filters, outcome and label, in order and by the chosen groups."""
    found = run_query("cases", filters=filters, **order.parameters)
    if order.right_model is not None and order.wrong_model is not None:
        differing = run_query(
            "differing_cases",
            right_model=order.right_model,
            wrong_model=order.wrong_model,
            question_ids=filters["question"],
            right_at=order.right_at,
        )
        found = found[found["case_id"].isin(differing["case_id"])]
    if order.label is not None:
        labelled = {note.case_id for note in note_author.load_notes().notes if note.label == order.label}
        found = found[found["case_id"].isin(labelled)]
    found = gallery_search.filter_cases(_filter_by_review(found, filters, order), order.case_search)
    found = gallery_sorting.sort_cases(found, order.sort, filters, order.right_at)
    return gallery_options.assign_groups(found, filters, order.right_at)


def _filter_by_review(cases: pd.DataFrame, filters: Filters, order: GalleryOrder) -> pd.DataFrame:
    """Return the cases with an answer of the chosen failure code and a reply that the search finds."""
    if order.code is not None:
        coded_ids = {key.case_id for key in code_filter.list_answers(filters, order)}
        cases = cases[cases["case_id"].isin(coded_ids)]
    if order.reply_search:
        runs = list_eligible_runs(filters, "asked")
        of_runs = {**filters, **NOBODY_CHOSEN, "runs": list(runs), "with_references": True}
        matching = reply_matches.list_matching_cases(order.reply_search, of_runs, order.right_at)
        cases = cases[cases["case_id"].isin(matching or ())]
    return cases


def _show_model(key: StateKey[str], label: str) -> None:
    names = list_filter_options("model")
    listed = list_searchable_options(label, names, key, list_best_values("model", names))
    choose_optional(label, {model: names[model] for model in listed}, key, "any model")


def show(filters: Filters, order: GalleryOrder, pinned_ids: list[str]) -> None:
    """Show a page of the gallery below its controls; for an empty selection, a button that clears the filters."""
    sentence = st.container()
    show_start_links(texts.NO_MODEL, describes_references=False)
    counts = st.container()
    with st.container(horizontal=True, vertical_alignment="center", key=keys.GALLERY_HEAD):
        size = gallery_options.show()
        pages = st.container(width=PAGES_PX)
        selection = st.container(width="content")
    cases = load_cases(filters, order)
    with counts:
        level_counts.show(list(cases["case_id"]))
    if cases.empty:
        st.info(texts.describe_no_case(get_benchmark_info().words.case), title="Nothing to show")
        if order.reply_search:
            st.caption(texts.SEARCH_PROBLEMS)
        st.button("Clear all filters", on_click=clear_all)
        return
    with sentence:
        _show_summary(cases, filters, order)
    with pages:
        start = _show_pages(len(cases))
    with selection:
        pins.show_pin_all(list(cases["case_id"]), pinned_ids)
    gallery_tiles.show(cases, start, filters, order.right_at, size, pinned_ids)
    show_credit()
    gallery_table.show(cases)
    if order == GalleryOrder("any", RIGHT_AT, "worst") and size == gallery_options.MEDIUM:
        prefetch_next_filters(filters, order.right_at, size)


def _show_summary(found: pd.DataFrame, filters: Filters, order: GalleryOrder) -> None:
    described = get_benchmark_info()
    absent = int(found["image_key"].isna().sum())
    coded = code_filter.describe_count(found["case_id"], filters, order)
    order_words = gallery_options.describe_order(order.sort, filters)
    question_count = gallery_texts.describe_question_count(_count_questions(filters), described.words.group)
    counts = gallery_texts.describe_gallery(
        described.format_case_count(len(found)), question_count, order_words, coded, absent
    )
    question = gallery_texts.ask_for_failures(described.words.cases, gallery_options.name_answerers())
    extremes = f"**{_describe_extremes(found)}**  \n" if has_model_answered() and found["answers"].any() else ""
    partial = gallery_texts.PARTIAL_SCORES if described.has_graded_scores else ""
    st.markdown(extremes + " ".join(filter(None, [question, counts, partial])))


def _describe_extremes(cases: pd.DataFrame) -> str:
    answered = cases[cases["answers"] > 0]
    n_none, n_all = (int((answered["correct"] == count).sum()) for count in (0, answered["answers"]))
    return gallery_texts.describe_extremes(n_none, n_all, len(answered), get_benchmark_info().words.cases)


def _count_questions(filters: Filters) -> int:
    """Count the chosen questions that every case asks; 0 if cases ask different ones."""
    if have_cases_questions():
        return 0
    chosen = filters["question"]
    return len(chosen if isinstance(chosen, list) else get_benchmark_info().questions)


def _keep_page() -> None:
    """Write the chosen page to the URL (callback)."""
    url_state.write_page(keys.PAGE_NUMBER.read() or 1)


def _show_pages(count: int) -> int:
    """Show the pages of the gallery; return the position of the first case on the chosen one."""
    pages = -(-count // case_header.CASES_PER_PAGE)
    if pages == 1:
        return 0
    keys.PAGE_NUMBER.write(url_state.read_page(pages))
    page = st.pagination(pages, key=keys.PAGE_NUMBER, on_change=_keep_page)
    return (page - 1) * case_header.CASES_PER_PAGE
