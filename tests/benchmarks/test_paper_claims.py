"""Tests of the papers' claims: positions and quotes, figures from the published tables, and verdicts."""

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
from tests.benchmarks.giq import figure_names as giq_names

PAPERS = REPOSITORY.parent / "shared" / "papers"
FILES = {
    "tri_bench": "tri-bench", "mmperspective": "mmperspective", "3dsrbench": "3dsrbench", "gepbench": "gepbench",
    "giq": "giq",
}  # fmt: skip
"""File names of the papers' texts by benchmark."""

CONTRADICTIONS = {"mmperspective": mmperspective, "3dsrbench": threedsr, "gepbench": gepbench, "giq": giq}
FROM_REPLIES = {"default_2d", "tilt", "minority", "non_majority", "objects", "gemini"}
"""Claims of Tri-Bench, whose intervals need its replies: see `test_claims_of_triangles`."""

LOWERED = {"first_overall"}
"""Claims whose interval alone would support them, but whose models were selected by the same figures."""


@pytest.fixture(scope="module")
def claims():
    return {(one.benchmark_id, one.claim_id): one for one in read_claims()}


@pytest.fixture(scope="module")
def figures():
    """Return figures by benchmark and claim, and further figures of the reasons by benchmark."""
    computed = {
        "mmperspective": claim_figures.compute_mmperspective_figures(),
        "3dsrbench": claim_figures.compute_3dsrbench_figures(),
        "gepbench": claim_figures.compute_gepbench_figures(),
        "giq": claim_figures.compute_giq_figures(),
        "tri_bench": (claim_figures.compute_tri_bench_figures(), {}),
    }
    own = {(paper, name): one for paper, (found, _) in computed.items() for name, one in found.items()}
    return own, {paper: more for paper, (_, more) in computed.items()}


def assert_same(claim, expected):
    """Assert that a claim states these numbers, correct to the last digit."""
    printed = (claim.value, claim.low, claim.high)[: len(expected)]
    digits = max(len(f"{number:g}".partition(".")[2]) for number in printed)
    for number, own in zip(printed, expected, strict=True):
        assert abs(number - own) <= 0.5 * 10.0**-digits + 1e-9, (claim.claim_id, printed, expected)


def normalise_layout(text):
    """Return a text with plain spaces and without markup."""
    return re.sub(r"\s+", " ", re.sub(r"[*_$\\]", "", text))


def test_every_claim_names_its_position_and_who_states_it(claims):
    """Ids are unique, all five papers occur, and only the authors' statements have a quote."""
    assert len(claims) == len(read_claims())
    assert {paper for paper, _ in claims} == set(FILES)
    for one in claims.values():
        assert re.search(r"Abstract|section|Results|Table|Figure|Appendix|table", one.place), one.claim_id
        assert one.reason.endswith(".")
        assert one.about
        assert bool(one.quote) == (one.stated_by == "authors")
    assert {one.stated_by for one in claims.values()} == set(STATED_BY)


@pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers' texts are not on this machine")
def test_quotes_occur_in_their_paper(claims):
    """Every quote of a claim or contradiction occurs in the paper's text."""
    texts = {
        paper: normalise_layout((PAPERS / f"{name}.txt").read_text(encoding="utf-8")) for paper, name in FILES.items()
    }
    quoted = [(paper, one.quote) for (paper, _), one in claims.items()]
    quoted += [
        (paper, one.quote) for paper, own in CONTRADICTIONS.items() for one in own.PAPER_TABLES.read_contradictions()
    ]
    quoted = [(paper, quote) for paper, quote in quoted if quote]
    assert len(quoted) > 70
    assert [one for one in quoted if normalise_layout(one[1]) not in texts[one[0]]] == []


def test_every_figure_follows_from_the_published_tables(claims, figures):
    """Value and interval of each claim are recomputed, except those from replies."""
    own, _ = figures
    renamed = {("3dsrbench", "height"): ("3dsrbench", "height_sam")}
    for key, claim in claims.items():
        if key == ("tri_bench", "default_2d"):
            continue  # computed from replies only
        expected = own[renamed.get(key, key)]
        assert_same(claim, expected)
        if key[1] not in FROM_REPLIES:
            assert (claim.low is None) == (len(expected) == 1), key


