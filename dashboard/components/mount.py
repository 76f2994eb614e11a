"""How a component of ours is made from its scripts and its style, which lie beside its module."""

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_FOLDER = Path(__file__).parent


def create_component(name: str, *helpers: str) -> Any:  # noqa: ANN401 - Streamlit's own return type is private
    """The component whose script and style are `name.js` and `name.css`.

    Its script has a function `run`, which may return what ends its listening; `each_run.js` calls both.

    Args:
        name: of the component.
        helpers: names of scripts whose functions its own script uses, and of their styles; they become one, since a
            script of Streamlit's cannot import another.
    """
    parts = (*helpers, name)
    return st.components.v2.component(
        f"trilens_{name}",
        html=f'<div class="{name}"></div>\n<!-- filled by the script -->',
        css=_join_files([path for part in parts if (path := _FOLDER / f"{part}.css").exists()]),
        js=_join_files([_FOLDER / f"{part}.js" for part in (*parts, "each_run")]),
    )


def as_data(one: "DataclassInstance") -> dict[str, Any]:
    """The fields of a dataclass by name, as they are: `asdict` copies every value, which takes longer than the rest."""
    return {field.name: getattr(one, field.name) for field in fields(one)}


def _join_files(paths: list[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
