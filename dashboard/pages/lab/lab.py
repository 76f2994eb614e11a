"""The page Lab: effects of an image's parameters on what it shows, on the truth, and on the solvers' answers."""

import streamlit as st

from dashboard.pages.cases import triangle_panel
from dashboard.pages.lab import item_view, texts
from dashboard.pages.lab.scene_controls import SCENE, read_current_scene, show_controls, show_refusal
from dashboard.pages.lab.scene_view import (
    show_answers,
    show_class_bands,
    show_headline,
    show_pictures,
    show_solver_results,
)
from dashboard.pages.lab.sweeps import show_commands, show_sweep
from dashboard.runtime.state_keys import lab as keys
from dashboard.shell.page_title import show_page_title
from dashboard.widgets import navigation


@st.fragment
def show_lab() -> None:
    """Show the scene and everything that depends on it, without rerunning the rest of the page."""
    scene = read_current_scene()
    show_refusal()
    sentence = st.container()
    with st.container(key=keys.BENCH):
        scenery, controls = st.columns([3.4, 1], gap="medium")
    with scenery, st.container(key=keys.PICTURES):
        show_pictures(scene)  # before the slow computations, so that it follows a slider at once
    with sentence:
        truth = show_headline(scene)
    with controls:
        show_controls(scene)
        if st.button("Ask a model", key=keys.ASK_MODEL, icon=":material/forum:", help=texts.OPEN_SCENE):
            st.switch_page(navigation.ASK_A_MODEL, query_params={"way": "Lab scene", SCENE: scene.to_link()})
    if truth is not None:
        with sentence:
            show_solver_results(scene.to_link())
        with scenery, st.container(key=keys.SOLVED):
            show_answers(scene.to_link(), truth)
    show_class_bands(scene)
    show_sweep(scene)


show_page_title("Lab")
if triangle_panel.is_triangle_benchmark():
    st.markdown(texts.QUESTION)
    show_lab()
    show_commands()
else:
    item_view.show_item()
