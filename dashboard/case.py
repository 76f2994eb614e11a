"""One photograph of the Cases page: picture, the triangle's four conditions, answers against truth, replies."""

import pandas as pd
import streamlit as st

from dashboard.components import Tile, show_gallery, show_photograph
from dashboard.filters import Selection
from dashboard.gallery import open_case, outline
from dashboard.images import image_url
from dashboard.overlays import LAYERS, triangle_shapes
from dashboard.queries import query
from dashboard.tables import show_table


def show(photograph_id: str, listed_ids: list[str], selection: Selection) -> None:
    """The whole case; `listed_ids` is the gallery's order, which next and previous follow."""
    siblings = query("triangle_photographs", photograph_id=photograph_id)
    photograph = siblings[siblings["photograph_id"] == photograph_id].to_dict("records")[0]
    _show_head(photograph, listed_ids)
    picture, facts = st.columns([3, 2], gap="medium")
    with picture:
        _show_picture(photograph)
    with facts:
        _show_facts(photograph)
        st.markdown(f"**The four conditions of triangle {photograph['triangle_id']}**")
        tiles = [_tile(row, photograph_id) for row in siblings.to_dict("records")]
        show_gallery(tiles, "conditions", lambda: open_case("conditions"))
    answers = query("case_answers", photograph_id=photograph_id)
    if selection["models"]:
        answers = answers[answers["model_id"].isin(selection["models"]) | answers["model_id"].isna()]
    _show_answers(photograph_id, answers)
    _show_replies(photograph_id, selection)


def _go_to(photograph_id: str | None) -> None:
    if photograph_id is None:
        del st.query_params["photograph"]
    else:
        st.query_params["photograph"] = photograph_id


def _show_head(photograph: dict[str, object], listed_ids: list[str]) -> None:
    photograph_id = str(photograph["photograph_id"])
    is_listed = photograph_id in listed_ids
    ids = listed_ids if is_listed else list(query("photograph_ids")["photograph_id"])
    place = ids.index(photograph_id)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(photograph_id, width="content")
        with st.container(horizontal=True, width="content", vertical_alignment="center"):
            st.button("Gallery", icon=":material/grid_view:", on_click=_go_to, args=(None,), shortcut="Esc")
            st.button(
                "Previous", icon=":material/arrow_back:", on_click=_go_to, args=(ids[max(place - 1, 0)],),
                disabled=place == 0, shortcut="Left",
            )  # fmt: skip
            st.button(
                "Next", icon=":material/arrow_forward:", on_click=_go_to, args=(ids[min(place + 1, len(ids) - 1)],),
                disabled=place == len(ids) - 1, shortcut="Right", icon_position="right",
            )  # fmt: skip
    among = "in the gallery's order" if is_listed else "of all photographs; this one does not fit the filters"
    st.caption(f"{place + 1:,} of {len(ids):,} {among}. Keys: left and right arrow, Esc for the gallery.")


@st.fragment
def _show_picture(photograph: dict[str, object]) -> None:
    layers = st.pills(
        "Layers", list(LAYERS), format_func=LAYERS.__getitem__, selection_mode="multi", default=list(LAYERS), key="layers",
        bind="query-params", label_visibility="collapsed",
    )  # fmt: skip
    photograph_id = photograph["photograph_id"]
    show_photograph(
        image_url(photograph["image_key"], "large"), int(photograph["width_px"]), int(photograph["height_px"]),
        triangle_shapes(photograph), layers, f"Photograph {photograph_id} with its triangle", key="photograph",
    )  # fmt: skip
    st.caption(f"{photograph['credit']}. Zoom: buttons, plus and minus, double click, Ctrl and wheel; drag to move.")


def _show_facts(photograph: dict[str, object]) -> None:
    occlusion = photograph["occlusion"]
    st.table(
        {
            "Condition": f"{photograph['condition']}: {photograph['pose']}, "
            + (f"with {photograph['object']}" if photograph["has_object"] else "no object"),
            "3D, by tape": f"{photograph['side_class_3d']}, {photograph['angle_class_3d']}",
            "2D, in the picture": f"{photograph['side_class_2d']}, {photograph['angle_class_2d']}",
            "Class change": f"{photograph['class_change']}",
            "Occluded": f"{occlusion}" if isinstance(occlusion, str) else "not annotated",
        },
        border="horizontal",
    )
    if photograph["side_class_2d"] != photograph["side_class_2d_paper"]:
        st.caption(f"By the paper's own rule the side class in 2D is {photograph['side_class_2d_paper']}.")


