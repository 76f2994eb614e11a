"""Tests of filters of photographs in text form."""

import pytest

from core.benchmarks.gepbench.benchmark import BENCHMARK as GEPBENCH
from core.benchmarks.tri_bench import BENCHMARK
from core.errors import SelectionError
from core.generators.gepbench.write import synthesize
from core.inference.case_filter import select


@pytest.fixture
def contents(tiny_release):
    return BENCHMARK.read(tiny_release)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("condition=T0,T1;triangle=2", ["002_T0", "002_T1"]),
        (" triangle = 1 , 003 ; pose=planar; object = none ;", ["001_P0", "003_P0"]),
        ("photograph=003_T1,001_P0", ["001_P0", "003_T1"]),
        ("case=003_T1;group=3", ["003_T1"]),
        ("side=equilateral;condition=P1", ["002_P1"]),
        ("angle=right;object=apple", ["003_P1", "003_T1"]),
        ("Side class, 3D=Equilateral;CONDITION=P1", ["002_P1"]),
        ("question=Side class;condition=p0;triangle=1", ["001_P0"]),
    ],
)
def test_each_part_narrows(contents, text, ids):
    """A case matches any value of a part, and all parts; the order is that of the ids."""
    assert [case.case_id for case in select(contents, text)] == ids


def test_no_filter_is_all(contents):
    """An empty text selects everything."""
    assert len(select(contents, " ; ")) == len(contents.cases) == 12


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("condition", "is not a valid filter"), ("colour=red", "is not a valid filter"),
        ("pose=", "is not a valid filter"),
        ("condition=P0,X9", "condition=X9 matches no remaining photograph"),
        ("triangle=99", "triangle=99 matches no remaining photograph"),
        ("condition=P0;object=apple", "object=apple matches no remaining photograph. Choose from none"),
        ("moon=full", r"question, side, angle, condition, pose, object, side_3d \(Side class, 3D\)"),
    ],
)  # fmt: skip
def test_what_fits_nothing_is_refused(contents, text, words):
    """A misspelt name or value is refused with the existing ones, and not treated as an empty selection."""
    with pytest.raises(SelectionError, match=words):
        select(contents, text)


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    """Return twelve items of GePBench."""
    folder = tmp_path_factory.mktemp("gepbench")
    synthesize(folder, 12)
    return GEPBENCH.read(folder)


def test_the_kind_of_question_has_the_authors_word(figures):
    """GePBench's aspects are its questions: both words select the same items, and an error names both."""
    by_key = select(figures, "question=size;level=easy")
    assert [case.asks[0].question_id for case in by_key] == ["size"]
    assert select(figures, "aspect=Size;Level=easy") == by_key
    with pytest.raises(SelectionError, match="names: item, figure, case, group, question, aspect, level"):
        select(figures, "task=size")
    with pytest.raises(SelectionError, match="aspect=colour matches no remaining item. Choose from counting"):
        select(figures, "aspect=colour")


def test_a_cohort_chooses_its_cases(contents):
    """Names of cohorts ignore case, combine with other parts, and are read only if the text has one."""
    cohorts = {"Far ones": ["001_T0", "001_P0", "gone"], "near": ["002_P0"]}
    of_cohort = select(contents, "cohort=far ones", lambda: cohorts)
    assert [case.case_id for case in of_cohort] == ["001_P0", "001_T0"]
    assert len(select(contents, "cohort=Far ones,near", lambda: cohorts)) == 3
    assert [case.case_id for case in select(contents, "cohort=Far ones;condition=T0", lambda: cohorts)] == ["001_T0"]
    select(contents, "condition=T0", lambda: pytest.fail("read without need"))


@pytest.mark.parametrize(
    ("cohorts", "text", "words"),
    [
        ({}, "cohort=far", "The cohort 'far' does not exist. Save one on the page Cases"),
        ({"a": ["001_P0"], "b": []}, "cohort=a,far", "The cohort 'far' does not exist. Choose from a, b"),
        ({"a": ["gone"]}, "cohort=a", "cohort=a matches no remaining photograph"),
        ({}, "cohort=", "is not a valid filter"),
    ],
)
def test_an_unknown_cohort_is_refused(contents, cohorts, text, words):
    """The error names the cohorts that exist."""
    with pytest.raises(SelectionError, match=words):
        select(contents, text, lambda: cohorts)
