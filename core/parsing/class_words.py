"""Words for the classes of triangles: synonyms, other languages, misspellings, and both classes in one value."""

import re
import unicodedata

from core.parsing.numbers import DASHES
from core.parsing.word_lists import load_word_table, load_words
from core.records import ANGLE_CLASSES, SIDE_CLASSES

SYNONYMS = load_word_table("synonyms_of_classes")
"""Other words for the classes; each use is noted on the answer."""

MISSPELLINGS = load_word_table("misspellings_of_classes")
"""Misspellings with more than one wrong letter, or of words that are too short to guess."""

SHORTEST_GUESSED = 6
"""Minimum length of a class that is recognised with one wrong letter: light is as near to right as rigt is."""

_FOREIGN = {
    name: re.compile(rf"(?:{stems})(?:e[srnm]?|ый|ыи|ии|ий)?")
    for name, stems in load_word_table("foreign_stems_of_classes").items()
}
"""Spanish, Portuguese, Italian, French, German and Russian, without accents, with the endings of adjectives."""

_CJK_WORDS = load_word_table("east_asian_classes")
_CJK_WORD = re.compile("|".join(sorted(_CJK_WORDS, key=len, reverse=True)))
_CJK_FILLER = re.compile(r"三角形|삼각형|的|の|です|是|形|、|，|。|\s")

_FILLERS = frozenset(load_words("fillers_of_classes"))
_REMARK = re.compile(r"(?<=[\w*`])\s*\(([^()]*)\)$")
_EMPTYING_REMARK = re.compile(r"(?:not|no|non|false|wrong)\W*|or\b.*|.*\?", re.DOTALL)
_EXPLANATION = re.compile(
    r"\s*(?:[;:,|]|--+|—)\s*|\s+-\s+|\s+(?=(?:because|since|as|rather than|with|weil|porque|car)\b)"
)
_RESULT = re.compile(
    r".*(?:→|⇒|⟹|=>|->|∴|[,;]\s(?:so|hence|thus|therefore)\b)(?:\s(?:the\striangle|it)\sis)?", re.DOTALL
)
"""Text before a class that words conclude: "the largest angle is 71° → acute"."""
_EMPHASIS = re.compile(r"\*{1,3}|__|`")
_DOUBT = re.compile(
    r"\b(?:or|maybe|perhaps|possibly|could|might|probably|but|wait|actually|correction|unsure|if)\b|\bno(?=\s*(?:[,.;:!-]|$))|\?"
)
_PUSHED_AWAY = re.compile(
    r"(?:not|no|n't|almost|nearly|close to|near|rather than|instead of|than|neither|nor)\b[^.;]{0,20}$"
)
_NEGATION_BEFORE = r"(?:(?:not|no|never|neither|nor|isn['’]?t)\W*-\W*(?:an?-|the-)?|(?:non|anti|un|in)-?)"
CLASSES = (*SIDE_CLASSES, *ANGLE_CLASSES)


def parse_class(text: str, options: tuple[str, ...]) -> str | None:
    """Return the class of a question that a stated value names; None if it names none of them, or several."""
    folded = _fold(text).strip(" \t\n\"'`*_").rstrip(".!,;:")
    if (remark := _REMARK.search(folded)) and not _EMPTYING_REMARK.fullmatch(remark[1].strip()):
        folded = folded[: remark.start()]
    folded = _EMPHASIS.sub("", folded).strip(" \t\n\"'`*_[]")
    value = _parse_words(folded, options)
    if value is not None:
        return value
    if (result := _RESULT.match(folded)) and not any(re.search(rf"\b{name}", result[0]) for name in options):
        return _parse_words(folded[result.end() :].strip(), options)
    separator = _EXPLANATION.search(folded)
    if separator is None or not folded[: separator.start()]:
        return None
    head, tail = folded[: separator.start()], folded[separator.end() :]
    if _is_class_list(folded):
        return _parse_words(re.sub(r"[;,|]", " ", folded), options)
    value = _parse_words(head, options)
    return None if value is None or _has_retraction(tail, value, options) else value


