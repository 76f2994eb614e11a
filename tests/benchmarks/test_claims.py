"""The papers' claims: every figure follows from the published tables, and what cannot be read is refused."""

import csv
import math

import pytest

from core.benchmarks.claims import CLAIMS, read_claims
from core.benchmarks.gepbench.published import CELLS, published_figures
from core.errors import ReleaseError
from core.scoring.proportions import wilson
from core.settings import PUBLISHED, REPOSITORY
from tests.benchmarks.gepbench import slow

PROTOCOLS = REPOSITORY.parent / "shared" / "protocols"


@pytest.fixture(scope="module")
def claims():
    return {(one.benchmark_id, one.claim_id): one for one in read_claims()}


@pytest.fixture(scope="module")
def derived():
    """The rows of a table of derived figures."""
    if not PROTOCOLS.is_dir():
        pytest.skip("../shared/protocols is not here")
    return lambda name: list(csv.DictReader((PROTOCOLS / name).open(encoding="utf-8")))


def agrees(claim, value, error):
    """The claim's figure and interval are this value and 1.96 of its errors, as far as the claim writes digits."""
    digits = 10.0 ** -max(len(f"{end:g}".partition(".")[2]) for end in (claim.value, claim.low, claim.high))
    expected = (value, value - 1.96 * error, value + 1.96 * error)
    return (claim.value, claim.low, claim.high) == pytest.approx(expected, abs=1.1 * digits)


def test_every_claim_is_whole(claims):
    """Ids are unique, every verdict has a reason and a source, and all four papers are there."""
    assert len(claims) == len(read_claims())
    assert {paper for paper, _ in claims} == {"mmperspective", "3dsrbench", "gepbench", "giq"}
    assert all(one.reason.endswith(".") and ", " in one.source and one.about for one in claims.values())


def test_what_is_supported_excludes_zero_and_what_is_not_shown_does_not(claims):
    """A claimed lead or gain in points is supported, or contradicted, only if its interval excludes zero."""
    leads = [one for one in claims.values() if one.unit == "points" and one.low is not None]
    assert len(leads) > 12
    for one in leads:
        is_resolved = one.low > 0 or one.high < 0
        if one.verdict in ("supported", "contradicted"):
            assert is_resolved, one.claim_id
        elif one.verdict == "not shown":
            assert not is_resolved or one.claim_id == "humans", one.claim_id


def test_perspective_from_its_tables(claims, derived):
    """Leads and gains are differences of Table 1's shares, with unpaired errors."""
    overall = {row["model"]: row for row in derived("mmperspective_aggregates.csv")}
    first, second = overall["Gemini-2-flash (CoT)"], overall["GPT-4o (CoT)"]
    error = math.hypot(float(first["Overall_se"]), float(second["Overall_se"]))
    lead = float(first["Overall_macro"]) - float(second["Overall_macro"])
    assert agrees(claims["mmperspective", "first_overall"], lead, error)
    gpt = overall["GPT-4o"]
    assert agrees(claims["mmperspective", "gpt4o_highest"], float(gpt["Overall_macro"]), float(gpt["Overall_se"]))
    assert (gpt["rank_low"], gpt["rank_high"]) == ("3", "12")
    cells = {(row["model"], row["task"]): row for row in derived("mmperspective_cell_intervals.csv")}
    for claim_id, task, one, other in (
        ("lrr_best", "LRR", "InternVL3-78B", "LLaVA-OV-72B"),
        ("vap_best", "VAP", "InternVL3-14B", "LLaVA-OV-72B"),
        ("ovr_best", "OVR", "InternVL3-38B", "InternVL3-14B"),
    ):
        n = int(cells[one, task]["n"])
        shares = [int(cells[model, task]["hits"]) / n for model in (one, other)]
        error = 100 * math.sqrt(sum(share * (1 - share) / n for share in shares))
        assert agrees(claims["mmperspective", claim_id], 100 * (shares[0] - shares[1]), error)
    eagle = claims["mmperspective", "eagle_robust"]
    assert (eagle.low, eagle.high) == pytest.approx([100 * end for end in wilson(328, 593)], abs=0.01)
    assert eagle.value == pytest.approx(100 * 328 / 593, abs=0.01)


