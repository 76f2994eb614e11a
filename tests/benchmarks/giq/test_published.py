"""Tests of the figures that the paper and its site print: counts, intervals, and claims against the numbers."""

import csv
from math import sqrt
from pathlib import Path

import pytest

from core.benchmarks.giq.published import PAPER_TABLES
from core.polyhedra.catalogue import GROUPS, RELEASED
from core.statistics.proportions import compute_wilson_interval
from tests.benchmarks.giq.figure_names import NAMING_BY_MODEL, OF_PEOPLE, SOLIDS_BY_GROUP, SYMMETRY_BY_ENCODER

SHARED = Path(__file__).resolve().parents[4] / "shared" / "published"


@pytest.fixture(scope="module")
def value():
    """Return printed and derived values by figure, row and column."""
    return {
        (one.figure_id, one.row_key, one.column_key): one.value
        for one in [*PAPER_TABLES.read_figures(), *PAPER_TABLES.read_derived_figures()]
    }


def test_groups_add_up_to_the_stated_totals(value):
    """Figure 2 sums to 238, the released list to 224: ten compounds and four Kepler-Poinsot solids count twice."""
    sums = {
        column: sum(value[SOLIDS_BY_GROUP, group, column] for group in GROUPS)
        for column in ("Figure 2", "released list")
    }
    assert sums == {"Figure 2": 238, "released list": RELEASED}
    doubles = value[SOLIDS_BY_GROUP, "compounds", "Figure 2"] + value[SOLIDS_BY_GROUP, "kepler-poinsot", "Figure 2"]
    assert sums["Figure 2"] - doubles == RELEASED


def test_every_figure_has_its_source_and_interval(value):
    """The 95% intervals of naming and symmetry contain the printed value; each row names its source."""
    for one in PAPER_TABLES.read_figures():
        assert one.source
        if one.figure_id in (NAMING_BY_MODEL, SYMMETRY_BY_ENCODER):
            start = "one_picture_a_solid" if one.figure_id == NAMING_BY_MODEL else "one_vote_a_solid"
            low, high = (value[f"{end}_if_{start}", one.row_key, one.column_key] for end in ("low", "high"))
            assert low - 1 <= one.value <= high + 1


def test_wilson_s_intervals_equal_those_of_the_protocols(value):
    """5 of 5 gives 56.6 to 100, and 0 of 53 gives 0 to 6.8."""
    low, high = (value[f"{end}_if_one_picture_a_solid", "ChatGPT o3", "platonic"] for end in ("low", "high"))
    assert (low, high) == (57, 100)
    for hits, n, ends in ((5, 5, (56.6, 100.0)), (0, 53, (0.0, 6.8))):
        found = compute_wilson_interval(hits, n)
        assert [round(100 * float(end), 1) for end in found[:2]] == list(ends)


def test_the_human_study_fits_41_people_only(value):
    """Of 25 to 60 people, only 41 make whole numbers of 97.56% of 5 questions, 68.05% of 20, and 68% of people."""
    easy, hard = (value[OF_PEOPLE, "mean of participants", column] for column in ("easy pairs", "hard pairs"))

    def fits(share, total, half):
        return abs(100 * round(share * total / 100) / total - share) <= half

    fitting = [n for n in range(25, 61) if fits(easy, 5 * n, 0.005) and fits(hard, 20 * n, 0.005) and fits(68, n, 0.5)]
    assert fitting == [41]


def test_claims_have_a_verdict_from_the_numbers():
    """Each claim has a verdict and a source; the spread of people is recomputed from chance."""
    found = {one.contradiction_id: one for one in PAPER_TABLES.read_contradictions()}
    assert (found["participants"].claimed, found["participants"].table_says) == ("42", "41")
    assert (found["solids"].claimed, found["solids"].table_says) == ("238", "224")
    assert float(found["people_differ"].table_says) == pytest.approx(100 * sqrt(0.6805 * 0.3195 / 20), abs=0.05)
    assert all(one.verdict and one.source for one in found.values())


@pytest.mark.skipif(not SHARED.is_dir(), reason="the digitised figures are missing")
def test_naming_figures_equal_the_digitised_ones(value):
    """Every share of naming equals the digitised value."""
    with (SHARED / "giq_zero_shot_wild_digitised.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for key, share in row.items():
                if key != "model":
                    group = {"stellations": "stellation", "uniform_non_convex": "uniform non-convex"}.get(key, key)
                    assert value[NAMING_BY_MODEL, row["model"], group] == pytest.approx(100 * float(share))
