"""The default parser of multiple choice: it reads a reply of any form as a careful person would.

The reply is reduced to its final text, all candidate answers are collected with their evidence, and the strongest
evidence decides; of equal evidence that names different options none is read. `docs/reading.md` has the order.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.parsing.choice.evidence import (
    Candidate,
    Evidence,
    ReplyContext,
    find_concluded,
    find_leading,
    find_stated,
    read_json_answer,
)
from core.parsing.choice.letters import LetterMention, find_letters
from core.parsing.choice.option_text import OptionMention, find_option_mentions, match_option
from core.parsing.choice.partial_text import find_distinctive_words, find_long_option, find_number_words
from core.parsing.choice.quantities import QUANTITY
from core.parsing.choice.result import ChoiceReading, beyond, chosen, letters_of, unparsed
from core.parsing.choice.statement import Statement, read_letter_with_text
from core.parsing.context import is_hypothetical, is_negated, is_tentative, split_sentences
from core.parsing.json_answer import find_json_answer
from core.parsing.plain_text import PlainText, simplify_with_indexes
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text

MAX_CHARACTERS = 50_000
"""Of a longer final text only the end is read, where models state their answer."""

_WHOLE_LETTER = re.compile(r"[\W_]*([A-Za-z])[\W_]*")
_REPEATED = re.compile(r"\W*([A-Za-z])\W*(?:\n\W*\1\W*)+")
_CONTRAST = re.compile(r"\b(?:but|however|so|therefore|thus|hence|instead|rather|actually)\b", re.IGNORECASE)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
_OPTION_NUMBER = re.compile(
    rf"\W*(?:the\s)?(?:(?:answer\sis\s)?(?:option|choice)\s(?:number\s)?(\d{{1,2}})|(?:the\s)?({'|'.join(_ORDINALS)})\s(?:option|choice|one))\W*",
    re.IGNORECASE,
)
_NAMES_IN_PICTURE = re.compile(
    r"\b(?:triangles?|lines?|segments?|angles?|sides?|points?|quadrilaterals?|polygons?|vertices|vertex|edges?|cent(?:er|re)s?"
    r"|circles?|radius|diameter|labell?ed)\s(?:\\\(\s?)?(?:[A-Z]{2,6}\b|([A-Z])\b(?!\s(?:is|was)\s(?:the|correct)))"
)
_CAPITALS = re.compile(r"\b(?!(?:AND|OR|NOT|THE|ALL|YES|NO|NOTE|TRUE|IS)\b)[A-Z]{2,5}\b")
_EQUALS = re.compile(
    r"(?:\b(?:is|as|of|be|about|approximately|around|roughly|equals|estimate)|[=≈:])[\s$*_(\\]{0,6}\Z", re.IGNORECASE
)
_SET_APART_FORMS = ("bracketed", "bold", "labelled", "line")
_UNSTRESSED = ("sentence", "conclusion", "predicate")
"""Kinds of evidence that do not overrule an answer at the beginning: no label, box, tag or last line stresses them."""

_IDENTIFIES = re.compile(r"[\s*_\"']{0,3}\s?(?:is|are)\sthe\b")
MAX_SENTENCES_WITH_NUMBERS = 2
"""Of a longer reply a number that an option has is an answer only if the reply says so: it may be any quantity."""
_OPPOSITES = (("same", "different"), ("yes", "no"), ("true", "false"), ("left", "right"), ("above", "below"))


def read_carefully(raw: str, options: Sequence[str]) -> ChoiceReading:
    """Return the option that a reply of any form chooses, or the reason why none can be read. Never raises for any text.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters.
    """
    letters = letters_of(options)
    final = extract_final_text(raw)
    skipped = max(len(final.text) - MAX_CHARACTERS, 0)
    plain = simplify_with_indexes(final.text[skipped:])
    if not plain.text.strip():
        return unparsed(ENDS_INSIDE_REASONING if final.is_unfinished else "the reply is empty")
    reading = _place(_read(plain.text, options, letters), plain, final.start_index + skipped)
    if reading.status == "unparsed" and final.is_unfinished:
        return replace(reading, reason=f"{reading.reason}; {ENDS_INSIDE_REASONING}")
    return _add_note(reading, REASONING_REMOVED_NOTE) if final.has_reasoning and reading.status == "ok" else reading


def _place(reading: ChoiceReading, plain: PlainText, offset: int) -> ChoiceReading:
    """Return the reading with its span in the raw reply."""
    if reading.span is None:
        return reading
    start, stop = plain.to_raw(*reading.span)
    return replace(reading, span=(start + offset, stop + offset))


def _read(text: str, options: Sequence[str], letters: str) -> ChoiceReading:
    whole = _read_whole(text, options, letters)
    if whole is not None:
        return whole
    context = ReplyContext(text, options, letters, split_sentences(text))
    mentions = find_option_mentions(text, options)
    found_letters = _drop_lists(text, _drop_inside(find_letters(text, letters), mentions), letters)
    candidates = _collect(context, found_letters, mentions)
    return (
        _decide(context, candidates, Evidence.STATED)
        or _decide(context, candidates, Evidence.CONCLUDED)
        or _decide(context, candidates, Evidence.LEADING)
        or _read_set_apart(context, candidates, found_letters)
        or _read_mentioned(context, found_letters, mentions)
    )


def _collect(
    context: ReplyContext, letters: Sequence[LetterMention], mentions: Sequence[OptionMention]
) -> list[Candidate]:
    candidates = []
    blocked = []
    json_answer = find_json_answer(context.text)
    if json_answer is not None:
        blocked.append((json_answer.object_start, json_answer.object_stop))
        statement = read_json_answer(json_answer, context.options)
        if statement is not None:
            candidates.append(Candidate(Evidence.STATED, "json", statement, json_answer.object_start))
    outside = [
        mention
        for mention in (*letters, *mentions)
        if not any(start <= mention.start < stop for start, stop in blocked)
    ]
    candidates += find_stated(context, blocked)
    candidates += find_concluded(context, outside)
    candidates += find_leading(context)
    return sorted(candidates, key=lambda candidate: candidate.statement.start)


def _read_whole(text: str, options: Sequence[str], letters: str) -> ChoiceReading | None:
    """Return the reading of a reply that is a letter or an option's text and nothing else."""
    alone = (_WHOLE_LETTER.fullmatch(text) or _REPEATED.fullmatch(text)) if len(text) < 200 else None
    if alone and not text.rstrip(" *_").endswith("?"):
        letter = alone[1].upper()
        if letter not in letters:
            return beyond(letter, letters)
        note = None if alone[1].isupper() else f"{alone[1]!r} read as {letter}"
        return replace(chosen(letter, alone[1], note), span=alone.span(1), evidence="whole")
    by_text = match_option(text, options) if len(text) < 2000 else None
    start = len(text) - len(text.lstrip())
    span = (start, start + len(text.strip()))
    if by_text:
        return replace(chosen(by_text, text.strip(), _by_text_note(by_text)), span=span, evidence="whole")
    number = _OPTION_NUMBER.fullmatch(text) if len(text) < 60 else None
    if number and not any(option.strip().isdigit() for option in options):
        index = int(number[1]) if number[1] else _ORDINALS[number[2].lower()]
        if 1 <= index <= len(letters):
            note = f"the number of the option read as {letters[index - 1]}"
            return replace(chosen(letters[index - 1], text.strip(), note), span=span, evidence="number")
    return None


