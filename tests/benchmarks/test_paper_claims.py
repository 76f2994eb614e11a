"""The papers' claims: places and words of the authors, figures from the published tables, verdicts that follow."""

import csv
import re

import pytest

from core.benchmarks.gepbench import published as gepbench
from core.benchmarks.giq import published as giq
from core.benchmarks.mmperspective import published as mmperspective
from core.benchmarks.paper_claims import CLAIMS, STATED_BY, read_claims
from core.benchmarks.threedsr import published as threedsr
from core.errors import ReleaseError
from core.settings import PUBLISHED, REPOSITORY
from tests.benchmarks import claim_figures

PAPERS = REPOSITORY.parent / "shared" / "papers"
FILES = {
    "tri_bench": "tri-bench", "mmperspective": "mmperspective", "3dsrbench": "3dsrbench", "gepbench": "gepbench",
    "giq": "giq",
}  # fmt: skip
"""Texts of the papers, by benchmark."""

CONTRADICTIONS = {"mmperspective": mmperspective, "3dsrbench": threedsr, "gepbench": gepbench, "giq": giq}
FROM_REPLIES = {"default_2d", "tilt", "minority", "non_majority", "objects", "gemini"}
"""Claims of Tri-Bench, whose intervals need its replies: `test_claims_of_triangles`."""

LOWERED = {"first_overall"}
"""Claims whose interval alone would support them: what was compared had been picked from the same figures."""


@pytest.fixture(scope="module")
def claims():
    return {(one.benchmark_id, one.claim_id): one for one in read_claims()}


@pytest.fixture(scope="module")
def figures():
    """Figures by benchmark and claim, and what reasons are made of, by benchmark."""
    computed = {
        "mmperspective": claim_figures.of_perspective(),
        "3dsrbench": claim_figures.of_3dsrbench(),
        "gepbench": claim_figures.of_gepbench(),
        "giq": claim_figures.of_giq(),
        "tri_bench": (claim_figures.of_triangles(), {}),
    }
    own = {(paper, name): one for paper, (found, _) in computed.items() for name, one in found.items()}
    return own, {paper: more for paper, (_, more) in computed.items()}


def assert_same(claim, expected):
    """Assert that a claim prints these numbers, correct to its last digit."""
    printed = (claim.value, claim.low, claim.high)[: len(expected)]
    digits = max(len(f"{number:g}".partition(".")[2]) for number in printed)
    for number, own in zip(printed, expected, strict=True):
        assert abs(number - own) <= 0.5 * 10.0**-digits + 1e-9, (claim.claim_id, printed, expected)


def words(text):
    """A text with plain blanks and without marks of its layout."""
    return re.sub(r"\s+", " ", re.sub(r"[*_$\\]", "", text))


def test_every_claim_names_its_place_and_who_states_it(claims):
    """Ids are unique, all five papers are there, and what the authors state has few words of theirs."""
    assert len(claims) == len(read_claims())
    assert {paper for paper, _ in claims} == set(FILES)
    for one in claims.values():
        assert re.search(r"Abstract|section|Results|Table|Figure|Appendix|table", one.place), one.claim_id
        assert one.reason.endswith(".")
        assert one.about
        assert bool(one.quote) == (one.stated_by == "authors")
    assert {one.stated_by for one in claims.values()} == set(STATED_BY)


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers' texts are not on this machine")
def test_what_authors_state_is_in_their_paper(claims):
    """Every quote of a claim or contradiction occurs in the text of its paper."""
    texts = {paper: words((PAPERS / f"{name}.txt").read_text(encoding="utf-8")) for paper, name in FILES.items()}
    quoted = [(paper, one.quote) for (paper, _), one in claims.items()]
    quoted += [(paper, one.quote) for paper, own in CONTRADICTIONS.items() for one in own.read_paper_contradictions()]
    quoted = [(paper, quote) for paper, quote in quoted if quote]
    assert len(quoted) > 70
    assert [one for one in quoted if words(one[1]) not in texts[one[0]]] == []


def test_every_figure_follows_from_the_published_tables(claims, figures):
    """Value and interval of each claim are recomputed, and no claim is left out."""
    own, _ = figures
    renamed = {("3dsrbench", "height"): ("3dsrbench", "height_sam")}
    for key, claim in claims.items():
        if key == ("tri_bench", "default_2d"):
            continue  # from replies alone
        expected = own[renamed.get(key, key)]
        assert_same(claim, expected)
        if key[1] not in FROM_REPLIES:
            assert (claim.low is None) == (len(expected) == 1), key


def test_verdicts_follow_from_interval_and_claimed_range(claims):
    """Inside of the claimed range is supported, outside contradicted, across its ends not shown."""
    ranged = [one for one in claims.values() if one.claimed]
    assert len(ranged) > 25
    for one in ranged:
        low, high = (one.value if end is None else end for end in (one.low, one.high))
        is_inside = one.claimed[0] <= low and high <= one.claimed[1]
        is_outside = high < one.claimed[0] or low > one.claimed[1]
        expected = "supported" if is_inside else "contradicted" if is_outside else "not shown"
        assert one.verdict == ("not shown" if one.claim_id in LOWERED else expected), one.claim_id