def _tile(row: dict[str, object], current_id: str) -> Tile:
    classes = f"2D {row['side_class_2d']}, {row['angle_class_2d']}"
    return Tile(
        photograph_id=str(row["photograph_id"]), url=image_url(row["image_key"], "thumb"), width_px=int(row["width_px"]),
        height_px=int(row["height_px"]), caption=str(row["condition"]), detail=classes, shapes=outline(row),
        is_current=row["photograph_id"] == current_id,
    )  # fmt: skip


def _show_answers(photograph_id: str, answers: pd.DataFrame) -> None:
    st.subheader("Answers")
    truths = answers.drop_duplicates("question_id").set_index("question_id")
    table = pd.DataFrame(
        {
            "Question": [
                f"{question_id} {row.title}" for question_id, row in zip(truths.index, truths.itertuples(), strict=True)
            ],
            "Truth 3D": [_value(row.class_3d, row.number_3d, row.kind) for row in truths.itertuples()],
            "Truth 2D": [_value(row.class_2d, row.number_2d, row.kind) for row in truths.itertuples()],
        },
        index=truths.index,
    )
    answered = answers.dropna(subset=["run_id"])
    if answered.empty:
        st.info("No model was asked about this photograph yet.")
    means = {"Question": "Mean kappa, %", "Truth 3D": "", "Truth 2D": ""}
    for _, rows in answered.groupby("run_id", sort=True):
        name = rows["display_name"].iloc[0]
        rows = rows.set_index("question_id")
        table[name] = [_answer(row) for row in rows.loc[table.index].itertuples()]
        means[name] = f"3D {100 * rows['kappa_3d'].mean():.0f} · 2D {100 * rows['kappa_2d'].mean():.0f}"
    st.table(pd.concat([table, pd.DataFrame([means])]), hide_index=True, border="horizontal")
    st.caption(
        "Behind each answer its kappa in %, against 3D and against 2D. **Bold** is right in the world (3D), *italic* only in "
        "the picture (2D): classes by equality, numbers where that kappa is the higher one and at least 90 %."
    )
    unread = answered[answered["status"] != "ok"]
    if len(unread):
        st.warning("\n".join(f"- {row.display_name}, {row.question_id}: {row.status}" for row in unread.itertuples()))
    with st.expander("All columns"):
        show_table(answers, f"answers_{photograph_id}")


def _value(word: object, number: float, kind: str) -> str:
    if isinstance(word, str):
        return word
    return "–" if pd.isna(number) else f"{number:.1f}°" if kind == "angle" else f"{number:.3f}"


def _answer(row: object) -> str:
    """One answer as a cell: value and both kappas, or its status."""
    if row.status != "ok":
        return f"{row.status}"
    value = _value(row.value_class, row.value_number, row.kind)
    needed = 1.0 if row.kind == "class" else 0.9
    if row.kappa_3d >= needed:
        value = f"**{value}**"
    elif row.kappa_2d >= needed:
        value = f"*{value}*"
    return f"{value}  {100 * row.kappa_3d:.0f} · {100 * row.kappa_2d:.0f}"


def _show_replies(photograph_id: str, selection: Selection) -> None:
    st.subheader("Replies")
    replies = query("case_replies", photograph_id=photograph_id)
    for reply in replies.itertuples():
        with st.expander(f"{reply.display_name}: raw reply ({reply.status})"):
            st.code(
                reply.raw if isinstance(reply.raw, str) else reply.error or "no reply", language=None, wrap_lines=True
            )
    for prompt_id, rows in replies.groupby("prompt_id"):
        with st.expander(f"Prompt {prompt_id}, image view {', '.join(sorted(set(rows['image_view'])))}"):
            st.code(rows["prompt"].iloc[0], language=None, wrap_lines=True)
