"""The default parser of multiple choice, which reads a reply of any form as a careful person would.

The reply is reduced to its final text, all candidate answers are collected with their evidence, and the strongest
evidence decides; equal evidence for different options decides nothing. `docs/methods/reading_replies.md` has the order.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.parsing.choice.conclusions import find_concluded
from core.parsing.choice.evidence import (
    ChoiceCandidate,
    ChoiceEvidence,
    describe_text_reading,
    find_stated,
    format_letters,
    make_reading,
    read_json_answer,
)
from core.parsing.choice.leading import find_leading
from core.parsing.choice.letters import LetterMention, find_letters
from core.parsing.choice.mentions import (
    NOT_NAMED,
    SEVERAL_TEXTS,
    drop_enumerations,
    drop_letters_inside,
    read_mentioned,
    read_set_apart,
)
from core.parsing.choice.option_text import OptionMention, find_option_mentions, match_option
from core.parsing.choice.other_labels import drop_other_labels
from core.parsing.choice.ratio_statements import read_restated_ratio
from core.parsing.choice.reply_context import ReplyContext
from core.parsing.choice.result import (
    ChoiceReading,
    add_note,
    get_option_letters,
    make_chosen_reading,
    make_invalid_reading,
    make_unparsed_reading,
)
from core.parsing.choice.true_or_false import read_restated_statement
from core.parsing.context import is_correction
from core.parsing.json_answer import JsonAnswer, find_cut_value, find_json_answer
from core.parsing.plain_text import PlainText, simplify_with_indexes
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text
from core.parsing.sentences import split_sentences

MAX_CHARACTERS = 50_000
"""Maximum length of the final text; of a longer one only the end is read, where models state their answer."""

_WHOLE_LETTER = re.compile(r"[\W_]*([A-Za-z])[\W_]*")
_WHOLE_LABELLED = re.compile(
    r"\W{0,8}(?:the\s)?(?:option|choice|letter|answer)\s{1,3}\W{0,4}([A-Za-z])\W{0,8}", re.IGNORECASE
)
_FEW_SHOT = re.compile(r"[\W_]{0,8}A:[\W_]{1,8}([A-Za-z])[\W_]*")
"""The form of few-shot prompts, in which "A:" is short for "Answer:"."""
_REPEATED = re.compile(r"\W*([A-Za-z])\W*(?:\n\W*\1\W*)+")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": 0}
_OPTION_NUMBER = re.compile(
    rf"\W*(?:the\s)?(?:(?:answer\sis\s)?(?:option|choice)\s(?:number\s)?(\d{{1,2}})|(?:the\s)?({'|'.join(_ORDINALS)})\s(?:option|choice|one)(?:\sis\s(?:right|correct|it|the\s(?:right|correct|best)(?:\s(?:one|answer))?))?)\W*",
    re.IGNORECASE,
)
MAX_PLAIN_CHARACTERS = 60
_PLAIN = re.compile(
    r"\s*(?:(?:The|My)\s(?:(?:correct|final|right|best)\s)?(?:answer|choice|option)\sis\s(?P<stated>[A-Z])"
    r"|(?:Final\s)?(?:Answer|Choice):\s?(?P<labelled>[A-Z]))\.?\s*"
)
_TAKEN_BACK = re.compile(
    r"\b(?:actually|wait|hmm|however|but)\b[^.!?\n]{0,40}\b(?:not\s(?:so\s|too\s)?(?:sure|certain)|unsure|uncertain)\b"
    r"[^.!?\n]{0,60}\b(?:might|may|could)\b",
    re.IGNORECASE,
)
"""Words that reopen the question after an answer: "Actually, I am not sure; it might be B"."""
_UNFINISHED = "it ends in the middle of its sentence"
_UNSTRESSED = ("sentence", "conclusion", "predicate")
"""Kinds of evidence that do not overrule an answer at the beginning: they lack a label, box, tag or last line."""


def parse_carefully(raw: str, options: Sequence[str], question: str = "") -> ChoiceReading:
    """Return the option that a reply of any form chooses, or the reason why it chooses none. Never raises for any text.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters.
        question: its text; a statement in it that is true or false may be stated again in place of an option.
    """
    letters = get_option_letters(options)
    final = extract_final_text(raw)
    skipped = max(len(final.text) - MAX_CHARACTERS, 0)
    plain = simplify_with_indexes(final.text[skipped:])
    cut_value = find_cut_value(plain.text)
    if cut_value is not None:
        plain = replace(plain, text=plain.text[:cut_value].ljust(len(plain.text)))
    if not plain.text.strip():
        return make_unparsed_reading(ENDS_INSIDE_REASONING if final.is_unfinished else "the reply is empty")
    reading = _read(plain.text, options, letters)
    if question and (reading.evidence == "text" or (reading.status == "unparsed" and not reading.evidence)):
        reading = _read_by_question(plain.text, options, question, reading)
    reading = _set_raw_span(reading, plain, final.start_index + skipped)
    if reading.status == "unparsed" and final.is_unfinished:
        return replace(reading, reason=f"{reading.reason}; {ENDS_INSIDE_REASONING}")
    return add_note(reading, REASONING_REMOVED_NOTE) if final.has_reasoning and reading.status == "ok" else reading


def _read_by_question(text: str, options: Sequence[str], question: str, reading: ChoiceReading) -> ChoiceReading:
    """Return the reading of a reply that answers the question in a sentence and does not choose an option by name."""
    if reading.reason in (NOT_NAMED, _UNFINISHED):
        reading = read_restated_statement(text, options, question) or reading
    is_weak = (reading.reason or "").startswith((NOT_NAMED, _UNFINISHED, SEVERAL_TEXTS)) or reading.evidence == "text"
    return (is_weak and read_restated_ratio(text, options, question)) or reading


def _set_raw_span(reading: ChoiceReading, plain: PlainText, offset: int) -> ChoiceReading:
    """Return the reading with its span in the raw reply."""
    if reading.span is None:
        return reading
    start, stop = plain.to_raw(*reading.span)
    return replace(reading, span=(start + offset, stop + offset))


def _read(text: str, options: Sequence[str], letters: str) -> ChoiceReading:
    whole = _read_plain(text, letters) or _read_whole(text, options, letters)
    return whole if whole is not None else read_evidence(text, options, letters)


def _read_plain(text: str, letters: str) -> ChoiceReading | None:
    """Return the reading of a reply that is one plain sentence or label: as `read_evidence` would."""
    plain = _PLAIN.fullmatch(text) if len(text) < MAX_PLAIN_CHARACTERS else None
    letter = (plain["stated"] or plain["labelled"]) if plain else None
    if plain is None or letter is None or letter not in letters:
        return None
    kind = "sentence" if plain["stated"] else "label"
    return replace(
        make_chosen_reading(letter), span=plain.span("stated" if plain["stated"] else "labelled"), evidence=kind
    )


def read_evidence(text: str, options: Sequence[str], letters: str) -> ChoiceReading:
    """Return the reading by the strongest evidence in a plain text."""
    context = ReplyContext(text, options, letters, split_sentences(text))
    mentions = find_option_mentions(text, options)
    found_letters = drop_enumerations(text, drop_letters_inside(find_letters(text, letters), mentions), letters)
    json_answer = find_json_answer(text)
    candidates = _collect(context, found_letters, mentions, json_answer)
    decided = (
        _decide(context, candidates, ChoiceEvidence.STATED)
        or _decide(context, candidates, ChoiceEvidence.CONCLUDED)
        or _decide(context, candidates, ChoiceEvidence.LEADING)
    )
    if decided:
        return decided
    finished = context.cut_unfinished()
    if not finished.sentences:
        return make_unparsed_reading(_UNFINISHED)
    stop = len(finished.text)
    found_letters = [
        each for each in drop_other_labels(text, found_letters) if each.stop <= stop and _can_answer(each, json_answer)
    ]
    mentions = [mention for mention in mentions if mention.stop <= stop and _can_answer(mention, json_answer)]
    apart = read_set_apart(finished, candidates, found_letters)
    return apart or read_mentioned(finished, found_letters, mentions)


def _can_answer(mention: LetterMention | OptionMention, json_answer: JsonAnswer | None) -> bool:
    """Return whether a mention is outside of a JSON object with an answer key, or inside that key's value."""
    if json_answer is None or not json_answer.object_start <= mention.start < json_answer.object_stop:
        return True
    return bool(json_answer.value) and json_answer.start <= mention.start < json_answer.stop


