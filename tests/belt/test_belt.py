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
    """Compares a result with the kept one, or keeps it."""
    if KEEPS_ANEW:
        keep(name, found)
    kept = read_kept(name)
    if kept is None:
        pytest.skip(
            f"no result is kept as {name}: other photographs, tables or pixels than those that it was made from"
        )
    different = list(differences(kept, found))
    assert different == [], f"{len(different)} differences from tests/belt/{name}.json"


def test_the_tiny_report_stays(tiny_warehouse):
    """The report of the tiny release is the kept one."""
    check("tiny_report", kept_report(tiny_warehouse))


def test_the_named_queries_stay(tiny_warehouse):
    """Every named query gives the kept rows on the tiny release."""
    check("tiny_queries", kept_queries(tiny_warehouse))


def test_the_report_of_scenes_stays(both):
    """The report of two synthetic triangles is the kept one."""
    with open_current(both.select_benchmark(SYNTHETIC)) as warehouse:
        check(f"scenes_report_{pictures_name(both.select_benchmark(SYNTHETIC).release)}", kept_report(warehouse))


def test_the_real_report_stays(dataset, real_settings):
    """The report of the real dataset is the one that is kept for the same tables and photographs."""
    with open_current(real_settings) as warehouse:
        check(f"real_report_{dataset_name(dataset)}", kept_report(warehouse))


def test_the_belt_sees_small_differences():
    """A number that differs by 1e-8, a word, a missing row or column is a difference; a number at 1e-12 is not."""
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
