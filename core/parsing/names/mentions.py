"""Names that a text mentions: those of an index, and solids that it does not list, each with its span.

The longest name at each position counts, and its words belong to no other name. A modifier before a name makes it
another solid: "chamfered cube" is not a cube. "Dual of" and its relatives name the dual.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.parsing.names import vocabulary
from core.parsing.names.aliases import Meanings, NameIndex, simplify_characters
from core.parsing.names.words import CanonicalWord, split_words

_MIN_LETTERS_OF_GUESSED_PART = 3
_MAX_MODIFIERS = 4
_DUAL = frozenset({"dual", "reciprocal"})
_SAME = frozenset({"dual", "regular", "identical", "congruent", "equal", "rotated"})
_CONNECTIVES = frozenset({"of", "to"})
_OWN_DUAL = re.compile(r"\s{0,3}(?:polar\s)?dual\b", re.IGNORECASE)
_FINAL_DUAL = re.compile(r"\sdual(?=[.\n)]|\Z)", re.IGNORECASE)
_TRAILING = re.compile(r"\s?[,(]\s?([A-Za-z]{4,20})\s?(?:\)|[.\n]|\Z)")
_EAST_ASIAN_MODIFIER = re.compile(
    "(?:截角|切頂|切顶|切角|截半|大|小|星形|星型|扭棱|菱形|倒角|化|形|方|角|斜方|变形|変形|超|长|直|削|[一二三四五六七八九十百]|半|增|拉长)正?\\Z"
)
_EAST_ASIAN_SOLID = re.compile(
    "[正直斜]?[三四五六七八九十]?(?:角|棱|边形)?(?:反棱柱|反角柱|棱柱|角柱|棱锥|角锥|双锥|台塔)|球体|圆柱体?|円柱|圆锥体?|円錐|长方体|直方体|球"
    "|[一二三四五六七八九十]{1,4}面体"
)


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name in a text.

    Attributes:
        meanings: the things of the index that it may mean; empty for other solids.
        name: its words in canonical form.
        start, stop: its span in the text.
        is_unclear: whether its words leave open which solid is meant, as "stellated dodecahedron".
        is_misspelt: whether one letter was wrong.
    """

    meanings: Meanings
    name: str
    start: int
    stop: int
    is_unclear: bool = False
    is_misspelt: bool = False

    @property
    def is_outside(self) -> bool:
        """Return whether it is the name of a solid that the index does not list."""
        return not self.meanings and not self.is_unclear

    def has_same_meaning(self, mention: "NameMention") -> bool:
        """Return whether both may mean the same."""
        if self.meanings and mention.meanings:
            return bool({*self.meanings} & {*mention.meanings})
        return self.name == mention.name


def find_mentions(text: str, book: NameIndex) -> list[NameMention]:
    """Return the names that a text mentions, in order."""
    words = split_words(text)
    mentions: list[NameMention] = list(_find_numbered(text, book))
    taken = {place for mention in mentions for place in range(mention.start, mention.stop)}
    index = 0
    while index < len(words):
        if words[index].start in taken:
            index += 1
            continue
        mention, stop = _match_at(words, index, book)
        if mention is None:
            index += 1
            continue
        mentions.append(_apply_operators(text, words, index, stop, mention, book))
        index = stop
    mentions += _find_east_asian(text, book)
    return sorted(mentions, key=lambda one: one.start)


def _match_at(words: Sequence[CanonicalWord], index: int, book: NameIndex) -> tuple[NameMention | None, int]:
    """Return the longest name that begins at a word, and the index of the word after it."""
    keys = [*_iterate_keys(words, index, book.max_words)]
    for key, stop in reversed(keys):
        meanings = book.find(key)
        is_misspelt = False
        if not meanings and _can_guess(words, index, stop):
            meanings = book.guess(key)
            is_misspelt = bool(meanings)
        if meanings:
            name = " ".join(word.text for word in words[index:stop])
            return NameMention(meanings, name, words[index].start, words[stop - 1].stop, is_misspelt=is_misspelt), stop
    stop = index
    while stop < len(words) and vocabulary.is_head(words[stop].text) and (stop == index or words[stop].is_joined):
        stop += 1
    following = words[index + 1] if index + 1 < len(words) and words[index + 1].is_joined else None
    if stop == index and following and vocabulary.is_phrase(words[index].text, following.text):
        stop += 2
    if stop == index:
        return None, index
    name = " ".join(word.text for word in words[index:stop])
    return NameMention((), name, words[index].start, words[stop - 1].stop), stop


