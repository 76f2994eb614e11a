"""A raw reply as plain text, in which words are marked: those that decided how it was parsed, or that differ."""

from collections.abc import Sequence

from core.formatting import to_single_line
from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey

_REPLY = create_component("reply")


def show_reply(pieces: Sequence[tuple[str, str]], key: ElementKey, explanation: str = "read from ") -> None:
    """Show a reply as text, never as Markdown or HTML.

    Args:
        pieces: in order, each a text and its kind of evidence, which is empty for text that decided nothing.
        key: of the component.
        explanation: text before the kind of evidence, for screen readers.
    """
    shown = [{"text": text, "evidence": to_single_line(evidence)} for text, evidence in pieces]
    _REPLY(key=key, data={"pieces": shown, "explanation": explanation})
