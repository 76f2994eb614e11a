"""The question and the options of a row of a log beside those of a case."""

import math
from collections.abc import Sequence

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.data import Case
from core.importers.records import ImportedReply


def normalise_spaces(text: str) -> str:
    """The text with single blanks."""
    return " ".join(text.split())


def get_options(case: Case) -> tuple[str, ...]:
    """The options that a case offers; none where it asks without."""
    return next((asked.options for asked in case.asks if asked.options), ())


def order_as_seen(own: tuple[str, ...], seen: tuple[str, ...]) -> tuple[str, ...] | None:
    """The case's own options in the order in which the model saw them; None where they are others.

    Programs that read tables write numbers anew (`0.7` for `0.70`), so equal numbers count where no text is equal.
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
    """The option as one text however a program writes it: numbers by their value, other texts with single blanks."""
    try:
        number = float(option)
    except ValueError:
        return normalise_spaces(option)
    return str(number) if math.isfinite(number) else normalise_spaces(option)


def is_asked_by_key(row: ImportedReply, keys: Sequence[str]) -> bool | None:
    """Whether a row asks for an answer under one of these keys: by prompt, truth and reply; None where none tells.

    A reply without any key is no sign where nothing says what was asked.
    """
    if not keys:
        return None
    if any(key in text for text in (row.prompt, row.question, row.target, row.raw or "") for key in keys):
        return True
    if len(row.target) == 1 and row.target in LETTERS:
        return False
    return False if (row.prompt or row.question) and row.status == "ok" else None


def is_asked_by_options(row: ImportedReply, case: Case) -> bool | None:
    """Whether a row asks a question with options, by the prompt that was sent; None where nothing tells.

    A prompt that holds neither the question nor all of its options asks something else.
    """
    options = get_options(case)
    if not options or not row.prompt:
        return None
    if row.options is not None or has_question(row, case):
        return True
    return all(normalise_spaces(option) in normalise_spaces(row.prompt) for option in options)


def has_question(row: ImportedReply, case: Case) -> bool:
    """Whether the row's question or prompt holds the case's question; a case without a text is asked by any prompt."""
    if case.text is None:
        return True
    text = normalise_spaces(case.text)
    return text in normalise_spaces(row.question) or text in normalise_spaces(row.prompt)
