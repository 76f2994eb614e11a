"""Words that turn the name beside them into another solid, and words for solids that no index of names lists."""

import re

from core.parsing.class_words import SHORTEST_GUESSED, is_one_letter_off
from core.parsing.names.words import to_canonical_word
from core.parsing.word_lists import load_word_table, load_words


def _load_canonical_words(name: str) -> frozenset[str]:
    return frozenset(map(to_canonical_word, load_words(name)))


_POLYGON = r"""(?:tri|tetra|quadri|penta|hexa|hepta|septa|octa|ennea|nona|deca|hendeca|undeca|dodeca|icosa|n|\d{1,3})
    (?:gonal|gon|sided|angular|side|seitiges?)|triangular|square|rectangular|quadrilateral|quadrangular|digonal|polygonal
    |hexagonal|right|regular|uniform|oblique|trapezoidal|rhombic|circular|elliptical|elliptic|octogonal|heptagonale?
    |hexagonale?|pentagonale?|octagonale?|octogonale?|triangulaire|triangolare|carree?|rectangulaire|sechsseitiges?
    |sechseckiges?|dreiseitiges?|funfseitiges?|achtseitiges?"""
_PHRASES = load_word_table("phrases_of_solids")

_GREEK = r"""(?:mono|di|tri|tetra|penta|hexa|hepta|octa|ennea|nona|deca|hendeca|undeca|dodeca|trideca|tetradeca
    |tetrakaideca|pentadeca|hexadeca|heptadeca|octadeca|enneadeca|icosa|icosi|icositetra|icosikaitetra|icosihexa|triaconta|tetraconta
    |pentaconta|hexeconta|hexaconta|hecto|hecato|hecatonicosa|hemi|kai|rhombo|trapezo|poly)+"""

MODIFIERS = _load_canonical_words("modifiers_of_solids")
"""Words that turn the following name into another solid, unless the index lists both words together."""

PARTS = frozenset({"half", "demi", "quarter"})
"""Words that turn a name directly behind them into another solid. They state no name if an article is between."""

UNCLEAR_MODIFIERS = _load_canonical_words("unclear_modifiers_of_solids")
"""Words that leave open which of several solids is meant: there are three stellated dodecahedra."""

TRAILING_MODIFIERS = _load_canonical_words("trailing_modifiers_of_solids")
HEADS = _load_canonical_words("heads_of_solids")
PRISMATIC_HEADS = _load_canonical_words("prismatic_heads_of_solids")
"""Solids with one main axis: their symmetry family is prismatic."""

OPERATIONS = load_word_table("operations_on_solids")
"""Nouns of operations by their adjectives: "truncation of a cube" is a truncated cube."""

VERSIONS = frozenset({"version", "form", "variant", "variation"})

_ANY_POLYGON = re.compile(_POLYGON, re.VERBOSE)
_HEDRON = re.compile(rf"{_GREEK}(?:hedron|eder|edro|edre)", re.VERBOSE)
_POLYHEDRON = re.compile(r"poly(?:hedron|eder|edro|edre)")
_NUMBER = re.compile(r"\d{1,3}|n")
_COMPOUND_MODIFIER = re.compile(r"(?!un|non)\w{2,20}(?:rhombic|truncated|augmented|diminished|elongated|akis|gyrate)")
"""A modifier with a prefix: "trapezorhombic", "quadriaugmented"."""


def is_polygon_word(word: str) -> bool:
    """Return whether a word names the base polygon of a prism or a pyramid."""
    return _ANY_POLYGON.fullmatch(word) is not None


def is_head(word: str) -> bool:
    """Return whether a word alone is a solid: "prism", "heptahedron"; a polyhedron is any solid."""
    return word in HEADS or (_HEDRON.fullmatch(word) is not None and _POLYHEDRON.fullmatch(word) is None)


def is_phrase(first: str, second: str) -> bool:
    """Return whether two words together are a shape that neither of them is alone: "rectangular box"."""
    return _PHRASES.get(first) == second


def is_dimension(word: str) -> bool:
    """Return whether a word before a hyphen is a number of dimensions: the 5 of "5-cube"."""
    return _NUMBER.fullmatch(word) is not None


def is_part(word: str) -> bool:
    """Return whether a word directly before a name makes a part of the solid: the half of "half-cube"."""
    return word in PARTS


def is_modifier(word: str) -> bool:
    """Return whether a word turns the following name into another solid; a long word may have one wrong letter."""
    return (
        word in MODIFIERS
        or is_unclear(word)
        or (is_polygon_word(word) and word != "regular")
        or _COMPOUND_MODIFIER.fullmatch(word) is not None
        or _is_misspelt(word)
    )


def is_unclear(word: str) -> bool:
    """Return whether a word leaves open which of several solids is meant."""
    return word in UNCLEAR_MODIFIERS


def _is_misspelt(word: str) -> bool:
    if len(word) < SHORTEST_GUESSED or not word.isalpha():
        return False
    return any(
        len(modifier) >= SHORTEST_GUESSED and word[0] == modifier[0] and is_one_letter_off(word, modifier)
        for modifier in MODIFIERS
    )
