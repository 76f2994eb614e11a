"""Words that turn the name beside them into another solid, and words for solids that no index of names lists."""

import re

from core.parsing.class_words import SHORTEST_GUESSED, is_one_letter_off
from core.parsing.names.words import to_canonical_word

_MODIFIERS = """
    great greater small lesser large truncated rectified bitruncated cantellated runcinated runcitruncated expanded
    chamfered snub augmented biaugmented triaugmented parabiaugmented metabiaugmented diminished bidiminished
    tridiminished parabidiminished metabidiminished gyrate bigyrate trigyrate parabigyrate metabigyrate paragyrate
    metagyrate elongated gyroelongated gyrated orthoelongated rhombic rhombicated triakis tetrakis pentakis hexakis
    octakis decakis disdyakis kis deltoidal deltoid strombic trapezoidal trapezoid inverted retrosnub quasitruncated
    ditrigonal triambic medial omnitruncated cantitruncated joined whirled propellor propeller bevelled beveled tapered
    irregular oblique skew skewed concave hollow hyper dodecahedral pyritohedral tetartoidal capped bicapped tricapped
    faceted excavated dimpled crossed pseudo quasi semi hemi geodesic spherical toroidal infinite cubic octahedral
    icosahedral tetrahedral n-dimensional dimensional twisted partially partly incomplete trapezo
    bilinski jessen schonhardt csaszar szilassi durer
    gran grande grosses grosser grosse kleine kleines kleiner petit pequeno piccolo abgestumpfter abgestumpftes
    усечённый ромбоусечённый курносый плосконосый удлинённый ромбический большой малый
    """
_UNCLEAR_MODIFIERS = """
    stellated star starred spiked spiky pointed pointy sternformiges sternformiger etoile estrellado estrelado stellato
    звёздчатый
    """
_TRAILING_MODIFIERS = """
    tronque truncado troncato etoile estrellado estrelado stellato rombico rhombique adouci romo camuso simo
    achatado chanfreine chaflanado expandido expanse espanso giroelongado diminuido biselado smussato allonge
    elongado alargado allungato augmente aumentado rectifie rectificado rettificato
    """
_POLYGON = r"""(?:tri|tetra|quadri|penta|hexa|hepta|septa|octa|ennea|nona|deca|hendeca|undeca|dodeca|icosa|n|\d{1,3})
    (?:gonal|gon|sided|angular|side|seitiges?)|triangular|square|rectangular|quadrilateral|quadrangular|digonal|polygonal
    |hexagonal|right|regular|uniform|oblique|trapezoidal|rhombic|circular|elliptical|elliptic|octogonal|heptagonale?
    |hexagonale?|pentagonale?|octagonale?|octogonale?|triangulaire|triangolare|carree?|rectangulaire|sechsseitiges?
    |sechseckiges?|dreiseitiges?|funfseitiges?|achtseitiges?"""
_HEADS = """
    prism antiprism pyramid bipyramid trapezohedron cylinder sphere cone torus ellipsoid spheroid cuboid parallelepiped
    rhombohedron frustum wedge tesseract hypercube hemisphere disphenoid sphenoid prismatoid prismoid cupola bicupola
    rotunda birotunda cupolarotunda gyrobicupola orthobicupola deltahedron scalenohedron tetartoid pyritohedron
    tetradecahedron hosohedron dihedron polychoron simplex orthoplex paraboloid hyperboloid capsule obelisk
    pentagram hexagram star-prism scutoid bifrustum stephanoid crossprism duoprism spherocylinder trapezoid ring
    bipyramide pyramide piramide bipiramide prisma antiprisma prisme antiprisme zylinder kugel kegel quader
    doppelpyramide cylindre cilindro esfera sfera cono cone pave ortoedro paralelepipedo parallelepipede cuboide
    призма пирамида цилиндр сфера конус куб
    """
_PRISMATIC_HEADS = """
    prism antiprism pyramid bipyramid trapezohedron frustum cupola bicupola rotunda birotunda cuboid bifrustum prisma
    antiprisma prisme antiprisme pyramide piramide bipyramide bipiramide doppelpyramide quader
    """
_PHRASES = frozenset(
    {
        ("rectangular", "box"),
        ("szilassi", "polyhedron"),
        ("csaszar", "polyhedron"),
        ("geodesic", "dome"),
        ("klein", "bottle"),
        ("mobius", "strip"),
    }
)

_GREEK = r"""(?:mono|di|tri|tetra|penta|hexa|hepta|octa|ennea|nona|deca|hendeca|undeca|dodeca|trideca|tetradeca
    |tetrakaideca|pentadeca|hexadeca|heptadeca|octadeca|enneadeca|icosa|icosi|icositetra|icosikaitetra|icosihexa|triaconta|tetraconta
    |pentaconta|hexeconta|hexaconta|hecto|hecato|hecatonicosa|hemi|kai|rhombo|trapezo|poly)+"""

MODIFIERS = frozenset(to_canonical_word(word) for word in _MODIFIERS.split())
"""Words that turn the following name into another solid, unless the index lists both words together."""

PARTS = frozenset({"half", "demi", "quarter"})
"""Words that turn a name directly behind them into another solid. They state no name if an article is between."""

UNCLEAR_MODIFIERS = frozenset(to_canonical_word(word) for word in _UNCLEAR_MODIFIERS.split())
"""Words that leave open which of several solids is meant: there are three stellated dodecahedra."""

TRAILING_MODIFIERS = frozenset(to_canonical_word(word) for word in _TRAILING_MODIFIERS.split())
HEADS = frozenset(to_canonical_word(word) for word in _HEADS.split()) - {"куб", "trapezoid", "ring"}
PRISMATIC_HEADS = frozenset(to_canonical_word(word) for word in _PRISMATIC_HEADS.split())
"""Solids with one main axis: their symmetry family is prismatic."""

OPERATIONS = {
    "rectification": "rectified",
    "truncation": "truncated",
    "bitruncation": "bitruncated",
    "expansion": "expanded",
    "cantellation": "cantellated",
    "chamfering": "chamfered",
    "cantitruncation": "cantitruncated",
    "omnitruncation": "omnitruncated",
    "elongation": "elongated",
    "augmentation": "augmented",
}
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
    return (first, second) in _PHRASES


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