def test_reasons_say_what_the_tables_say(claims, figures):
    """Numbers that decide in the reasons are recomputed too."""
    _, more = figures

    def says(paper, claim_id, *parts):
        reason = claims[paper, claim_id].reason
        assert [part for part in parts if part not in reason] == [], reason

    tasks = more["mmperspective"]["by_task"]
    highest, second = sorted(tasks, key=tasks.get, reverse=True)[:2]
    assert (highest, second, [task for task, r in tasks.items() if r < 0]) == ("LRR", "VAP", ["VPC"])
    says("mmperspective", "lrr_size", f"{tasks['VAP']:.2f}")
    consistency = sorted(more["mmperspective"]["consistency"].values())
    assert [round(one, 2) for one in consistency] == [
        0.44, 0.45, 0.45, 0.47, 0.49, 0.49, 0.55, 0.61, 0.76, 0.83, 0.87, 0.90
    ]  # fmt: skip
    says("mmperspective", "eagle_robust", "0.90", "twelve rows", "eight have 0.44 to 0.61", "four 0.76 to 0.90")
    assert more["mmperspective"]["third"] in claims["mmperspective", "gpt4o_highest"].about
    three = more["3dsrbench"]
    assert (three["plain"], three["corrected"], three["plain_corrected"]) == (7, 3, 2)
    says("3dsrbench", "uncommon_all", "three after Holm", "questions seven, and two after")
    says("3dsrbench", "uncommon_all", *(f"{row} (z = {z:g})" for row, z in three["not_resolved"].items()))
    assert three["height_dinov2"][1] > 0
    gep = more["gepbench"]
    assert (gep["below 25"], gep["below constant"]) == (20, 39)
    by_aspect = gep["resolution"]
    assert {aspect for aspect, (_, low, high) in by_aspect.items() if low > 0 or high < 0} == {
        "counting", "size", "location"
    }  # fmt: skip
    says(
        "gepbench", "resolution_aspects",
        *(f"{by_aspect[one][0] - 0.001:+.1f}" for one in ("counting", "size", "existence", "reference", "relation")),
    )  # fmt: skip
    assert more["gepbench"]["mixed_clip"][2] < 0
    assert gep["siglip_cells"]["hard counting"] == (24.9, 31.0)
    assert gep["siglip_cells"]["hard relation"] == (42.7, 45.1)
    assert sorted(gep["by_aspect"], key=gep["by_aspect"].get)[:3] == ["size", "relation", "location"]
    assert (round(more["giq"]["single"], 2), round(more["giq"]["platonic"], 2)) == (0.14, 0.44)
    ranges = {}
    for (_, group), value in more["giq"]["groups"].items():
        ranges.setdefault(group, []).append(value)
    for group in ("catalan", "johnson", "uniform non-convex", "kepler-poinsot", "stellation", "compounds"):
        says("giq", "below_20", f"{min(ranges[group]):g} to {max(ranges[group]):g}%")


def test_encoders_say_of_which_version_they_are():
    """The two shares of the paper's text stand beside those of the site's earlier version, each with its version."""
    rows = [one for one in giq.read_published_figures() if one.figure_id == giq.ROTATION_BY_ENCODER]
    papers = {one.row_key: one.value for one in rows if one.column_key == giq.PAPERS_HARD_PAIRS}
    assert papers == {"SigLip": 69.0, "DINOv2": 67.0}
    for one in giq.read_published_figures():
        if one.figure_id in (giq.ROTATION_BY_ENCODER, giq.NAMING_BY_MODEL, giq.SYMMETRY_BY_ENCODER):
            assert ("an earlier version than the paper" in one.source) != ("the paper's own version" in one.source)


@pytest.mark.parametrize(
    ("column", "cell", "reason"),
    [
        ("verdict", "true", "'true' is unknown"),
        ("value", "many", "'many' is not a number"),
        ("low", "99", "is outside its interval"),
        ("low", "-1", "supported, though the figure may lie outside the claimed range"),
        ("verdict", "contradicted", "contradicted, though the figure may lie in the claimed range"),
        ("stated_by", "nobody", "'nobody' is unknown"),
        ("quote", "", "a statement of the authors needs a quote"),
        ("quote", "one two three four five six seven eight nine", "9 words; quote at most 8"),
    ],
)
def test_a_broken_claim_is_refused_by_row(tmp_path, column, cell, reason):
    """A verdict that does not follow, a figure outside of its interval and a missing or long quote name their row."""
    with (PUBLISHED / CLAIMS).open(encoding="utf-8") as file:
        row = next(row for row in csv.DictReader(file) if row["claim_id"] == "cot_overall")
    with (tmp_path / CLAIMS).open("w", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row))
        writer.writeheader()
        writer.writerow({**row, column: cell})
    with pytest.raises(ReleaseError, match=rf"claims\.csv, row 1, column \w+: .*{reason}"):
        read_claims(tmp_path)