def _iterate_keys(words: Sequence[CanonicalWord], index: int, max_words: int) -> Iterator[tuple[str, int]]:
    key = ""
    for stop in range(index, min(index + max_words, len(words))):
        if stop > index and not words[stop].is_joined:
            return
        key += words[stop].text
        yield key, stop + 1


def _can_guess(words: Sequence[CanonicalWord], index: int, stop: int) -> bool:
    """Return whether the words are long enough for a guess, so that a short neighbour is not a misspelling."""
    inner = words[index + 1 : stop - 1]
    edges = {index: words[index], stop - 1: words[stop - 1]}
    return all(
        len(word.text) >= _MIN_LETTERS_OF_GUESSED_PART or word.is_hyphenated or word.text in _CONNECTIVES
        for word in inner
        if not word.text.isdigit()
    ) and all(
        len(word.text) >= _MIN_LETTERS_OF_GUESSED_PART
        or (number > index and word.is_hyphenated)
        or (number == index and stop > index + 1 and words[index + 1].is_hyphenated)
        for number, word in edges.items()
    )


def _apply_operators(
    text: str, words: Sequence[CanonicalWord], index: int, stop: int, mention: NameMention, book: NameIndex
) -> NameMention:
    """Return the mention combined with the words around it that make it another solid."""
    compound = _find_compound(words, index, mention, book)
    if compound is not None:
        return compound
    mention, index = _extend_left(words, index, mention)
    mention = _extend_right(text, words, stop, mention, book)
    if not words[index].is_joined or index < 2:
        return mention
    first, second = words[index - 2], words[index - 1]
    if not second.is_joined:
        return mention
    if first.text in ("polyhedron", "solid") and index >= 3 and words[index - 3].text in _DUAL:
        first = words[index - 3]
    if first.text in _DUAL and second.text in _CONNECTIVES:
        return _make_dual(mention, first.start, mention.stop, book)
    adjective = vocabulary.OPERATIONS.get(first.text) if second.text == "of" else None
    if adjective:
        return _combine(adjective, mention, first.start, mention.stop, book)
    if index >= 3 and first.text in vocabulary.VERSIONS and second.text == "of" and first.is_joined:
        modifier = words[index - 3]
        if vocabulary.is_modifier(modifier.text):
            return _combine(modifier.text, mention, modifier.start, mention.stop, book)
    return mention


def _find_compound(
    words: Sequence[CanonicalWord], index: int, mention: NameMention, book: NameIndex
) -> NameMention | None:
    """Return the compound in the index of which a name is the last word: "compound of two dual tetrahedra"."""
    first = index
    while first > 0 and words[first].is_joined and words[first - 1].text in _SAME:
        first -= 1
    begin = first - 3
    if begin < 0 or not all(word.is_joined for word in words[begin + 1 : first + 1]):
        return None
    head, of, number = (word.text for word in words[begin:first])
    if (head, of) != ("compound", "of") or not number.isdigit():
        return None
    solid = " ".join(word for word in mention.name.split() if word not in _SAME)
    name = f"compound of {number} {solid}"
    meanings = book.find(name.replace(" ", ""))
    return NameMention(meanings, name, words[begin].start, mention.stop) if meanings else None


def _extend_left(words: Sequence[CanonicalWord], index: int, mention: NameMention) -> tuple[NameMention, int]:
    """Return the mention with the modifiers before it, which make it a solid outside the index."""
    first = index
    while first > 0 and index - first < _MAX_MODIFIERS and words[first].is_joined:
        before = words[first - 1].text
        if before == "regular" or not vocabulary.is_modifier(before):
            break
        first -= 1
    has_hyphen = first > 0 and words[first].is_hyphenated and words[first].is_joined
    if has_hyphen and vocabulary.is_dimension(words[first - 1].text):
        first -= 1
    is_next = first > 0 and words[first].is_joined and words[first].start == words[first - 1].stop + 1
    if is_next and vocabulary.is_part(words[first - 1].text):
        first -= 1
    if first == index:
        return mention, index
    modifiers = [word.text for word in words[first:index]]
    return (
        replace(
            mention,
            meanings=(),
            name=" ".join([*modifiers, mention.name]),
            start=words[first].start,
            is_unclear=bool(mention.meanings) and any(map(vocabulary.is_unclear, modifiers)),
        ),
        first,
    )


