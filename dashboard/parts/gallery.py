"""The gallery of the Cases page: thumbnails in an order, with outcome and page in the URL."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.warehouse.read import Filters, Parameter
from dashboard import team
from dashboard.filters import OF_CASES, chosen_right_at, clear_filters, options_of
from dashboard.parts.answers_table import both_scores
from dashboard.parts.case_head import LEFT, PAGE_SIZE
from dashboard.parts.thumbnails import outlines, show_credit, show_linked_gallery, thumbnail
from dashboard.queries import about, query
from dashboard.sidebar import body
from dashboard.tables import percent, show_table

ORDERS = {"worst": "worst first", "best": "best first", "id": "by number"}
ONE_RIGHT = {"right": "Right", "wrong": "Wrong"}


@dataclass(frozen=True, slots=True)
class Order:
    """Which outcome a photograph must have, and the order of the gallery.

    Attributes:
        outcome: of at least one answer of the photograph.
        right_at: the kappa from which on a number is right.
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
        return {
            "outcome": outcome,
            "right_at": self.right_at,
            "sort": self.sort,
            "right_model": self.right_model,
            "wrong_model": self.wrong_model,
        }

    @property
    def set_count(self) -> int:
        """How many of its choices narrow the selection."""
        chosen = (self.outcome, self.right_model, self.wrong_model, self.label)
        return sum(value not in (None, OF_CASES["outcome"]) for value in chosen)


def outcomes() -> dict[str, str]:
    """Outcomes of an answer by their names in links, those that the benchmark knows."""
    described = about()
    names = {"any": "any", "wrong": "wrong", "right": "right"}
    if described.foil:
        truth, foil = described.truth.title, described.foil.title
        names |= {"right_in_2d_only": f"right in {foil} only", "fits_the_picture": f"nearer to {foil} than to {truth}"}
    if len(described.questions) > 1 and described.has_numbers:
        names["contradicted"] = "contradicts itself"
    return names | {"unreadable": "unreadable"}


def show_order() -> Order:
    """Shows the controls of outcome and order in the sidebar."""
    names = outcomes()
    with body():
        outcome = st.selectbox(
            "Outcome of an answer",
            list(names),
            format_func=lambda name: names.get(name, name),
            key="outcome",
            bind="query-params",
            help=f"Shows {about().words.cases} where at least one answer of the chosen models and questions has "
            f"this outcome. "
            "A model counts by one run unless runs are chosen under *More filters*.",
        )
        sort = st.segmented_control(
            "Order",
            list(ORDERS),
            format_func=ORDERS.__getitem__,
            default="worst",
            required=True,
            key="sort",
            bind="query-params",
        )
        with st.expander("One right, another wrong"):
            right_model, wrong_model = (_show_model(key, label) for key, label in ONE_RIGHT.items())
            st.caption(
                f"{about().words.cases.capitalize()} with a question that one model gets right and the other wrong."
            )
        label = _show_label()
    return Order(outcome, chosen_right_at(), sort or "worst", right_model, wrong_model, label)


def _show_label() -> str | None:
    labels = team.labels()
    if not labels:
        return None
    return st.selectbox(
        "Label of a note", labels, index=None, key="label", bind="query-params", placeholder="any or none"
    )


def cases(filters: Filters, order: Order) -> pd.DataFrame:
    """The photographs that fit filters, outcome and label, in order."""
    found = query("cases", filters=filters, **order.parameters)
    if order.label is None:
        return found
    labelled = {note.case_id for note in team.notes().notes if note.label == order.label}
    return found[found["case_id"].isin(labelled)]


def _show_model(key: str, label: str) -> str | None:
    models = options_of("model")
    return st.selectbox(
        label,
        list(models),
        index=None,
        format_func=lambda model_id: models.get(model_id, model_id),
        key=key,
        bind="query-params",
        placeholder="any model",
    )


def show(cases: pd.DataFrame, order: Order) -> None:
    """The thumbnails of a page of cases; for an empty selection, a button that clears the filters."""
    if cases.empty:
        st.info(f"No {about().words.case} fits these filters.", title="Nothing to show")
        st.button("Clear all filters", on_click=clear_filters)
        return
    described = about()
    absent = int(cases["image_key"].isna().sum())
    st.markdown(
        f"**{described.cases_text(len(cases))}**, {ORDERS[order.sort]}, by mean {described.score} over the chosen "
        f"models "
        "and questions." + (f" {absent:,} image files are missing; everything else still works." if absent else "")
    )
    pages = -(-len(cases) // PAGE_SIZE)
    page = st.pagination(pages, key="page", bind="query-params") if pages > 1 else 1
    part = cases.iloc[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    points = outlines()
    tiles = [
        thumbnail(
            {**points.get(row["case_id"], {}), **row},
            row["title"],
            _score_line(row["score"], row["foil_score"]),
            is_outlined=True,
        )
        for row in part.to_dict("records")
    ]
    returned_from = st.session_state.pop(LEFT, None)
    show_linked_gallery(tiles, "gallery", is_on_cases=True, returned_from=returned_from)
    show_credit()
    first = {factor.key: factor.title for factor in described.case_factors if factor.is_first}
    columns = {
        "case_id": described.words.case.capitalize(),
        **first,
        "score": percent(f"{described.score}, %"),
        **({"foil_score": percent(f"{described.foil_score}, %")} if described.foil else {}),
        "answers": "answers",
        "unreadable": "unreadable",
    }
    with st.expander("Show data"):
        levels = {key: [(own or {}).get(key) for own in cases["levels"]] for key in first}
        named = cases.assign(score=100 * cases["score"], foil_score=100 * cases["foil_score"])
        named = named.join(pd.DataFrame(levels, index=named.index))
        show_table(named[list(columns)], "cases", columns)


def _score_line(score: float, foil_score: float) -> str:
    line = both_scores(score, foil_score)
    return line if pd.isna(score) else f"{about().words.score} {line}"