def has_negated_class(text: str, options: tuple[str, ...]) -> bool:
    """Return whether the text negates one of the classes."""
    word = re.sub(r"[\s_-]+", "-", _fold(text))
    return re.search(rf"{_NEGATION_BEFORE}(?:{'|'.join(options)})", word) is not None


def _is_class_list(text: str) -> bool:
    """Return whether all words of a list are class words, such as "scalene, acute"."""
    words = re.split(r"[\s;,|_-]+", text)
    return all(_strip_accents(word) in _FILLERS or _find_word_class(word) for word in words if word)


def _has_retraction(tail: str, value: str, options: tuple[str, ...]) -> bool:
    """Return whether the words after a class retract it, or name another class of the question."""
    if _DOUBT.match(tail) or tail.endswith("?") or tail in ("not", "no", "false", "wrong"):
        return True
    others = "|".join(option for option in options if option != value)
    for match in re.finditer(rf"\b(?:{others})\b", tail):
        if not _PUSHED_AWAY.search("rather than " * tail.startswith("rather") + tail[: match.start()]):
            return True
    return False


def _parse_words(text: str, options: tuple[str, ...]) -> str | None:
    """Return the only class of these options among words that are all class words or fillers."""
    joined = re.sub(r"[\s_-]+", "-", text)
    word = re.sub(r"^(?:an?|the)-|-triangle$", "", joined)
    value = SYNONYMS.get(word) or MISSPELLINGS.get(word) or _guess_class(word, options)
    if value in options:
        return value
    if re.search(r"triangle-(?:\w+-)?rectangle", joined):
        joined = joined.replace("rectangle", "right")
    if joined.startswith("-") or not joined:
        return None
    names = _find_cjk_classes(text)
    if names is None:
        names = [_find_word_class(word) for word in joined.split("-") if word and _strip_accents(word) not in _FILLERS]
    own = {name for name in names if name in options}
    return own.pop() if None not in names and len(own) == 1 else None


def _find_cjk_classes(text: str) -> list[str | None] | None:
    if not any(character > "\u2e80" for character in text):
        return None
    names: list[str | None] = [_CJK_WORDS[word] for word in _CJK_WORD.findall(text)]
    rest = _CJK_FILLER.sub("", _CJK_WORD.sub("", text))
    return [*names, None] if rest else names


def _find_word_class(word: str) -> str | None:
    """Return the class of either question that one word names."""
    if value := SYNONYMS.get(word) or MISSPELLINGS.get(word) or _guess_class(word, CLASSES):
        return value
    return next((name for name, pattern in _FOREIGN.items() if pattern.fullmatch(_strip_accents(word))), None)


def _fold(text: str) -> str:
    """Return the text in lower case, with one form of each letter and dash, without invisible characters."""
    visible = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    spaced = re.sub(r"(?<=\s)[—–―](?=\s)|—", " - ", visible)
    return spaced.translate(DASHES).lower()


def _strip_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).replace("ß", "ss")


def _guess_class(word: str, options: tuple[str, ...]) -> str | None:
    """Return the class that a word names, possibly misspelt by one letter after the first."""
    if word in options:
        return word
    for option in options:
        if (
            len(option) >= SHORTEST_GUESSED
            and word.isalpha()
            and word[0] == option[0]
            and is_one_letter_off(word, option)
        ):
            return option
    return None


def is_one_letter_off(first: str, second: str) -> bool:
    """Return whether two words differ only by one letter that is wrong, missing or extra."""
    pairs = enumerate(zip(first, second, strict=False))
    index = next((i for i, (a, b) in pairs if a != b), min(len(first), len(second)))
    first, second = first[index:], second[index:]
    return first[1:] == second[1:] or first == second[1:] or first[1:] == second
