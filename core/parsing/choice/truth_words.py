"""Words at the beginning of a reply that answer Yes or No, True or False, in several languages."""

import re

from core.parsing.choice.option_text import OptionMention
from core.parsing.choice.reply_context import ReplyContext
from core.parsing.choice.statement import OptionStatement, check_bracketed_letter
from core.parsing.word_lists import load_words

_YES_NO_ADVERB = re.compile(
    r"(?:no|yes)\s(?:doubt|one|matter|longer|wonder|more|other)\b"
    r"|no\s(?!(?:it|they|there|the|this|that|these|those|we|i|you|he|she|both|all|each|neither|is|are|was|were|does|do|did"
    r"|not|an?|its|his|her|in|on|at|from|to|if|only|but|and|or|so|because|since|as|for|due|none|nothing)\b)[a-z]{3}",
    re.IGNORECASE,
)
"""Words that make "no" or "yes" a part of a sentence: "no doubt", "no lines intersect"."""
_TRUTH_WORD = re.compile(
    r"(yes|no|true|false|(?:in)?correct(?!\s(?:answer|option|choice|response|letter|statement))|yep|yeah|nope|(?:wahr|richtig|falsch|vrai|faux|fausse|verdader[oa]|verdadeir[oa]|vero|fals[oa]|oui|ja|sí|sim|non|nein|não|нет|да|はい|いいえ|是的?|对|否|不是|正确|正確|错误|錯誤|不正确|예|네|아니요|아니오|正しい|間違い)(?=\s?[,.!:;\n-]|\Z))(?!\w)(?![\s-]*(?:(?:or|and)\s|/\s?)(?:yes|no|true|false)\b)",
    re.IGNORECASE,
)
_AFFIRMATIONS = load_words("affirmations")
_SHORT_VERDICT = re.compile(
    r"(?:it|there|they|this|that)\s(?:is|are|does|do|has|have|can)(\s?n[o']t|not)?[.!\s]*\Z", re.IGNORECASE
)


def read_truth_word(context: ReplyContext, start: int) -> OptionStatement | None:
    """Return the option Yes or No (True or False) of a reply that begins with that word, or with "it does not"."""
    by_word = {
        option.strip(" .").lower(): letter for letter, option in zip(context.letters, context.options, strict=True)
    }
    yes, no = by_word.get("yes") or by_word.get("true"), by_word.get("no") or by_word.get("false")
    if yes is None or no is None or len(by_word) != 2:
        return None
    text = context.text
    match = _TRUTH_WORD.match(text, start)
    if match and not _YES_NO_ADVERB.match(text, start):
        letter = yes if match[1].lower() in _AFFIRMATIONS else no
        return check_bracketed_letter(text, OptionMention(match.start(), match.end(), letter), 0, context.letters)
    short = _SHORT_VERDICT.match(text, start)
    if short:
        return OptionStatement(short.start(), short.end(), (no if short[1] else yes,), is_by_text=True)
    return None
