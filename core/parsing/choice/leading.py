"""Answers at the edges of a reply: a separate answer at its beginning, and its last line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.parsing.choice.evidence import ChoiceCandidate, ChoiceEvidence
from core.parsing.choice.option_text import OptionMention, find_option_mentions, match_option
from core.parsing.choice.reply_context import ReplyContext
from core.parsing.choice.statement import (
    MAX_STATEMENT_CHARACTERS,
    OptionStatement,
    check_bracketed_letter,
    read_letter_with_text,
    read_statement,
)
from core.parsing.choice.truth_words import read_truth_word
from core.parsing.context import is_question
from core.parsing.patterns import load_patterns
from core.parsing.sentences import Sentence, split_sentences

_LABELLED_LINE = re.compile(r"(?:^|\n)[\s>*#|_-]{0,8}\(?([A-Za-z])[).:|]")
_LEADING_LETTER = re.compile(
    r"[\s\"'`*_$(\[>#-]{0,8}(?:1\.\s)?(?:(?:option|choice)\s)?([A-Z])(?!\w|'\w)[\"'`*_$)\]]{0,6}"
    r"(?:\s{0,2}[.,:;!?-]|(?<!\(\w)\)|\s{0,2}\n|\s\(|\s(?:because|since|as|is\sthe|due|for)\b|\s?-\s|\Z)"
)
_LEADING_OPTION = re.compile(
    r"[\s\"'`*_$(\[>#-]{0,8}(?:Option|Choice)\s([A-Z])[\"'`*_$)\]]{0,6}\.?[*_]{0,3}\s{0,2}(?:\n|\Z)"
)
"""An option that is alone on the first line; "Option A: too flat" begins a discussion."""
_LEADING_SMALL_LETTER = re.compile(r"[\s\"'`*_$]{0,8}(?:\(([a-z])\)(?=\s{0,2}(?:[.,:;!\n-]|\Z))|([a-z])[).:](?=\s|\Z))")
_LEADING_LABEL = re.compile(r"[\s\"'`*_$]{0,8}\(([A-Za-z])\)[\"'`*_$]{0,4}\s{1,2}")
"""A letter in brackets, which is an answer if its own option's text follows."""
_PATTERNS = load_patterns(__file__, "leading.toml")
_ALONE = _PATTERNS["alone"]
_REJECTING_SIGN = re.compile(r"[❌✗✘✖☐]|\[\s?\]")
_ANOTHER_LETTER = re.compile(
    r"[A-Za-z][\"'`*_$)\]]{0,6}\s?(?:,|、|\band\b|\bor\b|/|&)\s?[\"'(]?[A-Z](?![A-Za-z\d_])(?!\s\w)"
)
_RETRACTION = _PATTERNS["retraction"]
_NUMBERED_ANSWER = re.compile(r"^[\s*_]{0,6}\d{1,2}[.)]\s{1,3}[*_(]{0,3}([A-Z])[*_).]{0,4}\s*$", re.MULTILINE)
"""A line of a list that answers several questions: "2. C"."""
_EXPLANATION = _PATTERNS["explanation"]
_OWN_PARAGRAPH = re.compile(r"\n[ \t]{0,8}\n(?P<line>[^\n]{1,200})(?=\n[ \t]{0,8}\n)")
_EXPLAINS = _PATTERNS["explains"]
_BULLET = re.compile(r"\s{0,8}(?:[*#>+-]|\d{1,2}[.)])\s")
_WORD = re.compile(r"\w")
MAX_LINES = 100
_LINE_BEGINS = re.compile(r"(?:\A|\n)[\s>*#\d.)-]{0,10}\Z")
_ARTICLE = re.compile(r"^[\s*_\"'`]{0,6}(?:an?|the)\s", re.IGNORECASE)
_LABEL = re.compile(r"[\s>*#\"'`(\[_-]{0,8}([A-Za-z])[\"'`*_)\]]{0,4}[.):-]?[\"'`*_)\]]{0,4}\s{1,4}(?=\S)")
_NEXT_LABEL = re.compile(r"[,;|]\s{0,2}(?:or\s|and\s)?\(?([B-Z])\)?\s?(?:[:.)(]|(?<=\))\s)")
_STOP = re.compile(r"\s?(?:[.,:](?!\d)|[;!(*_\n])|\s-{1,2}\s|\s?—")


