"""Tests of items: truths by slow definitions, margins, balance and reproducibility."""

import json
from collections import Counter

import cv2
import numpy as np
import pytest

from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.files import ENGINE, IMAGES, ITEMS
from core.benchmarks.mmperspective.ground_truth import find_true_letter, judge_options
from core.benchmarks.mmperspective.item import read_item
from core.benchmarks.mmperspective.margins import compute_margin
from core.benchmarks.mmperspective.view import ImageOperation
from core.benchmarks.mmperspective.vocabulary import NINE, ROBUST, TASKS
from core.errors import SceneError
from core.generators.mmperspective.image_operations import is_within_limits
from core.generators.mmperspective.item_generator import generate_items
from core.generators.mmperspective.targets import SCENES, make_target
from core.generators.mmperspective.write import compute_item_counts, synthesize
from tests.benchmarks.mmperspective import slow
from tests.generators.gepbench.test_write import read_files


def test_each_key_is_the_only_true_option(items):
    """Parameters read from the file make only the key true, also by slow definitions."""
    for item in items:
        assert sum(judge_options(item)) == 1, item.item_id
        assert find_true_letter(item) == item.answer, item.item_id
        assert slow.find_true_option(item) == item.right, item.item_id


def test_each_item_keeps_its_margins(items, stored):
    """Margins recomputed from the stored parameters are above their limits and equal the stored ones."""
    for item, line in zip(items, stored, strict=True):
        margin = compute_margin(item)
        assert margin.is_clear, item.item_id
        assert (line["margin"] is None) == (margin.value is None)
        assert margin.value is None or line["margin"] == pytest.approx(margin.value, abs=1e-4)


def test_truth_follows_parameters_and_not_the_key(items):
    """A changed camera angle makes another option true."""
    (item,) = [one for one in items if one.task == "VAP" and one.right == vocabulary.UPWARD][:1]
    description = json.loads(json.dumps(item.to_json()))
    description["pictures"][0]["view"]["pitch_deg"] *= -1
    assert read_item(description).right == vocabulary.UPWARD
    assert judge_options(read_item(description)) == tuple(option == vocabulary.DOWNWARD for option in item.options)


