"""One photograph of the Cases page: picture, the triangle's four conditions, answers against truth, replies."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.records import SCORED_FRAMES
from core.text import plain
from core.warehouse.read import NO_FILTERS, Filters
from dashboard import links
from dashboard.components import show_gallery, show_photograph
from dashboard.components.overlays import LAYERS, SHOWN_LAYERS, measured_shapes, triangle_shapes
from dashboard.images import image_url
from dashboard.parts import notes, pins, rectified
from dashboard.parts.gallery import kappas, open_case
from dashboard.parts.thumbnails import thumbnail
from dashboard.queries import query
from dashboard.sidebar import with_references
from dashboard.tables import show_table

Row = Mapping[Hashable, Any]


def show(photograph_id: str, listed_ids: list[str], pinned_ids: list[str], filters: Filters, right_at: float) -> None:
    """The whole case; `listed_ids` is the gallery's order, which next and previous follow."""
    siblings = query("triangle_photographs", photograph_id=photograph_id).to_dict("records")
    photograph = next(row for row in siblings if row["photograph_id"] == photograph_id)
    _show_head(photograph_id, listed_ids, pinned_ids)
    answers = query("case_answers", photograph_id=photograph_id, right_at=right_at)
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
    _show_audit(photograph["triangle_id"])
    st.markdown(f"**The four conditions of triangle {photograph['triangle_id']}**")
    tiles = [
        thumbnail(
            row,
            row["condition"],
            f"2D {row['side_class_2d']}, {row['angle_class_2d']}",
            is_outlined=True,
            is_current=row["photograph_id"] == photograph_id,
        )
        for row in siblings
    ]
    show_gallery(tiles, "conditions", lambda: open_case("conditions"))
    show_answers(photograph_id, answers, answered, right_at)
    notes.show(photograph_id)
    _show_replies(of_shown_models(query("case_replies", photograph_id=photograph_id), filters))


def of_shown_models(rows: pd.DataFrame, filters: Filters = NO_FILTERS) -> pd.DataFrame:
    """The rows of the chosen models; of all where none is chosen, references only if they are switched on."""
    if isinstance(filters["models"], list):
        return rows[rows["model_id"].isin(filters["models"])]
    return rows if with_references() else rows[rows["model_kind"] != "reference"]


def _go_to(photograph_id: str | None) -> None:
    if photograph_id is None:
        st.query_params.pop("photograph", None)
    else:
        st.query_params["photograph"] = photograph_id


def _show_head(photograph_id: str, listed_ids: list[str], pinned_ids: list[str]) -> None:
    is_listed = photograph_id in listed_ids
    ids = listed_ids if is_listed else list(query("photograph_ids")["photograph_id"])
    place = ids.index(photograph_id)
    before, after = ids[max(place - 1, 0)], ids[min(place + 1, len(ids) - 1)]
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(photograph_id, width="content", anchor=False)
        with st.container(horizontal=True, width="content", vertical_alignment="center"):
            pins.show_pin(photograph_id, pinned_ids)
            st.page_link(
                links.ASK_A_MODEL,
                label="Ask a model",
                icon=":material/forum:",
                query_params={"photograph": photograph_id},
            )
            st.button("Gallery", icon=":material/grid_view:", on_click=_go_to, args=(None,), shortcut="Esc")
            st.button(
                "Previous",
                icon=":material/arrow_back:",
                on_click=_go_to,
                args=(before,),
                disabled=before == photograph_id,
                shortcut="Left",
            )
            st.button(
                "Next",
                icon=":material/arrow_forward:",
                icon_position="right",
                on_click=_go_to,
                args=(after,),
                disabled=after == photograph_id,
                shortcut="Right",
            )
    among = "in the gallery's order" if is_listed else "of all photographs; this one does not fit the filters"
    st.caption(f"{place + 1:,} of {len(ids):,} {among}. Keys: left and right arrow, Esc for the gallery.")


@st.fragment
def show_picture(photograph: Row) -> None:
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
    alt = f"Photograph {photograph['photograph_id']} with its triangle"
    size = photograph["width_px"], photograph["height_px"]
    show_photograph(image_url(photograph["image_key"], "large"), *size, shapes, layers, alt, key="photograph")
    st.caption(
        f"Lengths: tape · homography. Angles: 3D · 2D. {photograph['credit']}. "
        "Zoom: buttons, plus and minus, double click, Ctrl and wheel; drag to move."
    )


def _show_facts(photograph: Row) -> None:
    object_ = f"with {plain(photograph['object'])}" if photograph["has_object"] else "no object"
    st.table(
        {
            "Condition": f"{photograph['condition']}: {photograph['pose']}, {object_}",
            "3D, by tape": f"{photograph['side_class_3d']}, {photograph['angle_class_3d']}",
            "2D, in the picture": f"{photograph['side_class_2d']}, {photograph['angle_class_2d']}",
            "Class change": f"{photograph['class_change']}",
            "Occluded": f"{photograph['occlusion']}" if photograph["occlusion"] else "not annotated",
        },
        border="horizontal",
    )
    if photograph["side_class_2d"] != photograph["side_class_2d_paper"]:
        st.caption(f"By the paper's own rule the side class in 2D is {photograph['side_class_2d_paper']}.")


