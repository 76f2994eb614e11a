"""Reading names out of replies, as a table of cases, over a small book."""

import time

import pytest

from core.parsing.names.aliases import NameBook, singular, words_of
from core.parsing.names.parser import read_name

BOOK = NameBook.of(
    {
        "cube": ("cube", "hexahedron"),
        "octahedron": ("octahedron",),
        "dodecahedron": ("dodecahedron",),
        "great": ("great stellated dodecahedron", "w22"),
        "a": ("triakis icosahedron",),
        "b": ("small triambic icosahedron", "triakis icosahedron"),
        "five": ("compound of five octahedra",),
    },
    {"Johnson solid": "johnson", "stellation": "stellation"},
)

READ = [
    ("cube", ("cube",)),
    ("The Hexahedrons.", ("cube",)),
    ("a Great-Stellated Dodecahedron", ("great",)),
    ("W22", ("great",)),
    ("compound of five octahedra", ("five",)),
    ("It is not a cube but an octahedron.", ("octahedron",)),
    ("Unlike the cube, this octahedron has 8 faces", ("octahedron",)),
    ("An octahedron rather than a cube", ("octahedron",)),
    ("triakis icosahedron", ("a", "b")),
    ("Cubes have squares. Therefore the answer is octahedron.", ("octahedron",)),
    ("It could be a cube. **Octahedron**", ("octahedron",)),
    ("name: dodecahedron (a cube fits in it)", ("dodecahedron",)),
    ("A cube, or maybe an octahedron", ("cube",)),
    ("cube\noctahedron", ("cube",)),
    ("**Octahedron**, though a cube is its dual", ("octahedron",)),
    ("<think>a cube?</think> An octahedron", ("octahedron",)),
]


@pytest.mark.parametrize(("raw", "meanings"), READ)
def test_a_name_is_found(raw, meanings):
    """The longest name, not a negated one; of several the one behind the last marker, else the first."""
    assert read_name(raw, BOOK).meanings == meanings


@pytest.mark.parametrize("raw", [READ[10][0], READ[12][0], READ[9][0]])
def test_several_names_are_flagged(raw):
    """A reply that names two things says so, whichever is taken."""
    assert read_name(raw, BOOK).note.startswith("ambiguous")
    assert read_name("octahedron, I say octahedron", BOOK).note == ""


@pytest.mark.parametrize(
    ("raw", "wider", "reason"),
    [
        ("A Johnson solid", "johnson", "only a kind"),
        ("one of the Johnson solids", "johnson", "only a kind"),
        ("a stellation, or a Johnson solid", "", "several kinds"),
        ("no idea", "", "no known name"),
        ("", "", "no known name"),
        ("not a cube", "", "no known name"),
        ("stellated dodecahedron", "", "no known name"),
        ("Great. Stellated. Cubed.", "", "no known name"),
    ],
)
def test_without_a_name_a_kind_may_be_read(raw, wider, reason):
    """A kind alone is kept as a kind, and a name with an unknown word before it is another thing's."""
    reading = read_name(raw, BOOK)
    assert (reading.meanings, reading.wider) == ((), wider)
    assert reading.reason.startswith(reason)


def test_names_are_compared_by_their_words():
    """Case, hyphens, articles and the plural of the last word do not matter."""
    assert words_of("The Great-Dodecahedrons") == ("great", "dodecahedron")
    assert [singular(word) for word in ("cubes", "glass", "is")] == ["cube", "glass", "is"]


def test_thinking_is_no_answer():
    """Names in the thinking are not read, with a note; a reply that ends inside of it answers nothing."""
    assert read_name("<think>a cube</think>octahedron", BOOK).note == "its reasoning is left out"
    assert read_name("<think>a cube, I guess", BOOK).reason == "the reply ends inside its reasoning"


def test_long_replies_are_read_in_time():
    """Forty thousand names with as many markers take no more than a few seconds."""
    begun = time.perf_counter()
    assert read_name("This is **a cube**, no, octahedron. " * 40_000, BOOK).meanings == ("cube",)
    assert time.perf_counter() - begun < 8