def _by_text_note(letter: str) -> str:
    return f"the option's text read as {letter}"


def _add_note(reading: ChoiceReading, note: str) -> ChoiceReading:
    return replace(reading, note="; ".join(filter(None, (reading.note, note))))


def _make_reading(candidate: Candidate, text: str, letters: str) -> ChoiceReading:
    statement = candidate.statement
    span = (statement.start, statement.stop)
    stated = text[slice(*span)].strip()
    if statement.problem:
        return replace(unparsed(statement.problem, stated), span=span, evidence=candidate.kind)
    if statement.beyond:
        return replace(beyond(statement.beyond, letters), span=span, evidence=candidate.kind)
    letter = statement.letters[0]
    note = _by_text_note(letter) if statement.is_by_text else None
    if not statement.is_by_text and stated[:1].islower():
        note = f"{stated[:1]!r} read as {letter}"
    return replace(chosen(letter, stated, note), span=span, evidence=candidate.kind)


def _decide(context: ReplyContext, candidates: Sequence[Candidate], evidence: Evidence) -> ChoiceReading | None:
    """Return what the candidates of one strength say: the last one, unless they contradict each other.

    A reply that begins with one answer and concludes with another, without taking the first back, chooses none.
    """
    equal = [candidate for candidate in candidates if candidate.evidence is evidence]
    if not equal:
        return None
    last = equal[-1]
    reading = _make_reading(last, context.text, context.letters)
    if reading.status != "ok" or last.kind == "correction":
        return reading
    others = {letter for candidate in equal for letter in candidate.statement.letters} - {reading.letter}
    leading = {letter for each in candidates if each.kind == "first line" for letter in each.statement.letters}
    if leading and reading.letter not in leading and last.kind in _UNSTRESSED:
        return unparsed(f"it begins with {_list(leading)} and concludes with {reading.letter}")
    if others and last.kind == "box" and _are_alternatives(equal, context.text):
        return unparsed(f"it states several letters, {_list({*others, reading.letter or ''})}")
    differing = {candidate.kind for candidate in equal if candidate.statement.letters != last.statement.letters}
    if others and last.kind == "predicate" and last.kind in differing:
        return unparsed(f"it accepts {_list({*others, reading.letter or ''})}")
    return _add_note(reading, "the reply states several answers, the last counts") if others else reading


