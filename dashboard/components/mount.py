"""Creation of components from the scripts and styles in this folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.digest import compute_digest

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_FOLDER = Path(__file__).parent


def create_component(name: str, *helpers: str) -> Any:  # noqa: ANN401 - Streamlit's own return type is private
    """Return the component with the script `name.js` and the style `name.css`.

    Its script has a function `run`, which may return a cleanup function; `each_run.js` calls both.

    Args:
        name: of the component.
        helpers: names of scripts with functions that its own script uses, and of their styles; all are joined into
            one, since a Streamlit script cannot import another.
    """
    parts = (*helpers, name)
    mounted = st.components.v2.component(
        f"trilens_{name}",
        html=f'<div class="{name}" data-root></div>\n<!-- filled by the script -->',
        css=_join_files([path for part in parts if (path := _FOLDER / f"{part}.css").exists()]),
        js=_join_files([_FOLDER / f"{part}.js" for part in (*parts, "each_run")]),
    )

    def mount(*, key: str, data: Mapping[str, Any] = MappingProxyType({}), **arguments: Any) -> Any:  # noqa: ANN401 - as above
        return mounted(key=make_component_key(key), data={**data, "element_key": key}, **arguments)

    return mount


@dataclass(frozen=True, slots=True)
class Part:
    """A component of a page before it is mounted.

    Attributes:
        mount: as `create_component` returns it.
        key: of the component.
        data: what it shows.
        reserve_space: reserves space on the page until the browser has drawn it.
        callbacks: by their names in Streamlit.
    """

    mount: Callable[..., Any]
    key: str
    data: Mapping[str, Any]
    reserve_space: Callable[[], None] = lambda: None
    callbacks: Mapping[str, Callable[[], None]] = field(default_factory=dict)

    def show(self) -> None:
        """Mount the component."""
        self.reserve_space()
        self.mount(key=self.key, data=self.data, **self.callbacks)

    def show_empty(self, key: str) -> None:
        """Mount the component under another key and without data: a script of the page draws what it will show."""
        self.mount(key=key, data={"is_empty": True})


def make_component_key(key: str) -> str:
    """Return a key that Streamlit accepts for a component: it refuses two underscores, which ids of cases may have."""
    return key if "__" not in key else f"{key.replace('__', '-')}-{compute_digest([key])[:8]}"


def as_data(dataclass_instance: "DataclassInstance") -> dict[str, Any]:
    """Return the fields of a dataclass by name without copying; `asdict` copies every value, which is slow."""
    names = [attribute.name for attribute in fields(dataclass_instance)]
    return {name: getattr(dataclass_instance, name) for name in names}


def _join_files(paths: list[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)
