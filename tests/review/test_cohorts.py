"""Tests that cohorts are replayed, merged without loss, and exchanged as files."""

import json

import pytest

from core.errors import ReviewError
from core.review.cohorts import (
    build_cohort_fields,
    export_cohorts,
    list_cohort_cases,
    load_cohort_cases,
    name_view_page,
    plan_cohort_import,
    read_cohorts,
)
from core.review.entries import MAX_COHORT_CASES
from core.review.review_file import append_entries, merge_entries
from tests.review.made_entries import ADA, BOB

A, B = "a" * 16, "b" * 16


def save_cohort(folder, name, case_ids, cohort_id=A, author=ADA, **fields):
    entry = {"kind": "cohort", "cohort_id": cohort_id, "name": name, "case_ids": case_ids, **fields}
    return append_entries(folder, author, [entry])[0]


def test_a_cohort_is_saved_changed_and_deleted(tmp_path):
    """A later entry of the same cohort replaces its name and cases, and a deletion removes it."""
    save_cohort(tmp_path, "far ones", ["c2", "c1", "c2"])
    assert read_cohorts(tmp_path, "dots")["far ones"].case_ids == ("c2", "c1")
    assert read_cohorts(tmp_path, "lines") == {}
    save_cohort(tmp_path, "near ones", ["c3"], description="after a talk")
    [cohort] = read_cohorts(tmp_path, "dots").values()
    assert (cohort.name, cohort.case_ids, cohort.description) == ("near ones", ("c3",), "after a talk")
    append_entries(tmp_path, BOB, [{"kind": "cohort_deletion", "cohort_id": A}])
    assert read_cohorts(tmp_path, "dots") == {}


@pytest.mark.parametrize("name", ["", "a,b", "a;b", "a=b", "x" * 61])
def test_unusable_cohort_names_are_refused(tmp_path, name):
    """A name must be usable in `--cases cohort=NAME`."""
    with pytest.raises(ReviewError, match="name"):
        save_cohort(tmp_path, name, ["c1"])


@pytest.mark.parametrize("count", [0, MAX_COHORT_CASES + 1])
def test_the_number_of_cases_is_bounded(tmp_path, count):
    """A cohort has at least one case and at most `MAX_COHORT_CASES`."""
    with pytest.raises(ReviewError, match="case_ids"):
        save_cohort(tmp_path, "many", [f"c{number}" for number in range(count)])


def test_merged_cohorts_of_the_same_name_are_both_kept(tmp_path):
    """After a merge of two files the later cohort of a name gets a number; merging again adds nothing."""
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir(), other.mkdir()
    save_cohort(own, "Failures", ["c1"])
    save_cohort(other, "failures", ["c2"], cohort_id=B, author=BOB)
    lines = (other / "codes.jsonl").read_bytes()
    assert merge_entries(own, lines) == 1
    assert merge_entries(own, lines) == 0
    cohorts = read_cohorts(own, "dots")
    assert {name: cohort.case_ids for name, cohort in cohorts.items()} == {"Failures": ("c1",), "failures (2)": ("c2",)}
    assert list_cohort_cases(cohorts, ["failures (2)", "Failures", "none"]) == ["c2", "c1"]


def test_cohorts_round_trip_through_a_file(tmp_path):
    """Exported cohorts with any text are imported once."""
    save_cohort(tmp_path, "Ünusual", ["c1", "c2"], description="two\nlines")
    cohorts = read_cohorts(tmp_path, "dots")
    content = export_cohorts(cohorts.values(), "dots").encode()
    assert plan_cohort_import(content, "dots", {"c1", "c2"}, cohorts) == []
    other = tmp_path / "other"
    other.mkdir()
    append_entries(other, BOB, plan_cohort_import(content, "dots", {"c1", "c2"}, {}))
    assert read_cohorts(other, "dots")["Ünusual"].case_ids == ("c1", "c2")


