"""The gallery of the Cases page: thumbnails in an order, with outcome and page in the URL."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.warehouse.read import Filters, Parameter
from dashboard.data.queries import Generation, about, generation, query
from dashboard.pages.cases import case_header, gallery_options, gallery_tiles, url_state
from dashboard.runtime.page_layout import get_controls
from dashboard.selection.filters import OF_CASES, best_values, chosen_right_at, clear_all, options_of, own_place
from dashboard.selection.selectors import accept_former, choose_listed, choose_or_none, listed_options
from dashboard.widgets import note_author
from dashboard.widgets.answers_table import verdict_words
from dashboard.widgets.tables import percent, show_table, show_when_opened
from dashboard.widgets.thumbnails import show_credit

ORDERS = {"worst": "worst first", "best": "best first", "id": "by number"}
ONE_RIGHT = {"right": "Correct", "wrong": "Wrong"}
PAGES_PX = 320
"""Of the numbers of pages with their arrows: where it takes its own width, a list of two shows the first alone."""

OUTCOME, LABEL = "Outcome of an answer", "Label of a note"


@dataclass(frozen=True, slots=True)
class Order:
    """Which outcome a photograph must have, and the order of the gallery.

    Attributes:
        outcome: of at least one answer of the photograph.
        right_at: the score from which on a number is right.
        sort: the order.
        right_model, wrong_model: only photographs with a question that the first gets right and the second wrong.
        label: only photographs with a note of this label.
    """

    outcome: str
    right_at: float
    sort: str
    right_model: str | None = None
    wrong_model: str | None = None
    label: str | None = None

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters of the query `cases`."""
        outcome = None if self.outcome == "any" else self.outcome
        return {"outcome": outcome, "right_at": self.right_at, "sort": self.sort}


def outcomes() -> dict[str, str]:
    """Outcomes of an answer by their names in links, those that the benchmark knows."""
    described = about()
    words = verdict_words()
    names = {"any": "any", "wrong": words["wrong"], "right": words["right"]}
    if described.foil:
        truth, foil = described.truth.title, described.foil.title
        names |= {"right_in_2d_only": words["foil_only"], "fits_the_picture": f"nearer to {foil} than to {truth}"}
    if len(described.questions) > 1 and described.has_numbers:
        names["contradicted"] = "contradicts itself"
    return names | {"unreadable": "unreadable"}


def chosen_order() -> Order:
    """What the controls of outcome and order say, as the session has it."""
    chosen = st.session_state
    return Order(
        outcome=chosen.get("outcome") or "any",
        right_at=chosen_right_at(),
        sort=chosen.get("sort") or "worst",
        right_model=chosen.get("right"),
        wrong_model=chosen.get("wrong"),
        label=chosen.get("label"),
    )


def further_choices() -> dict[str, str]:
    """What narrows the gallery beside the filters, by the key of its control: the control's title and the choice."""
    order, models = chosen_order(), options_of("model")
    chosen = {
        "outcome": (OUTCOME, None if order.outcome == OF_CASES["outcome"] else outcomes().get(order.outcome)),
        "right": (ONE_RIGHT["right"], models.get(order.right_model or "")),
        "wrong": (ONE_RIGHT["wrong"], models.get(order.wrong_model or "")),
        "label": (LABEL, order.label),
    }
    return {key: f"{title}: {name}" for key, (title, name) in chosen.items() if name is not None}


def show_order() -> None:
    """Shows the controls of outcome and order in the sidebar: the first two among the filters of answers."""
    names = outcomes()
    former = {name.replace("correct", "right"): outcome for outcome, name in names.items() if "correct" in name}
    accept_former("outcome", names, former)
    with own_place():
        choose_listed(
            OUTCOME,
            names,
            "outcome",
            explanation=f"Shows {about().words.cases} where at least one answer of the chosen models and questions has "
            "this outcome. A model counts by one run unless runs are chosen under *More filters*.",
        )
        st.segmented_control(
            "Order",
            list(ORDERS),
            format_func=ORDERS.__getitem__,
            default="worst",
            required=True,
            key="sort",
            bind="query-params",
        )
    with get_controls():
        with st.expander("One correct, another wrong"):
            for key, label in ONE_RIGHT.items():
                _show_model(key, label)
            st.caption(
                f"{about().words.cases.capitalize()} with a question that one model gets and the other gets wrong."
            )
        if labels := note_author.labels():
            choose_or_none(LABEL, {label: label for label in labels}, "label", "any or none")


