"""Case search from typed text."""

import pytest

from core.analyses.case_search import index_cases, match_ids

IDS = ("037_P0", "037_T0", "137_T0", "370_T0", "037_T01", "easy-count-000012", "easy-size-000012", "q0", "q0-r1", "§§",
       "Ümit", "ümit")  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("037_T0", ["037_T0"]),
        (" 037_t0 ", ["037_T0"]),
        ("37 T0", ["037_T0"]),
        ("37t0", ["037_T0"]),
        ("37", ["037_P0", "037_T0", "037_T01"]),
        ("0037", ["037_P0", "037_T0", "037_T01"]),
        ("t0", ["037_T0", "137_T0", "370_T0"]),
        ("12", ["easy-count-000012", "easy-size-000012"]),
        ("count 12", ["easy-count-000012"]),
        ("easy", ["easy-count-000012", "easy-size-000012"]),
        ("si", ["easy-size-000012"]),
        ("q0", ["q0"]),
        ("Q0-R", ["q0-r1"]),
        ("§", ["§§"]),
        ("ümit", ["ümit"]),
        ("ÜMIT", ["Ümit", "ümit"]),
        ("999", []),
        ("", []),
        ("   ", []),
        ("<b>", []),
        (".*", []),
        ("x" * 5000, []),
    ],
)  # fmt: skip
def test_search_finds_cases(typed, expected):
    """An id finds only itself; a number finds the cases that start with it, ignoring leading zeros."""
    assert match_ids(typed, index_cases(IDS), 9) == expected


def test_search_limits_results():
    """The first matches are returned, in the order of the cases."""
    cases = index_cases(f"item-{number}" for number in range(50_000))
    assert match_ids("item", cases, 3) == ["item-0", "item-1", "item-2"]
    assert match_ids("49999", cases, 3) == ["item-49999"]
