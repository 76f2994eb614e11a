"""Tests of the drawn set of open questions: truths by independent definitions, reproducibility, invalid lines."""

import json
import math
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from core.benchmarks.measurements.benchmark import BENCHMARK
from core.benchmarks.measurements.files import ITEMS
from core.benchmarks.measurements.vocabulary import QUESTIONS
from core.benchmarks.threedsr.scene import read_scene
from core.errors import ReleaseError, SceneError
from core.generators.measurements.write import synthesize
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.threedsr.render import render_ids
from core.parsing.open_answers.texts import normalise_text
from core.question_types.points import parse_points
from core.question_types.regions import parse_region
from core.question_types.registry import find_question_type
from core.scoring.metrics import compute_score

SCENES = 4


@pytest.fixture(scope="session")
def folder(fill_once):
    """Write a set of four street scenes and two tables; tests only read it."""

    def fill(workspace):
        counts = synthesize(workspace.data / "set", SCENES, seed=2)
        assert (counts.questions, counts.pictures) == (SCENES * 2 * 7 + SCENES // 2 * 2 * 3, SCENES * 2 + SCENES)

    return fill_once("measurements-set", fill).data / "set"


@pytest.fixture(scope="module")
def rows(folder):
    return [json.loads(line) for line in (folder / ITEMS).read_text().splitlines()]


@pytest.fixture(scope="module")
def contents(folder):
    return BENCHMARK.read(folder)


def measure_distances(scene):
    camera = np.array(scene.view.position)
    return {thing.name: math.dist(camera, (thing.x, thing.y, thing.z + thing.height_m / 2)) for thing in scene.things}


def list_scenes(rows, question):
    return [(row, read_scene(row["scene"])) for row in rows if row["question"] == question]


def test_the_set_has_every_question_and_type(contents):
    """Views are distributed as planned, and nothing is refused."""
    assert not contents.refusals
    assert [question.question_id for question in contents.questions] == list(QUESTIONS)
    types = {case.asks[0].form.kind.partition(":")[0] for case in contents.cases}
    assert types == {"number", "text", "point", "box", "order"}
    views = Counter(case.factors["view"] for case in contents.cases if case.factors["scene"] == "street")
    assert views == {"common": 28, "rolled": 7, "steep": 7, "low": 7, "high": 7}


def test_numbers_follow_from_the_poses(rows):
    """Distances, angles between fronts and counts equal those computed from the scene."""
    for row, scene in list_scenes(rows, "distance"):
        x, y = scene.things[:2]
        assert row["truth"] == pytest.approx(100 * math.dist((x.x, x.y), (y.x, y.y)), abs=0.01)
        assert f"{x.name} and the {y.name}" in row["text"]
    for row, scene in list_scenes(rows, "facing"):
        fronts = [(math.cos(math.radians(t.yaw_deg)), math.sin(math.radians(t.yaw_deg))) for t in scene.things[:2]]
        assert row["truth"] == pytest.approx(math.degrees(math.acos(np.clip(np.dot(*fronts), -1, 1))), abs=0.02)
    for row, scene in list_scenes(rows, "nearer"):
        distances = measure_distances(scene)
        (asked,) = [name for name in distances if f"than the {name}?" in row["text"]]
        assert row["truth"] == sum(distance < distances[asked] for distance in distances.values())


def test_counts_are_balanced(rows):
    """Common views have each count from 0 to 3 once."""
    counts = [row["truth"] for row, scene in list_scenes(rows, "nearer") if scene.view.kind == "common"]
    assert counts == [0, 1, 2, 3]


def test_regions_and_boxes_equal_those_of_the_objects(rows):
    """The region of the nearest and the box of the farthest object equal those rendered."""
    for row, scene in list_scenes(rows, "nearest"):
        distances = list(measure_distances(scene).values())
        outline = render_ids(scene, 320) == 1 + distances.index(min(distances))
        assert np.array_equal(parse_region(row["truth"]).mask, outline)
    for row, scene in list_scenes(rows, "farthest"):
        distances = list(measure_distances(scene).values())
        ys, xs = np.nonzero(render_ids(scene, 320) == 1 + distances.index(max(distances)))
        expected = [xs.min() / 320, ys.min() / 240, (xs.max() + 1) / 320, (ys.max() + 1) / 240]
        assert json.loads(row["truth"]) == pytest.approx(expected, abs=1e-6)


def test_orders_and_neighbours_follow_from_distances(rows):
    """Both keep their margins."""
    for row, scene in list_scenes(rows, "depth_order"):
        distances = measure_distances(scene)
        order = json.loads(row["truth"])
        assert sorted(order) == row["items"]
        assert all(distances[near] < distances[far] for near, far in pairwise(order))
        assert row["margin"] > 5
    for row, scene in list_scenes(rows, "neighbour"):
        (asked,) = [thing for thing in scene.things if f"to the {thing.name} in" in row["text"]]
        others = [thing for thing in scene.things if thing is not asked]
        nearest = min(others, key=lambda thing: math.dist((thing.x, thing.y), (asked.x, asked.y)))
        assert json.loads(row["truth"])[0] == normalise_text(nearest.name)
        assert row["margin"] > 12


def test_answers_about_tables_follow_from_the_board(rows):
    """Side, corner and middle equal those computed from the scene."""
    for row in rows:
        if row["question"] not in ("side", "corner", "middle"):
            continue
        scene = TriangleScene(**{k: tuple(v) if isinstance(v, list) else v for k, v in row["scene"].items()})
        a, b, c = (np.array(point) for point in (scene.a_cm, scene.b_cm, scene.c_cm))
        if row["question"] == "side":
            assert row["truth"] == pytest.approx(float(np.linalg.norm(a - c)), abs=0.01)
        elif row["question"] == "corner":
            cosine = (b - a) @ (c - a) / np.linalg.norm(b - a) / np.linalg.norm(c - a)
            assert row["truth"] == pytest.approx(math.degrees(math.acos(cosine)), abs=0.02)
        else:
            (middle,) = scene.camera.to_px([[50.0, 50.0, 0.0]])
            share = (middle + 0.5) / (scene.width_px, scene.height_px)
            assert parse_region(row["truth"]).contains(share[None])[0]
            assert parse_points(row["truth"])[0] == pytest.approx(share, abs=0.02)


def test_reference_models_reproduce_truths_and_foils(contents):
    """Only orders have no constant baseline."""
    truths = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "key"}
    foils = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "image_plane"}
    assert set(foils) == set(truths)
    replies = {run.model.model_id: run.replies for run in contents.references}
    for case in contents.cases:
        question = contents.question_by_id[case.asks[0].question_id]
        for model_id, right in (("truth_solver", truths), ("box_solver", foils)):
            (answer,) = BENCHMARK.read_reply(replies[model_id][case.case_id], case).values()
            assert answer.status == "ok", (model_id, case.case_id, answer)
            assert compute_score(question, answer.value, right[case.case_id]) > 0.98
        (answer,) = BENCHMARK.read_reply(replies["rough_solver"][case.case_id], case).values()
        assert answer.status == "ok"
    constants = {case_id: reply for case_id, reply in replies["blind_constant"].items() if not isinstance(reply, str)}
    assert {case_id.rpartition("-")[2] for case_id in constants} == {"depth_order"}


