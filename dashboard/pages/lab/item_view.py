"""An item on the Lab's workbench: images, question, truth, margin, and the truth along a parameter."""

import io

import pandas as pd
import streamlit as st
from PIL import Image

from core.analyses.lab_curves import compute_truth_curve as along
from core.errors import SceneError
from core.formatting import escape_markdown, format_number
from core.generators.lab_items import ItemTruth
from core.generators.registry import load_lab_items
from core.photographs.data_url import make_data_url
from core.scoring.answer_codes import LETTERS
from dashboard.components.photograph import build_photograph
from dashboard.data.current_benchmark import get_benchmark_id, get_settings
from dashboard.pages.lab import item_state, texts
from dashboard.pages.lab.item_state import LabItemState, get_lab_items
from dashboard.pages.lab.scene_controls import SCENE
from dashboard.pages.lab.truth_curve_chart import draw_truth_curve
from dashboard.runtime.state_keys import lab as keys
from dashboard.selection.selectors import choose_option
from dashboard.style.theme import reserve_aspect_ratio
from dashboard.widgets import navigation
from dashboard.widgets.chart_display import show_chart, show_help_popover


@st.cache_data(max_entries=64, show_spinner=False)
def render_files(benchmark_id: str, link: str) -> tuple[bytes, ...]:
    """Render the images of an item, by its link.

    Raises:
        SceneError: they cannot be drawn.
    """
    shown = item_state.parse_link(link)
    return load_lab_items(get_settings().workspace.select_benchmark(benchmark_id)).render_images(
        shown.kind, shown.item, shown.stands
    )


@st.cache_data(max_entries=256, show_spinner=False)
def compute_truth(benchmark_id: str, link: str) -> ItemTruth:
    """Compute the truth of an item, by its link.

    Raises:
        SceneError: it cannot be generated.
    """
    shown = item_state.parse_link(link)
    return load_lab_items(get_settings().workspace.select_benchmark(benchmark_id)).compute_truth(
        shown.kind, shown.item, shown.stands
    )


@st.cache_data(max_entries=256, show_spinner=False)
def _compute_truth_curve(benchmark_id: str, link: str, key: str) -> pd.DataFrame:
    shown = item_state.parse_link(link)
    knob = next(knob for knob in shown.knobs if knob.key == key)
    return along(
        load_lab_items(get_settings().workspace.select_benchmark(benchmark_id)),
        shown.kind,
        shown.item,
        shown.stands,
        knob,
    )


@st.fragment
def show_item() -> None:
    """Show the item and everything that depends on it, without rerunning the rest of the page."""
    try:
        current_item = item_state.read_current_item()
    except SceneError as error:
        st.error(texts.describe_impossible_item(escape_markdown(str(error))))
        return
    moves_only_camera = current_item.kind in get_lab_items().CAMERA_KINDS
    st.markdown(texts.QUESTION_OF_CAMERA if moves_only_camera else texts.QUESTION_OF_ITEM)
    with st.container(key=keys.BENCH):
        scenery, controls = st.columns([3.3, 1], gap="medium")
    with scenery, st.container(key=keys.PICTURES):
        found = _show_drawn(current_item)
    with controls:
        item_state.show_choice(current_item)
        if moves_only_camera:
            has_options = found is not None and bool(found.options)
            st.caption(texts.TRY_MISLEADING_VIEWS if has_options else texts.TRY_VIEWS)
        item_state.show_sliders(current_item)
        if st.button("Ask a model", key=keys.ASK_MODEL, icon=":material/forum:", help=texts.OPEN_ITEM):
            st.switch_page(navigation.ASK_A_MODEL, query_params={"way": "Lab item", SCENE: current_item.link})
    if found is not None:
        with scenery, st.container(key=keys.SOLVED):
            _show_along(current_item, found)