def _collect(
    context: ReplyContext,
    letters: Sequence[LetterMention],
    mentions: Sequence[OptionMention],
    json_answer: JsonAnswer | None,
) -> list[ChoiceCandidate]:
    candidates = []
    blocked = []
    if json_answer is not None:
        blocked.append((json_answer.object_start, json_answer.object_stop))
        statement = read_json_answer(json_answer, context.options)
        if statement is not None:
            candidates.append(ChoiceCandidate(ChoiceEvidence.STATED, "json", statement, json_answer.object_start))
    every: list[LetterMention | OptionMention] = [*letters, *mentions]
    outside = [mention for mention in every if not any(start <= mention.start < stop for start, stop in blocked)]
    candidates += find_stated(context, blocked)
    candidates += find_concluded(context, outside)
    candidates += find_leading(context)
    return sorted(candidates, key=lambda candidate: candidate.statement.start)


def _read_whole(text: str, options: Sequence[str], letters: str) -> ChoiceReading | None:
    """Return the reading of a reply that is a letter or an option's text and nothing else."""
    forms = (_WHOLE_LETTER, _REPEATED, _FEW_SHOT)
    alone = next(filter(None, (form.fullmatch(text) for form in forms)), None) if len(text) < 200 else None
    if alone and not text.rstrip(" *_").endswith("?"):
        letter = alone[1].upper()
        if letter not in letters and match_option(text, options) is None:
            return make_invalid_reading(letter, letters)
    if alone and alone[1].upper() in letters and not text.rstrip(" *_").endswith("?"):
        letter = alone[1].upper()
        note = None if alone[1].isupper() else f"{alone[1]!r} read as {letter}"
        return replace(make_chosen_reading(letter, alone[1], note), span=alone.span(1), evidence="whole")
    labelled = _WHOLE_LABELLED.fullmatch(text)
    if labelled and labelled[1].upper() in letters:
        letter = labelled[1].upper()
        note = None if labelled[1].isupper() else f"{labelled[1]!r} read as {letter}"
        return replace(make_chosen_reading(letter, labelled[1], note), span=labelled.span(1), evidence="whole")
    by_text = match_option(text, options) if len(text) < 2000 else None
    start = len(text) - len(text.lstrip())
    span = (start, start + len(text.strip()))
    if by_text:
        return replace(
            make_chosen_reading(by_text, text.strip(), describe_text_reading(by_text)), span=span, evidence="whole"
        )
    number = _OPTION_NUMBER.fullmatch(text) if len(text) < 60 else None
    if number and not any(option.strip().isdigit() for option in options):
        index = int(number[1]) if number[1] else _ORDINALS[number[2].lower()] or len(letters)
        if 1 <= index <= len(letters):
            note = f"the number of the option read as {letters[index - 1]}"
            return replace(make_chosen_reading(letters[index - 1], text.strip(), note), span=span, evidence="number")
    return None


