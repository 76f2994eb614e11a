"""A row of toggle buttons, any number of which may be pressed."""

from collections.abc import Callable, Collection, Sequence

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey, list_texts, read_sent

_TOGGLES = create_component("toggles")


def show_toggles(
    labels: Sequence[str], pressed: Collection[str], name: str, key: ElementKey, on_press: Callable[[list[str]], None]
) -> None:
    """Show a button for each label; plain texts instead of Markdown keep them cheap for the browser.

    Args:
        labels: of the buttons, without duplicates.
        pressed: labels of the pressed buttons.
        name: description of the group for screen readers.
        key: of the component.
        on_press: called after a click with the labels of all pressed buttons, in their order.
    """

    def handle_click() -> None:
        texts = list_texts(read_sent(key, "pressed", list))
        on_press([label for label in labels if label in texts])

    data = {"labels": list(labels), "pressed": [label for label in labels if label in pressed], "name": name}
    _TOGGLES(key=key, data=data, on_pressed_change=handle_click)
