"""A row of buttons, of which any number are pressed."""

from collections.abc import Callable, Collection, Sequence

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import list_texts, read_sent

_TOGGLES = create_component("toggles")


def show_toggles(
    labels: Sequence[str], pressed: Collection[str], name: str, key: str, on_press: Callable[[list[str]], None]
) -> None:
    """Shows a button for each label. They cost the browser little, since their texts are no Markdown.

    Args:
        labels: of the buttons, each once.
        pressed: those that are pressed.
        name: what they are, for a screen reader.
        key: of the component.
        on_press: called after a click with the labels that are pressed now, in the order of the buttons.
    """

    def clicked() -> None:
        told = list_texts(read_sent(key, "pressed", list))
        on_press([label for label in labels if label in told])

    data = {"labels": list(labels), "pressed": [label for label in labels if label in pressed], "name": name}
    _TOGGLES(key=key, data=data, on_pressed_change=clicked)
