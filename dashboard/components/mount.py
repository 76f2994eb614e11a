"""How a component of ours is made from its script and its style, which lie beside its module."""

from pathlib import Path
from typing import Any

import streamlit as st

_FOLDER = Path(__file__).parent


def component(name: str) -> Any:  # noqa: ANN401 - Streamlit's own return type is private
    """The component whose script and style are `name.js` and `name.css`."""
    return st.components.v2.component(
        f"trilens_{name}",
        html=f'<div class="{name}"></div>\n<!-- filled by the script -->',
        css=(_FOLDER / f"{name}.css").read_text(encoding="utf-8"),
        js=(_FOLDER / f"{name}.js").read_text(encoding="utf-8"),
    )
