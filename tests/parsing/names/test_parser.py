"""Tests of reading names in replies: the order of evidence with a small book of names."""

import time

import pytest

from core.parsing.names.aliases import NameIndex
from core.parsing.names.evidence import LABELS, NameEvidence
from core.parsing.names.parser import parse_name
from core.parsing.names.words import to_canonical_name, to_singular

BOOK = NameIndex.build(
    {
        "cube": ("cube", "hexahedron", "立方体"),
        "octahedron": ("octahedron",),
        "dodecahedron": ("dodecahedron",),
        "great": ("great stellated dodecahedron", "w22"),
        "a": ("triakis icosahedron",),
        "b": ("small triambic icosahedron", "triakis icosahedron"),
        "five": ("compound of five octahedra",),
    },
    {"Johnson solid": "johnson", "stellation": "stellation"},
    {"cube": "octahedron", "octahedron": "cube"},
    {"wenninger": "W"},
)

READ = [
    ("cube", ("cube",), NameEvidence.LAST_LINE),
    ("The Hexahedrons.", ("cube",), NameEvidence.LAST_LINE),
    ("a Great-Stellated Dodecahedron", ("great",), NameEvidence.LAST_LINE),
    ("W22", ("great",), NameEvidence.LAST_LINE),
    ("Wenninger model no. 22", ("great",), NameEvidence.LAST_LINE),
    ("compound of five octahedra", ("five",), NameEvidence.LAST_LINE),
    ("It is not a cube but an octahedron.", ("octahedron",), NameEvidence.STATEMENT),
    ("Unlike the cube, this octahedron has 8 faces", ("octahedron",), NameEvidence.MENTIONED),
    ("An octahedron rather than a cube", ("octahedron",), NameEvidence.MENTIONED),
    ("triakis icosahedron", ("a", "b"), NameEvidence.LAST_LINE),
    ("Triakis icosahedron (small triambic icosahedron)", ("b",), NameEvidence.LAST_LINE),
    ("Cubes have squares. Therefore the answer is octahedron.", ("octahedron",), NameEvidence.ANNOUNCED),
    ("It could be a cube. **Octahedron**", ("octahedron",), NameEvidence.LAST_LINE),
    ("Eight faces: **an octahedron**, not far from the cube", ("octahedron",), NameEvidence.BOLD),
    ("name: dodecahedron (a cube fits in it)", ("dodecahedron",), NameEvidence.ANNOUNCED),
    ("An octahedron, so it can't be a cube.", ("octahedron",), NameEvidence.MENTIONED),
    ("Octahedron\n\nA cube has other faces, six in number.", ("octahedron",), NameEvidence.FIRST_LINE),
    ("Squares, so this must be a cube, I think.", ("cube",), NameEvidence.CONCLUSION),
    ("The answer is a cube. Wait, actually octahedron.", ("octahedron",), NameEvidence.CORRECTION),
    ("A cube? No. \\boxed{\\text{octahedron}}", ("octahedron",), NameEvidence.BOX),
    ('{"reasoning": "a cube with cut corners", "Final_Answer": "octahedron"}', ("octahedron",), NameEvidence.JSON),
    ("dual of the cube", ("octahedron",), NameEvidence.LAST_LINE),
    ("The cube's dual", ("octahedron",), NameEvidence.LAST_LINE),
    ("octa-hedron", ("octahedron",), NameEvidence.LAST_LINE),
    ("octohedron", ("octahedron",), NameEvidence.LAST_LINE),
    ("这是一个立方体", ("cube",), NameEvidence.LAST_LINE),
    ("<think>a cube?</think> An octahedron", ("octahedron",), NameEvidence.LAST_LINE),
]


@pytest.mark.parametrize(("raw", "meanings", "evidence"), READ)
def test_the_strongest_evidence_decides(raw, meanings, evidence):
    """Each reply is read by the expected evidence, and the span is the name's position in the raw reply."""
    reading = parse_name(raw, BOOK)
    assert (reading.meanings, reading.evidence) == (meanings, LABELS[evidence])
    assert reading.span is not None
    assert raw[slice(*reading.span)] == reading.stated
    assert reading.stated


@pytest.mark.parametrize(
    "raw",
    [
        "A cube, or maybe an octahedron",
        "Either a cube or an octahedron",
        "cube\noctahedron",
        "The answer is a cube or an octahedron.",
        "\\boxed{cube} or \\boxed{octahedron}",
        "cube / octahedron",
        "The octahedron. It is a cube, I mean to say, with six faces.\nIt is an octahedron, with eight faces.",
        '{"answer": ["cube", "octahedron"]}',
    ],
)
def test_two_names_of_equal_weight_are_not_read(raw):
    """A reply that names two solids is unread, and the reason names them."""
    reading = parse_name(raw, BOOK)
    assert not reading.is_read or reading.evidence == LABELS[NameEvidence.CORRECTION]
    if not reading.is_read:
        assert reading.reason.startswith("ambiguous")
        assert "cube" in reading.reason.lower()


