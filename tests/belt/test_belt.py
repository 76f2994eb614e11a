"""The belt: while the inside changes, reports and query results stay equal to 1e-9.

A figure that is meant to change is kept anew by `TRILENS_KEEP_BELT=1 .venv/bin/python -m pytest tests/belt`, in a
commit of its own that says why.
"""

import os

import pytest

from core.benchmarks.registry import SYNTHETIC
from core.warehouse.read import open_current
from tests.belt.kept import dataset_name, differences, keep, kept_queries, kept_report, pictures_name, read_kept

KEEPS_ANEW = os.environ.get("TRILENS_KEEP_BELT") == "1"


def check(name, found):
    """Compare a result with the stored one, or store it."""
    if KEEPS_ANEW:
        keep(name, found)
    kept = read_kept(name)
    if kept is None:
        pytest.skip(
            f"no result is kept as {name}: other photographs, tables or pixels than those that it was made from"
        )
    different = list(differences(kept, found))
    assert different == [], f"{len(different)} differences from tests/belt/{name}.json"


def test_tiny_report_is_unchanged(tiny_warehouse):
    """The report of the tiny release equals the stored one."""
    check("tiny_report", kept_report(tiny_warehouse))


def test_named_queries_are_unchanged(tiny_warehouse):
    """Every named query returns the stored rows on the tiny release."""
    check("tiny_queries", kept_queries(tiny_warehouse))


def test_scenes_report_is_unchanged(both):
    """The report of two synthetic triangles equals the stored one."""
    with open_current(both.select_benchmark(SYNTHETIC)) as warehouse:
        check(f"scenes_report_{pictures_name(both.select_benchmark(SYNTHETIC).release)}", kept_report(warehouse))


def test_real_report_is_unchanged(dataset, real_settings):
    """The report of the real dataset equals the one stored for the same tables and photographs."""
    with open_current(real_settings) as warehouse:
        check(f"real_report_{dataset_name(dataset)}", kept_report(warehouse))


def test_small_differences_are_detected():
    """A change of 1e-8, a word, a missing row or column is a difference; a change of 1e-12 is not."""
    kept = {"table": {"kappa": [0.5, None], "name": ["a", "b"]}}
    assert list(differences(kept, {"table": {"kappa": [0.5 + 1e-12, None], "name": ["a", "b"]}})) == []
    for changed in (
        {"kappa": [0.5 + 1e-8, None], "name": ["a", "b"]},
        {"kappa": [0.5, 0.0], "name": ["a", "b"]},
        {"kappa": [0.5, None], "name": ["a", "c"]},
        {"kappa": [0.5], "name": ["a"]},
        {"kappa": [0.5, None]},
    ):
        assert list(differences(kept, {"table": changed})) != []
