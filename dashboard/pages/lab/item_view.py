"""An item on the Lab's workbench: pictures, question, truth, margin, and the truth along a parameter."""

import io

import pandas as pd
import streamlit as st
from PIL import Image

from core.analyses.lab_curves import truth_along as along
from core.errors import SceneError
from core.formatting import number_text, plain
from core.generators.lab_items import Judged
from core.generators.registry import load_lab_items
from core.photographs.data_url import data_url
from core.scoring.answer_codes import LETTERS
from dashboard.components import show_photograph
from dashboard.data.queries import chosen_benchmark, settings
from dashboard.pages.lab import item_state
from dashboard.pages.lab.item_state import OnBench, bench
from dashboard.pages.lab.scene_controls import SCENE
from dashboard.pages.lab.truth_curve_chart import truth_along
from dashboard.selection.selectors import choose_listed
from dashboard.style.theme import keep_shape
from dashboard.widgets import navigation
from dashboard.widgets.chart_display import how_to_read, show_chart


@st.cache_data(max_entries=64, show_spinner=False)
def files(benchmark_id: str, link: str) -> tuple[bytes, ...]:
    """The pictures of an item, by its link.

    Raises:
        SceneError: they cannot be drawn.
    """
    shown = item_state.read_link(link)
    return load_lab_items(settings().of(benchmark_id)).pictures(shown.kind, shown.item, shown.stands)


@st.cache_data(max_entries=256, show_spinner=False)
def judged(benchmark_id: str, link: str) -> Judged:
    """What is true of an item, by its link.

    Raises:
        SceneError: it cannot be made.
    """
    shown = item_state.read_link(link)
    return load_lab_items(settings().of(benchmark_id)).judged(shown.kind, shown.item, shown.stands)


@st.cache_data(max_entries=256, show_spinner=False)
def _along(benchmark_id: str, link: str, key: str) -> pd.DataFrame:
    shown = item_state.read_link(link)
    knob = next(knob for knob in shown.knobs if knob.key == key)
    return along(load_lab_items(settings().of(benchmark_id)), shown.kind, shown.item, shown.stands, knob)


@st.fragment
def show_item() -> None:
    """The item and everything that depends on it, without the rest of the page."""
    try:
        shown = item_state.current()
    except SceneError as error:
        st.error(f"This item cannot be made: {plain(str(error))}.")
        return
    with st.container(key="lab-bench"):
        scenery, controls = st.columns([3.3, 1], gap="medium")
    with scenery, st.container(key="lab-pictures"):
        found = _show_drawn(shown)
    with controls:
        item_state.show_controls(shown)
        if st.button("Ask a model", key="lab-ask", icon=":material/forum:", help="Opens this item there."):
            st.switch_page(navigation.ASK_A_MODEL, query_params={"way": "Lab item", SCENE: shown.link})
    if found is not None:
        with scenery, st.container(key="lab-solved"):
            _show_along(shown, found)


def _show_drawn(shown: OnBench) -> Judged | None:
    """The pictures and what is true of them; None, and the reason on the page, where they cannot be drawn."""
    try:
        found = judged(chosen_benchmark(), shown.link)
        pictures, said = st.columns([2, 1.3], gap="medium")
        with pictures:
            show_pictures(shown)
    except SceneError as error:
        st.error(f"This cannot be drawn: {plain(str(error))}.")
        return None
    with said:
        _show_truth(shown, found)
    return found


def show_pictures(shown: OnBench) -> None:
    """Its pictures side by side."""
    pictures = files(chosen_benchmark(), shown.link)
    for place, column in enumerate(st.columns(len(pictures)), 1):
        width_px, height_px = Image.open(io.BytesIO(pictures[place - 1])).size
        with column:
            url = data_url(pictures[place - 1], "image/png")
            alt = f"Picture {place} of {len(pictures)}" if len(pictures) > 1 else "The item’s picture"
            keep_shape(f"lab-picture-{place}", width_px, height_px)
            show_photograph(url, width_px, height_px, [], (), alt, key=f"lab-picture-{place}")


def show_question(found: Judged, *, with_truth: bool) -> None:
    """The question and its options, with the right one and the flat picture's marked, or without."""
    st.markdown(f"**{plain(found.text)}**")
    for letter, option in zip(LETTERS, found.options, strict=False):
        line = f"**{letter}.** {plain(option)}"
        if with_truth and letter == found.answer:
            line = f":blue-background[{line} · **right**]"
        if with_truth and letter == found.foil:
            line += " :orange[◆ what the flat picture suggests]"
        st.markdown(line)


def _show_truth(shown: OnBench, found: Judged) -> None:
    show_question(found, with_truth=True)
    if not found.options:
        st.markdown(f":blue-background[Right: **{plain(found.answer)}**]")
    if found.margin is not None:
        st.markdown(f"Margin **{number_text(found.margin, 2)}**: {bench().margins[shown.kind]}.")
    if found.problem:
        st.markdown(f"**Not asked**: the generator leaves this out, {found.problem}.")
    for name, text in found.facts:
        st.caption(f"{name}: {plain(text)}")


def _show_along(shown: OnBench, found: Judged) -> None:
    if not found.options:
        return
    st.header("The truth along one parameter", anchor=False)
    if shown.kind in bench().slow:
        st.caption("The truth of these items takes too long for a curve: look at single values.")
        return
    titles = {knob.key: knob.title for knob in shown.knobs}
    key = choose_listed("Parameter", titles, "lab_knob", width=320)
    with st.spinner("Computing"):
        rows = _along(chosen_benchmark(), shown.link, key)
    unit = next(knob.unit for knob in shown.knobs if knob.key == key)
    title = f"{titles[key]}, {unit}" if unit else titles[key]
    show_chart(truth_along(rows, found.options, title, shown.stands[key]), "truth-along", f"Right option by {title}")
    how_to_read(
        "Blue: the right option. Orange: what the flat picture suggests. Open marks: the generator would not ask this, "
        "since it is not clear enough. The line stands where the slider stands; the other sliders keep their values."
    )