def _show_drawn(lab_item_state: LabItemState) -> ItemTruth | None:
    """Show the images and their truth; return None, and show the reason, if they cannot be drawn."""
    try:
        truth = compute_truth(get_benchmark_id(), lab_item_state.link)
        pictures, said = st.columns([2, 1.3], gap="medium")
        with pictures:
            show_pictures(lab_item_state)
    except SceneError as error:
        st.error(texts.describe_impossible_image(escape_markdown(str(error))))
        return None
    with said:
        _show_truth(lab_item_state, truth)
    return truth


def show_pictures(lab_item_state: LabItemState) -> None:
    """Show the item's images side by side."""
    pictures = render_files(get_benchmark_id(), lab_item_state.link)
    for index, column in enumerate(st.columns(len(pictures)), 1):
        width_px, height_px = Image.open(io.BytesIO(pictures[index - 1])).size
        with column:
            url = make_data_url(pictures[index - 1], "image/png")
            alt = f"Image {index} of {len(pictures)}" if len(pictures) > 1 else "The item’s image"
            reserve_aspect_ratio(keys.PICTURE_PART.make_key(index), width_px, height_px)
            build_photograph(url, width_px, height_px, [], (), alt, key=keys.PICTURE_PART.make_key(index)).show()


def show_question(truth: ItemTruth, *, with_truth: bool) -> None:
    """Show the question and its options, optionally with the right and the image plane's one marked."""
    st.markdown(f"**{escape_markdown(truth.text)}**")
    for letter, option in zip(LETTERS, truth.options, strict=False):
        line = f"**{letter}.** {escape_markdown(option)}"
        if with_truth and letter == truth.answer:
            line = f":blue-background[{line} · **correct**]"
        if with_truth and letter == truth.foil:
            line += texts.FOIL_MARK
        st.markdown(line)


def _show_truth(lab_item_state: LabItemState, truth: ItemTruth) -> None:
    show_question(truth, with_truth=True)
    if not truth.options:
        st.markdown(f":blue-background[Correct: **{escape_markdown(truth.answer)}**]")
    if truth.margin is not None:
        st.markdown(
            texts.describe_margin(format_number(truth.margin, 2), get_lab_items().MARGIN_TITLES[lab_item_state.kind])
        )
    if truth.problem:
        st.markdown(texts.describe_problem(truth.problem))
    for name, text in truth.facts:
        st.caption(f"{name}: {escape_markdown(text)}")


def _find_changing_slider(kind: str, item: str) -> int | None:
    """Return the index of the first slider that changes the right answer from its start; None without one."""
    start = item_state.build_default_item(kind, item)
    for index, knob in enumerate(start.knobs):
        if len(set(_compute_truth_curve(get_benchmark_id(), start.link, knob.key)["answer"])) > 1:
            return index
    return None


def _show_along(lab_item_state: LabItemState, truth: ItemTruth) -> None:
    if not truth.options:
        return
    st.header(texts.TRUTH_SECTION, anchor=False)
    if lab_item_state.kind in get_lab_items().SLOW_KINDS:
        st.caption(texts.TOO_SLOW)
        return
    titles = {knob.key: knob.title for knob in lab_item_state.knobs}
    moves_only_camera = lab_item_state.kind in get_lab_items().CAMERA_KINDS
    with st.spinner("Computing"):
        slider_index = 0 if moves_only_camera else _find_changing_slider(lab_item_state.kind, lab_item_state.item)
    if slider_index is None and not lab_item_state.is_moved:
        st.caption(texts.NO_CHANGE)
        return
    key = choose_option("Slider", titles, keys.ITEM_KNOB, place=slider_index or 0, width=320)
    with st.spinner("Computing"):
        rows = _compute_truth_curve(get_benchmark_id(), lab_item_state.link, key)
    unit = next(knob.unit for knob in lab_item_state.knobs if knob.key == key)
    title = f"{titles[key]}, {unit}" if unit else titles[key]
    show_chart(
        draw_truth_curve(rows, truth.options, title, lab_item_state.stands[key]),
        keys.TRUTH_CHART,
        texts.name_truth_chart(title),
    )
    show_help_popover(texts.TRUTH_HELP)
