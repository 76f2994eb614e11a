"""Parsers of multiple-choice replies by name, and the answer that a parser gives.

`careful` reads replies of any form and is the default of every benchmark. The others follow the published rules to the
letter, so that a paper's figure can be reproduced by its own rule, and the effect of the rule can be counted.
Reasoning is removed before any of them.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType

from core.parsing.choice.careful_parser import parse_carefully
from core.parsing.choice.published_parsers import parse_can_infer, parse_last_letter
from core.parsing.choice.ratio_statements import parse_ratio_question
from core.parsing.choice.result import ChoiceReading, Parser, add_note, get_option_letters, make_unparsed_reading
from core.parsing.choice.true_or_false import has_statement
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text
from core.parsing.values import MAX_STATED_CHARACTERS
from core.records import Answer

DEFAULT_PARSER = "careful"

PUBLISHED_PARSERS: Mapping[str, Parser] = MappingProxyType(
    {
        "last_letter": parse_last_letter,
        "last_letter_or_text": partial(parse_last_letter, fallback_text=True),
        "can_infer": parse_can_infer,
        "can_infer_older": partial(parse_can_infer, variant="older"),
    }
)
"""Parsers that follow papers to the letter."""

PARSERS = (DEFAULT_PARSER, *PUBLISHED_PARSERS)

COMPARED_PARSERS = (DEFAULT_PARSER, "last_letter", "can_infer")
"""Parsers whose readings pages compare."""


MAX_KEPT_CHARACTERS = 100
"""Maximum length of cached replies: two longer ones are hardly ever the same."""


def parse_choice(raw: str, options: Sequence[str], parser: str = DEFAULT_PARSER, question: str = "") -> ChoiceReading:
    """Return the option that a reply chooses, after removing its reasoning. Never raises for any text of the reply.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters, 2 to 26.
        parser: a name in `PARSERS`.
        question: its text, for the default parser.

    Raises:
        KeyError: the parser does not exist.
        ValueError: the number of options is out of range.
    """
    if parser == DEFAULT_PARSER:
        return parse_carefully(raw, options, question)
    get_option_letters(options)
    read = PUBLISHED_PARSERS[parser]
    final = extract_final_text(raw)
    if not final.has_reasoning:
        return read(raw, options)
    if not final.text.strip():
        return make_unparsed_reading(ENDS_INSIDE_REASONING if final.is_unfinished else "the reply is empty")
    reading = read(final.text, options)
    return add_note(reading, REASONING_REMOVED_NOTE) if reading.status == "ok" else reading


def parse_choice_answer(
    question_id: str, raw: str | None, options: Sequence[str], parser: str = DEFAULT_PARSER, question: str = ""
) -> Answer:
    """Return the answer to a multiple-choice question: its value is the letter of the chosen option.

    An `invalid` answer keeps a letter beyond the options as its value. A reply without text is always `missing`.
    """
    is_needed = has_statement(question, options) or parse_ratio_question(question) is not None
    statement = question if is_needed else ""  # others have the answers of many cases in common
    if raw is None or len(raw) > MAX_KEPT_CHARACTERS:
        return _read_answer(question_id, raw, options, parser, statement)
    return _read_short_answer(question_id, raw, tuple(options), parser, statement)


def _read_answer(question_id: str, raw: str | None, options: Sequence[str], parser: str, question: str) -> Answer:
    if raw is None or not raw.strip():
        return Answer(question_id, "missing", reason="the reply is empty")
    reading = parse_choice(raw, options, parser, question)
    value = reading.stated if reading.status == "invalid" else reading.letter
    stated = None if reading.stated is None else reading.stated[:MAX_STATED_CHARACTERS]
    return Answer(question_id, reading.status, value, stated, reading.reason, reading.note)


_read_short_answer = lru_cache(maxsize=20_000)(_read_answer)
"""Cached answers: most replies of most runs are a letter, and many cases have the same options."""