def _extend_right(
    text: str, words: Sequence[CanonicalWord], stop: int, mention: NameMention, book: NameIndex
) -> NameMention:
    """Return the mention with the words after it: a modifier of a Romance language, "'s dual", ", truncated"."""
    if stop < len(words) and words[stop].is_joined and words[stop].text in vocabulary.TRAILING_MODIFIERS:
        name = f"{mention.name} {words[stop].text}"
        is_unclear = bool(mention.meanings) and vocabulary.is_unclear(words[stop].text)
        return replace(mention, meanings=(), name=name, stop=words[stop].stop, is_unclear=is_unclear)
    is_possessive = text[mention.stop - 2 : mention.stop] in ("'s", "’s")
    dual = (_OWN_DUAL if is_possessive else _FINAL_DUAL).match(text, mention.stop)
    if dual:
        return _make_dual(mention, mention.start, dual.end(), book)
    trailing = _TRAILING.match(text, mention.stop)
    if trailing and vocabulary.is_modifier(word := trailing[1].lower()) and not vocabulary.is_polygon_word(word):
        return _combine(word, mention, mention.start, trailing.end(1), book)
    return mention


def _make_dual(mention: NameMention, start: int, stop: int, book: NameIndex) -> NameMention:
    meanings = book.find_dual(mention.meanings)
    return NameMention(meanings, f"dual of the {mention.name}", start, stop, mention.is_unclear and not meanings)


def _combine(adjective: str, mention: NameMention, start: int, stop: int, book: NameIndex) -> NameMention:
    """Combine an adjective with a name."""
    name = f"{adjective} {mention.name}"
    meanings = book.find(name.replace(" ", ""))
    return NameMention(meanings, name, start, stop, vocabulary.is_unclear(adjective) and not meanings)


@lru_cache(maxsize=8)
def _compile_numbered(numbered: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word, _ in numbered)
    letters = "".join(letter for _, letter in numbered)
    return re.compile(
        rf"""\b(?P<word>{words})(?:\s(?:solid|polyhedron|model))?\s{{0,2}}[(\[,:]?\s{{0,2}}
              (?:no\.?|number|nr\.?|n°|№|\#|index)?\s{{0,2}}[{letters}]?[\s_-]?\{{?(?P<number>\d{{1,3}})\b\}}?
            | \b(?P<letter>[{letters}])(?:[_-]|_\{{|\s)?\{{?(?P<of_letter>\d{{1,3}})\b\}}?""",
        re.IGNORECASE | re.VERBOSE,
    )


def _find_numbered(text: str, book: NameIndex) -> Iterator[NameMention]:
    """Yield the things that are named by their number in a list: "J37", "Johnson solid no. 37"."""
    if not book.numbered:
        return
    for match in _compile_numbered(tuple(book.numbered.items())).finditer(text):
        letter = (match["letter"] or book.numbered[match["word"].lower()]).lower()
        number = int(match["number"] or match["of_letter"])
        meanings = book.find(f"{letter}{number}")
        if meanings or match["word"]:
            yield NameMention(meanings, f"{letter.upper()}{number}", match.start(), match.end())


@lru_cache(maxsize=8)
def _compile_names(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, names)))


def _find_east_asian(text: str, book: NameIndex) -> Iterator[NameMention]:
    """Yield Chinese, Japanese and Korean names; preceding characters that belong to a name make it another solid."""
    if not book.east_asian:
        return
    simple = simplify_characters(text)
    taken: list[tuple[int, int]] = []
    for match in _compile_names(tuple(book.east_asian)).finditer(simple):
        taken.append(match.span())
        before = _EAST_ASIAN_MODIFIER.search(simple, max(match.start() - 6, 0), match.start())
        start = before.start() if before else match.start()
        meanings = () if before else book.east_asian[match.group()]
        is_unclear = before is not None and before.group().startswith("星")
        yield NameMention(meanings, simple[start : match.end()], start, match.end(), is_unclear)
    for match in _EAST_ASIAN_SOLID.finditer(simple):
        if not any(start < match.end() and match.start() < stop for start, stop in taken):
            yield NameMention((), match.group(), match.start(), match.end())
