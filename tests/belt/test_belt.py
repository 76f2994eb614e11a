"""Regression tests: reports and query results stay equal to 1e-9 while the code changes.

If a figure is meant to change, store it with `TRILENS_KEEP_BELT=1 .venv/bin/python -m pytest tests/belt`, in a separate
commit that gives the reason.
"""

import os

import pytest

from core.benchmarks.registry import SYNTHETIC
from core.warehouse.read import open_current
from tests.belt.stored_results import (
    list_differences,
    name_dataset,
    name_images,
    read_result,
    store_result,
    summarise_queries,
    summarise_report,
)

IS_UPDATING = os.environ.get("TRILENS_KEEP_BELT") == "1"


def check(name, result):
    """Compare a result with the stored one, or store it."""
    if IS_UPDATING:
        store_result(name, result)
    stored = read_result(name)
    if stored is None:
        pytest.skip(f"no result is stored as {name}, since the photographs, tables or pixels differ")
    different = list(list_differences(stored, result))
    assert different == [], f"{len(different)} differences from tests/belt/{name}.json"


def test_tiny_report_is_unchanged(tiny_warehouse):
    """The report of the tiny release equals the stored one."""
    check("tiny_report", summarise_report(tiny_warehouse))


def test_named_queries_are_unchanged(tiny_warehouse):
    """Every named query returns the stored rows on the tiny release."""
    check("tiny_queries", summarise_queries(tiny_warehouse))


def test_scenes_report_is_unchanged(two_benchmarks):
    """The report of two synthetic triangles equals the stored one."""
    with open_current(two_benchmarks.select_benchmark(SYNTHETIC)) as warehouse:
        check(
            f"scenes_report_{name_images(two_benchmarks.select_benchmark(SYNTHETIC).release)}",
            summarise_report(warehouse),
        )


def test_real_report_is_unchanged(dataset, real_workspace):
    """The report of the real dataset equals the one stored for the same tables and photographs."""
    with open_current(real_workspace) as warehouse:
        check(f"real_report_{name_dataset(dataset)}", summarise_report(warehouse))


def test_small_differences_are_detected():
    """A change of 1e-8, a word, a missing row or column is a difference; a change of 1e-12 is not."""
    stored = {"table": {"kappa": [0.5, None], "name": ["a", "b"]}}
    assert list(list_differences(stored, {"table": {"kappa": [0.5 + 1e-12, None], "name": ["a", "b"]}})) == []
    for changed in (
        {"kappa": [0.5 + 1e-8, None], "name": ["a", "b"]},
        {"kappa": [0.5, 0.0], "name": ["a", "b"]},
        {"kappa": [0.5, None], "name": ["a", "c"]},
        {"kappa": [0.5], "name": ["a"]},
        {"kappa": [0.5, None]},
    ):
        assert list(list_differences(stored, {"table": changed})) != []
