"""Statements of a set of options: announced, concluded, listed after a colon, or named in a sentence."""

import re
from dataclasses import replace

from core.parsing.answer_phrases import find_announcements
from core.parsing.choice.letter_sets import ITEM, NO_LETTERS, NOUN, make_set_reading, read_list
from core.parsing.choice.result import ChoiceReading
from core.parsing.context import (
    CORRECTION_WORDS,
    has_conclusion_opening,
    is_concluded,
    is_correction,
    is_negated,
    is_tentative,
)
from core.parsing.patterns import load_patterns
from core.parsing.sentences import Sentence, find_sentence, split_sentences

MAX_CORRECTIONS = 64
"""Maximum number of corrections examined, from the end; keeps hostile replies cheap."""

_DENIED_ITEM = re.compile(r"\b(?:not|n't|no|none|without|lacks?|neither|fails?)\b", re.IGNORECASE)
_PATTERNS = load_patterns(__file__, "set_statements.toml", noun=NOUN)
_LEAD = _PATTERNS["lead"]
_MARKED_START = _PATTERNS["marked_start"]
_CONTRAST = re.compile(r"[,;.]?\s(?:while|whereas|but|although|though|and\s(?:not|neither))\b|;", re.IGNORECASE)
_DENIAL = _PATTERNS["denial"]
_SUBJECT = _PATTERNS["subject"]
_CORRECTION = re.compile(rf"{CORRECTION_WORDS}(?:(?:it['’]s|it|they|the\sanswer)\s)?", re.IGNORECASE)
_LIST_STOP = re.compile(r"[\s\"'`*_)]{0,6}(?:[.!;\n]|\Z)")
_ALTERNATIVE = re.compile(r"\b(?:either|or|oder)\b", re.IGNORECASE)
_OPENS_CONCLUSION = _PATTERNS["opens_conclusion"]
_SATISFIES = re.compile(r"\b(?:satisf(?:y|ies)|meets?|fulfil(?:l|ls)?)\b", re.IGNORECASE)
_CONCLUDING_WORDS = _PATTERNS["concluding_words"]


def read_announced(text: str, letters: str) -> ChoiceReading | None:
    """Return the set in the last announcement that states one; boxes on one line count together."""
    announcements = find_announcements(text)
    boxes = [announcement for announcement in announcements if announcement.kind == "box"]
    if boxes:
        line_start = text.rfind("\n", 0, boxes[-1].start) + 1
        readings = [
            reading for box in boxes if box.start >= line_start and (reading := read_list(text, box.stop, letters))
        ]
        if readings and all(reading.status == "ok" for reading in readings):
            chosen = {letter for reading in readings if reading.letter != NO_LETTERS for letter in reading.letter or ""}
            return make_set_reading(
                chosen,
                text,
                boxes[-len(readings)].start,
                readings[-1].span[1] if readings[-1].span else len(text),
                letters,
                "box",
            )
    for announcement in reversed(announcements):
        before = text[max(0, announcement.start - 60) : announcement.start].rpartition("\n")[2]
        if announcement.kind == "sentence" and (is_negated(before, "") or is_tentative(before, "")):
            continue
        lead = _LEAD.match(text, announcement.stop)
        begin = lead.end() if lead else announcement.stop
        reading = read_list(text, begin, letters) or _read_items(text, letters, begin)
        if reading is None:
            stop = text.find("\n", begin + 1)
            sentence = Sentence(begin, stop if stop > 0 else len(text))
            reading = _read_letters_of_sentence(text, sentence, letters)
        if reading is not None:
            return replace(reading, evidence=announcement.kind)
    return None


def read_last_correction(text: str, letters: str) -> ChoiceReading | None:
    """Return the set that the last correction states: "Wait, actually A and C."."""
    sentences = split_sentences(text)
    for match in reversed([*_CORRECTION.finditer(text)][-MAX_CORRECTIONS:]):
        if not is_correction(text[find_sentence(sentences, match.start()).start : match.end()]):
            continue
        lead = _LEAD.match(text, match.end())
        reading = read_list(text, lead.end() if lead else match.end(), letters)
        if reading is not None and reading.span is not None and _LIST_STOP.match(text, reading.span[1]):
            return replace(reading, evidence="correction")
    return None


def read_last_conclusion(text: str, letters: str) -> ChoiceReading | None:
    """Return the set named by the last list after a conclusion, or by the last concluding sentence."""
    items = _read_items(text, letters)
    if items and items.span and not text[items.span[1] :].strip():
        return items
    for sentence in reversed(split_sentences(text)):
        if items and items.span and sentence.start < items.span[1]:
            break
        if reading := _read_conclusion(text, sentence, letters):
            return reading
    return items


