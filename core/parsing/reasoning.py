"""Extraction of the final reply: removes reasoning in the markup of each vendor, and turns of a continued dialogue.

A draft is not an answer. Every parser of replies starts here, including the published ones.
`docs/methods/reading_replies.md` lists the known markup.
"""

import re
from dataclasses import dataclass

from core.parsing.patterns import load_patterns

_PATTERNS = load_patterns(__file__, "reasoning.toml")

_BEGINS = _PATTERNS["begins"]
_ENDS = _PATTERNS["ends"]
_GLUED_ANALYSIS = re.compile(r"\A\s{0,8}analysis(?=[A-Z])")
_OPEN_DETAILS = re.compile(r"(?:<|&lt;)\s{0,4}details\s{1,4}type=[\"']?reasoning", re.IGNORECASE)
_CLOSED_DETAILS = re.compile(r"(?:<|&lt;)/details\s{0,4}(?:>|&gt;)", re.IGNORECASE)

_THOUGHT_HEADING = re.compile(r"\A\s{0,20}[*_#\s]{0,8}THOUGHTS?\b[*_]{0,3}:", re.IGNORECASE)
_ANSWER_HEADING = _PATTERNS["answer_heading"]
_JSON_LINE = re.compile(r"^(?:```|\{)", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[ \t]{0,80}\n\s*(?=\S)")

_TURN_OF_ASSISTANT = _PATTERNS["turn_of_assistant"]
_TURN_OF_USER = re.compile(r"\s{0,8}(?:\[INST\]|<\|im_start\|>user|<\|start_header_id\|>user|<start_of_turn>user)")
_NEXT_TURN = _PATTERNS["next_turn"]

_QUESTION_NUMBER = re.compile(r"\d{1,4}")
_HAS_ANSWERED = _PATTERNS["has_answered"]
REASONING_REMOVED_NOTE = "its reasoning is left out"
ENDS_INSIDE_REASONING = "the reply ends inside its reasoning"


@dataclass(frozen=True, slots=True)
class FinalText:
    """The part of a reply that can state an answer.

    Attributes:
        text: the part of the raw reply after its reasoning and before the next turn of a dialogue.
        start_index: start of `text` in the raw reply.
        has_reasoning: whether reasoning was removed.
        is_unfinished: whether the reply ends inside its reasoning.
    """

    text: str
    start_index: int = 0
    has_reasoning: bool = False
    is_unfinished: bool = False


def extract_final_text(raw: str, *, own_questions: int = 0) -> FinalText:
    """Return the part of a reply after its reasoning, before the next turn of a dialogue. Never raises.

    Args:
        raw: the reply.
        own_questions: questions that the prompt numbers; "Q1:" up to this number begins an answer, not the next turn.

    Text before the last end of reasoning is removed; if no text follows that end, text before the reasoning stays.
    Reasoning that begins and never ends removes all text after its beginning.
    """
    start, stop, has_reasoning, is_unfinished = _find_final_stretch(raw)
    for turn in _TURN_OF_ASSISTANT.finditer(raw, start, stop):
        user = _TURN_OF_USER.match(raw, start)
        begin = user.end() if user else start
        if not raw[start : turn.start()].strip() or _is_one_turn(raw, begin, turn.start()):
            start = turn.end()
    first = _find_first_visible(raw, start, stop)
    for turn in _NEXT_TURN.finditer(raw, first, stop):
        number = _QUESTION_NUMBER.search(turn["question"] or "")
        if number is not None and 1 <= int(number[0]) <= own_questions:
            continue
        if not turn["question"] or _HAS_ANSWERED.search(raw[start : turn.start()]):
            stop = turn.start()
            break
    return FinalText(raw[start:stop], start, has_reasoning, is_unfinished)


def _is_one_turn(raw: str, start: int, stop: int) -> bool:
    """Return whether a span before the assistant's turn is one turn of the user, including its end mark."""
    return all(raw[turn.end() : stop].strip() == "" for turn in _NEXT_TURN.finditer(raw, start, stop))


def _find_first_visible(raw: str, start: int, stop: int) -> int:
    """Return the index of the first visible character, so that a leading mark of a turn is not taken for the next."""
    stretch = raw[start:stop]
    return start + len(stretch) - len(stretch.lstrip())


def _find_final_stretch(raw: str) -> tuple[int, int, bool, bool]:
    """Return start, stop, whether reasoning was removed, and whether it never ends."""
    ends = [*_ENDS.finditer(raw)]
    if _OPEN_DETAILS.search(raw):
        ends = sorted([*ends, *_CLOSED_DETAILS.finditer(raw)], key=lambda match: match.start())
    begins = [match for match in _BEGINS.finditer(raw) if not _is_plain_word(raw, match)]
    start = ends[-1].end() if ends else 0
    unfinished = next((match for match in begins if match.start() >= start), None)
    if unfinished is not None:
        return start, unfinished.start(), True, True
    if ends and not raw[start:].strip() and begins and raw[: begins[0].start()].strip():
        return 0, begins[0].start(), True, False
    if ends:
        return start, len(raw), True, False
    heading = _THOUGHT_HEADING.match(raw)
    if heading is None:
        return 0, len(raw), False, False
    answer = [match.start() for match in _ANSWER_HEADING.finditer(raw, heading.end())]
    paragraphs = [match.end() for match in _BLANK_LINE.finditer(raw, heading.end())]
    json_lines = [match.start() for match in _JSON_LINE.finditer(raw, heading.end())][:1]
    if starts := answer or paragraphs or json_lines:
        return starts[-1], len(raw), True, False
    return len(raw), len(raw), True, True


def _is_plain_word(raw: str, match: re.Match[str]) -> bool:
    """Return whether "analysis" at the beginning is a word of the reply: gpt-oss glues its first sentence to it."""
    begins_bare = match.group().lstrip().lower().startswith("analysis")
    return begins_bare and _GLUED_ANALYSIS.match(raw) is None