def _are_alternatives(candidates: Sequence[Candidate], text: str) -> bool:
    """Whether only "or" or "and" is between the last two boxes."""
    first, last = candidates[-2], candidates[-1]
    between = text[first.statement.stop : last.start].strip(" {}$*_\\)]")
    return re.fullmatch(r"(?:or|and|,|/|&|oder|或|和)", between, re.IGNORECASE) is not None


def _drop_inside(letters: Iterable[LetterMention], mentions: Sequence[OptionMention]) -> list[LetterMention]:
    """Return the letters that are not part of an option's text, such as "Circle B"."""
    kept = []
    index = 0
    for letter in letters:
        while index < len(mentions) and mentions[index].stop <= letter.index:
            index += 1
        if index >= len(mentions) or not mentions[index].start <= letter.index:
            kept.append(letter)
    return kept


def _drop_lists(text: str, found: Sequence[LetterMention], letters: str) -> list[LetterMention]:
    """Return the letters without enumerations of the options: "A, B, C and D", or three in a row."""
    kept: list[LetterMention] = []
    index = 0
    while index < len(found):
        run = 1
        while (
            index + run < len(found)
            and re.fullmatch(
                r"\W{0,3}\s?(?:,|/|and|or|&|und|oder|或|和)?\s?(?:and|or)?\s?\W{0,3}",
                text[found[index + run - 1].stop : found[index + run].start],
            )
            and found[index + run].letter == chr(ord(found[index + run - 1].letter) + 1)
        ):
            run += 1
        if run < 3 or run < len(letters):
            kept += found[index : index + run]
        index += run
    return kept


def _read_set_apart(
    context: ReplyContext, candidates: Sequence[Candidate], letters: Sequence[LetterMention]
) -> ChoiceReading | None:
    """Return the last letter that is set apart, or that is the subject of a sentence that accepts it.

    Two of them in the last sentence that has one are ambiguous.
    """
    text = context.text
    forms = ("labelled", "line") if _are_names_of_things(text, context.letters) else _SET_APART_FORMS
    marks = _drop_list_items(
        [mention for mention in letters if mention.form in forms and context.is_asserted(mention.start, mention.stop)]
    )
    subjects = [candidate for candidate in candidates if candidate.evidence is Evidence.SET_APART]
    if subjects and len({candidate.statement.letters for candidate in subjects}) == 1:
        named = {mark.letter for mark in marks}
        if named <= set(subjects[0].statement.letters):
            return _make_reading(subjects[-1], text, context.letters)
    if not marks:
        return None
    last = marks[-1]
    sentence, _, _ = context.split_around(last.start, last.stop)
    together = {mark.letter for mark in marks if mark.start >= sentence.start}
    if len(together) > 1:
        return None
    statement = read_letter_with_text(text, last.index, context.options)
    reading = _make_reading(Candidate(Evidence.SET_APART, "set apart", statement, last.start), text, context.letters)
    several = len({mark.letter for mark in marks}) > 1
    return _add_note(reading, "several letters are set apart, the last counts") if several else reading


def _drop_list_items(marks: Sequence[LetterMention]) -> list[LetterMention]:
    """Return the marks without those that only list the options: A, B and so on, one after the other."""
    kept: list[LetterMention] = []
    index = 0
    while index < len(marks):
        length = 0
        while index + length < len(marks) and marks[index + length].letter == chr(ord("A") + length):
            length += 1
        if length < 2:
            kept.append(marks[index])
            length = 1
        index += length
    return kept


