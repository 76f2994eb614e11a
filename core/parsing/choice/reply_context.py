"""A plain reply with its options and sentences: asserted spans, and an unfinished end."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.parsing.context import is_considered, is_hypothetical, is_negated, is_question
from core.parsing.patterns import load_patterns
from core.parsing.sentences import Sentence, find_sentence, split_sentences

MAX_CONTEXT_CHARACTERS = 400
"""Number of characters of a sentence examined on each side of a candidate; keeps hostile replies cheap."""

LABELLED_LINE = re.compile(r"\n[\s>*#|_-]{0,8}\(?([A-Za-z])[).:|]")
_REASON_BEGINS = re.compile(r",\s(?:because|since|as)\b[^,]*\Z")
_PATTERNS = load_patterns(__file__, "reply_context.toml")
_CONCLUSION_OPENING = _PATTERNS["conclusion_opening"]
_OPENING_END = re.compile(r"\b(?:is|be|the|answer|estimate|option|choice)\b[\s:(*_$]*\Z|:[\s(*_$]*\Z", re.IGNORECASE)
_WORD = re.compile(r"\w")
_LABEL_PERIOD = re.compile(r"[)\]*_]{0,4}\.[*_]{0,3}\s{1,4}[A-Z]\w")
_LIST_HEADING = _PATTERNS["list_heading"]
_UNFINISHED = _PATTERNS["unfinished"]


@dataclass(frozen=True, slots=True)
class ReplyContext:
    """A plain text with its parts, for the search of candidates.

    Attributes:
        is_cut: whether an unfinished end was removed, so that the last sentence is not the end of the reply.
        is_cut_at_opening: whether that end only opened a conclusion: "Therefore, the correct answer is".
    """

    text: str
    options: Sequence[str]
    letters: str
    sentences: Sequence[Sentence]
    is_cut: bool = False
    is_cut_at_opening: bool = False

    def split_around(self, start: int, stop: int) -> tuple[Sentence, str, str]:
        """Return the sentence of a span, and its words before and after the span."""
        sentence = find_sentence(self.sentences, start)
        before = self.text[max(sentence.start, start - MAX_CONTEXT_CHARACTERS) : start]
        return sentence, before, self.text[stop : min(max(sentence.stop, stop), stop + MAX_CONTEXT_CHARACTERS)]

    def _find_last_sentence(self) -> Sentence:
        """Return the last sentence with a word, so without a line of stars that a cut reply leaves."""
        return next(
            (
                sentence
                for sentence in reversed(self.sentences)
                if _WORD.search(self.text, sentence.start, sentence.stop)
            ),
            self.sentences[-1],
        )

    def _is_opening_of_conclusion(self, sentence: Sentence) -> bool:
        """Return whether a sentence only opens a conclusion, such as "Final answer:"."""
        words = self.text[sentence.start : sentence.stop]
        return _CONCLUSION_OPENING.fullmatch(words) is not None and _OPENING_END.search(words) is not None

    def find_finished_stop(self) -> int:
        """Return the end of the finished text, before an unfinished last sentence or a final list of options."""
        stop = len(self.text)
        last = self._find_last_sentence()
        if self._is_opening_of_conclusion(last):
            stop = last.start
        elif _UNFINISHED.search(self.text, max(last.start, last.stop - 40), last.stop):
            reason = _REASON_BEGINS.search(self.text, last.start, last.stop)
            stop = reason.start() if reason else last.start
        heading = _LIST_HEADING.search(self.text)
        last_line = self.text.rstrip().rfind("\n")
        if heading is not None and LABELLED_LINE.match(self.text, last_line):
            stop = min(stop, heading.end())
        return stop

    def cut_unfinished(self) -> "ReplyContext":
        """Return the context of the text without an unfinished end."""
        stop = self.find_finished_stop()
        if stop == len(self.text):
            return self
        text = self.text[:stop]
        is_at_opening = _CONCLUSION_OPENING.fullmatch(self.text, stop) is not None
        return ReplyContext(text, self.options, self.letters, split_sentences(text), True, is_at_opening)

    def is_in_brackets(self, index: int) -> bool:
        """Return whether an index lies in a remark in brackets: "(From its own side, the answer is B.)"."""
        _, before, _ = self.split_around(index, index)
        return before.rfind("(") > before.rfind(")")

    def is_asserted(self, start: int, stop: int) -> bool:
        """Return whether the sentence asserts a span: no denial, question or unfulfilled condition.

        A question in the sentence after a label's period, as in "B. Or is it C?", does not ask about the label.
        """
        sentence, before, behind = self.split_around(start, stop)
        if is_negated(before, behind) or is_hypothetical(before, behind) or is_considered(before):
            return False
        if _LABEL_PERIOD.match(behind) and not before.strip(" *_\"'`([>#-"):
            return True
        end = self.text[max(sentence.start, sentence.stop - MAX_CONTEXT_CHARACTERS) : sentence.stop]
        return not (is_question(end) or behind.lstrip(" )*_\"'").startswith("?"))