def _show_measured(photograph: Row) -> None:
    """What the homography gives, beside tape and accelerometer."""
    if photograph["border_status"] != "found":
        reason = photograph["border_reason"] or "the photograph is not on this disk"
        st.caption(f"The taped square was not found: {plain(reason)}.")
        return
    sides = [
        f"{photograph[f'{side}_cm']:.1f} · {_or_dash(photograph[f'{side}_rect_cm'])}" for side in ("ab", "bc", "ca")
    ]
    tilts = f"{_or_dash(photograph['tilt_deg'])}° · {_or_dash(photograph['tilt_imu_deg'])}°"
    st.table(
        {
            "AB, cm: tape · homography": sides[0],
            "BC, cm": sides[1],
            "CA, cm": sides[2],
            "Tilt: homography · accelerometer": tilts,
            "Camera to board, cm": _or_dash(photograph["distance_cm"]),
        },
        border="horizontal",
    )


def _show_audit(triangle_id: str) -> None:
    """What the audit says of the triangle's published truth, if it does not hold."""
    verdict = query("truth_audit").set_index("triangle_id").loc[triangle_id]
    if verdict["verdict"] in ("agrees", "cannot_tell"):
        return
    with st.container(border=True):
        st.markdown(f"**The published truth is in doubt.** {plain(verdict['explanation'])}")
        st.page_link(
            links.TRUTH_AUDIT, label="Evidence", icon=":material/fact_check:", query_params={"triangle": triangle_id}
        )


def _or_dash(number: float | None) -> str:
    return "–" if number is None or pd.isna(number) else f"{number:.1f}"


def show_answers(
    photograph_id: str, answers: pd.DataFrame, answered: pd.DataFrame, right_at: float, title: str = "Answers"
) -> None:
    """Each model's six answers beside both truths, each with both kappas."""
    st.subheader(title)
    truths = answers.drop_duplicates("question_id").set_index("question_id")
    table = pd.DataFrame({"Question": truths.index + " " + truths["title"]})
    for frame in SCORED_FRAMES:
        table[f"Truth {frame.upper()}"] = [
            value_text(row[f"class_{frame}"], row[f"number_{frame}"], row["kind"]) for row in truths.to_dict("records")
        ]
    means = {"Question": "Mean kappa, %", "Truth 3D": "", "Truth 2D": ""}
    if answered.empty:
        st.info("None of the chosen models was asked about this photograph.")
    for _, rows in answered.groupby("run_id", sort=False):
        name = plain(rows["run_label"].iloc[0])
        by_question = rows.set_index("question_id").loc[table.index]
        table[name] = [_answer(row) for row in by_question.to_dict("records")]
        means[name] = kappas(rows["kappa_3d"].mean(), rows["kappa_2d"].mean())
    st.table(pd.concat([table, pd.DataFrame([means])], ignore_index=True), hide_index=True, border="horizontal")
    st.caption(
        "Behind each answer stands its kappa in %, against 3D · against 2D. "
        ":blue-background[**Right in the world**] (3D), :orange-background[*right only in the picture*] (2D): "
        f"classes by equality, numbers from a kappa of {right_at:.0%} on."
    )
    with st.expander("As a table, with reasons and notes"):
        show_table(answered, f"answers_{photograph_id}")


def value_text(word: object, number: float, kind: str) -> str:
    """A value as people read it: the class, the number with its digits, or a dash."""
    if isinstance(word, str):
        return word
    return "–" if pd.isna(number) else f"{number:.1f}°" if kind == "angle" else f"{number:.3f}"


def _answer(row: Row) -> str:
    """One answer as a cell: value and both kappas, or why there are none."""
    if row["status"] != "ok":
        return f":gray[{row['status'].replace('_', ' ')}]"
    value = value_text(row["value_class"], row["value_number"], row["kind"])
    if row["is_right"]:
        value = f":blue-background[**{value}**]"
    elif row["is_right_in_2d_only"]:
        value = f":orange-background[*{value}*]"
    return f"{value} :gray[{100 * row['kappa_3d']:.0f} · {100 * row['kappa_2d']:.0f}]"


def _show_replies(replies: pd.DataFrame) -> None:
    st.subheader("Replies")
    for reply in replies.to_dict("records"):
        with st.expander(f"{plain(reply['run_label'])}: raw reply ({reply['status'].replace('_', ' ')})"):
            st.code(reply["raw"] or reply["error"] or "There is no reply.", language=None, wrap_lines=True)
    for prompt_id, rows in replies.groupby("prompt_id"):
        with st.expander(f"Prompt {plain(prompt_id)}, image view {plain(', '.join(sorted(set(rows['image_view']))))}"):
            st.code(rows["prompt"].iloc[0], language=None, wrap_lines=True)