def test_3dsrbench_from_its_tables(claims, derived):
    """Leads and losses are differences of Tables 2 and 3; drops are counted from Table 4."""
    rows = {row["m"]: row for row in derived("3dsrbench_table2_3_uncertainty.csv")}
    llava = "LLaVA-v1.5-7B"
    for claim_id, one, other in (
        ("best", "LLaVA-NeXT-8B", "Gemini-1.5-Pro"),
        ("human_gap", "Human", "LLaVA-NeXT-8B"),
        ("dinov2", "CLIP-L14-336 + DINOv2-L14-224|2xMLP", llava),
        ("sva", "CLIP-L14-336 + DINOv2-L14-224|SVA", "CLIP-L14-336 + DINOv2-L14-224|2xMLP"),
        ("sam", "CLIP-L14-336 + SAM-L|2xMLP", llava),
    ):
        difference = float(rows[one]["overall"]) - float(rows[other]["overall"])
        error = math.hypot(float(rows[one]["se_overall"]), float(rows[other]["se_overall"]))
        assert agrees(claims["3dsrbench", claim_id], difference, error), claim_id
    drops = derived("3dsrbench_table4_viewpoint_drop.csv")
    assert claims["3dsrbench", "uncommon_all"].value == sum(float(row["z"]) <= -1.96 for row in drops)
    resolved = [row for row in drops if float(row["z_orientation"]) <= -1.96]
    assert claims["3dsrbench", "uncommon_orientation"].value == len(resolved)


def test_gepbench_from_its_tables(claims):
    """Leads are differences of the means of cells, with 800 questions a cell."""
    figures = published_figures()
    value = {(one.row_key, one.column_key): one.value for one in figures}

    def error(row):
        shares = [value[row, cell] / 100 for cell in CELLS]
        return 100 * math.sqrt(sum(share * (1 - share) / 800 for share in shares)) / len(CELLS)

    for claim_id, one, other in (
        ("first", "Gemini-1.5-pro", "InternVL-2.5 78B"),
        ("resolution", "CLIP, 336 px", "CLIP, 224 px"),
        ("clip_openclip", "CLIP, 336 px", "OpenCLIP, 224 px"),
    ):
        tables = [next(f.figure_id for f in figures if f.row_key == row) for row in (one, other)]
        means = [slow.cell_mean(figures, table, row) for table, row in zip(tables, (one, other), strict=True)]
        assert agrees(claims["gepbench", claim_id], means[0] - means[1], math.hypot(error(one), error(other)))


def test_giq_from_counts(claims):
    """Shares of counts have Wilson's interval; the lead on stellations is of 18 and 9 of 42."""
    for claim_id, hits, n in (("o3_platonic", 5, 5), ("gemini_kp", 4, 4), ("persons_above", 28, 41)):
        one = claims["giq", claim_id]
        assert [one.value, one.low, one.high] == pytest.approx(
            [100 * hits / n, *(100 * end for end in wilson(hits, n))], abs=0.51
        )
    shares = (18 / 42, 9 / 42)
    error = 100 * math.sqrt(sum(share * (1 - share) / 42 for share in shares))
    assert agrees(claims["giq", "gemini_stellations"], 100 * (shares[0] - shares[1]), error)


@pytest.mark.parametrize(
    ("column", "cell", "reason"),
    [
        ("verdict", "true", "'true' is unknown"),
        ("value", "many", "'many' is not a number"),
        ("low", "99", "is not inside of its interval"),
        ("low", "-1", "supported, though the interval holds 0"),
    ],
)
def test_a_broken_claim_is_refused_by_row(tmp_path, column, cell, reason):
    """A verdict that is none, a figure that is no number and one outside of its interval name their row."""
    with (PUBLISHED / CLAIMS).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[:1]
    with (tmp_path / CLAIMS).open("w", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerow({**rows[0], column: cell})
    with pytest.raises(ReleaseError, match=rf"claims\.csv, row 1, column \w+: .*{reason}"):
        read_claims(tmp_path)