def test_verdicts_follow_from_interval_and_claimed_range(claims):
    """Inside the claimed range is supported, outside contradicted, and across its ends not shown."""
    ranged = [one for one in claims.values() if one.claimed]
    assert len(ranged) > 25
    for one in ranged:
        low, high = (one.value if end is None else end for end in (one.low, one.high))
        is_inside = one.claimed[0] <= low and high <= one.claimed[1]
        is_outside = high < one.claimed[0] or low > one.claimed[1]
        expected = "supported" if is_inside else "contradicted" if is_outside else "not shown"
        assert one.verdict == ("not shown" if one.claim_id in LOWERED else expected), one.claim_id


def test_reasons_quote_recomputed_numbers(claims, figures):
    """The deciding numbers in the reasons are recomputed from the tables."""
    _, more = figures

    def assert_reason_contains(paper, claim_id, *parts):
        reason = claims[paper, claim_id].reason
        assert [part for part in parts if part not in reason] == [], reason

    tasks = more["mmperspective"]["by_task"]
    highest, second = sorted(tasks, key=tasks.get, reverse=True)[:2]
    assert (highest, second, [task for task, r in tasks.items() if r < 0]) == ("LRR", "VAP", ["VPC"])
    assert_reason_contains("mmperspective", "lrr_size", f"{tasks['VAP']:.2f}")
    consistency = sorted(more["mmperspective"]["consistency"].values())
    assert [round(one, 2) for one in consistency] == [
        0.44, 0.45, 0.45, 0.47, 0.49, 0.49, 0.55, 0.61, 0.76, 0.83, 0.87, 0.90
    ]  # fmt: skip
    assert_reason_contains(
        "mmperspective", "eagle_robust", "0.90", "twelve rows", "eight have 0.44 to 0.61", "four 0.76 to 0.90"
    )
    assert more["mmperspective"]["third"] in claims["mmperspective", "gpt4o_highest"].about
    three = more["3dsrbench"]
    assert (three["plain"], three["corrected"], three["plain_corrected"]) == (7, 3, 2)
    assert_reason_contains("3dsrbench", "uncommon_all", "three after Holm", "questions seven, and two after")
    assert_reason_contains(
        "3dsrbench", "uncommon_all", *(f"{row} (z = {z:g})" for row, z in three["not_resolved"].items())
    )
    assert three["height_dinov2"][1] > 0
    gep = more["gepbench"]
    assert (gep["below 25"], gep["below constant"]) == (20, 39)
    by_aspect = gep["resolution"]
    assert {aspect for aspect, (_, low, high) in by_aspect.items() if low > 0 or high < 0} == {
        "counting", "size", "location"
    }  # fmt: skip
    assert_reason_contains(
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
        assert_reason_contains("giq", "below_20", f"{min(ranges[group]):g} to {max(ranges[group]):g}%")


def test_encoders_state_their_version():
    """The two shares of the paper's text are listed with those of the site's earlier version, each with its version."""
    rows = [one for one in giq.PAPER_TABLES.read_figures() if one.figure_id == giq_names.ROTATION_BY_ENCODER]
    papers = {one.row_key: one.value for one in rows if one.column_key == giq_names.PAPERS_HARD_PAIRS}
    assert papers == {"SigLip": 69.0, "DINOv2": 67.0}
    for one in giq.PAPER_TABLES.read_figures():
        if one.figure_id in (giq_names.ROTATION_BY_ENCODER, giq_names.NAMING_BY_MODEL, giq_names.SYMMETRY_BY_ENCODER):
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
def test_an_invalid_claim_raises_with_its_row(tmp_path, column, cell, reason):
    """Unfounded verdicts, figures outside their interval, and missing or long quotes raise an error."""
    with (PUBLISHED / CLAIMS).open(encoding="utf-8") as file:
        row = next(row for row in csv.DictReader(file) if row["claim_id"] == "cot_overall")
    with (tmp_path / CLAIMS).open("w", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row))
        writer.writeheader()
        writer.writerow({**row, column: cell})
    with pytest.raises(ReleaseError, match=rf"claims\.csv, row 1, column \w+: .*{reason}"):
        read_claims(tmp_path)
