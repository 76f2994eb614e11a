"""A list of all that one can go to or do, opened by Ctrl K or a slash, and of all keys, opened by a question mark."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.formatting import to_single_line
from dashboard.components.mount import as_data, create_component
from dashboard.runtime.session_state import ElementKey, read_sent

_PALETTE = create_component("palette")


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of the list.

    Attributes:
        kind: what it is, as shown: `Page`, `Model`.
        target: what choosing it sends to the server, with the kind.
        label: its name.
        detail: a remark beside it.
    """

    kind: str
    target: str
    label: str
    detail: str = ""


def show_palette(
    commands: Sequence[Command],
    matches: tuple[str, Sequence[Command]],
    keys: Sequence[tuple[str, str]],
    placeholder: str,
    key: ElementKey,
    on_typed: Callable[[str], None],
    on_chosen: Callable[[str, str], None],
) -> None:
    """Show the button that opens the list, and the list once it is opened.

    Args:
        commands: what is listed at once, and searched in the browser.
        matches: the typed text for which the server has searched, and what it found.
        keys: each key with its effect.
        placeholder: of the field.
        key: of the component.
        on_typed: is called with the text some time after it was typed.
        on_chosen: is called with kind and target of the chosen entry.
    """

    def type_text() -> None:
        on_typed(read_sent(key, "typed", str) or "")

    def choose() -> None:
        kind, _, target = (read_sent(key, "chosen", str) or "").partition("\n")
        if (kind, target) in {(command.kind, command.target) for command in (*commands, *matches[1])}:
            on_chosen(kind, target)

    data = {
        "commands": [_as_plain(command) for command in commands],
        "typed": matches[0],
        "found": [_as_plain(command) for command in matches[1]],
        "keys": [list(pair) for pair in keys],
        "placeholder": placeholder,
    }
    _PALETTE(key=key, data=data, on_typed_change=type_text, on_chosen_change=choose)


def _as_plain(command: Command) -> dict[str, str]:
    """Return the fields of an entry; names come from users and models, and are shown on one line."""
    return {name: value if name == "target" else to_single_line(value) for name, value in as_data(command).items()}
