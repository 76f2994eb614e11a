"""P3, the reader of multiple choice for replies of any form: the last mark of an answer, else what stands alone.

What says that it is the answer decides ("Answer: B", a JSON key, a box, "B is correct"); without it a letter that is
set apart ("(B)", "**B**", "option B"); without that the only letter, or the only option's text, that is there. Of
several marks the last counts. What is ambiguous is not read; `docs/reading.md` has the rules.

Source: PROTOCOLS 1.2, P3.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.parsing.choice.answer_text import is_article, is_negated, letter_with_text, stated_at
from core.parsing.choice.option_text import WORD_CHARACTER, Named, letter_by_text, options_named, plain
from core.parsing.choice.result import ChoiceReading, beyond, chosen, letters_of, unparsed
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text

MAX_MARKS_TRIED = 64
"""Marks of one strength that are looked at, from the end; keeps hostile replies cheap."""

_ALONE = re.compile(r"[\W_]*([A-Za-z])[\W_]*")
_SAYS_ANSWER = re.compile(
    r"""\\boxed\s{0,8}(?=\{)
      | <answer>
      | \b(?:answer|choice|option|letter|solution|response|prediction)\b
        (?: ["'`*_)\s]{0,8}[:=] | \s{1,8}(?:is|was|would\ be|will\ be|should\ be|must\ be|has\ to\ be)\b:? )
      | \b(?:I|we)(?:'d|'ll|\s(?:would|will|must|have\ to|can))?(?:\ (?:therefore|thus|also))?\s
        (?:choose|chose|pick|select|answer|go\ (?:with|for))\b:?
      | (?:答案|正确选项|选项)\s{0,4}(?:应该|应)?(?:是|为|选|:)\s{0,4}:?
      | (?:故|应|我)?选择?\s{0,4}:?""",
    re.IGNORECASE | re.VERBOSE,
)
_IS_RIGHT = re.compile(
    r"""(?<![\w'])([A-Z])["'`*_)\].]{0,4}\s{1,8}(?:is|must\ be|has\ to\ be)\s{1,8}(?:the\s{1,8})?(?:only\s{1,8})?
        (?:correct|right|best)(?=\s{0,8}(?:[^\w\s]|\Z|(?:answer|option|choice|one)\b))""",
    re.VERBOSE,
)
_SET_APART = re.compile(
    r"""(?<![\w)])[(\[]\s?(?P<bracket>[A-Za-z])\s?[)\]]
      | (?<![*\w])\*{1,3}(?P<bold>[^*\n]{1,200})\*{1,3}
      | \b(?i:option|choice|letter|answer)\s{1,4}["'`(\[]{0,2}(?P<option>[A-Z])(?!\w|'\w)
      | ^[\s>*\#-]{0,8}(?P<line>[A-Z]|[a-z](?=\)))[.):](?=\s|\*|\Z)""",
    re.VERBOSE | re.MULTILINE,
)
_LONE = re.compile(rf"(?<!{WORD_CHARACTER})(?<!\w')(?<!°)([A-Z])(?!{WORD_CHARACTER}|'\w|°)")
_CONCLUDES = re.compile(r"\b(?:so|thus|therefore|hence|conclude|means|is)\b\W{0,4}(?:it is\s|the\s)?\Z", re.IGNORECASE)
_ASKED_BACK = re.compile(r"[\s\"'`*_)\]]{0,6}\?")
_SENTENCE_ENDS = re.compile(r"[.!?](?:\s|\Z)|\n")


@dataclass(frozen=True, slots=True)
class _Mark:
    """A place of the reply that states an answer, or several.

    Attributes:
        concludes: whether a word before it, such as "so", says that it is no item of a list.
    """

    begin: int
    end: int
    reading: ChoiceReading
    concludes: bool = False

    @property
    def states(self) -> str | None:
        """The letter, also one beyond the options; None where it states several."""
        return self.reading.letter or (self.reading.stated if self.reading.status == "invalid" else None)


def marked(raw: str, options: Sequence[str]) -> ChoiceReading:
    """P3: the option that a reply of any form chooses, or the reason why none could be read.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters.
    """
    letters = letters_of(options)
    said = extract_final_text(raw)
    text = plain(said.text)
    if not text.strip():
        return unparsed(ENDS_INSIDE_REASONING if said.is_unfinished else "the reply is empty")
    reading = (
        _whole(text, options, letters)
        or _last(_saying_answer(text, options))
        or _last_set_apart(text, options)
        or _anywhere(text, options, letters)
    )
    if reading.status == "unparsed" and said.is_unfinished:
        return replace(reading, reason=f"{reading.reason}; {ENDS_INSIDE_REASONING}")
    return _noted(reading, REASONING_REMOVED_NOTE) if said.has_reasoning and reading.status == "ok" else reading


def _noted(reading: ChoiceReading, note: str) -> ChoiceReading:
    return replace(reading, note="; ".join(filter(None, (reading.note, note))))


def _whole(text: str, options: Sequence[str], letters: str) -> ChoiceReading | None:
    """The reading of a reply that is a letter or an option's text and nothing else."""
    alone = _ALONE.fullmatch(text) if len(text) < 100 else None
    if alone:
        letter = alone[1].upper()
        if letter not in letters:
            return beyond(letter, letters)
        return chosen(letter, alone[1], None if alone[1].isupper() else f"{alone[1]!r} read as {letter}")
    by_text = letter_by_text(text, options) if len(text) < 2000 else None
    return chosen(by_text, text.strip(), f"the option's text read as {by_text}") if by_text else None


def _saying_answer(text: str, options: Sequence[str]) -> list[_Mark]:
    """The last places that say what the answer is, in order."""
    letters = letters_of(options)
    said = [*_SAYS_ANSWER.finditer(text)][-MAX_MARKS_TRIED:]
    marks = [
        _Mark(match.start(), match.end(), reading)
        for match in said
        if (reading := stated_at(text, match.end(), options)) is not None
    ]
    marks += [
        _Mark(match.start(), match.end(), chosen(match[1]))
        for match in [*_IS_RIGHT.finditer(text)][-MAX_MARKS_TRIED:]
        if match[1] in letters and not is_negated(text, match.start(), match.start() + 1)
    ]
    return sorted(marks, key=lambda mark: mark.begin)


def _last(marks: Sequence[_Mark]) -> ChoiceReading | None:
    """What the last mark states, with a note where an earlier one states something else."""
    if not marks:
        return None
    reading = marks[-1].reading
    stated = {mark.states for mark in marks}
    if reading.status != "ok" or len(stated) == 1:
        return reading
    return _noted(reading, "the reply states several answers, the last counts")


def _last_set_apart(text: str, options: Sequence[str]) -> ChoiceReading | None:
    """The last letter that is set apart; two of them in the last sentence that has one are ambiguous."""
    marks = _without_lists(
        [
            mark
            for mark in _set_apart(text, options)
            if not is_negated(text, mark.begin, mark.end) and not _ASKED_BACK.match(text, mark.end)
        ]
    )
    if not marks:
        return None
    if len({mark.states for mark in marks}) == 1:
        return marks[-1].reading
    sentence = [marks[-1]]
    for mark in reversed(marks[:-1]):
        if _SENTENCE_ENDS.search(text, mark.end, sentence[-1].begin):
            break
        sentence.append(mark)
    if len({mark.states for mark in sentence}) > 1:
        return None
    return _noted(marks[-1].reading, "several letters are set apart, the last counts")


def _set_apart(text: str, options: Sequence[str]) -> list[_Mark]:
    letters = letters_of(options)
    marks = []
    for match in [*_SET_APART.finditer(text)][-4 * MAX_MARKS_TRIED :]:
        if match["bold"] is not None:
            reading = stated_at(match["bold"], 0, options)
            if reading is None or reading.status == "invalid":
                continue
        else:
            place = match.start(match.lastgroup or 0)
            letter = text[place].upper()
            if letter not in letters or (match["option"] and is_article(text, place)):
                continue
            reading = letter_with_text(text, place, options)
        concludes = _CONCLUDES.search(text[max(match.start() - 24, 0) : match.start()]) is not None
        marks.append(_Mark(match.start(), match.end(), reading, concludes))
    return marks


def _without_lists(marks: Sequence[_Mark]) -> list[_Mark]:
    """The marks without those that only list the options: A, B and so on, one after the other."""
    kept: list[_Mark] = []
    place = 0
    while place < len(marks):
        length = 0
        while place + length < len(marks) and _is_item(marks[place + length], length):
            length += 1
        if length < 2:
            kept.append(marks[place])
            length = 1
        place += length
    return kept


def _is_item(mark: _Mark, place: int) -> bool:
    """Whether a mark can be the item at a place of a list of the options."""
    return mark.states == chr(ord("A") + place) and not mark.concludes


def _anywhere(text: str, options: Sequence[str], letters: str) -> ChoiceReading:
    """The only letter that stands alone, or the only option whose text occurs; unparsed where they disagree."""
    named = options_named(text, options)
    by_letter = _lone_letters(text, letters, named)
    stated: dict[str, Named] = {}
    for each in named:
        if each.letter not in stated and not is_negated(text, each.begin, each.end):
            stated[each.letter] = each
    by_text = sorted(stated)
    if len(by_letter) > 1:
        return unparsed(f"{_all(by_letter)} stand in it, and nothing says which is the answer")
    if by_letter and by_text not in ([], by_letter):
        return unparsed(f"the letter {by_letter[0]} stands in it, and the text of {_all(by_text)}")
    if by_letter:
        return chosen(by_letter[0], note="the only letter that stands alone")
    if len(by_text) == 1:
        place = stated[by_text[0]]
        return chosen(by_text[0], text[place.begin : place.end], f"the option's text read as {by_text[0]}")
    if by_text:
        return unparsed(f"the texts of {_all(by_text)} stand in it, and nothing says which is the answer")
    return unparsed("no option is named in it")


def _lone_letters(text: str, letters: str, named: Sequence[Named]) -> list[str]:
    """The letters of options that stand alone, without articles, negated ones and those inside an option's text."""
    found = set()
    following = iter(named)
    current = next(following, None)
    for match in _LONE.finditer(text):
        place = match.start()
        while current is not None and current.end <= place:
            current = next(following, None)
        is_inside = current is not None and current.begin <= place
        if match[1] in letters and not is_inside and match[1] not in found and not is_article(text, place):
            if not is_negated(text, place, place + 1):
                found.add(match[1])
            if len(found) == len(letters):
                break
    return sorted(found)


def _all(letters: Iterable[str]) -> str:
    *first, last = letters
    return f"{', '.join(first)} and {last}" if first else last
