"""Extra content of a triangle's case: layers, the board from above, measurements, the audit's verdict."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.analyses.photograph_descriptions import describe_photograph, describe_pose, list_triangle_classes
from core.formatting import escape_markdown, format_number, format_value
from core.overlays import colours
from core.overlays.shapes import LAYERS, SHOWN_LAYERS, PhotographRow, build_measured_shapes, build_triangle_shapes
from dashboard.components.facts import FactTable, build_facts
from dashboard.components.mount import Part
from dashboard.components.photograph import LegendEntry, build_photograph
from dashboard.data.current_benchmark import Generation, get_registry_entry, require_generation
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import has_query, run_query
from dashboard.pages.cases import board_view, texts
from dashboard.runtime.state_keys import cases as keys
from dashboard.widgets import navigation
from dashboard.widgets.example_gallery import load_tile_rows


def is_triangle_benchmark() -> bool:
    """Return whether the benchmark's cases are photographs of triangles."""
    return has_query("triangle_photographs")


def show_choices(case_id: str, answered: pd.DataFrame) -> list[DeltaGenerator]:
    """Show the choice of layers and of the run whose triangle is drawn; return the places of photograph and board."""
    photograph = load_group_rows(case_id)[case_id]
    picture, board, beside = make_columns()
    with beside:
        with st.popover("Layers", icon=":material/layers:", width="stretch"):
            _show_layers()
            board_layers = board_view.choose_layers(photograph)
        board_view.show_implied_sentence(board_view.choose_run(board_layers, answered))
    return [picture, board]


def make_columns() -> list[DeltaGenerator]:
    """Make the places of photograph, board and choices."""
    return st.columns([4, 3.2, 2.1], gap="small")


def build_subject(
    case_id: str, answered: pd.DataFrame, run_id: str | None, layers: Sequence[str], board_layers: Sequence[str]
) -> list[Part]:
    """Build the photograph and the board from above.

    Args:
        case_id: id of the case.
        answered: the query `case_answers` of the visible runs.
        run_id: the run whose triangle is drawn.
        layers: of the photograph.
        board_layers: of the board.
    """
    photograph = load_group_rows(case_id)[case_id]
    selection = board_view.select_run(board_layers, answered, run_id)
    return [_build_picture(photograph, layers), board_view.build_board(photograph, selection)]


def show_slide(case_id: str, answered: pd.DataFrame) -> None:
    """Show the photograph and the board from above, side by side and without controls."""
    photograph = load_group_rows(case_id)[case_id]
    picture, board = st.columns([4, 3.2], gap="small")
    with picture:
        _build_picture(photograph, list(SHOWN_LAYERS)).show()
    with board:
        selection = board_view.build_full_selection(answered, keys.IMPLIED_ANSWERS_RUN.read())
        board_view.build_board(photograph, selection).show()


def show_photograph_with_layers(case_id: str) -> None:
    """Show the photograph with the layers that are visible by default."""
    _build_picture(load_group_rows(case_id)[case_id], list(SHOWN_LAYERS)).show()


def show_guess(case_id: str) -> None:
    """Show the photograph with its triangle, without lengths or angles."""
    _build_picture(load_group_rows(case_id)[case_id], ["points", "sides"]).show()


def describe_case(case_id: str) -> str:
    """Describe how the photograph was taken, and its classes on the table and in the image."""
    return describe_photograph(load_group_rows(case_id)[case_id])


def build_fact_tables(case_id: str) -> Part:
    """Build the tables of condition, classes and measurements."""
    photograph = load_group_rows(case_id)[case_id]
    return build_facts([_build_facts(photograph), _build_measured_facts(photograph)], keys.CASE_FACTS)


def show_notices(case_id: str) -> None:
    """Show the credit, and the audit's verdict if the truth is in doubt."""
    photograph = load_group_rows(case_id)[case_id]
    st.caption(f"{escape_markdown(photograph['credit'])}.")
    _show_audit(photograph["group_id"])


def describe_group_photographs(case_id: str) -> dict[str, str]:
    """Return a line for each photograph of the triangle: its pose, object, and classes in the image."""
    return {
        name: f"{describe_pose(row)} · 2D {', '.join(list_triangle_classes(row, '2d'))}"
        for name, row in load_group_rows(case_id).items()
    }


def warm_cache(case_id: str) -> None:
    """Load ahead what a triangle's case reads from the warehouse beyond any other case."""
    load_group_rows(case_id)
    run_query("truth_audit")