@pytest.mark.parametrize(
    ("raw", "wider", "reason"),
    [
        ("A Johnson solid", "johnson", "only a kind"),
        ("one of the Johnson solids", "johnson", "only a kind"),
        ("a stellation, or a Johnson solid", "", "several kinds"),
        ("a stellation of the cube", "stellation", "only a kind"),
        ("no idea", "", "no known name"),
        ("", "", "no known name"),
        ("not a cube", "", "no known name"),
        ("It looks like a cube but has ten faces.", "", "no known name"),
        ("It would be a cube if it had six faces.", "", "no known name"),
        ("A cube with its corners cut", "", "no known name"),
        ("stellated dodecahedron", "", "stellated dodecahedron may mean several solids"),
        ("Great. Stellated. Cubed.", "", "no known name"),
        ('{"reasoning": "a cube", "answer": "unknown"}', "", "no known name"),
        ('{"reasoning": "a cube", "answer": null}', "", "answer is empty"),
    ],
)
def test_without_a_name_a_kind_may_be_read(raw, wider, reason):
    """A kind alone is stored as a kind; a name that is denied, hypothetical or only described is not read."""
    reading = parse_name(raw, BOOK)
    assert (reading.meanings, reading.outside, reading.wider) == ((), "", wider)
    assert reading.reason.startswith(reason)


@pytest.mark.parametrize(
    ("raw", "outside"),
    [
        ("It is a half-cube.", "half-cube"),
        ("Hexagonal prism", "hexagonal prism"),
        ("It's a chamfered cube.", "chamfered cube"),
        ("5-cube", "5-cube"),
        ("dual of the triakis icosahedron", "dual of the triakis icosahedron"),
        ("A cube? No, a sphere.", "sphere"),
        ("heptahedron", "heptahedron"),
        ("It is a torus.", "torus"),
        ("六棱柱", "六棱柱"),
    ],
)
def test_a_solid_outside_the_book_is_legible(raw, outside):
    """The name of another solid is not a name of the book, and is stored as a name."""
    reading = parse_name(raw, BOOK)
    assert (reading.meanings, reading.outside, reading.reason) == ((), outside, "")


def test_a_known_name_overrides_an_unknown_alias():
    """If a solid has a known and an unknown name, the known name counts."""
    assert parse_name("square bipyramid (octahedron)", BOOK).meanings == ("octahedron",)
    assert parse_name("octahedron (also called a square bipyramid)", BOOK).meanings == ("octahedron",)


def test_other_names_are_noted():
    """A reading lists the other names in the reply."""
    assert parse_name("It could be a cube. **Octahedron**", BOOK).note == "cube named too"
    assert parse_name("octahedron, I say octahedron", BOOK).note == ""


def test_names_with_a_wrong_letter_are_recognised():
    """A misspelt name has a note; a short name, or a name with two wrong letters, is not read."""
    assert "one letter changed" in parse_name("dodecahedrn", BOOK).note
    assert not parse_name("cubr", BOOK).is_read
    assert not parse_name("dodcahedrn", BOOK).is_read


def test_names_are_compared_by_their_words():
    """Case, hyphens, accents, articles and plurals do not matter."""
    assert to_canonical_name("The Great-Dodecahedrons") == to_canonical_name("great dodecahedra") == "greatdodecahedron"
    assert to_canonical_name("Icosaèdre") == "icosaedre"
    assert [to_singular(word) for word in ("cubes", "glass", "is")] == ["cube", "glass", "is"]


def test_thinking_is_not_an_answer():
    """Names in the thinking are not read, with a note; a reply that ends within the thinking has no answer."""
    assert parse_name("<think>a cube</think>octahedron", BOOK).note == "its reasoning is left out"
    assert parse_name("<think>a cube, I guess", BOOK).reason == "the reply ends inside its reasoning"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("raw", "meanings"),
    [
        ("This is **a cube**, no, octahedron. " * 40_000, ("octahedron",)),
        ("cube or " * 150_000 + "cube", ("cube",)),
        ("W22 " * 250_000, ("great",)),
        ("great " * 200_000, ()),
        ("\\boxed{" * 150_000, ()),
        ('{"answer": ' * 90_000, ()),
    ],
)
def test_long_replies_are_read_in_time(raw, meanings):
    """A megabyte of names and markers takes at most a few seconds."""
    begun = time.perf_counter()
    assert parse_name(raw, BOOK).meanings == meanings
    assert time.perf_counter() - begun < 8
