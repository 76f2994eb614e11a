"""Mutually exclusive claims, counted by group."""

import pandas as pd
import pytest

from core.analyses.impossible_claims import count_impossible_claims
from core.benchmarks.data import ImpossibleCombination
from core.benchmarks.giq.symmetry import CENTRAL, EXCLUSIONS, FIVEFOLD, FOURFOLD, YES
from core.polyhedra.catalogue import load_catalogue
from core.statistics.proportions import compute_wilson_interval
from tests.analyses.test_signal_detection import make_answers, sums_of

AXES = ImpossibleCombination("Both axes", (("fourfold", "Yes"), ("fivefold", "Yes")), "No.")


def test_impossible_claims_are_counted_by_solid():
    """Claiming both axes for one of two solids is one half; a solid asked once does not count."""
    fourfold = make_answers({"a": ["Yes", "Yes", "Yes"]}, ["Yes", "No", "No"], "fourfold")
    fivefold = make_answers({"a": ["Yes", "No", None]}, ["No", "Yes", "Yes"], "fivefold")
    (row,) = count_impossible_claims(sums_of(pd.concat([fourfold, fivefold])), [AXES]).to_dict("records")
    assert (row["run_id"], row["n_together"], row["n_groups"], row["value"]) == ("a", 1, 2, 50.0)
    assert [row["low"], row["high"]] == pytest.approx([100 * end for end in compute_wilson_interval(1, 2)])


def test_one_of_several_answers_is_a_claim():
    """A claim about either of two images of a solid is a claim about the solid."""
    fourfold = make_answers({"a": ["Yes"]}, ["Yes"], "fourfold")
    two = make_answers({"a": ["No", "Yes"]}, ["No", "No"], "fivefold").assign(group_id="g0")
    assert count_impossible_claims(sums_of(pd.concat([fourfold, two])), [AXES])["n_together"].tolist() == [1]


def test_exclusions_hold_for_all_solids():
    """Each exclusion of GIQ holds: no solid has the excluded symmetries or families together."""
    for one in EXCLUSIONS:
        claims = dict(one.claims)
        for entry in load_catalogue().values():
            has = {label: getattr(entry.symmetry, label) for label in (CENTRAL, FOURFOLD, FIVEFOLD)}
            is_so = [has[key] if said == YES else entry.family == said for key, said in claims.items()]
            assert not all(is_so), (one.title, entry.shape_id)
