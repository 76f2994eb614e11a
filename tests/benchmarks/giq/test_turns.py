"""Tests of how far solids are turned: each engine's rules, and the curve along the smallest rotation."""

import hashlib
import json

import numpy as np
import pandas as pd
import pytest

from core.analyses.score_curves import compute_band_scores, compute_curve_slopes, list_grouping_columns, select_curve
from core.benchmarks.giq import mental_rotation
from core.benchmarks.giq.files import ENGINE
from core.benchmarks.giq.items import SAME
from core.benchmarks.giq.pair_rules import (
    LEAST_TURN,
    TURN_BANDS,
    compute_least_turn_deg,
    compute_turn_deg,
    compute_view_deg,
    get_turn_band,
)
from core.benchmarks.giq.reader import read_giq
from core.benchmarks.giq.set_contents import CURVES
from core.benchmarks.giq.viewpoints import ENGINE_VERSION, SolidView
from core.errors import SceneError
from core.generators.giq import rotation_items
from core.generators.giq.write import synthesize
from core.photographs.load_image import load_upright_image
from tests.analyses.summed import summed

GROUPS = ("platonic", "kepler-poinsot")
SEED = 7
"""Seed whose first pair of engine 2 has view directions 35 degrees apart."""


def build_same_pairs(engine):
    items, _ = rotation_items.build_items(SEED, {mental_rotation.EASY: 4}, GROUPS, engine)
    return items, [item for item in items if item.answer == SAME]


def compute_angle_deg(views):
    """Compute the angle between two directions from azimuth and height alone."""
    azimuths = np.radians([one.azimuth_deg for one in views])
    heights = np.array([one.height for one in views])
    across = np.sqrt(1 - heights**2)
    return np.degrees(np.arccos(across.prod() * np.cos(azimuths[1] - azimuths[0]) + heights.prod()))


def test_angles_are_those_of_the_cameras():
    """Cameras at a cube's horizon a third of a turn apart differ by 120 degrees, of which symmetry leaves 30."""
    views = SolidView("wid_3", 0.0, 0.0), SolidView("wid_3", 120.0, 0.0)
    assert compute_turn_deg(views) == pytest.approx(120)
    assert compute_view_deg(views) == pytest.approx(120)
    assert compute_least_turn_deg(views) <= 30 + 1e-6


def test_roll_does_not_count_as_an_angle_between_view_directions():
    """From nearly straight above, a third of a turn is roll: directions differ by less than ten degrees."""
    views = SolidView("wid_3", 0.0, 0.997), SolidView("wid_3", 120.0, 0.997)
    assert compute_turn_deg(views) > 100
    assert compute_view_deg(views) == pytest.approx(compute_angle_deg(views))
    assert compute_view_deg(views) < 10


def test_view_directions_of_new_pairs_are_40_degrees_apart():
    """This holds for every pair of the same solid; engine 2 had smaller angles."""
    _, same = build_same_pairs(ENGINE_VERSION)
    assert len(same) == 5
    for item in same:
        assert item.numbers["view_deg"] == pytest.approx(compute_angle_deg(item.views), abs=0.006)
        assert item.numbers["view_deg"] >= mental_rotation.LEAST_TURN_DEG
    assert min(compute_angle_deg(item.views) for item in build_same_pairs(2)[1]) < 36


def test_engine_2_is_reproducible():
    """Views, angles and bands equal those generated when engine 2 was current."""
    items, _ = build_same_pairs(2)
    stated = [
        [
            item.item_id,
            *((one.shape_id, one.azimuth_deg, one.height) for one in item.views),
            item.numbers.get("turn_deg"),
            item.factors.get("turned"),
        ]
        for item in items
    ]
    assert hashlib.sha256(json.dumps(stated).encode()).hexdigest()[:16] == "82764a301c3532ce"


def test_an_unknown_engine_raises(tmp_path):
    """The message lists the available versions."""
    with pytest.raises(SceneError, match="engine 1 cannot be used; choose 2, 3, 4"):
        synthesize(tmp_path / "set", engine=1)


@pytest.mark.slow
@pytest.mark.parametrize("engine", [2, ENGINE_VERSION])
def test_the_curve_runs_along_the_smallest_rotation(tmp_path, engine):
    """For every engine, bands are those of the smallest rotation, and a score linear in it has its slope."""
    synthesize(tmp_path / "set", views=1, pairs=4, groups=GROUPS, seed=SEED, engine=engine)
    assert json.loads((tmp_path / "set" / ENGINE).read_bytes())["engine_version"] == engine
    contents = read_giq(tmp_path / "set", load_upright_image)
    (curve,) = CURVES
    assert contents.curves == CURVES
    assert curve.measure == LEAST_TURN
    cases = [case for case in contents.cases if LEAST_TURN in case.numbers]
    assert len(cases) > 8
    assert all(case.factors["turned"] == get_turn_band(case.numbers) for case in cases)
    factor = next(one for one in contents.factors if one.key == curve.factor)
    assert set(factor.levels) == {case.factors["turned"] for case in cases} <= set(TURN_BANDS.values())
    angles = {one.measure for one in contents.measures if one.unit == "°"}
    assert angles == {LEAST_TURN, "turn_deg" if engine == 2 else "view_deg"}
    answers = pd.DataFrame(
        {"run_id": "falls", "model_id": "falls", "run_label": "Falls", "model_kind": "vlm", "question_id": SAME,
         curve.factor: case.factors[curve.factor], curve.measure: case.numbers[curve.measure], "chance": 0.5,
         "group_id": case.group_id, "score": 1 - 0.01 * case.numbers[LEAST_TURN]}
        for case in cases
    )  # fmt: skip
    own = select_curve(summed(answers, list_grouping_columns(curve), ["score"]), curve)
    (row,) = compute_curve_slopes(own, curve).to_dict("records")
    assert row["value"] == pytest.approx(-10)
    by_band = compute_band_scores(own).set_index("band")["value"]
    assert by_band.to_dict() == pytest.approx(
        {
            band: 100 - np.mean([case.numbers[LEAST_TURN] for case in cases if case.factors["turned"] == band])
            for band in factor.levels
        }
    )