def find_leading(context: ReplyContext) -> Iterator[ChoiceCandidate]:
    """Yield the separate answer that begins the reply, and the answer in its last line or sentence."""
    text = context.text
    has_list = len({match[1].upper() for match in _LABELLED_LINE.finditer(text)} & set(context.letters)) > 1
    first = _read_corrected_beginning(context, has_list=has_list)
    if first is not None:
        yield ChoiceCandidate(ChoiceEvidence.LEADING, "first line", first, first.start)
    explained = _find_explained_lines(context)
    if explained:
        yield ChoiceCandidate(ChoiceEvidence.SET_APART, "line", explained[-1], explained[-1].start)
    lines = [line for line in re.finditer(r"[^\n]+", text) if _WORD.search(line.group())]
    spoken = [sentence for sentence in context.sentences if _WORD.search(text, sentence.start, sentence.stop)]
    if not lines or not spoken:
        return
    last_sentence = spoken[-1]
    for start, stop in {(lines[-1].start(), lines[-1].end()), (last_sentence.start, last_sentence.stop)}:
        if start == 0 and not first:
            continue
        statement = _read_alone(text[start:stop], start, context)
        if statement is None or (first is not None and statement.start == first.start):
            continue
        if not (has_list and len(lines) > 1 and _is_item_of_list(text, start, context)):
            yield ChoiceCandidate(ChoiceEvidence.STATED, "last line", statement, start)


def _find_explained_lines(context: ReplyContext) -> list[OptionStatement]:
    """Return the answers that are a separate paragraph before one that explains it: "This estimate is based on"."""
    statements = []
    for line in _OWN_PARAGRAPH.finditer(context.text):
        statement = _read_alone(line["line"], line.start("line"), context)
        if statement is not None and not statement.problem:
            statements.append((statement, _EXPLAINS.match(context.text, line.end()) is not None))
    if len({statement.letters for statement, _ in statements}) > 1:
        return []
    return [statement for statement, is_explained in statements if is_explained]


def _read_corrected_beginning(context: ReplyContext, *, has_list: bool) -> OptionStatement | None:
    """Return the answer that begins the reply, or the one that replaces it right behind it."""
    first = _read_beginning(context, has_list=has_list)
    retraction = _RETRACTION.match(context.text, first.stop) if first is not None else None
    if first is None or retraction is None:
        return first
    offset = retraction.end()
    rest = context.text[offset:]
    if not rest.strip():
        return replace(first, problem="it takes back its answer")
    following = _read_beginning(replace(context, text=rest, sentences=split_sentences(rest)), has_list=has_list)
    if following is None:
        return first
    return replace(following, start=following.start + offset, stop=following.stop + offset)


def _read_beginning(context: ReplyContext, *, has_list: bool) -> OptionStatement | None:
    text = context.text
    if len({match[1] for match in _NUMBERED_ANSWER.finditer(text)}) > 1:
        return None
    match = _LEADING_LETTER.match(text) or _LEADING_OPTION.match(text) or _LEADING_SMALL_LETTER.match(text)
    if match:
        index = match.start(match.lastindex or 0)
        in_line = text[index:].partition("\n")[0]
        is_list = has_list and _LABELLED_LINE.match(text) is not None and not _is_before_list(text)
        if text[index].upper() in context.letters and not is_list and context.is_asserted(index, index + 1):
            if _NEXT_LABEL.search(in_line) or _ANOTHER_LETTER.match(in_line):
                return _read_two_labels(text, index)
            return read_letter_with_text(text, index, context.options)
    label = _LEADING_LABEL.match(text)
    if label and label[1].upper() in context.letters and not has_list:
        if two_labels := _read_two_labels(text, label.start(1)):
            return two_labels
        statement = read_letter_with_text(text, label.start(1), context.options)
        if statement.stop > label.end() and context.is_asserted(label.start(1), statement.stop):
            return statement
    return _read_beginning_text(context, context.sentences[0])


def _read_two_labels(text: str, index: int) -> OptionStatement | None:
    """Return the statement of a whole reply in one line that gives two options with labels: "A. left, C. above"."""
    line = text[index:].rstrip()
    labels = [*_NEXT_LABEL.finditer(line)]
    if "\n" in line or len(labels) != 1:
        return None
    both = (text[index].upper(), labels[0][1])
    problem = f"it states two letters, {both[0]} and {both[1]}"
    return OptionStatement(index, index + labels[0].end(), both, problem=problem)


def _is_before_list(text: str) -> bool:
    """Return whether the first letter is alone on its line before a list of options: "D.", then "A. left" ..."""
    first, _, rest = text.lstrip().partition("\n")
    following = _LABELLED_LINE.search(f"\n{rest}")
    if following is None or _WORD.search(first.strip("\"'`*_$([>#- ")[1:]):
        return False
    return _WORD.search(rest[following.end() - 1 :].partition("\n")[0]) is not None