def _read_items(text: str, letters: str, begin: int | None = None) -> ChoiceReading | None:
    """Return the letters that begin the lines after a colon: the list after "the figures that satisfy it are:".

    The list ends the reply, or is followed by a blank line and words without a leading letter.
    """
    if begin is None:
        colon = max(text.rstrip().rfind(":\n"), text.rstrip().rfind(":**\n") + 2)
        if colon < 2:
            return None
        heading = text[text.rfind("\n", 0, colon) + 1 : colon]
        if not (has_conclusion_opening(heading) or _CONCLUDING_WORDS.search(heading)) or _DENIED_ITEM.search(heading):
            return None
        begin = colon + 1
    if text[begin : begin + 1] != "\n":
        return None
    found: set[str] = set()
    stop = begin
    for line in re.finditer(r"[^\n]+", text[begin:]):
        if not line[0].strip():
            continue
        item = ITEM.match(line[0])
        if item is None:
            break
        listed = read_list(line[0], item.start(1) - (item[0].lstrip()[:1] in "([*"), letters)
        if _DENIED_ITEM.search(line[0]) or listed is None or listed.status != "ok":
            return None
        found |= set(listed.letter or "")
        stop = begin + line.end()
    is_end = re.match(r"\s*\Z|[ \t]{0,8}\n\s*\n\s*\w", text[stop:]) is not None
    return make_set_reading(found, text, begin, stop, letters, "last line") if found and is_end else None


def _read_conclusion(text: str, sentence: Sentence, letters: str) -> ChoiceReading | None:
    """Return the set that a concluding sentence names: "Therefore, the figures that satisfy it are (a) and (c)"."""
    words = text[sentence.start : sentence.stop]
    concludes = has_conclusion_opening(words) or is_concluded(words[:40]) or _OPENS_CONCLUSION.match(words)
    if not concludes and not (_SATISFIES.search(words) and len(_list_marked_letters(words, letters)) > 1):
        return None
    if not _CONCLUDING_WORDS.search(words):
        return None
    reading = _read_letters_of_sentence(text, sentence, letters)
    return reading and replace(reading, evidence="conclusion")


def _read_letters_of_sentence(text: str, sentence: Sentence, letters: str) -> ChoiceReading | None:
    """Return the letters that are marked as such in a sentence that denies none of them."""
    words = text[sentence.start : sentence.stop]
    if re.search(
        rf"\b(?:none\sof|no\s{NOUN}|none\b.{{0,40}}\b(?:satisf|meet|contain|include|have))", words, re.IGNORECASE
    ):
        return make_set_reading((), text, sentence.start, sentence.stop, letters)
    parts = _CONTRAST.split(words)
    if len(parts) > 1 and _DENIAL.search(" ".join(parts[1:])) and not _DENIAL.search(parts[0]):
        words = parts[0]
    marked_letters = _list_marked_letters(words, letters)
    if _DENIAL.search(words):
        is_about_all = re.search(r"\b(?:all|any|both|every)\b", words, re.IGNORECASE) and marked_letters == set(letters)
        return make_set_reading((), text, sentence.start, sentence.stop, letters) if is_about_all else None
    if marked_letters:
        return make_set_reading(marked_letters, text, sentence.start, sentence.start + len(words), letters)
    if re.search(rf"\b(?:all|each|every)\b(?:\s\w+){{0,3}}\s{NOUN}\b", words, re.IGNORECASE):
        return make_set_reading(letters, text, sentence.start, sentence.stop, letters)
    return None


def _list_marked_letters(words: str, letters: str) -> set[str]:
    """Return the letters of all lists in a sentence that begin in brackets, after a noun or as an enumeration."""
    found: set[str] = set()
    at = 0
    while start := _MARKED_START.search(words, at):
        listed = read_list(words, start.start(), letters)
        if listed is None or listed.status != "ok" or listed.span is None or listed.letter == NO_LETTERS:
            at = start.end()
            continue
        found |= set(listed.letter or "")
        at = max(listed.span[1], start.end())
    return found


def read_subject(text: str, letters: str) -> ChoiceReading | None:
    """Return the letters that are the subject of the last sentence: "(a) and (d) are two hexagonal structures".

    None if an earlier sentence has letters as its subject too, as in a description of each figure, or if the reply ends
    before its sentence does.
    """
    sentences = split_sentences(text)
    subjects = [sentence for sentence in sentences if _has_letters_as_subject(text, sentence, letters)]
    if [*subjects, None][0] != sentences[-1] or text.rstrip()[-1:] not in tuple(".!)*"):
        return None
    if _ALTERNATIVE.search(text[sentences[-1].start : sentences[-1].stop]):
        return None
    reading = _read_letters_of_sentence(text, sentences[-1], letters)
    return reading and replace(reading, evidence="sentence")


def _has_letters_as_subject(text: str, sentence: Sentence, letters: str) -> bool:
    lead = _SUBJECT.match(text, sentence.start, sentence.stop)
    listed = read_list(text, lead.end(), letters) if lead else None
    return listed is not None and listed.status == "ok" and listed.letter != NO_LETTERS
