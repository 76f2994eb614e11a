"""Weak evidence: letters that are set apart or only mentioned, and texts of options anywhere in a reply."""

import re
from collections.abc import Iterable, Sequence

from core.parsing.choice.evidence import ChoiceCandidate, ChoiceEvidence, are_truth_values, format_letters, make_reading
from core.parsing.choice.letters import LetterMention
from core.parsing.choice.option_text import OptionMention
from core.parsing.choice.reply_context import ReplyContext
from core.parsing.choice.result import ChoiceReading, add_note, make_unparsed_reading
from core.parsing.choice.statement import OptionStatement, read_letter_with_text
from core.parsing.choice.text_evidence import read_texts
from core.parsing.negative_polarity import has_negative_polarity

NOT_NAMED = "no option is named in it"
"""Reason why a reply without any letter or text of an option is unread."""

SEVERAL_TEXTS = "it has the texts of"
"""Beginning of the reason why a reply with the texts of several options is unread."""

_NAMES_IN_PICTURE = re.compile(
    r"\b(?:triangles?|lines?|segments?|angles?|sides?|points?|quadrilaterals?|polygons?|vertices|vertex|edges?|cent(?:er|re)s?"
    r"|circles?|radius|diameter|labell?ed)\s(?:\\?\(\s?)?(?:[A-Z]{2,6}\b|([A-Z])\b(?!\s(?:is|was)\s(?:the|correct)))"
)
_CAPITALS = re.compile(r"\b(?!(?:AND|OR|NOT|THE|ALL|YES|NO|NOTE|TRUE|IS)\b)[A-Z]{2,5}\b")
_SET_APART_FORMS = ("bracketed", "bold", "labelled", "line")


def drop_letters_inside(letters: Iterable[LetterMention], mentions: Sequence[OptionMention]) -> list[LetterMention]:
    """Return the letters that are not part of an option's text, such as "Circle B"."""
    kept = []
    index = 0
    for letter in letters:
        while index < len(mentions) and mentions[index].stop <= letter.index:
            index += 1
        if index >= len(mentions) or not mentions[index].start <= letter.index:
            kept.append(letter)
    return kept


def drop_enumerations(text: str, mentions: Sequence[LetterMention], letters: str) -> list[LetterMention]:
    """Return the letters without enumerations of the options: "A, B, C and D", or three in a row."""
    kept: list[LetterMention] = []
    index = 0
    while index < len(mentions):
        run = 1
        while (
            index + run < len(mentions)
            and re.fullmatch(
                r"\W{0,3}\s?(?:,|/|and|or|&|und|oder|或|和)?\s?(?:and|or)?\s?\W{0,3}",
                text[mentions[index + run - 1].stop : mentions[index + run].start],
            )
            and mentions[index + run].letter == chr(ord(mentions[index + run - 1].letter) + 1)
        ):
            run += 1
        if run < 3 or run < len(letters):
            kept += mentions[index : index + run]
        index += run
    return kept


def read_set_apart(
    context: ReplyContext, candidates: Sequence[ChoiceCandidate], letters: Sequence[LetterMention]
) -> ChoiceReading | None:
    """Return the last letter that is set apart, or that is the subject of a sentence that accepts it.

    Two of them in the last sentence that contains any are ambiguous.
    """
    text = context.text
    forms = ("labelled", "line") if _are_names_of_things(text, context.letters) else _SET_APART_FORMS
    marks = _drop_list_items(
        [mention for mention in letters if mention.form in forms and context.is_asserted(mention.start, mention.stop)]
    )
    set_apart = {mark.letter for mark in marks}
    marks = [mark for mark in marks if _is_positive(context, mark)]
    subjects = [candidate for candidate in candidates if candidate.evidence is ChoiceEvidence.SET_APART]
    if subjects and len({candidate.statement.letters for candidate in subjects}) == 1:
        named = {mark.letter for mark in marks}
        if named <= set(subjects[0].statement.letters):
            return make_reading(subjects[-1], text, context.letters)
    if not marks:
        return None
    last = marks[-1]
    sentence, _, _ = context.split_around(last.start, last.stop)
    together = {mark.letter for mark in marks if mark.start >= sentence.start}
    if len(together) > 1:
        return None
    statement = read_letter_with_text(text, last.index, context.options)
    reading = make_reading(
        ChoiceCandidate(ChoiceEvidence.SET_APART, "set apart", statement, last.start), text, context.letters
    )
    several = len(set_apart) > 1
    return add_note(reading, "several letters are set apart, the last counts") if several else reading


def _drop_list_items(marks: Sequence[LetterMention]) -> list[LetterMention]:
    """Return the marks without those that only list the options: A, B and so on, in sequence."""
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


def read_mentioned(
    context: ReplyContext, letters: Sequence[LetterMention], mentions: Sequence[OptionMention]
) -> ChoiceReading:
    """Return the only letter that stands alone, or the only option whose text occurs; unparsed if they disagree."""
    text = context.text
    alone = [mention for mention in letters if _is_positive(context, mention)]
    if _are_names_of_things(text, context.letters):
        named_at = {match.start(1) for match in _NAMES_IN_PICTURE.finditer(text)}
        alone = [each for each in alone if each.form not in ("bare", "name") and each.index not in named_at]
    unnamed = [mention for mention in alone if mention.form != "name"]
    alone = unnamed or alone
    by_letter = sorted({mention.letter for mention in alone})
    by_text = read_texts(context, mentions)
    if are_truth_values(context.options) and (by_text or len(context.sentences) > 1):
        by_letter = []
    if len(by_letter) > 1:
        return make_unparsed_reading(f"it names {format_letters(by_letter)}, and nothing shows which is the answer")
    if by_letter and by_text and {mention.letter for mention in by_text} != set(by_letter):
        return make_unparsed_reading(
            f"it names the letter {by_letter[0]} and the text of {format_letters({each.letter for each in by_text})}"
        )
    if by_letter:
        last = alone[-1]
        statement = read_letter_with_text(text, last.index, context.options)
        reading = make_reading(
            ChoiceCandidate(ChoiceEvidence.MENTIONED, "letter", statement, last.start), text, context.letters
        )
        return add_note(reading, "the only letter that is named") if reading.status == "ok" else reading
    named = sorted({mention.letter for mention in by_text})
    if len(named) == 1:
        last_text = by_text[-1]
        statement = OptionStatement(last_text.start, last_text.stop, (last_text.letter,), is_by_text=True)
        return make_reading(
            ChoiceCandidate(ChoiceEvidence.MENTIONED, "text", statement, last_text.start), text, context.letters
        )
    if named:
        return make_unparsed_reading(f"{SEVERAL_TEXTS} {format_letters(named)}, and nothing shows which is the answer")
    return make_unparsed_reading(NOT_NAMED)


def _is_positive(context: ReplyContext, mention: LetterMention) -> bool:
    """Return whether a sentence asserts a letter and denies or rejects nothing."""
    _, before, behind = context.split_around(mention.start, mention.stop)
    return context.is_asserted(mention.start, mention.stop) and not has_negative_polarity(before, behind)


def _are_names_of_things(text: str, letters: str) -> bool:
    """Return whether capital letters name things in the image: "triangle ABC", "point E" beside four options."""
    if any(match[1] is None or match[1] not in letters for match in _NAMES_IN_PICTURE.finditer(text)):
        return True
    groups = [match.group() for match in _CAPITALS.finditer(text) if len(set(match.group())) == len(match.group())]
    return len(groups) > 1