def test_an_imported_cohort_with_a_used_name_gets_a_number(tmp_path):
    """An import never replaces a cohort."""
    save_cohort(tmp_path, "Failures", ["c1"])
    content = export_cohorts(read_cohorts(tmp_path, "dots").values(), "dots").encode()
    own = tmp_path / "own"
    own.mkdir()
    save_cohort(own, "failures", ["c2"])
    [fields] = plan_cohort_import(content, "dots", {"c1", "c2"}, read_cohorts(own, "dots"))
    assert (fields["name"], fields["case_ids"]) == ("Failures (2)", ("c1",))


def save_view(folder, name, view, case_ids=()):
    return append_entries(folder, ADA, [build_cohort_fields(name, "", case_ids, view)])[0]


def test_views_are_saved_exported_and_imported(tmp_path):
    """A view is listed and exported but selects no cases; an imported view with a used name gets a number."""
    save_view(tmp_path, "Tilted", "heatmaps?pose=tilted&pose=planar")
    save_view(tmp_path, "Chosen", "cases?outcome=wrong", ["c1"])
    cohorts = read_cohorts(tmp_path, "dots")
    assert [(cohort.view, cohort.case_ids) for cohort in cohorts.values()] == [
        ("heatmaps?pose=tilted&pose=planar", ()), ("cases?outcome=wrong", ("c1",))
    ]  # fmt: skip
    assert load_cohort_cases(tmp_path, "dots") == {"Chosen": ("c1",)}
    content = export_cohorts(cohorts.values(), "dots").encode()
    assert plan_cohort_import(content, "dots", {"c1"}, cohorts) == []
    other = tmp_path / "other"
    other.mkdir()
    save_view(other, "tilted", "heatmaps?pose=planar")
    append_entries(other, BOB, plan_cohort_import(content, "dots", {"c1"}, read_cohorts(other, "dots")))
    imported = read_cohorts(other, "dots")
    assert {name: cohort.view for name, cohort in imported.items()} == {
        "tilted": "heatmaps?pose=planar",
        "Tilted (2)": "heatmaps?pose=tilted&pose=planar",
        "Chosen": "cases?outcome=wrong",
    }


@pytest.mark.parametrize(
    "view", ["https://elsewhere.org/?a=b", "//elsewhere?", "heatmaps", "../data?", "a?" + "x" * 4000]
)
def test_views_that_are_not_dashboard_pages_are_refused(tmp_path, view):
    """A view is the name of a page and a query, also in an imported file."""
    with pytest.raises(ReviewError, match="view"):
        save_view(tmp_path, "away", view)
    content = {**GOOD, "cohorts": [{"name": "n", "case_ids": ["c1"], "view": view}]}
    with pytest.raises(ReviewError, match="view"):
        plan_cohort_import(json.dumps(content).encode(), "dots", {"c1"}, {})


def test_the_page_of_a_view_is_named():
    """The overview's address has no page name."""
    names = {"?": "Overview", "truth_audit?a=b": "Truth audit", "heatmaps?": "Heatmaps"}
    assert {view: name_view_page(view) for view in names} == names


GOOD = {"trilens_cohorts": 1, "benchmark_id": "dots", "cohorts": [{"name": "n", "case_ids": ["c1"]}]}


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"PK", "Not a file of cohorts"),
        (b"[]", "Not a file of cohorts"),
        (json.dumps({**GOOD, "trilens_cohorts": 9}).encode(), "version 9"),
        (json.dumps({**GOOD, "benchmark_id": "lines"}).encode(), "Select that benchmark"),
        (json.dumps({**GOOD, "cohorts": [{"name": "n", "case_ids": ["zz"]}]}).encode(), "no case 'zz'"),
        (json.dumps({**GOOD, "cohorts": [{"name": "n", "case_ids": []}]}).encode(), "case_ids"),
    ],
)
def test_invalid_cohort_files_are_refused(content, part):
    """The error names the fault."""
    with pytest.raises(ReviewError, match=part):
        plan_cohort_import(content, "dots", {"c1"}, {})