def test_chance_is_stated_if_it_exists(contents):
    """Angles, orders and regions have a chance level; numbers, names and boxes do not."""
    chances = {case.asks[0].question_id: case.asks[0].form.chance for case in contents.cases}
    assert chances["facing"] == chances["depth_order"] == 0.5
    assert 0 < chances["nearest"] < 0.5
    assert {chances[key] for key in ("distance", "nearer", "neighbour", "farthest", "side", "corner", "middle")} == {
        None
    }


def test_margins_are_distances_between_truth_and_foil(rows):
    """Lengths have the relative distance from the foil as margin, angles the absolute one."""
    for row in rows:
        if row["question"] in ("distance", "side"):
            assert row["margin"] == pytest.approx(
                100 * abs(row["foil"] - row["truth"]) / row["truth"], rel=0.01, abs=0.05
            )
        elif row["question"] in ("facing", "corner"):
            assert row["margin"] == pytest.approx(abs(row["foil"] - row["truth"]), abs=0.02)
        else:
            assert row["margin"] >= 0


def test_the_image_plane_agrees_if_its_answer_is_right(contents):
    """The factor is `agrees` if the image-plane answer scores at least 0.9."""
    truths = {(truth.case_id, truth.frame): truth.value for truth in contents.truths}
    for case in contents.cases:
        score = find_question_type(case.asks[0].form.kind).score(
            truths[case.case_id, "image_plane"], truths[case.case_id, "key"]
        )
        assert case.factors["flat_picture"] == ("agrees" if score >= 0.9 else "differs")


def test_views_of_a_scene_share_truths_in_space(rows):
    """Distances and angles in space do not depend on the view."""
    by_group = {}
    for row in rows:
        if row["question"] in ("distance", "facing", "neighbour", "side", "corner"):
            by_group.setdefault((row["group"], row["question"]), set()).add(row["truth"])
    shared = [key for key, truths in by_group.items() if len(truths) == 1]
    assert {question for _, question in shared} >= {"distance", "facing", "side", "corner"}
    assert all(len(by_group[key]) == 1 for key in by_group if key[1] in ("distance", "facing", "side", "corner"))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_files(folder, tmp_path):
    """All files of two sets with the same seed are equal."""
    synthesize(tmp_path / "again", SCENES, seed=2)
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    assert all((folder / path).read_bytes() == (tmp_path / "again" / path).read_bytes() for path in files)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("question", "colour", "question: 'colour' is unknown"),
        ("truth", "far", "truth: 'far' is not a number"),
        ("margin", None, "margin: None is not a number"),
        ("size_px", [640], "size_px: not width and height"),
        ("items", "ball", "items: not a list of texts"),
        ("picture", "../../secret.png", "is outside the folder"),
        ("picture", "images/none.png", "the file is missing"),
        ("view", "", "view: '' is not a text"),
    ],
)
def test_broken_lines_are_refused_with_a_reason(folder, rows, tmp_path, key, value, reason):
    """The refusal states the field and the problem."""
    broken = next(row for row in rows if row["question"] == "distance") | {"item_id": "broken", key: value}
    copy = tmp_path / "set"
    copy.mkdir()
    (copy / "images").symlink_to(folder / "images")
    (copy / ITEMS).write_text("\n".join(json.dumps(row) for row in (broken, rows[0])) + "\n")
    refusal, *_ = BENCHMARK.read(copy).refusals
    assert reason in refusal.reason
    assert refusal.source == ITEMS


def test_unusable_sets_raise(tmp_path):
    """A file without a usable question, no scenes, and a folder that is not empty raise an error."""
    (tmp_path / ITEMS).write_text('{"item_id": 3}\n')
    with pytest.raises(ReleaseError, match="has no usable question"):
        BENCHMARK.read(tmp_path)
    with pytest.raises(SceneError, match="choose 1 to"):
        synthesize(tmp_path / "none", 0)
    with pytest.raises(SceneError, match="not empty"):
        synthesize(tmp_path, 1)


def test_objects_of_a_scene_have_different_kinds(rows):
    """So names of objects are unique."""
    for _, scene in list_scenes(rows, "neighbour"):
        assert all(one.kind != other.kind for one, other in combinations(scene.things, 2))