def cases(filters: Filters, order: Order) -> pd.DataFrame:
    """The photographs that fit filters, outcome and label, in order and by the chosen groups."""
    found = query("cases", filters=filters, **order.parameters)
    if order.right_model is not None and order.wrong_model is not None:
        differing = query(
            "differing_cases",
            right_model=order.right_model,
            wrong_model=order.wrong_model,
            question_ids=filters["question"],
            right_at=order.right_at,
        )
        found = found[found["case_id"].isin(differing["case_id"])]
    if order.label is not None:
        labelled = {note.case_id for note in note_author.notes().notes if note.label == order.label}
        found = found[found["case_id"].isin(labelled)]
    return gallery_options.grouped(found, filters, order.right_at)


def _show_model(key: str, label: str) -> None:
    names = options_of("model")
    listed = listed_options(label, names, key, best_values("model", names))
    choose_or_none(label, {model: names[model] for model in listed}, key, "any model")


def show(filters: Filters, order: Order, pinned_ids: list[str]) -> list[str]:
    """A page of the gallery below its controls; for an empty selection, a button that clears the filters.

    Returns:
        The cases from the first on the page.
    """
    sentence = st.container()
    with st.container(horizontal=True, vertical_alignment="center", key="gallery-head"):
        size = gallery_options.show()
        pages = st.container(width=PAGES_PX)
    found = cases(filters, order)
    if found.empty:
        st.info(f"No {about().words.case} fits these filters.", title="Nothing to show")
        st.button("Clear all filters", on_click=clear_all)
        return []
    with sentence:
        _say_what(found, order)
    with pages:
        start = _show_pages(len(found))
    gallery_tiles.show(found, start, filters, order.right_at, size, pinned_ids)
    show_credit()
    _show_data(found)
    return list(found["case_id"].iloc[start:])


def _say_what(found: pd.DataFrame, order: Order) -> None:
    described = about()
    absent = int(found["image_key"].isna().sum())
    by = "" if order.sort == "id" else f", by mean {described.score} over the chosen models and questions"
    missing = f" {absent:,} image files are missing; everything else still works." if absent else ""
    st.markdown(f"**{described.cases_text(len(found))}**, {ORDERS[order.sort]}{by}.{missing}")


def _show_pages(count: int) -> int:
    """The pages of the gallery; returns the place of the first case of the chosen one."""
    pages = -(-count // case_header.PAGE_SIZE)
    if pages == 1:
        return 0
    st.session_state["page"] = url_state.chosen_page(pages)
    page = st.pagination(pages, key="page", on_change=lambda: url_state.keep_page(st.session_state["page"]))
    return (page - 1) * case_header.PAGE_SIZE


def _show_data(cases: pd.DataFrame) -> None:
    described = about()
    first = {factor.key: factor.title for factor in described.case_factors if factor.is_first}
    columns = {
        "case_id": described.words.case.capitalize(),
        **first,
        "score": percent(f"{described.score}, %"),
        **({"foil_score": percent(f"{described.foil_score}, %")} if described.foil else {}),
        "answers": "answers",
        "unreadable": "unreadable",
    }

    def show_all() -> None:
        rows = _data(generation(), gallery_tiles.key_of(cases), tuple(columns), tuple(first), cases)
        show_table(rows, "cases", columns)

    show_when_opened("Show data", "cases", show_all)


@st.cache_resource(max_entries=100, show_spinner=False)
def _data(
    found: Generation,  # noqa: ARG001 - key of the cache, as is the next one
    cases_key: int,  # noqa: ARG001
    columns: tuple[str, ...],
    factors: tuple[str, ...],
    _cases: pd.DataFrame,
) -> pd.DataFrame:
    """The selection with scores in percent and a column for each factor, shared by all sessions: only to be read."""
    levels = {key: gallery_options.level_of(_cases, key) for key in factors}
    named = _cases.assign(score=100 * _cases["score"], foil_score=100 * _cases["foil_score"])
    return named.join(pd.DataFrame(levels, index=named.index))[list(columns)]
