"""The item on the Lab's workbench: read from the address, changed by lists and sliders, written back."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.errors import SceneError
from core.formatting import plain
from core.generators.lab_items import Knob, LabItems
from core.generators.registry import load_lab_items
from dashboard.data.queries import benchmark_settings
from dashboard.pages.lab.scene_controls import SCENE

_PARTS, _OF = "~", ":"
MAX_LINK_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class OnBench:
    """An item.

    Attributes:
        stands: value by the key of each knob.
    """

    kind: str
    item: str
    knobs: tuple[Knob, ...]
    stands: Mapping[str, float]

    @property
    def link(self) -> str:
        """For the address: what differs from the item as it was made."""
        moved = [f"{knob.key}{_OF}{self.stands[knob.key]:.10g}" for knob in self.knobs if self._is_moved(knob)]
        return _PARTS.join([self.kind, self.item, *moved])

    def _is_moved(self, knob: Knob) -> bool:
        return self.stands[knob.key] != knob.start

    @property
    def is_moved(self) -> bool:
        """Whether anything differs from the item as it was made."""
        return any(map(self._is_moved, self.knobs))


def bench() -> LabItems:
    """The workbench of the benchmark that is shown."""
    return load_lab_items(benchmark_settings())


def current() -> OnBench:
    """The item of the address; else the first one, with a warning if the address does not name an item."""
    link = st.query_params.get(SCENE)
    if link is not None:
        try:
            return read_link(link)
        except SceneError as error:
            st.warning(f"{plain(str(error))}. Showing the first item instead.", title="The link is not a valid item")
    kind = next(iter(bench().kinds))
    return as_made(kind, next(iter(bench().items(kind))))


def as_made(kind: str, item: str) -> OnBench:
    """An item before anybody moved anything."""
    knobs = bench().knobs(kind, item)
    return OnBench(kind, item, knobs, {knob.key: knob.start for knob in knobs})


def read_link(link: str) -> OnBench:
    """The item of a link; values beyond the range of their knob are moved to its end.

    Raises:
        SceneError: it names no kind, item or knob of this benchmark, or a value that is no number.
    """
    kind, _, rest = link[:MAX_LINK_CHARACTERS].partition(_PARTS)
    item, *moved = rest.split(_PARTS)
    if kind not in bench().kinds or item not in bench().items(kind):
        raise SceneError(f"{link[:40]!r} names no item of this benchmark")
    made = as_made(kind, item)
    by_key = {knob.key: knob for knob in made.knobs}
    values = dict(made.stands)
    for part in moved:
        key, _, text = part.partition(_OF)
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if key not in by_key or not math.isfinite(value):
            raise SceneError(f"{part[:40]!r} is no value of this item")
        values[key] = by_key[key].within(value)
    return OnBench(kind, item, made.knobs, values)


def put(shown: OnBench) -> None:
    """Writes an item to the address."""
    st.query_params[SCENE] = shown.link


def show_controls(shown: OnBench) -> None:
    """The lists and sliders, set to the item."""
    kinds, items = bench().kinds, bench().items(shown.kind)
    st.session_state["lab-kind"] = shown.kind
    st.selectbox("Question", list(kinds), format_func=kinds.__getitem__, key="lab-kind", on_change=_take_kind)
    st.session_state["lab-item"] = shown.item
    st.selectbox("Item", list(items), format_func=items.__getitem__, key="lab-item", on_change=_take_item)
    for knob in shown.knobs:
        key = f"lab-knob-{knob.key}"
        st.session_state[key] = float(shown.stands[knob.key])
        st.slider(
            f"{knob.title}, {knob.unit}" if knob.unit else knob.title,
            knob.low,
            knob.high,
            step=knob.step,
            format="%.0f" if knob.step >= 1 else "%.2f",
            key=key,
            help=knob.explained or None,
            on_change=_take,
            args=(shown, knob.key),
        )
    st.button("As it was made", key="lab-reset", on_click=put, args=(as_made(shown.kind, shown.item),),
              disabled=not shown.is_moved)  # fmt: skip


def _take_kind() -> None:
    kind = st.session_state["lab-kind"]
    put(as_made(kind, next(iter(bench().items(kind)))))


def _take_item() -> None:
    put(as_made(st.session_state["lab-kind"], st.session_state["lab-item"]))


def _take(shown: OnBench, key: str) -> None:
    put(OnBench(shown.kind, shown.item, shown.knobs, {**shown.stands, key: st.session_state[f"lab-knob-{key}"]}))