def _read_beginning_text(context: ReplyContext, sentence: Sentence) -> OptionStatement | None:
    """Return the option whose text begins the reply and ends there or before a stop."""
    text = context.text
    whole = text[sentence.start : sentence.stop]
    if is_question(whole):
        return None
    lead = re.match(r"[\s\"'`*_$(\[]{0,8}(?:an?\s|the\s)?", whole, re.IGNORECASE)
    start = sentence.start + (lead.end() if lead else 0)
    if _is_list_of_texts(context):
        return None
    statement = read_statement(text, start, context.options)
    if statement is not None and statement.problem and statement.letters:
        return statement if context.is_asserted(statement.start, statement.stop) else None
    for stop in _find_stops(text, start, sentence.stop):
        letter = match_option(text[start:stop], context.options)
        if letter is not None:
            return check_bracketed_letter(text, OptionMention(start, stop, letter), 0, context.letters)
    return read_truth_word(context, start) or _read_explained_sentence(context, sentence)


def _read_explained_sentence(context: ReplyContext, sentence: Sentence) -> OptionStatement | None:
    """Return the only option that ends the first sentence, if that is a paragraph followed by an explanation."""
    text = context.text
    if not _EXPLANATION.match(text, sentence.stop):
        return None
    mentions = find_option_mentions(text[sentence.start : sentence.stop], context.options)
    if len({mention.letter for mention in mentions}) != 1:
        return None
    start, stop = sentence.start + mentions[-1].start, sentence.start + mentions[-1].stop
    ends = not text[stop : sentence.stop].strip(" .!*_\"'")
    return (
        OptionStatement(start, stop, (mentions[-1].letter,), is_by_text=True)
        if (ends and context.is_asserted(start, stop))
        else None
    )


def _is_list_of_texts(context: ReplyContext) -> bool:
    """Return whether several lines of the reply begin with different options' texts.

    A first line that is one text, followed by a blank line and sentences, is an answer and its explanation.
    """
    first, blank, rest = context.text.lstrip().partition("\n\n")
    if blank and match_option(first, context.options) and not _find_lines_of_texts(rest, context.options):
        return False
    begins = {
        mention.letter
        for mention in find_option_mentions(context.text, context.options)
        if _LINE_BEGINS.search(context.text[max(mention.start - 12, 0) : mention.start])
    }
    return len(begins) > 1


def _find_lines_of_texts(text: str, options: Sequence[str]) -> bool:
    """Return whether a line is an option's text alone, or has one after a bullet or a number."""
    return any(
        match_option(line, options) or (_BULLET.match(line) and find_option_mentions(line, options))
        for line in text.split("\n")[:MAX_LINES]
    )


def _find_stops(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the ends of the first phrases of a text, the longest first."""
    stops = [match.start() for match in _STOP.finditer(text[start : min(end, start + MAX_STATEMENT_CHARACTERS)])]
    yield end
    for stop in reversed(stops):
        yield start + stop


def _read_alone(line: str, start: int, context: ReplyContext) -> OptionStatement | None:
    """Return the statement of a line or sentence that is only a letter, an option's text, or both."""
    if _REJECTING_SIGN.search(line):
        return None
    alone = _ALONE.fullmatch(line)
    if alone:
        letter = alone[1].upper()
        index = start + alone.start(1)
        if letter in context.letters and not line.rstrip().endswith("?"):
            return OptionStatement(index, index + 1, (letter,))
        return None
    letter_by_text = match_option(line, context.options) or match_option(_ARTICLE.sub("", line), context.options)
    if letter_by_text:
        stripped = line.strip()
        begin = start + line.index(stripped)
        return OptionStatement(begin, begin + len(stripped), (letter_by_text,), is_by_text=True)
    label = _LABEL.match(line)
    if label and label[1].upper() in context.letters and match_option(line[label.end() :], context.options):
        return read_letter_with_text(context.text, start + label.start(1), context.options)
    return None


def _is_item_of_list(text: str, start: int, context: ReplyContext) -> bool:
    """Return whether the line at an index is the last item of a list of the options, after the letter before."""
    label = _LABELLED_LINE.match(text, max(start - 1, 0))
    before = [match[1].upper() for match in _LABELLED_LINE.finditer(text, 0, start)]
    return bool(label and before and label[1].upper() > before[-1] and label[1].upper() in context.letters)
