"""Tests of the Lab's analyses: classes by tilt, the solvers on one scene, sweeps."""

import dataclasses
import math
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from core.analyses.scene_lab import (
    MAX_NAMED_CHANGES,
    STEPS,
    build_sweep_scenes,
    compute_class_spans,
    describe_tilt,
    read_jpeg,
    run_sweep,
    score_solvers,
)
from core.generators.photo_scenes.render import render_jpeg
from core.generators.photo_scenes.sampling import frame_scene
from core.generators.photo_scenes.truth import compute_scene_truth
from core.records import TRIANGLE_QUESTION_BY_ID
from core.scoring.metrics import compute_score
from tests.generators.photo_scenes.scenes import scene


@pytest.fixture(scope="module")
def tilted():
    """Return a scene with the whole tape visible."""
    return frame_scene(scene(tilt_deg=45.0, azimuth_deg=20.0))


def test_spans_are_the_truth_at_every_tilt(tilted):
    """At any tilt the span has the classes of that scene's exact truth, and spans leave no gap."""
    spans = compute_class_spans(tilted)
    for question_id, place in (("Q1", "classify_sides"), ("Q2", "classify_angles")):
        part = spans[spans["question_id"] == question_id]
        assert part["to_deg"].iloc[:-1].tolist() == part["from_deg"].iloc[1:].tolist()
        for tilt in np.arange(1.3, 75, 7.7).tolist():
            truth = compute_scene_truth(frame_scene(dataclasses.replace(tilted, tilt_deg=tilt)))
            value = part[(part["from_deg"] <= tilt) & (tilt < part["to_deg"])]["value"].item()
            assert value == getattr(truth.triangle_2d, place)()


def test_a_class_turns_where_the_span_ends(tilted):
    """A fiftieth of a degree before the end of a span the class is the old one, after it the next."""
    spans = compute_class_spans(tilted)
    angles = spans[spans["question_id"] == "Q2"].to_dict("records")
    assert len(angles) > 1
    for before, after in pairwise(angles):
        for tilt, value in ((after["from_deg"] - 0.02, before["value"]), (after["from_deg"] + 0.02, after["value"])):
            turned = frame_scene(dataclasses.replace(tilted, tilt_deg=tilt))
            assert compute_scene_truth(turned).triangle_2d.classify_angles() == value


def test_spans_are_the_same_from_every_tilt(tilted):
    """If only the tilt changes and the distance stays, the classes change at the same angles."""
    spans = compute_class_spans(tilted)
    for tilt in (50.0, 60.0, 72.0):
        other = frame_scene(dataclasses.replace(tilted, tilt_deg=tilt))
        assert other.distance_cm == tilted.distance_cm
        pd.testing.assert_frame_equal(compute_class_spans(other), spans)


@pytest.mark.slow
def test_solvers_are_scored_by_the_same_kappa(tilted):
    """Each kappa is that of the answer against the scene's truths; the homography solver is right in 3D."""
    truth = compute_scene_truth(tilted)
    rows = score_solvers(tilted, read_jpeg(render_jpeg(tilted)), truth)
    assert len(rows) == 18
    for row in rows.to_dict("records"):
        question = TRIANGLE_QUESTION_BY_ID[row["question_id"]]
        assert row["score"] == compute_score(question, row["answer"], truth.answers_3d[question.question_id])
        assert row["foil_score"] == compute_score(question, row["answer"], truth.answers_2d[question.question_id])
    by_model = rows.groupby("model_id")[["score", "foil_score"]].mean()
    assert by_model.loc["homography_solver", "score"] > 0.99
    assert by_model.loc["image_plane_solver", "foil_score"] > 0.99


def test_a_hidden_sticker_is_a_reason(tilted):
    """If an object hides a sticker no solver answers: its kappas are missing, not zero, and it says why."""
    hidden = frame_scene(scene(object="box", object_cm=(48.0, 80.0), tilt_deg=45, distance_cm=150.0))
    rows = score_solvers(hidden, read_jpeg(render_jpeg(hidden)), compute_scene_truth(hidden))
    assert rows["answer"].isna().all()
    assert rows["score"].isna().all()
    assert not rows["is_right_3d"].any()
    assert rows["reason"].str.contains("stickers").all()


@pytest.mark.slow
def test_a_sweep_is_its_single_scenes(tilted):
    """Each point is the mean of the six kappas on that scene alone; every image is reported."""
    seen = []
    rows = run_sweep(tilted, "azimuth_deg", 0.0, 40.0, seen.append)
    assert seen[-1].share == 1.0
    assert len(rows) == 3 * STEPS
    value, one = build_sweep_scenes(tilted, "azimuth_deg", 0.0, 40.0)[4]
    alone = (
        score_solvers(one, read_jpeg(render_jpeg(one)), compute_scene_truth(one)).groupby("model_id")["score"].mean()
    )
    for row in rows[rows["value"] == value].to_dict("records"):
        assert math.isclose(row["score"], 100 * alone[row["model_id"]])


def test_values_that_cannot_be_are_left_out(tilted):
    """A camera too close to see the board gives no scene; the others stay."""
    scenes = build_sweep_scenes(
        dataclasses.replace(tilted, tilt_deg=78.0, distance_cm=300.0), "distance_cm", 60.0, 500.0
    )
    assert 0 < len(scenes) < STEPS
    assert all(one.distance_cm == value for value, one in scenes)


def test_the_headline_says_both_classes_and_each_change(tilted):
    """The sentence names the classes on the table, the tilt of four changes, and how many more there are."""
    spans = compute_class_spans(tilted)
    text = describe_tilt(compute_scene_truth(tilted), spans, tilted.tilt_deg)
    assert tilted.triangle.classify_angles() in text
    changes = [len(part) - 1 for _, part in spans.groupby("question_id")]
    assert text.count("until") == sum(count > 0 for count in changes)
    assert text.count("until") + text.count("between") == sum(min(count, MAX_NAMED_CHANGES) for count in changes)
    assert ("more time" in text) == (max(changes) > MAX_NAMED_CHANGES)
