"""Answers to options that another program showed in a different order."""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

from core.records import Answer


def restore_option_order(answer: Answer, seen: Sequence[str], own: Sequence[str]) -> Answer:
    """Convert the letter of an answer from the options as seen to the case's own, by their text.

    Args:
        answer: parsed with the options as they were seen.
        seen: texts in the order in which the model saw them.
        own: texts in the order of the case's letters.

    Returns:
        The answer; `invalid` if the case has no option of that text.
    """
    if not isinstance(answer.value, str) or answer.status != "ok":
        return answer
    chosen = seen[ascii_uppercase.index(answer.value)].strip()
    same = [index for index, text in enumerate(own) if text.strip() == chosen]
    if len(same) != 1:
        return replace(answer, status="invalid", value=None, reason=f"the case has no option {chosen[:60]!r}")
    letter = ascii_uppercase[same[0]]
    note = f"the model saw this option as {answer.value}" if letter != answer.value else None
    return replace(answer, value=letter, note="; ".join(filter(None, (answer.note, note))) or None)
