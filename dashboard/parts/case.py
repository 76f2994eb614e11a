"""One photograph of the Cases page: picture, the triangle's four conditions, answers against truth, replies."""

import pandas as pd
import streamlit as st

from core.analyses.answers_table import case_table
from core.text import number_text, plain, value_text
from core.warehouse.read import NO_FILTERS, Filters
from dashboard import links
from dashboard.components import show_photograph
from dashboard.components.overlays import LAYERS, SHOWN_LAYERS, PhotographRow, measured_shapes, triangle_shapes
from dashboard.figures import how_to_read
from dashboard.filters import of_chosen_runs
from dashboard.images import image_url
from dashboard.links import open_photograph
from dashboard.parts import notes, pins, rectified
from dashboard.parts.answers_table import show_answers_table
from dashboard.parts.thumbnails import show_linked_gallery, thumbnail
from dashboard.parts.truth_names import how_known
from dashboard.queries import query
from dashboard.sidebar import with_references
from dashboard.tables import show_table


def show(case_id: str, listed_ids: list[str], pinned_ids: list[str], filters: Filters, right_at: float) -> None:
    """The whole case; next and previous follow `listed_ids`, the gallery's order."""
    siblings = query("triangle_photographs", case_id=case_id).to_dict("records")
    photograph = next(row for row in siblings if row["case_id"] == case_id)
    _show_head(case_id, listed_ids, pinned_ids)
    answers = query("case_answers", case_id=case_id, right_at=right_at)
    answered = of_shown_models(answers.dropna(subset=["run_id"]), filters)
    picture, board = st.columns([4, 3], gap="medium")
    with picture:
        show_picture(photograph)
    with board:
        rectified.show(photograph, answered)
    facts, measured = st.columns(2, gap="medium")
    with facts:
        _show_facts(photograph)
    with measured:
        _show_measured(photograph)
    _show_audit(photograph["group_id"])
    st.markdown(f"**The four conditions of triangle {photograph['group_id']}**")
    tiles = [
        thumbnail(
            row,
            row["condition"],
            f"2D {row['side_class_2d']}, {row['angle_class_2d']}",
            is_outlined=True,
            is_current=row["case_id"] == case_id,
        )
        for row in siblings
    ]
    show_linked_gallery(tiles, "conditions", is_on_cases=True)
    show_answers(case_id, answers, answered, right_at)
    notes.show(case_id)
    _show_replies(of_shown_models(query("case_replies", case_id=case_id), filters))


def of_shown_models(rows: pd.DataFrame, filters: Filters = NO_FILTERS) -> pd.DataFrame:
    """The rows of the chosen runs, else of the chosen models, else of all, references only if they are switched on."""
    chosen = of_chosen_runs(rows, filters)
    if chosen is not None:
        return chosen
    if isinstance(filters["model"], list):
        return rows[rows["model_id"].isin(filters["model"])]
    return rows if with_references() else rows[rows["model_kind"] != "reference"]


def _back_to_gallery() -> None:
    st.query_params.pop("photograph", None)


def _go_to(case_id: str) -> None:
    open_photograph(case_id, is_on_cases=True)


def _show_head(case_id: str, listed_ids: list[str], pinned_ids: list[str]) -> None:
    is_listed = case_id in listed_ids
    ids = listed_ids if is_listed else list(query("case_ids")["case_id"])
    place = ids.index(case_id)
    before, after = ids[max(place - 1, 0)], ids[min(place + 1, len(ids) - 1)]
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(case_id, width="content", anchor=False)
        with st.container(horizontal=True, width="content", vertical_alignment="center"):
            pins.show_pin(case_id, pinned_ids)
            st.page_link(
                links.ASK_A_MODEL, label="Ask a model", icon=":material/forum:", query_params={"photograph": case_id}
            )
            st.button("Gallery", icon=":material/grid_view:", on_click=_back_to_gallery, shortcut="Esc")
            st.button(
                "Previous",
                icon=":material/arrow_back:",
                on_click=_go_to,
                args=(before,),
                disabled=before == case_id,
                shortcut="Left",
            )
            st.button(
                "Next",
                icon=":material/arrow_forward:",
                icon_position="right",
                on_click=_go_to,
                args=(after,),
                disabled=after == case_id,
                shortcut="Right",
            )
    among = "in the gallery's order" if is_listed else "of all photographs, since this one does not fit the filters"
    st.caption(f"{place + 1:,} of {len(ids):,} {among}. Keys: left and right arrow, Esc for the gallery.")


