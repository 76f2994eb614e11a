"""The header of a page: its title, buttons that are also keys of the page, and a line below them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dashboard.components.keys import NO_FIELDS, build_listener, call_pressed
from dashboard.components.mount import Part, as_data, create_component
from dashboard.runtime.session_state import ElementKey

_ACTION_HEADER = create_component(
    "action_header", "element", "svg", "icons", "streamlit_page", "key_listener", "full_screen"
)

Icon = Literal["close", "gallery", "label", "next", "note", "pin", "present", "previous", "question", "truth", "unpin"]


@dataclass(frozen=True, slots=True)
class Action:
    """A button of the header.

    Attributes:
        key: the key with the same effect, or a name that is not a key.
        help: text on hover.
        href: of a link: its target if it is opened in another tab.
        opens_dialog: whether a dialog appears, which gives the focus back when it is closed.
    """

    label: str
    icon: Icon
    key: str
    help: str = ""
    href: str = ""
    is_disabled: bool = False
    opens_dialog: bool = False


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """The line below the title.

    Attributes:
        text: at the left.
        place: at the right.
        order: after it, if there is room.
        link: text of a link to a part of the page, after both.
        target: id of that part.
        help: what a question mark after them explains.
    """

    text: str
    place: str
    order: str
    link: str
    target: str
    help: str


def build_action_header(
    title: str,
    actions: Sequence[Action],
    line: HeaderLine | None,
    callbacks: Mapping[str, Callable[[], None]],
    key: ElementKey,
    fields: Mapping[str, str] = NO_FIELDS,
    *,
    topic: str = "",
    has_full_screen: bool = False,
) -> Part:
    """Build the header, which calls a function when its button is clicked or its key is pressed.

    Args:
        title: of the page.
        actions: the buttons in order.
        line: below them; None for none.
        callbacks: by key, and by the name of each action without one.
        key: of the component.
        fields: as in `listen`.
        topic: words before the title, which is then small; empty for none.
        has_full_screen: whether to add a button that shows the whole page in full screen, like the key F; it does not
            involve the server.
    """
    data = {
        "title": title,
        "topic": topic,
        "actions": [as_data(action) for action in actions],
        "line": as_data(line) if line else None,
        "has_full_screen": has_full_screen,
        "listener": build_listener(callbacks, fields),
    }
    callback = {"on_pressed_change": lambda: call_pressed(callbacks, key)}
    return Part(_ACTION_HEADER, key, data, callbacks=callback)
