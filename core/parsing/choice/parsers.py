"""From a reply to the option that it chooses: three parsers by name, and the answer that one of them gives.

`marked` reads replies of any form and is the default. The other two are kept to the letter of what was published, so
that a paper's figure can be had by its own rule, and so that what the rule changes can be counted.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from core.parsing.choice.marked_answer import marked
from core.parsing.choice.published_parsers import can_infer, last_letter
from core.parsing.choice.result import ChoiceReading, Parser
from core.parsing.values import MAX_STATED_CHARACTERS
from core.records import Answer

DEFAULT_PARSER = "marked"

PARSERS: Mapping[str, Parser] = MappingProxyType(
    {
        "last_letter": last_letter,
        "last_letter_or_text": partial(last_letter, fallback_text=True),
        "can_infer": can_infer,
        "can_infer_older": partial(can_infer, variant="older"),
        "marked": marked,
    }
)
"""By name; P1, P2 and P3 of the protocols are `last_letter`, `can_infer` and `marked`."""

PROTOCOL_PARSERS = ("last_letter", "can_infer", "marked")
"""P1, P2 and P3."""


def read_choice(raw: str, options: Sequence[str], parser: str = DEFAULT_PARSER) -> ChoiceReading:
    """The option that a reply chooses. Never raises for any text of the reply.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters, 2 to 26.
        parser: a name in `PARSERS`; the benchmark's own where it has one.

    Raises:
        KeyError: there is no such parser.
        ValueError: the number of options is impossible.
    """
    return PARSERS[parser](raw, options)


def choice_answer(question_id: str, raw: str | None, options: Sequence[str], parser: str = DEFAULT_PARSER) -> Answer:
    """The answer to a multiple-choice question: its value is the letter of the chosen option.

    `invalid` keeps the letter beyond the options as its value. A reply without text is `missing`, whatever the parser.
    """
    if raw is None or not raw.strip():
        return Answer(question_id, "missing", reason="the reply is empty")
    reading = read_choice(raw, options, parser)
    value = reading.stated if reading.status == "invalid" else reading.letter
    stated = None if reading.stated is None else reading.stated[:MAX_STATED_CHARACTERS]
    return Answer(question_id, reading.status, value, stated, reading.reason, reading.note)
