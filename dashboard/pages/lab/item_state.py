"""State of the item on the Lab's workbench: read from the URL, changed by lists and sliders, written back."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.errors import SceneError
from core.formatting import escape_markdown
from core.generators.lab_items import LabItems, Slider
from core.generators.registry import load_lab_items
from dashboard.data.current_benchmark import get_workspace
from dashboard.pages.lab import texts
from dashboard.pages.lab.scene_controls import SCENE
from dashboard.runtime.state_keys import lab as keys

_PARTS, _OF = "~", ":"
MAX_LINK_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class LabItemState:
    """An item and the values of its parameters.

    Attributes:
        stands: value by the key of each knob.
    """

    kind: str
    item: str
    knobs: tuple[Slider, ...]
    stands: Mapping[str, float]

    @property
    def link(self) -> str:
        """The value for the URL: the differences from the generated item."""
        moved = [f"{knob.key}{_OF}{self.stands[knob.key]:.10g}" for knob in self.knobs if self._is_moved(knob)]
        return _PARTS.join([self.kind, self.item, *moved])

    def _is_moved(self, knob: Slider) -> bool:
        return self.stands[knob.key] != knob.start

    @property
    def is_moved(self) -> bool:
        """Return whether anything differs from the generated item."""
        return any(map(self._is_moved, self.knobs))


def get_lab_items() -> LabItems:
    """Return the workbench of the current benchmark."""
    return load_lab_items(get_workspace())


def read_current_item() -> LabItemState:
    """Return the item in the URL; else the first one, with a warning if the URL does not name an item."""
    link = st.query_params.get(SCENE)
    if link is not None:
        try:
            return parse_link(link)
        except SceneError as error:
            st.warning(texts.describe_replaced_item(escape_markdown(str(error))), title=texts.INVALID_ITEM)
    kind = next(iter(get_lab_items().KINDS))
    return build_default_item(kind, get_default_item_key(kind))


def get_default_item_key(kind: str) -> str:
    """Return the key of the item of a kind that is shown first."""
    lab_items = get_lab_items()
    return lab_items.DEFAULT_ITEMS.get(kind) or next(iter(lab_items.list_items(kind)))


def build_default_item(kind: str, item: str) -> LabItemState:
    """Return an item with its original values."""
    knobs = get_lab_items().list_sliders(kind, item)
    return LabItemState(kind, item, knobs, {knob.key: knob.start for knob in knobs})


def parse_link(link: str) -> LabItemState:
    """Parse the item of a link; values beyond the range of their knob are moved to its end.

    Raises:
        SceneError: it names an unknown kind, item or knob, or a value that is not a number.
    """
    kind, _, rest = link[:MAX_LINK_CHARACTERS].partition(_PARTS)
    item, *moved = rest.split(_PARTS)
    if kind not in get_lab_items().KINDS or item not in get_lab_items().list_items(kind):
        raise SceneError(texts.describe_unknown_item(link[:40]))
    default_item = build_default_item(kind, item)
    by_key = {knob.key: knob for knob in default_item.knobs}
    values = dict(default_item.stands)
    for part in moved:
        key, _, text = part.partition(_OF)
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if key not in by_key or not math.isfinite(value):
            raise SceneError(texts.describe_invalid_value(part[:40]))
        values[key] = by_key[key].clip(value)
    return LabItemState(kind, item, default_item.knobs, values)


def write_item(lab_item_state: LabItemState) -> None:
    """Write an item to the URL."""
    st.query_params[SCENE] = lab_item_state.link


def show_choice(lab_item_state: LabItemState) -> None:
    """Show the lists of kinds and items, set to the item."""
    kinds, items = get_lab_items().KINDS, get_lab_items().list_items(lab_item_state.kind)
    keys.KIND.write(lab_item_state.kind)
    st.selectbox("Kind of question", list(kinds), format_func=kinds.__getitem__, key=keys.KIND, on_change=_take_kind)
    keys.ITEM.write(lab_item_state.item)
    st.selectbox("Item", list(items), format_func=items.__getitem__, key=keys.ITEM, on_change=_take_item)


def show_sliders(lab_item_state: LabItemState) -> None:
    """Show the sliders, set to the item, and the button that resets them."""
    for knob in lab_item_state.knobs:
        key = keys.KNOB.make_key(knob.key)
        key.write(float(lab_item_state.stands[knob.key]))
        st.slider(
            f"{knob.title}, {knob.unit}" if knob.unit else knob.title,
            knob.low,
            knob.high,
            step=knob.step,
            format="%.0f" if knob.step >= 1 else "%.2f",
            key=key,
            help=knob.explained or None,
            on_change=_take,
            args=(lab_item_state, knob.key),
        )
    st.button(
        "Reset",
        key=keys.RESET,
        on_click=write_item,
        args=(build_default_item(lab_item_state.kind, lab_item_state.item),),
        disabled=not lab_item_state.is_moved,
    )


def _take_kind() -> None:
    if kind := keys.KIND.read():
        write_item(build_default_item(kind, get_default_item_key(kind)))


def _take_item() -> None:
    if (kind := keys.KIND.read()) and (item := keys.ITEM.read()):
        write_item(build_default_item(kind, item))


def _take(lab_item_state: LabItemState, key: str) -> None:
    value = keys.KNOB.make_key(key).read()
    if value is not None:
        stands = {**lab_item_state.stands, key: value}
        write_item(LabItemState(lab_item_state.kind, lab_item_state.item, lab_item_state.knobs, stands))
