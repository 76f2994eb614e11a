"""Short texts in replies."""

import re

from core.parsing.json_answer import PROBABILITY_KEYS, iterate_objects, normalize_key
from core.parsing.open_answers.answer_text import find_answer_text
from core.parsing.plain_text import simplify

MAX_ANSWER = 100
"""Maximum number of characters of a short text."""

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_NOT_WORD = re.compile(r"[^\w\s.%/-]|\.(?!\d)|(?<=[^\W\d])\.|(?<!\w)-(?!\.?\d)|-(?![\w.])")
_ASIDE = re.compile(r"confiden|probab|certain|reason|explan|rational|comment|thought|score")

_OPENING = (
    r"(?:(?:i\s(?:think|believe|see|guess)|probably|well|sure|yes|okay|based\son\sthe\s(?:image|picture|photo))[,:]?\s)?"
    r"(?:that\s)?"
)
_VERB = (
    r"(?:is\smade\sof|is\scalled|is|are|was|were|looks?\slike|looks|appears?\sto\sbe|seems?\sto\sbe|must\sbe|would\sbe|says|reads|shows"
    r"|contains)"
)
_IMAGE = r"(?:image|picture|photo|photograph|scene)"
_SENTENCE = re.compile(
    rf"{_OPENING}(?:(?:it|this|that|these|those|they|he|she|there)(?:\s{_VERB}|'s|'re)"
    rf"|(?:the\s)?(?:\w+\s)?(?:answer|object|item|thing|colou?r|material|shape|text|word|name|brand|animal|room|sign)"
    rf"(?:\sof\s[\w' -]{{1,60}}?|\s(?:in|on|at)\sthe\s[\w' -]{{1,60}}?)?\s{_VERB})\s(?P<phrase>[^.!?\n]{{1,100}}?)"
    rf"(?:,?\s(?:(?:shown|visible|seen)\s)?in\s(?:the|this)\s{_IMAGE})?[.!]?",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:in|on|at|under|above|below|behind|near|next|beside|between|inside|over|to|from|with|by)\b", re.IGNORECASE
)


def normalise_text(text: str) -> str:
    """Return a text in lower case without articles, punctuation and further white space; a minus sign stays."""
    return " ".join(_ARTICLE.sub(" ", _NOT_WORD.sub(" ", simplify(text).casefold())).split())


def extract_phrase(sentence: str) -> str:
    """Return the answer in a short sentence, `red cup` of `It is the red cup.`; other texts unchanged.

    The subject is a pronoun or names what is asked for (`the colour of the cup is ...`), since the answer could be the
    subject otherwise, as in `The cup is on the table`.
    """
    match = _SENTENCE.fullmatch(sentence.strip())
    if match is None:
        return sentence
    is_pronoun = re.match(
        rf"{_OPENING}(?:it|this|that|these|those|they|he|she|there)\b", sentence.strip(), re.IGNORECASE
    )
    if not is_pronoun and _PLACE.match(match["phrase"]):
        return sentence
    return match["phrase"].strip(" *_`\"'")


def read_short_text(raw: str | None) -> str | None:
    """Return the short text that a reply states: its stated part, or its only line; None if there is none.

    The answer is taken out of a short sentence, and out of a JSON object with a single text.
    """
    answer = find_answer_text(raw)
    if answer is None:
        return None
    if not answer.stated and (texts := _list_json_texts(answer.text)) is not None:
        return extract_phrase(texts[0]) if len(texts) == 1 and len(texts[0]) <= MAX_ANSWER else None
    for text in (answer.stated, answer.text):
        lines = [line.replace("**", "").strip(" *_`\"'") for line in text.split("\n") if line.strip()]
        if lines and (text is answer.stated or len(lines) == 1) and len(lines[0]) <= MAX_ANSWER:
            return extract_phrase(lines[0])
    return None


def _list_json_texts(text: str) -> list[str] | None:
    """Return the different texts and numbers in the JSON objects of a reply; None if it has no object.

    Reasons and confidences are left out.
    """
    objects = [content for content, _, _ in iterate_objects(text)]
    if not objects:
        return None
    values = [
        str(value).strip()
        for content in objects
        for key, value in content.items()
        if normalize_key(str(key)) not in PROBABILITY_KEYS and not _ASIDE.search(normalize_key(str(key)))
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    ]
    return list(dict.fromkeys(filter(None, values)))
