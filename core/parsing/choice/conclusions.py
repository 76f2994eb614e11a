"""The option that a reply concludes, also by exclusion of all others."""

import re
from collections.abc import Iterator, Sequence

from core.parsing.choice.equations import find_equation_result
from core.parsing.choice.evidence import ChoiceCandidate, ChoiceEvidence, is_statement_end
from core.parsing.choice.letters import LetterMention
from core.parsing.choice.option_text import OptionMention
from core.parsing.choice.reply_context import ReplyContext
from core.parsing.choice.statement import OptionStatement, read_letter_with_text
from core.parsing.choice.verdicts import find_verdict
from core.parsing.context import (
    CORRECTION_WORDS,
    has_conclusion_opening,
    is_concluded,
    is_correction,
    is_doubted,
    is_hypothetical,
    is_negated,
    is_question,
    is_tentative,
)
from core.parsing.negative_polarity import is_withdrawn
from core.parsing.patterns import load_patterns
from core.parsing.sentences import Sentence

_PATTERNS = load_patterns(__file__, "conclusions.toml")
_ACCEPTS = _PATTERNS["accepts"]
_CONTINUES = _PATTERNS["continues"]
_ALL_EXCEPT = _PATTERNS["all_except"]
_CORRECTION_ENDS = re.compile(rf"{CORRECTION_WORDS}\Z", re.IGNORECASE)
_REMAINS = re.compile(r"[\"'`*_)\]]{0,4}\s(?:remains|is\sleft)(?=\s{0,3}(?:[.!,;]|\Z))")
_SUBJECT = _PATTERNS["subject"]


def find_concluded(
    context: ReplyContext, mentions: Sequence[LetterMention | OptionMention]
) -> Iterator[ChoiceCandidate]:
    """Yield letters and texts that a conclusion, a correction or an accepting predicate names, and verdicts on all."""
    text = context.text
    for mention in mentions:
        statement = _make_statement(context, mention)
        is_letter = isinstance(mention, LetterMention)
        is_only_one_left = isinstance(mention, LetterMention) and _is_only_one_left(context, mention)
        if not is_only_one_left and not context.is_asserted(mention.start, max(statement.stop, mention.stop)):
            continue
        sentence, before, behind = context.split_around(mention.start, mention.stop)
        if isinstance(mention, LetterMention) and mention.form == "name":
            continue
        is_direct = is_letter or is_concluded(before) or _CORRECTION_ENDS.search(before) is not None
        is_stated = is_statement_end(behind) or (is_letter and _ACCEPTS.match(behind) is not None)
        is_corrected = is_correction(before) and is_direct and is_stated
        if is_corrected and not is_tentative(before[-20:], behind):
            yield ChoiceCandidate(ChoiceEvidence.STATED, "correction", statement, sentence.start)
        elif _is_conclusion(context, mention, sentence, before, behind):
            yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "conclusion", statement, mention.start)
        elif is_letter and is_withdrawn(behind):
            continue
        elif is_letter and (_ACCEPTS.match(behind) or _REMAINS.match(behind) or is_only_one_left):
            yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "predicate", statement, mention.start)
        elif is_letter and _SUBJECT.match(behind) and not before.strip(" *_\"'`(>-"):
            yield ChoiceCandidate(ChoiceEvidence.SET_APART, "subject", statement, mention.start)
    verdict = find_verdict(text, context.letters, context.options)
    result = find_equation_result(text, context.options, context.letters, len(context.sentences))
    if result:
        statement = OptionStatement(result.start, result.stop, (result.letter,), is_by_text=True)
        yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "conclusion", statement, result.start)
    if verdict:
        statement = OptionStatement(verdict.start, verdict.stop, (verdict.letter,))
        yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "verdict", statement, verdict.start)
    elif remaining_option := _find_remaining_option(context, mentions):
        yield ChoiceCandidate(ChoiceEvidence.CONCLUDED, "verdict", remaining_option, remaining_option.start)


def _find_remaining_option(
    context: ReplyContext, mentions: Sequence[LetterMention | OptionMention]
) -> OptionStatement | None:
    """Return the option that a whole reply leaves by denying each of the others: "Not A, not B, not C"."""
    letters = [mention for mention in mentions if isinstance(mention, LetterMention)]
    named = {mention.letter for mention in letters}
    if len(context.letters) <= 2 or len(named) != len(context.letters) - 1 or len(letters) != len(mentions):
        return None
    if not context.text.rstrip(" \n*_)\"'").endswith((".", "!", "✗", "❌")) or not all(
        _is_denied(context, mention) for mention in letters
    ):
        return None
    (left,) = set(context.letters) - named
    return OptionStatement(letters[0].start, letters[-1].stop, (left,))


def _is_denied(context: ReplyContext, mention: LetterMention) -> bool:
    """Return whether an unconditional statement denies that a letter is the answer."""
    sentence, before, behind = context.split_around(mention.start, mention.stop)
    if is_question(context.text[sentence.start : sentence.stop]) or is_hypothetical(before, behind):
        return False
    return is_negated(before, behind) and not is_doubted(before)


def _is_only_one_left(context: ReplyContext, mention: LetterMention) -> bool:
    """Return whether the sentence denies all options except this one."""
    _, before, behind = context.split_around(mention.start, mention.stop)
    return _ALL_EXCEPT.search(before) is not None and is_negated("", behind)


def _is_conclusion(
    context: ReplyContext, mention: LetterMention | OptionMention, sentence: Sentence, before: str, behind: str
) -> bool:
    """Return whether a mention concludes: right after "so", or a text at the end of a last sentence that concludes."""
    is_letter = isinstance(mention, LetterMention)
    if is_concluded(before) and not is_tentative(before[-30:], behind) and (is_letter or is_statement_end(behind)):
        return True
    is_last = sentence == context.sentences[-1] or (
        sentence in context.sentences[-2:] and not _CONTINUES.match(context.text, context.sentences[-1].start)
    )
    ends = not is_letter and has_conclusion_opening(before) and _is_sentence_end(behind)
    return is_last and ends and not is_tentative(before, "")


def _is_sentence_end(behind: str) -> bool:
    """Return whether the sentence ends here."""
    return re.fullmatch(r"[\s\"'`*_)\]$}]{0,6}[.!\n]?[\s\"'`*_)\]$}]{0,6}", behind) is not None


def _make_statement(context: ReplyContext, mention: LetterMention | OptionMention) -> OptionStatement:
    if isinstance(mention, OptionMention):
        return OptionStatement(mention.start, mention.stop, (mention.letter,), is_by_text=True)
    return read_letter_with_text(context.text, mention.index, context.options)