def _read_mentioned(
    context: ReplyContext, letters: Sequence[LetterMention], mentions: Sequence[OptionMention]
) -> ChoiceReading:
    """Return the only letter that stands alone, or the only option whose text occurs; unparsed if they disagree."""
    text = context.text
    alone = [mention for mention in letters if context.is_asserted(mention.start, mention.stop)]
    if _are_names_of_things(text, context.letters):
        alone = [mention for mention in alone if mention.form not in ("bare", "name")]
    unnamed = [mention for mention in alone if mention.form != "name"]
    alone = unnamed or alone
    by_letter = sorted({mention.letter for mention in alone})
    by_text = _read_texts(context, mentions)
    if len(by_letter) > 1:
        return unparsed(f"it names {_list(by_letter)}, and nothing says which is the answer")
    if by_letter and by_text and {mention.letter for mention in by_text} != set(by_letter):
        return unparsed(
            f"it names the letter {by_letter[0]} and the text of {_list({each.letter for each in by_text})}"
        )
    if by_letter:
        last = alone[-1]
        statement = read_letter_with_text(text, last.index, context.options)
        reading = _make_reading(Candidate(Evidence.MENTIONED, "letter", statement, last.start), text, context.letters)
        return _add_note(reading, "the only letter that is named") if reading.status == "ok" else reading
    named = sorted({mention.letter for mention in by_text})
    if len(named) == 1:
        last_text = by_text[-1]
        statement = Statement(last_text.start, last_text.stop, (last_text.letter,), is_by_text=True)
        return _make_reading(Candidate(Evidence.MENTIONED, "text", statement, last_text.start), text, context.letters)
    if named:
        return unparsed(f"it has the texts of {_list(named)}, and nothing says which is the answer")
    return unparsed("no option is named in it")


def _are_names_of_things(text: str, letters: str) -> bool:
    """Whether the reply uses capital letters as names in the picture: "triangle ABC", "point E" beside four options."""
    if any(match[1] is None or match[1] not in letters for match in _NAMES_IN_PICTURE.finditer(text)):
        return True
    groups = [match.group() for match in _CAPITALS.finditer(text) if len(set(match.group())) == len(match.group())]
    return len(groups) > 1


def _read_texts(context: ReplyContext, mentions: Sequence[OptionMention]) -> list[OptionMention]:
    """Return the texts of options that the reply asserts, by weaker and weaker matches until one names something."""
    text, options = context.text, context.options
    long_option = find_long_option(text, options) if not mentions else None
    for found in (
        list(mentions),
        [long_option] if long_option else [],
        find_number_words(text, options) if not mentions else [],
        find_distinctive_words(text, options) if not mentions else [],
    ):
        asserted = [mention for mention in found if _is_asserted_text(context, mention)]
        if all(QUANTITY.search(option) for option in options) and len(context.sentences) > MAX_SENTENCES_WITH_NUMBERS:
            asserted = [mention for mention in asserted if _is_stated_value(context, mention)]
        if len({mention.letter for mention in asserted}) > 1:
            asserted = _keep_contrast(text, asserted)
        if asserted:
            return asserted
        denied = {mention.letter for mention in found}
        if len(denied) == 1 and (other := _find_opposite(context, found[-1])):
            return [other]
    return []


def _is_stated_value(context: ReplyContext, mention: OptionMention) -> bool:
    """Whether the first or the last sentence ends with a value: "The y-value for 2008 is 44169."."""
    sentence, before, behind = context.split_around(mention.start, mention.stop)
    is_whole = re.fullmatch(r"[\s*_$)%\\]{0,6}[.!][\s*_)]{0,6}", behind) is not None
    is_edge = sentence in (context.sentences[0], context.sentences[-1])
    return is_whole and is_edge and _EQUALS.search(before) is not None


def _is_asserted_text(context: ReplyContext, mention: OptionMention) -> bool:
    sentence, before, behind = context.split_around(mention.start, mention.stop)
    return context.is_asserted(mention.start, mention.stop) and not is_tentative(before[-40:], behind)


def _keep_contrast(text: str, mentions: Sequence[OptionMention]) -> list[OptionMention]:
    """Return the mentions behind the last "but" or "therefore" if they name one option only; else all."""
    identified = [mention for mention in mentions if _IDENTIFIES.match(text, mention.stop)]
    if len({mention.letter for mention in identified}) == 1:
        return identified
    contrasts = [match.end() for match in _CONTRAST.finditer(text)]
    for contrast in reversed(contrasts):
        behind = [mention for mention in mentions if mention.start >= contrast]
        if len({mention.letter for mention in behind}) == 1:
            return behind
        if behind:
            break
    return list(mentions)


def _find_opposite(context: ReplyContext, mention: OptionMention) -> OptionMention | None:
    """Return the other of two opposite options if the reply denies one: "They are not the same"."""
    if len(context.options) != 2:
        return None
    sentence, before, behind = context.split_around(mention.start, mention.stop)
    if not is_negated(before, behind) or is_hypothetical(before, behind) or is_tentative(before, behind):
        return None
    texts = [option.strip(" .").lower() for option in context.options]
    for pair in _OPPOSITES:
        if {word for word in pair if any(word in text.split() for text in texts)} == set(pair):
            other = "AB".replace(mention.letter, "")
            return OptionMention(mention.start, mention.stop, other)
    return None


def _list(letters: Iterable[str]) -> str:
    *first, last = sorted(letters)
    return f"{', '.join(first)} and {last}" if first else last
