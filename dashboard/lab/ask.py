"""The way from a scene to a model."""

import streamlit as st

from core.settings import REPOSITORY
from core.synthetic.scene import Scene
from dashboard.lab.controls import SCENE

ASK_PAGE = "dashboard/app_pages/ask_a_model.py"


def _is_there() -> bool:
    """Whether this version has the page: it stands in the list of pages."""
    return ASK_PAGE in (REPOSITORY / "streamlit_app.py").read_text(encoding="utf-8")


def show_button(scene: Scene) -> None:
    """Opens Ask a model with this scene; disabled, with the reason, where there is no such page."""
    is_there = _is_there()
    reason = "Opens this scene there; nothing is sent yet." if is_there else "This version has no page to ask a model."
    if st.button("Ask a model", key="lab_ask", icon=":material/forum:", disabled=not is_there, help=reason):
        st.switch_page(ASK_PAGE, query_params={SCENE: scene.to_link()})