def load_group_rows(case_id: str) -> dict[str, PhotographRow]:
    """Return the photographs of the case's triangle by id; shared by all sessions, so read-only."""
    return _load_group_rows(require_generation(), load_tile_rows([case_id])[case_id]["group_id"])


@st.cache_resource(max_entries=1000, show_spinner=False)
def _load_group_rows(found: Generation, group_id: str) -> dict[str, PhotographRow]:  # noqa: ARG001 - key of the cache
    rows = run_query("triangle_photographs", group_id=group_id).to_dict("records")
    return {row["case_id"]: row for row in rows}


def _show_layers() -> None:
    st.pills(
        "On the photograph",
        list(LAYERS),
        format_func=LAYERS.__getitem__,
        selection_mode="multi",
        default=list(SHOWN_LAYERS),
        key=keys.LAYERS,
        bind="query-params",
        wrap=True,
    )


def _build_picture(photograph: PhotographRow, layers: Sequence[str]) -> Part:
    shapes = [*build_measured_shapes(photograph), *build_triangle_shapes(photograph)]
    alt = texts.name_photograph(photograph["case_id"])
    size = photograph["width_px"], photograph["height_px"]
    url, legend = find_image_url(photograph["image_key"], "large"), _build_legend(photograph)
    return build_photograph(
        url, *size, shapes, layers, alt, key=keys.CASE_PHOTOGRAPH, legend=legend, title=texts.PHOTOGRAPH
    )


def _build_legend(photograph: PhotographRow) -> list[LegendEntry]:
    """Build the legend of the numbers in the photograph."""
    measured = " · from the photo" if photograph["border_status"] == "found" else ""
    told = {"lengths": f"Lengths in cm: {get_registry_entry().how_known}{measured}", "angles": "Angles: 3D · 2D"}
    return [LegendEntry(layer, "text", colours.LIGHT, text) for layer, text in told.items()]


def explain_overlay() -> str:
    """Explain the lines and the numbers in the images."""
    known = get_registry_entry().how_known
    return texts.explain_overlay(known)


def _build_facts(photograph: PhotographRow) -> FactTable:
    object_ = f"with {photograph['object']}" if photograph["has_object"] else "no object"
    values = {
        "Condition": f"{photograph['condition']}: {photograph['pose']}, {object_}",
        f"3D, {get_registry_entry().how_known}": ", ".join(list_triangle_classes(photograph, "3d")),
        "2D, in the image": ", ".join(list_triangle_classes(photograph, "2d")),
        "Class change": f"{photograph['class_change']}",
        "Occluded": f"{photograph['occlusion']}" if photograph["occlusion"] else "not annotated",
    }
    own_rule = photograph["side_class_2d_paper"]
    note = texts.describe_paper_class(own_rule)
    return FactTable(list(values.items()), note if photograph["side_class_2d"] != own_rule else "")


def _build_measured_facts(photograph: PhotographRow) -> FactTable:
    """Build the table of the sides and the tilt by homography, beside their truth and the accelerometer."""
    if photograph["border_status"] != "found":
        reason = photograph["border_reason"] or "its image file is missing"
        return FactTable(note=texts.describe_missing_border(reason))
    sides = [
        f"{photograph[f'{side}_cm']:.1f} · {format_number(photograph[f'{side}_rect_cm'])}"
        for side in ("ab", "bc", "ca")
    ]
    tilts = " · ".join(format_value(photograph[name], "angle") for name in ("tilt_deg", "tilt_imu_deg"))
    return FactTable(
        [
            (f"AB, cm: {get_registry_entry().how_known} · from the photo", sides[0]),
            ("BC, cm", sides[1]),
            ("AC, cm", sides[2]),
            ("Tilt: homography · accelerometer", tilts),
            ("Camera to board, cm", format_number(photograph["distance_cm"])),
        ]
    )


def _show_audit(group_id: str) -> None:
    """Show the audit's verdict on the triangle's published truth, if it is in doubt."""
    verdict = run_query("truth_audit").set_index("group_id").loc[group_id]
    if verdict["verdict"] in ("agrees", "cannot_tell"):
        return
    with st.container(border=True):
        st.markdown(texts.describe_doubt(escape_markdown(verdict["explanation"])))
        st.page_link(
            navigation.TRUTH_AUDIT, label="Evidence", icon=":material/fact_check:", query_params={"triangle": group_id}
        )
