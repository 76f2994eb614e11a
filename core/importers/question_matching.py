"""Comparison of the question and options of a log row with those of a case."""

import math
from collections.abc import Sequence

from core.benchmarks.cases import Case
from core.benchmarks.choice.items import LETTERS
from core.importers.records import ImportedReply


def normalise_spaces(text: str) -> str:
    """Return the text with single spaces."""
    return " ".join(text.split())


def order_as_seen(own: tuple[str, ...], seen: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the case's own options in the order in which the model saw them; None if they differ.

    Programs that read tables reformat numbers (`0.7` for `0.70`), so equal numbers count if no text is equal.
    """
    if len(own) != len(seen):
        return None
    left, found = list(own), []
    for text in seen:
        same = [one for one in left if normalise_spaces(one) == normalise_spaces(text)] or [
            one for one in left if normalise_option(one) == normalise_option(text)
        ]
        if len(same) != 1:
            return None
        left.remove(same[0])
        found.append(same[0])
    return tuple(found)


def normalise_option(option: str) -> str:
    """Return the option in one form for all programs: numbers by their value, other texts with single spaces."""
    try:
        number = float(option)
    except ValueError:
        return normalise_spaces(option)
    return str(number) if math.isfinite(number) else normalise_spaces(option)


def is_asked_by_key(row: ImportedReply, keys: Sequence[str]) -> bool | None:
    """Return whether a row asks for an answer under one of these keys, by prompt, truth and reply; None if unclear.

    A reply without any key is not evidence if neither prompt nor question is logged.
    """
    if not keys:
        return None
    if any(key in text for text in (row.prompt, row.question, row.target, row.raw or "") for key in keys):
        return True
    if len(row.target) == 1 and row.target in LETTERS:
        return False
    return False if (row.prompt or row.question) and row.status == "ok" else None


def is_asked_by_options(row: ImportedReply, case: Case) -> bool | None:
    """Return whether a row asks a question with options, by the prompt that was sent; None if it is unclear.

    A prompt that holds neither the question nor all of its options asks something else.
    """
    options = case.options
    if not options or not row.prompt:
        return None
    if row.options is not None or has_question(row, case):
        return True
    return all(normalise_spaces(option) in normalise_spaces(row.prompt) for option in options)


def has_question(row: ImportedReply, case: Case) -> bool:
    """Return whether the row's question or prompt holds the case's question; a case without a text matches any."""
    if case.text is None:
        return True
    text = normalise_spaces(case.text)
    return text in normalise_spaces(row.question) or text in normalise_spaces(row.prompt)