@st.fragment
def show_picture(photograph: PhotographRow) -> None:
    """The photograph with its layers."""
    layers = st.pills(
        "Layers",
        list(LAYERS),
        format_func=LAYERS.__getitem__,
        selection_mode="multi",
        default=list(SHOWN_LAYERS),
        key="layers",
        bind="query-params",
        label_visibility="collapsed",
    )
    shapes = [*measured_shapes(photograph), *triangle_shapes(photograph)]
    alt = f"Photograph {photograph['case_id']} with its triangle"
    size = photograph["width_px"], photograph["height_px"]
    show_photograph(image_url(photograph["image_key"], "large"), *size, shapes, layers, alt, key="photograph")
    st.caption(f"Lengths: {how_known(photograph)} · by homography. Angles: 3D · 2D. {photograph['credit']}.")


def _show_facts(photograph: PhotographRow) -> None:
    object_ = f"with {plain(photograph['object'])}" if photograph["has_object"] else "no object"
    st.table(
        {
            "Condition": f"{photograph['condition']}: {photograph['pose']}, {object_}",
            f"3D, {how_known(photograph)}": f"{photograph['side_class_3d']}, {photograph['angle_class_3d']}",
            "2D, in the picture": f"{photograph['side_class_2d']}, {photograph['angle_class_2d']}",
            "Class change": f"{photograph['class_change']}",
            "Occluded": f"{photograph['occlusion']}" if photograph["occlusion"] else "not annotated",
        },
        border="horizontal",
    )
    if photograph["side_class_2d"] != photograph["side_class_2d_paper"]:
        st.caption(f"By the paper's own rule the side class in 2D is {photograph['side_class_2d_paper']}.")


def _show_measured(photograph: PhotographRow) -> None:
    """The sides and the tilt by homography, beside their truth and the accelerometer."""
    if photograph["border_status"] != "found":
        reason = photograph["border_reason"] or "its image file is missing"
        st.caption(f"The taped square was not found: {plain(reason)}.")
        return
    sides = [
        f"{photograph[f'{side}_cm']:.1f} · {number_text(photograph[f'{side}_rect_cm'])}" for side in ("ab", "bc", "ca")
    ]
    tilts = " · ".join(value_text(photograph[name], "angle") for name in ("tilt_deg", "tilt_imu_deg"))
    st.table(
        {
            f"AB, cm: {how_known(photograph)} · by homography": sides[0],
            "BC, cm": sides[1],
            "CA, cm": sides[2],
            "Tilt: homography · accelerometer": tilts,
            "Camera to board, cm": number_text(photograph["distance_cm"]),
        },
        border="horizontal",
    )


def _show_audit(group_id: str) -> None:
    """The audit's verdict on the triangle's published truth, if it is in doubt."""
    verdict = query("truth_audit").set_index("group_id").loc[group_id]
    if verdict["verdict"] in ("agrees", "cannot_tell"):
        return
    with st.container(border=True):
        st.markdown(f"**The published truth is in doubt.** {plain(verdict['explanation'])}")
        st.page_link(
            links.TRUTH_AUDIT, label="Evidence", icon=":material/fact_check:", query_params={"triangle": group_id}
        )


def show_answers(
    case_id: str, rows: pd.DataFrame, answered: pd.DataFrame, right_at: float, title: str = "Answers"
) -> None:
    """Each model's six answers beside both truths, each with both kappas.

    Args:
        case_id: names the table's download.
        rows: the query `case_answers`.
        answered: those of its rows that are shown.
        right_at: the kappa from which on a number is right.
        title: of the section.
    """
    st.subheader(title)
    if answered.empty:
        st.info("No chosen model was asked about this photograph.")
    show_answers_table(case_table(rows, answered, right_at), {"3d": "Truth 3D", "2d": "Truth 2D"}, "colours")
    st.caption(
        "Grey: kappa in %, against 3D · against 2D. :blue-background[**Right in the world**] (3D), "
        ":orange-background[*right only in the picture*] (2D)."
    )
    how_to_read(
        f"A class is right if it equals the truth, a number if its kappa is at least {right_at:.0%}. "
        "An answer that could not be read shows its status in grey and counts in no mean.\n\n"
        "Zoom the photograph with its buttons, plus and minus, a double click, or Ctrl and the wheel. Drag to move it."
    )
    with st.expander("As a table, with reasons and notes"):
        show_table(answered, f"answers_{case_id}")


def _show_replies(replies: pd.DataFrame) -> None:
    st.subheader("Replies")
    for reply in replies.to_dict("records"):
        with st.expander(f"{plain(reply['run_label'])}: raw reply ({reply['status'].replace('_', ' ')})"):
            st.code(reply["raw"] or reply["error"] or "There is no reply.", language=None, wrap_lines=True)
    for prompt_id, rows in replies.groupby("prompt_id"):
        with st.expander(f"Prompt {plain(prompt_id)}, image view {plain(', '.join(sorted(set(rows['image_view']))))}"):
            st.code(rows["prompt"].iloc[0], language=None, wrap_lines=True)
