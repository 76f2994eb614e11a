"""How a component of ours is made from its scripts and its style, which lie beside its module."""

from pathlib import Path
from typing import Any

import streamlit as st

_FOLDER = Path(__file__).parent


def component(name: str, *helpers: str) -> Any:  # noqa: ANN401 - Streamlit's own return type is private
    """The component whose script and style are `name.js` and `name.css`.

    Args:
        name: of the component.
        helpers: names of scripts whose functions its own script uses; they become one, since a script of Streamlit's
            cannot import another.
    """
    return st.components.v2.component(
        f"trilens_{name}",
        html=f'<div class="{name}"></div>\n<!-- filled by the script -->',
        css=(_FOLDER / f"{name}.css").read_text(encoding="utf-8"),
        js="\n".join((_FOLDER / f"{script}.js").read_text(encoding="utf-8") for script in (*helpers, name)),
    )