@pytest.mark.parametrize("task", TASKS)
def test_letters_and_classes_are_balanced_exactly(task):
    """In whole blocks every letter is right equally often, and so is every balanced class."""
    number = 60
    targets = [make_target(task, 7, index) for index in range(number)]
    count = len(targets[0].options)
    letters = Counter(one.options.index(one.right) for one in targets)
    assert set(letters.values()) == {number // count}
    if task in ("PTR", "VAP", "VPC", "LRR", ROBUST):
        assert set(Counter(one.right for one in targets).values()) == {number // count}
    if task == "PTS":
        assert 5 <= sum(one.right == vocabulary.UNCHANGED for one in targets) == number // 4


@pytest.mark.parametrize("task", ["CLP", "VAP", "PTR", "VPC", ROBUST])
def test_scene_kinds_do_not_predict_the_key(task):
    """In 48 items each class occurs equally often in each kind of scene."""
    pairs = Counter((one.right, one.scene) for one in (make_target(task, 2, index) for index in range(48)))
    assert len(pairs) == 4 * len(SCENES[task])
    assert set(pairs.values()) == {12 // len(SCENES[task])}


def test_scenes_have_the_planned_kind(items):
    """Exceptions are surfaces whose type is unknown, and items of two points."""
    shown = [(item, make_target(item.task, 1, item.index).scene) for item in items if item.task in SCENES]
    assert len(shown) > 30
    for item, kind in shown:
        assert item.pictures[0].scene.kind == kind or item.right == vocabulary.UNABLE or item.kind == "two points"


def test_every_pair_of_quadrants_is_equally_frequent():
    """OVR: in 48 items each pair is right four times, including one on each side of a sloped horizon."""
    own = [one for one in (make_target("OVR", 5, index) for index in range(48)) if one.kind == "two points"]
    assert Counter(one.right for one in own) == dict.fromkeys(vocabulary.PAIRS, 4)
    index = next(one.number for one in own if one.right == vocabulary.PAIRS[2])
    (item,) = generate_items("OVR", 5, index)
    assert slow.find_true_option(item) == vocabulary.PAIRS[2]


def test_images_of_the_same_type_have_different_directions(items):
    """PTS: if the type does not change, the camera turns by at least 15 degrees."""
    own = [item for item in items if item.task == "PTS" and item.right == vocabulary.UNCHANGED]
    assert own
    for item in own:
        first, second = (picture.view.yaw_deg for picture in item.pictures)
        assert 15 <= (first - second) % 360 <= 345


def test_the_middle_row_is_a_line_unless_near_the_horizon(items):
    """CLP: it is one of the lines, unless the horizon is within 8 percent of the height."""
    for item in items:
        if item.task == "CLP":
            a, b, c = item.pictures[0].view.camera.horizon
            off = abs(a * 479.5 + b * 359.5 + c)
            rows = [(first[1] + second[1]) / 2 for first, second in (mark.places for mark in item.marks)]
            assert off < 0.08 * 720 or min(abs(y - 359.5) for y in rows) < 0.75


def test_text_alone_does_not_predict_the_key():
    """In the items of a task, every combination of letter and right text is equally likely."""
    for task in ("PTR", "VAP", "LRR"):
        targets = [make_target(task, 3, index) for index in range(600)]
        count = len(targets[0].options)
        pairs = Counter((one.right, one.options.index(one.right)) for one in targets)
        expected = 600 / count**2
        assert all(abs(number - expected) < 4.5 * expected**0.5 for number in pairs.values())
        assert len(pairs) == count**2


def test_a_seed_is_asked_five_times(items):
    """Original, crop, mirror image, mask and rotation share question, options and truth."""
    for index in range(2):
        own = [item for item in items if item.task == ROBUST and item.index == index]
        assert [item.operation for item in own] == ["original", "crop", "flip", "mask", "rotation"]
        assert len({(item.question, item.options, item.answer) for item in own}) == 1
        assert len({item.group_id for item in own}) == 1
        assert own[0].pictures[0].view == own[4].pictures[0].view


def test_modified_images_are_operations_on_the_original(folder, items, stored):
    """The files of a seed are its original with each operation applied to the pixels."""
    pixels = {
        item.item_id: (cv2.imread(str(folder / line["image"])), item.pictures[0].operation)
        for item, line in zip(items, stored, strict=True)
        if item.task == ROBUST
    }
    assert len(pixels) == 10
    for item_id, (image, operation) in pixels.items():
        first, _ = pixels[item_id.rsplit("-", 1)[0] + "-original"]
        assert np.array_equal(operation.apply(first), image), item_id


def test_operations_are_within_their_limits(items):
    """A crop keeps 65 to 85 percent of a side, masks cover 8 to 20 percent, rotations are 6 to 15 degrees."""
    for item in items:
        operation, view = item.pictures[0].operation, item.pictures[0].view
        if operation.name == "crop":
            assert 0.645 <= operation.numbers[2] / view.width_px <= 0.855
        elif operation.name == "mask":
            covered = np.zeros((view.height_px, view.width_px), bool)
            for left, top, width, height in (map(int, rectangle) for rectangle in operation.rectangles):
                covered[top : top + height, left : left + width] = True
            assert 0.08 <= covered.mean() <= 0.20
            assert 1 <= len(operation.rectangles) <= 3
        elif operation.name == "rotation":
            assert 6 <= abs(operation.numbers[0]) <= 15


def test_overlapping_masks_are_not_allowed():
    """Two overlapping rectangles cover less than the sum of their areas."""
    apart, over = (0.0, 0.0, 300.0, 200.0), (100.0, 100.0, 300.0, 200.0)
    assert not is_within_limits(ImageOperation("mask", (*apart, *over)), 960, 720)
    assert is_within_limits(ImageOperation("mask", (*apart, 500.0, 100.0, 300.0, 200.0)), 960, 720)
    assert not is_within_limits(ImageOperation("mask", (*apart[:2], 100.0, 100.0)), 960, 720)


def test_sets_are_reproducible(tmp_path):
    """The same seed writes the same files, and an item is the same in a larger set."""
    counts = {"VPC": 2, "CLP": 1}
    synthesize(tmp_path / "first", counts, seed=5)
    synthesize(tmp_path / "second", counts, seed=5)
    synthesize(tmp_path / "larger", {"VPC": 3}, seed=5)
    assert read_files(tmp_path / "first") == read_files(tmp_path / "second")
    first, larger = (read_files(tmp_path / name) for name in ("first", "larger"))
    for path in first:
        if path.parts[:2] == (IMAGES, "VPC"):
            assert first[path] == larger[path]


def test_the_layout_is_complete(folder, stored):
    """Every line has its image in its layout's size, and the folder states how it was generated."""
    engine = json.loads((folder / ENGINE).read_text())
    assert (engine["benchmark"], engine["seed"], engine["items"]) == ("mmperspective", 1, len(stored))
    for line in stored:
        height, width = cv2.imread(str(folder / line["image"])).shape[:2]
        if line["layout"] == "pair":
            assert (width, height) == (2 * 720 + 20, 540)
        elif line["layout"] == "grid":
            assert (width, height) == (2 * 470 + 20, 2 * 350 + 20)
        elif line["pictures"][0]["operation"]["name"] in ("original", "flip", "mask"):
            assert (width, height) == (960, 720)


def test_item_counts_by_default_and_as_in_the_paper():
    """The default is forty items per task and forty scenes; 0 means the paper's 2,118 questions and 593 seeds."""
    assert compute_item_counts() == {**dict.fromkeys(NINE, 40), ROBUST: 40}
    paper = compute_item_counts(0)
    assert sum(paper[task] for task in NINE) == vocabulary.QUESTIONS == 2118
    assert paper[ROBUST] == 593
    assert compute_item_counts(3, tasks=["PTR"]) == {"PTR": 3}
    assert compute_item_counts(3, 0)[NINE[0]] == 3


@pytest.mark.parametrize(
    ("arguments", "words_"),
    [((3, None, ["XYZ"]), "no task 'XYZ'"), ((-1,), "0 to"), ((3, 0, [ROBUST]), "without items")],
)
def test_an_impossible_set_raises(arguments, words_):
    """The message names the unknown task or the invalid number."""
    with pytest.raises(SceneError, match=words_):
        compute_item_counts(*arguments)


def test_an_existing_set_is_not_overwritten(folder):
    """The error leaves the files unchanged."""
    before = (folder / ITEMS).stat().st_mtime_ns
    with pytest.raises(SceneError):
        synthesize(folder, {"VPC": 1})
    assert (folder / ITEMS).stat().st_mtime_ns == before


def test_red_rings_are_at_their_stored_centres(folder, items, stored):
    """VPP: a red ring surrounds each stored centre."""
    for item, line in zip(items, stored, strict=True):
        if item.task == "VPP":
            image = cv2.imread(str(folder / line["image"])).astype(int)
            for mark in item.marks:
                x, y = mark.places[0]
                angles = np.linspace(0, 2 * np.pi, 40)
                ring = image[np.rint(y + 24 * np.sin(angles)).astype(int), np.rint(x + 24 * np.cos(angles)).astype(int)]
                assert (ring[:, 2] - ring[:, :2].max(axis=1) > 90).mean() > 0.8