def _decide(
    context: ReplyContext, candidates: Sequence[ChoiceCandidate], evidence: ChoiceEvidence
) -> ChoiceReading | None:
    """Return the reading of candidates of equal strength: the last one, unless they contradict each other.

    A reply that begins with one answer and concludes with another, without retracting the first, chooses none.
    """
    equal = [candidate for candidate in candidates if candidate.evidence is evidence]
    if not equal:
        return None
    last = equal[-1]
    reading = make_reading(last, context.text, context.letters)
    if reading.status != "ok" or last.kind == "correction":
        return reading
    if _TAKEN_BACK.search(context.text, last.statement.stop):
        return make_unparsed_reading(f"it states {reading.letter} and takes it back")
    others = {letter for candidate in equal for letter in candidate.statement.letters} - {reading.letter}
    leading = {
        letter for candidate in candidates if candidate.kind == "first line" for letter in candidate.statement.letters
    }
    between = context.text[: last.start]
    is_taken_back = is_correction(between) or any(candidate.kind == "correction" for candidate in candidates)
    if leading and reading.letter not in leading and last.kind in _UNSTRESSED and not is_taken_back:
        return make_unparsed_reading(f"it begins with {format_letters(leading)} and concludes with {reading.letter}")
    boxes = [candidate for candidate in equal if candidate.kind == "box"]
    if others and len(boxes) > 1 and last.kind == "box" and _are_alternatives(boxes, context.text):
        return make_unparsed_reading(f"it states several letters, {format_letters({*others, reading.letter or ''})}")
    differing = {candidate.kind for candidate in equal if candidate.statement.letters != last.statement.letters}
    if others and last.kind == "predicate" and last.kind in differing:
        return make_unparsed_reading(f"it accepts {format_letters({*others, reading.letter or ''})}")
    return add_note(reading, "the reply states several answers, the last counts") if others else reading


def _are_alternatives(candidates: Sequence[ChoiceCandidate], text: str) -> bool:
    """Return whether only "or" or "and" is between the last two boxes."""
    first, last = candidates[-2], candidates[-1]
    between = text[first.statement.stop : last.start].replace("\\quad", " ").strip(" \n{}$*_\\)]")
    return re.fullmatch(r"(?:or|and|,|/|&|oder|或|和)?", between, re.IGNORECASE) is not None
