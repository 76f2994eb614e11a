"""A small histogram per factor, the bars of which are toggle buttons."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey, list_texts, read_sent

_HISTOGRAMS = create_component("histograms", "element")


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """A level: the number of cases that have it, and of the selected ones among these."""

    value: str
    label: str
    n_cases: int
    n_selected: int
    is_pressed: bool


@dataclass(frozen=True, slots=True)
class Histogram:
    """A factor with its levels, and the number of further levels that are left out."""

    key: str
    title: str
    bars: Sequence[HistogramBar]
    n_hidden: int = 0


def show_histograms(histograms: Sequence[Histogram], key: ElementKey, on_press: Callable[[str, str], None]) -> None:
    """Show the histograms side by side, as many as fit.

    Args:
        histograms: with distinct keys.
        key: of the component.
        on_press: called after a click with the key of the histogram and the value of the bar.
    """

    def press() -> None:
        pressed = list_texts(read_sent(key, "bar", list))
        if any(pressed == [histogram.key, bar.value] for histogram in histograms for bar in histogram.bars):
            on_press(*pressed)

    _HISTOGRAMS(key=key, data={"histograms": [asdict(histogram) for histogram in histograms]}, on_bar_change=press)
