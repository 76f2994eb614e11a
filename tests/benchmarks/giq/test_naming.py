"""Tests of names of solids: accepted names, ambiguous names, and the group and family of a name."""

import pytest

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.giq.naming import FAMILY, GROUP, NAME, build_name_book, map_names_by_id, parse_name_reply
from core.polyhedra.aliases import load_accepted_names
from core.polyhedra.catalogue import load_catalogue

NAMES = [
    ("wid_3", "hexahedron"), ("wid_3", "regular hexahedron"), ("wid_1", "triangular pyramid"),
    ("wid_19", "stellated octahedron"), ("wid_19", "Stella Octangula"), ("wid_19", "compound of two tetrahedra"),
    ("wid_8", "truncated hexahedron"), ("wid_15", "great rhombicuboctahedron"),
    ("wid_85", "great rhombicuboctahedron"), ("wid_16", "great rhombicosidodecahedron"),
    ("wid_105", "great rhombicosidodecahedron"), ("wid_13", "small rhombicuboctahedron"),
    ("wid_17", "snub cuboctahedron"), ("cid_3", "small triakis octahedron"), ("cid_4", "tetrahexahedron"),
    ("cid_5", "trapezoidal icositetrahedron"), ("cid_6", "hexakis octahedron"), ("cid_10", "kis dodecahedron"),
    ("cid_12", "hexakis icosahedron"), ("cid_11", "trapezoidal hexecontahedron"), ("jid_13", "pentagonal dipyramid"),
    ("jid_37", "Miller's solid"), ("jid_37", "J37"), ("jid_37", "Johnson solid 37"), ("wid_26", "triakis icosahedron"),
    ("cid_9", "triakis icosahedron"), ("wid_42", "echidnahedron"), ("wid_119", "Miller's monster"),
    ("wid_73", "great dodecadodecahedron"), ("wid_20", "small stellated dodecahedron"),
]  # fmt: skip


def parse_values(shape_id, raw):
    """Return the three values of a reply about a solid; an unread value is None."""
    answers = parse_name_reply(raw, Case("case", shape_id, "case", (CaseQuestion(NAME),)))
    return tuple(answers[asked].value for asked in (NAME, GROUP, FAMILY))


@pytest.mark.parametrize(("shape_id", "name"), NAMES)
def test_synonyms_are_accepted(shape_id, name):
    """Every synonym of the protocol is right for its solid, with that solid's group and family."""
    entry = load_catalogue()[shape_id]
    assert parse_values(shape_id, f"This is a {name}.") == (entry.name, entry.group, entry.family)


def test_every_solid_is_right_by_each_of_its_names():
    """All accepted names of all 195 solids are parsed as that solid."""
    for shape_id, names in load_accepted_names().items():
        for name in names:
            assert parse_values(shape_id, name)[0] == map_names_by_id()[shape_id], name


def test_usual_names_are_unique():
    """No two solids share a usual name, so a name can be a truth."""
    assert len(set(map_names_by_id().values())) == len(load_catalogue())


def test_names_of_two_solids_are_flagged():
    """Three names are those of two solids; they are right for both, and flagged."""
    double = {words: things for words, things in build_name_book().meanings.items() if len(things) > 1}
    assert sorted(double.values()) == [("cid_9", "wid_26"), ("wid_15", "wid_85"), ("wid_16", "wid_105")]
    answer = parse_name_reply("triakis icosahedron", Case("case", "wid_26", "case", (CaseQuestion(NAME),)))[NAME]
    assert answer.note == "ambiguous: also a name of the triakis icosahedron"
    assert parse_values("wid_4", "triakis icosahedron")[0] == "triakis icosahedron"


def test_a_wrong_name_may_have_the_right_group():
    """A cuboctahedron instead of a truncated cube is wrong by name, but right by group and family."""
    entry = load_catalogue()["wid_8"]
    name, group, family = parse_values("wid_8", "A cuboctahedron")
    assert (name != entry.name, group, family) == (True, entry.group, entry.family)


@pytest.mark.parametrize(("raw", "statuses"), [
    ("Some Johnson solid", ("unparsed", "ok", "unparsed")), ("no idea", ("unparsed",) * 3), ("", ("missing",) * 3),
    (None, ("missing",) * 3),
])  # fmt: skip
def test_replies_without_a_name_are_unreadable(raw, statuses):
    """A group alone answers only the question of the group; values that were not read are not wrong."""
    answers = parse_name_reply(raw, Case("case", "jid_5", "case", (CaseQuestion(NAME),)))
    assert tuple(answers[asked].status for asked in (NAME, GROUP, FAMILY)) == statuses
