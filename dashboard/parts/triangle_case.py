"""What a case of a triangle shows beyond any case: layers, the board from above, measurements, the audit's verdict."""

import pandas as pd
import streamlit as st

from core.text import number_text, plain, value_text
from dashboard import links
from dashboard.components import show_photograph
from dashboard.components.overlays import LAYERS, SHOWN_LAYERS, PhotographRow, measured_shapes, triangle_shapes
from dashboard.images import image_url
from dashboard.parts import rectified
from dashboard.parts.truth_names import how_known
from dashboard.queries import has_query, query


def is_one() -> bool:
    """Whether the benchmark's cases are photographs of triangles."""
    return has_query("triangle_photographs")


def show_subject(case_id: str, answered: pd.DataFrame) -> None:
    """The photograph with its layers, and the board from above."""
    photograph = rows_of_group(case_id)[case_id]
    picture, board = st.columns([4, 3], gap="medium")
    with picture:
        show_picture(photograph)
    with board:
        rectified.show(photograph, answered)


def show_facts(case_id: str) -> None:
    """Condition and classes, what was measured, and the audit's verdict if the truth is in doubt."""
    photograph = rows_of_group(case_id)[case_id]
    facts, measured = st.columns(2, gap="medium")
    with facts:
        _show_facts(photograph)
    with measured:
        _show_measured(photograph)
    _show_audit(photograph["group_id"])


def details(case_id: str) -> dict[str, str]:
    """A line below each photograph of the triangle: its classes in the picture."""
    return {name: f"2D {row['side_class_2d']}, {row['angle_class_2d']}" for name, row in rows_of_group(case_id).items()}


def rows_of_group(case_id: str) -> dict[str, PhotographRow]:
    """The photographs of the case's triangle, by their ids."""
    rows = query("triangle_photographs", case_id=case_id).to_dict("records")
    return {row["case_id"]: row for row in rows}


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
