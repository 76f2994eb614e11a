"""Tests of similar cases against a slow definition, and on cases whose order is known."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.similar_cases import choose_candidates, describe_similarity, find_similar_cases


def compare_slowly(first, second, levels, parameters):
    """Return Gower's coefficient, term by term."""
    terms = []
    for factor in levels.columns:
        a, b = levels.loc[first, factor], levels.loc[second, factor]
        if isinstance(a, str) and isinstance(b, str):
            terms.append(float(a == b))
    for name in parameters.columns:
        width = parameters[name].max() - parameters[name].min()
        a, b = parameters.loc[first, name], parameters.loc[second, name]
        if width > 0 and not np.isnan(a) and not np.isnan(b):
            terms.append(1 - abs(a - b) / width)
    return sum(terms) / len(terms) if terms else None


@pytest.mark.parametrize("seed", range(5))
def test_candidates_agree_with_the_slow_definition(seed):
    """Random factors and numbers with gaps: every case of another group has the slow definition's similarity."""
    rng = np.random.default_rng(seed)
    ids = [f"c{number:02}" for number in range(40)]
    groups = pd.Series([f"g{number // 3}" for number in range(40)], index=ids)
    levels = pd.DataFrame(rng.choice(["x", "y", "z", None], (40, 3)), index=ids, columns=list("abc"))
    parameters = pd.DataFrame(rng.normal(size=(40, 2)), index=ids, columns=["p", "q"])
    parameters = parameters.mask(rng.random((40, 2)) < 0.3).assign(constant=1.0)
    found = choose_candidates("c07", groups, levels, parameters)
    expected = {
        case_id: value
        for case_id in ids
        if groups[case_id] != groups["c07"]
        and (value := compare_slowly("c07", case_id, levels, parameters)) is not None
    }
    assert found.to_dict() == pytest.approx(expected, abs=1e-12)
    assert list(found) == sorted(found, reverse=True)


def test_outcomes_decide_between_equal_cases():
    """Of two cases with the same factors, the one with the same pattern of right and wrong comes first."""
    ids = ["t", "same", "opposite", "far"]
    groups = pd.Series(ids, index=ids)
    levels = pd.DataFrame({"a": ["x", "x", "x", "y"], "b": ["u", "u", "u", "v"]}, index=ids)
    parameters = pd.DataFrame(index=ids)
    outcomes = pd.DataFrame({"m1": [1.0, 1, 0, 1], "m2": [0.0, 0, 1, 0], "m3": [1.0, np.nan, 1, 1]}, index=ids)
    candidates = choose_candidates("t", groups, levels, parameters)
    similar = find_similar_cases("t", candidates, levels, outcomes, 3)
    assert [case.case_id for case in similar] == ["same", "opposite", "far"]
    assert [case.similarity for case in similar] == pytest.approx([1, (1 + 1 / 3) / 2, 0.5])
    assert describe_similarity(similar[0]) == "2 of 2 factors, 2 of 2 models alike"
    assert describe_similarity(similar[2]) == "0 of 2 factors, 3 of 3 models alike"


def test_nothing_known_gives_no_case():
    """Without factors, parameters and answers the list is empty; without any answers the factors decide."""
    ids = ["t", "u"]
    groups = pd.Series(ids, index=ids)
    nothing = pd.DataFrame(index=pd.Index([], dtype=object))
    assert choose_candidates("t", groups, nothing, nothing).empty
    levels = pd.DataFrame({"a": ["x", "x"]}, index=ids)
    candidates = choose_candidates("t", groups, levels, nothing)
    [case] = find_similar_cases("t", candidates, levels, nothing, 5)
    assert (case.similarity, case.n_runs) == (1.0, 0)


def test_cases_of_the_same_group_are_left_out():
    """Other views of the same scene are not listed."""
    ids = ["t", "u", "v"]
    groups = pd.Series(["1", "1", "2"], index=ids)
    levels = pd.DataFrame({"a": ["x", "x", "y"]}, index=ids)
    assert list(choose_candidates("t", groups, levels, pd.DataFrame(index=ids)).index) == ["v"]
