"""Reads replies to multiple-choice questions of which several options can be right; the answer is a set of letters.

A set is written as its sorted letters, `AC`; the empty set as `NO_LETTERS`. Source of the order of evidence:
docs/reading.md; several letters side by side are one answer here and a contradiction there.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.parsing.answer_phrases import find_announcements
from core.parsing.choice.result import ChoiceReading, add_note, beyond, letter_of, letters_of, unparsed
from core.parsing.context import (
    Sentence,
    begins_with_conclusion,
    is_concluded,
    is_negated,
    is_tentative,
    split_sentences,
)
from core.parsing.json_answer import find_json_answer
from core.parsing.plain_text import simplify_with_indexes
from core.parsing.reasoning import ENDS_INSIDE_REASONING, REASONING_REMOVED_NOTE, extract_final_text

NO_LETTERS = "none"
"""Stands for the empty set: no option is right."""

MAX_CHARACTERS = 50_000
"""Of a longer final text only the end is read, where models state their answer."""

_NOUN = r"(?:figures?|options?|choices?|structures?|molecules?|images?|diagrams?|answers?|statements?|letters?)"
_OPENING = r"[\s\"'`*_\[({<$\\]{0,8}"
_TOKEN = (
    rf"{_OPENING}(?:\\?text(?:bf|it)?\{{)?(?:{_NOUN}\s{{1,3}}{_OPENING})?([A-Za-z])(?![\w'’])[\"'`*_\])}}>$]{{0,8}}"
)
_SEPARATOR = (
    r"(?:[ \t]{0,4}(?:,|;|&|/|\+|\n(?!\s*\n))[ \t]{0,4}(?:and\s|&\s|or\s)?(?:also\s)?"
    r"|\.\s{1,2}(?=[A-Za-z]\.)"
    r"|\s{1,4}(?:and|or|&|plus|as\swell\sas)\s{1,4}"
    r"|[ \t]{0,4}(?=[(\[]))"
)
_TOKEN_PATTERN = re.compile(_TOKEN, re.IGNORECASE)
_SEPARATOR_PATTERN = re.compile(_SEPARATOR, re.IGNORECASE)
_JOINED = re.compile(r"[\s\"'`*_\[({]{0,8}([A-Z]{2,26}|[a-z]{2,26})[\"'`*_\])}.\s]{0,8}$")
_LIST_END = re.compile(
    r"\s{0,8}(?:[.!:;\n]|$|\b(?:only|are|is)\b|[-–]|\(|because|since|as\b|satisf|that|which|meet|contain|include|have|has)"
)
_NONE = re.compile(
    rf"[\s\"'`*_\[({{:]{{0,8}}(?:none\b|no\s(?:other\s)?{_NOUN}\b|neither\b|nothing\b|empty(?:\sset)?\b|∅|\[\s*\]|\{{\s*\}})",
    re.IGNORECASE,
)
_ALL = re.compile(
    rf"[\s\"'`*_\[({{:]{{0,8}}(?:all\b(?:\s(?:of\s)?(?:the\s|these\s)?(?:above|{_NOUN}|them|(?:four|three|five|six)(?:\s{_NOUN})?)\b)?"
    rf"|every\s{_NOUN}|each\s{_NOUN})",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^[\s>*#-]{0,8}(?:\d{1,2}[.)]\s{1,3})?" + _TOKEN + r"[.:)]{0,2}", re.MULTILINE | re.IGNORECASE)
_DENIED_ITEM = re.compile(r"\b(?:not|n't|no|none|without|lacks?|neither|fails?)\b", re.IGNORECASE)
_LEAD = re.compile(
    r"[\s*_:]{0,8}(?:(?:is|are|would\sbe|should\sbe|the|both|only|therefore|simply|just|thus)\b[\s*_:]{0,8}){0,4}",
    re.IGNORECASE,
)
_MARKED_START = re.compile(
    rf"""[(\[{{]\s?[A-Za-z]\s?[)\]}},;]
      | \b{_NOUN}\s["'`*_(]{{0,4}}[A-Za-z]\b(?!['’])
      | (?<![\w'’])["'`*_]{{0,3}}[A-Za-z]["'`*_]{{0,3}}(?=,|\sand\s|\sor\s|\s?&)
      | (?<![\w'’])[B-HJ-Zb-z](?![\w'’)]|\.\w)""",
    re.IGNORECASE | re.VERBOSE,
)
_CONTRAST = re.compile(r"[,;.]?\s(?:while|whereas|but|although|though|and\s(?:not|neither))\b", re.IGNORECASE)
_DENIAL = re.compile(r"\b(?:not|cannot|except|excluding|neither|nor|without|lacks?)\b|n't\b", re.IGNORECASE)
_OPENS_CONCLUSION = re.compile(
    rf"\s*(?:all|none|only|both|based\son|in\s(?:conclusion|summary)|(?:the\s)?(?:only\s)?{_NOUN}\s(?:that|which))\b",
    re.IGNORECASE,
)
_SATISFIES = re.compile(r"\b(?:satisf(?:y|ies)|meets?|fulfil(?:l|ls)?)\b", re.IGNORECASE)
_CONCLUDING_WORDS = re.compile(
    r"\b(?:satisf(?:y|ies|ying)|meets?|fulfil(?:l|ls)?|match(?:es)?|only|answer|contains?|includes?|have|has|are|is)\b",
    re.IGNORECASE,
)


def join_letters(indexes: Iterable[int]) -> str:
    """Return a set of options, given by their indexes from 0, as its sorted letters."""
    return "".join(letter_of(index) for index in sorted(set(indexes))) or NO_LETTERS


def is_letter_set(value: str, n_options: int) -> bool:
    """Whether a value is a set of letters of so many options, sorted and without repetition."""
    letters = letters_of([""] * n_options)
    return value == NO_LETTERS or (bool(value) and set(value) <= set(letters) and list(value) == sorted(set(value)))


def read_multiple_answers(raw: str, options: Sequence[str]) -> ChoiceReading:
    """Return the set of options that a reply chooses; its letter is the sorted letters. Never raises for any text.

    Args:
        raw: the reply's text.
        options: their texts in the order of their letters.

    Raises:
        ValueError: the number of options is impossible.
    """
    letters = letters_of(options)
    final = extract_final_text(raw)
    skipped = max(len(final.text) - MAX_CHARACTERS, 0)
    plain = simplify_with_indexes(final.text[skipped:])
    if not plain.text.strip():
        return unparsed(ENDS_INSIDE_REASONING if final.is_unfinished else "the reply is empty")
    reading = next(_find_readings(plain.text, letters), None) or unparsed("it does not state which options are right")
    if reading.span is not None:
        start, stop = plain.to_raw(*reading.span)
        offset = final.start_index + skipped
        reading = replace(reading, span=(start + offset, stop + offset))
    return add_note(reading, REASONING_REMOVED_NOTE) if final.has_reasoning and reading.status == "ok" else reading


def _find_readings(text: str, letters: str) -> Iterator[ChoiceReading]:
    """Yield readings by falling strength of evidence."""
    if (whole := _read_list(text, 0, letters)) and not text[whole.span[1] if whole.span else 0 :].strip(" .!\n"):
        yield _with_evidence(whole, "whole")
    found = find_json_answer(text)
    if found is not None and (reading := _read_list(", ".join(found.value) or NO_LETTERS, 0, letters)):
        yield replace(reading, span=(found.start, found.stop), evidence="json")
    stated = _read_announced(text, letters)
    if stated is not None and stated.evidence in ("box", "tag"):
        yield stated
    concluded = _read_last_conclusion(text, letters)
    by_place = sorted(filter(None, (stated, concluded)), key=lambda reading: reading.span or (0, 0))
    yield from reversed(by_place)
    if last := _read_last_line(text, letters):
        yield last
    if verdict := _read_verdicts(text, letters):
        yield verdict


def _read_last_conclusion(text: str, letters: str) -> ChoiceReading | None:
    """Return what the last list behind a conclusion, or the last concluding sentence, names."""
    if items := _read_items(text, letters):
        return items
    for sentence in reversed(split_sentences(text)):
        if reading := _read_conclusion(text, sentence, letters):
            return reading
    return None


def _read_last_line(text: str, letters: str) -> ChoiceReading | None:
    """Return the list that is alone on the last line; the head of an unfinished item such as "Figure (c)" is none."""
    start = text.rstrip().rfind("\n") + 1
    last = _read_list(text, start, letters)
    if last is None or last.span is None or text[last.span[1] :].strip(" .!\n"):
        return None
    is_head = len(last.letter or "") == 1 and re.match(rf"[\s*_#>-]*{_NOUN}\b", text[start:], re.IGNORECASE)
    return None if is_head and not text[:start].rstrip().endswith(":") else _with_evidence(last, "last line")


def _read_announced(text: str, letters: str) -> ChoiceReading | None:
    """Return what the last announcement states that states a set; boxes of one line together."""
    announcements = find_announcements(text)
    boxes = [announcement for announcement in announcements if announcement.kind == "box"]
    if boxes:
        line_start = text.rfind("\n", 0, boxes[-1].start) + 1
        readings = [
            reading for box in boxes if box.start >= line_start and (reading := _read_list(text, box.stop, letters))
        ]
        if readings and all(reading.status == "ok" for reading in readings):
            chosen = {letter for reading in readings if reading.letter != NO_LETTERS for letter in reading.letter or ""}
            return _make_reading(
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
        reading = _read_list(text, begin, letters) or _read_items(text, letters, begin)
        if reading is None:
            stop = text.find("\n", begin + 1)
            sentence = Sentence(begin, stop if stop > 0 else len(text))
            reading = _read_letters_of_sentence(text, sentence, letters)
        if reading is not None:
            return _with_evidence(reading, announcement.kind)
    return None


def _read_list(text: str, begin: int, letters: str) -> ChoiceReading | None:
    """Return the set that is stated at an index: a list of letters, all, or none."""
    if none := _NONE.match(text, begin):
        return _make_reading((), text, none.start(), none.end(), letters)
    if (everything := _ALL.match(text, begin)) and not is_negated(
        text[begin : everything.start()], text[everything.end() :]
    ):
        listed = _read_list(text, everything.end(), letters)
        if listed is None or listed.status != "ok" or listed.letter == NO_LETTERS:
            return _make_reading(letters, text, everything.start(), everything.end(), letters)
        return listed
    tokens: list[str] = []
    at = stop = begin
    while token := _TOKEN_PATTERN.match(text, at):
        if tokens and _is_article(text, token):
            break
        tokens.append(token[1])
        stop = token.end()
        separator = _SEPARATOR_PATTERN.match(text, stop)
        if separator is None:
            break
        at = separator.end()
    if not tokens:
        return _read_joined(text, begin, letters)
    if len(tokens) == 1 and text[begin:stop].strip() in ("a", "A", "I") and not _LIST_END.match(text, stop):
        return None
    return _make_reading({token.upper() for token in tokens}, text, begin, stop, letters)


def _is_article(text: str, token: re.Match[str]) -> bool:
    """Whether a token is the word "a" in front of a noun, or "I" as a pronoun."""
    return (
        token[0].strip() in ("a", "A", "I")
        and re.match(r"\s?[A-Za-z]", text[token.end() :]) is not None
        and (re.match(r"\s?(?:and|or|is|are)\b", text[token.end() :]) is None)
    )


def _read_joined(text: str, begin: int, letters: str) -> ChoiceReading | None:
    """Return the letters of one word that is the rest of its line: "ACD"."""
    line_end = text.find("\n", begin)
    joined = _JOINED.match(text[begin : line_end if line_end >= 0 else len(text)])
    if joined is None or not set(joined[1].upper()) <= set(letters) or list(joined[1]) != sorted(set(joined[1])):
        return None
    return _make_reading(set(joined[1].upper()), text, begin, begin + joined.end(), letters)


def _read_items(text: str, letters: str, begin: int | None = None) -> ChoiceReading | None:
    """Return the letters that begin the lines behind a colon: the list after "the figures that satisfy it are:"."""
    if begin is None:
        colon = text.rstrip().rfind(":\n")
        if colon < 0:
            return None
        heading = text[text.rfind("\n", 0, colon) + 1 : colon]
        if not (begins_with_conclusion(heading) or _CONCLUDING_WORDS.search(heading)) or _DENIED_ITEM.search(heading):
            return None
        begin = colon + 1
    if text[begin : begin + 1] != "\n":
        return None
    found: set[str] = set()
    stop = begin
    for line in re.finditer(r"[^\n]+", text[begin:]):
        if not line[0].strip():
            continue
        item = _ITEM.match(line[0])
        if item is None:
            break
        listed = _read_list(line[0], item.start(1) - (item[0].lstrip()[:1] in "([*"), letters)
        if _DENIED_ITEM.search(line[0]) or listed is None or listed.status != "ok":
            return None
        found |= set(listed.letter or "")
        stop = begin + line.end()
    is_end = not text[stop:].strip()
    return _make_reading(found, text, begin, stop, letters, "last line") if found and is_end else None


def _read_conclusion(text: str, sentence: Sentence, letters: str) -> ChoiceReading | None:
    """Return the set that a concluding sentence names: "Therefore, the figures that satisfy it are (a) and (c)"."""
    words = text[sentence.start : sentence.stop]
    concludes = begins_with_conclusion(words) or is_concluded(words[:40]) or _OPENS_CONCLUSION.match(words)
    if not concludes and not (_SATISFIES.search(words) and len(_list_marked_letters(words, letters)) > 1):
        return None
    if not _CONCLUDING_WORDS.search(words):
        return None
    reading = _read_letters_of_sentence(text, sentence, letters)
    return reading and _with_evidence(reading, "conclusion")


def _read_letters_of_sentence(text: str, sentence: Sentence, letters: str) -> ChoiceReading | None:
    """Return the letters that are marked as such in a sentence that denies none of them."""
    words = text[sentence.start : sentence.stop]
    if re.search(
        rf"\b(?:none\sof|no\s{_NOUN}|none\b.{{0,40}}\b(?:satisf|meet|contain|include|have))", words, re.IGNORECASE
    ):
        return _make_reading((), text, sentence.start, sentence.stop, letters)
    parts = _CONTRAST.split(words)
    if len(parts) > 1 and _DENIAL.search(" ".join(parts[1:])) and not _DENIAL.search(parts[0]):
        words = parts[0]
    found = _list_marked_letters(words, letters)
    if _DENIAL.search(words):
        is_about_all = re.search(r"\b(?:all|any|both|every)\b", words, re.IGNORECASE) and found == set(letters)
        return _make_reading((), text, sentence.start, sentence.stop, letters) if is_about_all else None
    if found:
        return _make_reading(found, text, sentence.start, sentence.start + len(words), letters)
    if re.search(rf"\b(?:all|each|every)\b(?:\s\w+){{0,3}}\s{_NOUN}\b", words, re.IGNORECASE):
        return _make_reading(letters, text, sentence.start, sentence.stop, letters)
    return None


def _list_marked_letters(words: str, letters: str) -> set[str]:
    """Return the letters of all lists in a sentence that begin in brackets, behind a noun or as an enumeration."""
    found: set[str] = set()
    at = 0
    while start := _MARKED_START.search(words, at):
        listed = _read_list(words, start.start(), letters)
        if listed is None or listed.status != "ok" or listed.span is None or listed.letter == NO_LETTERS:
            at = start.end()
            continue
        found |= set(listed.letter or "")
        at = max(listed.span[1], start.end())
    return found


def _read_verdicts(text: str, letters: str) -> ChoiceReading | None:
    """Return the letters whose lines accept the option, if every option has a line that accepts or denies it."""
    verdicts: dict[str, bool] = {}
    for line in text.split("\n"):
        item = _ITEM.match(line)
        if item is None or item[1].upper() not in letters:
            continue
        satisfied = re.search(r"\b(?:satisf(?:y|ies)|meets?|fulfil(?:l|ls))\b", line, re.IGNORECASE)
        if satisfied:
            verdicts[item[1].upper()] = not re.search(r"(?:\bnot|n't)\s(?:\w+\s)?$", line[: satisfied.start()])
    if set(verdicts) != set(letters):
        return None
    return _make_reading(
        {letter for letter, accepted in verdicts.items() if accepted}, text, 0, len(text), letters, "verdict"
    )


def _make_reading(
    chosen: Iterable[str], text: str, start: int, stop: int, letters: str, evidence: str = ""
) -> ChoiceReading:
    stated = sorted(set(chosen))
    while start < stop and text[start].isspace():
        start += 1
    unknown = [letter for letter in stated if letter not in letters]
    if unknown:
        return replace(beyond(unknown[0], letters), span=(start, stop))
    value = "".join(stated) or NO_LETTERS
    return ChoiceReading("ok", value, text[start:stop].strip(), span=(start, stop), evidence=evidence)


def _with_evidence(reading: ChoiceReading, evidence: str) -> ChoiceReading:
    return replace(reading, evidence=evidence)
