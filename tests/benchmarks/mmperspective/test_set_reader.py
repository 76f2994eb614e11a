"""Items: their truths by slow definitions, their margins, their balance, and that a set is the same every time."""

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
from tests.generators.gepbench.test_write import files


def test_each_key_is_the_one_true_option(items):
    """Parameters that went through the file make one option true, the key, also by slow definitions."""
    for item in items:
        assert sum(judge_options(item)) == 1, item.item_id
        assert find_true_letter(item) == item.answer, item.item_id
        assert slow.true_text(item) == item.right, item.item_id


def test_each_item_keeps_its_margins(items, stored):
    """Recomputed from the stored parameters, every limit of acceptance is kept, and the stored margin is the same."""
    for item, line in zip(items, stored, strict=True):
        margin = compute_margin(item)
        assert margin.is_clear, item.item_id
        assert (line["margin"] is None) == (margin.value is None)
        assert margin.value is None or line["margin"] == pytest.approx(margin.value, abs=1e-4)


def test_a_wrong_parameter_is_seen(items):
    """The truth follows the parameters and not the key: a camera that is turned makes another option true."""
    (item,) = [one for one in items if one.task == "VAP" and one.right == vocabulary.UPWARD][:1]
    said = json.loads(json.dumps(item.to_json()))
    said["pictures"][0]["view"]["pitch_deg"] *= -1
    assert read_item(said).right == vocabulary.UPWARD
    assert judge_options(read_item(said)) == tuple(option == vocabulary.DOWNWARD for option in item.options)


@pytest.mark.parametrize("task", TASKS)
def test_letters_and_classes_are_balanced_exactly(task):
    """Over whole blocks every letter is right equally often, and so is every class that is balanced."""
    number = 60
    meant = [make_target(task, 7, index) for index in range(number)]
    count = len(meant[0].options)
    letters = Counter(one.options.index(one.right) for one in meant)
    assert set(letters.values()) == {number // count}
    if task in ("PTR", "VAP", "VPC", "LRR", ROBUST):
        assert set(Counter(one.right for one in meant).values()) == {number // count}
    if task == "PTS":
        assert 5 <= sum(one.right == vocabulary.UNCHANGED for one in meant) == number // 4


@pytest.mark.parametrize("task", ["CLP", "VAP", "PTR", "VPC", ROBUST])
def test_kinds_of_scenes_say_nothing_of_the_key(task):
    """Over 48 items each class is shown in each kind of scene equally often."""
    pairs = Counter((one.right, one.scene) for one in (make_target(task, 2, index) for index in range(48)))
    assert len(pairs) == 4 * len(SCENES[task])
    assert set(pairs.values()) == {12 // len(SCENES[task])}


def test_scenes_are_of_the_kind_that_was_meant(items):
    """An item shows the kind of scene whose turn it is, but where a surface is all that there is."""
    shown = [(item, make_target(item.task, 1, item.index).scene) for item in items if item.task in SCENES]
    assert len(shown) > 30
    for item, kind in shown:
        assert item.pictures[0].scene.kind == kind or item.right == vocabulary.UNABLE or item.kind == "two points"


def test_two_points_lie_in_every_pair_of_quadrants():
    """OVR: both above, both below, and one on each side of the horizon's slope are right equally often."""
    own = [one for one in (make_target("OVR", 5, index) for index in range(48)) if one.kind == "two points"]
    assert Counter(one.right for one in own) == dict.fromkeys(vocabulary.PAIRS, 4)
    index = next(one.number for one in own if one.right == vocabulary.PAIRS[2])
    (item,) = generate_items("OVR", 5, index)
    assert slow.true_text(item) == vocabulary.PAIRS[2]


def test_pictures_of_one_type_are_taken_from_two_directions(items):
    """PTS: where the type does not change, the camera has turned by 15 degrees or more."""
    own = [item for item in items if item.task == "PTS" and item.right == vocabulary.UNCHANGED]
    assert own
    for item in own:
        first, second = (picture.view.yaw_deg for picture in item.pictures)
        assert 15 <= (first - second) % 360 <= 345


def test_the_middle_row_is_a_line_wherever_it_is_no_horizon(items):
    """CLP: the row in the middle is one of the lines, unless the horizon is within 8 percent of the height of it."""
    for item in items:
        if item.task == "CLP":
            a, b, c = item.pictures[0].view.camera.horizon
            off = abs(a * 479.5 + b * 359.5 + c)
            rows = [(first[1] + second[1]) / 2 for first, second in (mark.places for mark in item.marks)]
            assert off < 0.08 * 720 or min(abs(y - 359.5) for y in rows) < 0.75


def test_text_alone_says_nothing_of_the_key():
    """Among the items of a task no position and no text of an option is right more often than its share."""
    for task in ("PTR", "VAP", "LRR"):
        meant = [make_target(task, 3, index) for index in range(600)]
        count = len(meant[0].options)
        pairs = Counter((one.right, one.options.index(one.right)) for one in meant)
        expected = 600 / count**2
        assert all(abs(number - expected) < 4.5 * expected**0.5 for number in pairs.values())
        assert len(pairs) == count**2


def test_a_seed_is_asked_five_times(items):
    """Original, crop, mirror image, mask and rotation: one question, the same options, one truth."""
    for index in range(2):
        own = [item for item in items if item.task == ROBUST and item.index == index]
        assert [item.operation for item in own] == ["original", "crop", "flip", "mask", "rotation"]
        assert len({(item.question, item.options, item.answer) for item in own}) == 1
        assert len({item.group_id for item in own}) == 1
        assert own[0].pictures[0].view == own[4].pictures[0].view


def test_changed_pictures_are_operations_on_the_first(folder, items, stored):
    """The files of a seed are its first picture with each operation done to its pixels."""
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
    """A crop keeps 65 to 85 percent of a side, masks cover 8 to 20 percent, a rotation is of 6 to 15 degrees."""
    for item in items:
        operation, view = item.pictures[0].operation, item.pictures[0].view
        if operation.name == "crop":
            assert 0.645 <= operation.numbers[2] / view.width_px <= 0.855
        elif operation.name == "mask":
            covered = np.zeros((view.height_px, view.width_px), bool)
            for left, top, width, height in (map(int, one) for one in operation.rectangles):
                covered[top : top + height, left : left + width] = True
            assert 0.08 <= covered.mean() <= 0.20
            assert 1 <= len(operation.rectangles) <= 3
        elif operation.name == "rotation":
            assert 6 <= abs(operation.numbers[0]) <= 15


def test_masks_that_overlap_are_no_masks():
    """Two rectangles over each other cover less than their areas say."""
    apart, over = (0.0, 0.0, 300.0, 200.0), (100.0, 100.0, 300.0, 200.0)
    assert not is_within_limits(ImageOperation("mask", (*apart, *over)), 960, 720)
    assert is_within_limits(ImageOperation("mask", (*apart, 500.0, 100.0, 300.0, 200.0)), 960, 720)
    assert not is_within_limits(ImageOperation("mask", (*apart[:2], 100.0, 100.0)), 960, 720)


def test_a_set_is_the_same_byte_for_byte(tmp_path):
    """The same seed writes the same files; an item is the same in a larger set."""
    counts = {"VPC": 2, "CLP": 1}
    synthesize(tmp_path / "first", counts, seed=5)
    synthesize(tmp_path / "second", counts, seed=5)
    synthesize(tmp_path / "larger", {"VPC": 3}, seed=5)
    assert files(tmp_path / "first") == files(tmp_path / "second")
    first, larger = (files(tmp_path / name) for name in ("first", "larger"))
    for path in first:
        if path.parts[:2] == (IMAGES, "VPC"):
            assert first[path] == larger[path]


def test_the_layout_is_complete(folder, stored):
    """Every line has its picture, of its layout's size, and the folder says how it was made."""
    said = json.loads((folder / ENGINE).read_text())
    assert (said["benchmark"], said["seed"], said["items"]) == ("mmperspective", 1, len(stored))
    for line in stored:
        height, width = cv2.imread(str(folder / line["image"])).shape[:2]
        if line["layout"] == "pair":
            assert (width, height) == (2 * 720 + 20, 540)
        elif line["layout"] == "grid":
            assert (width, height) == (2 * 470 + 20, 2 * 350 + 20)
        elif line["pictures"][0]["operation"]["name"] in ("original", "flip", "mask"):
            assert (width, height) == (960, 720)


def test_the_default_and_the_paper_s_numbers():
    """By default forty of each task, and of scenes; 0 stands for the paper's 2,118 questions and 593 seeds."""
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
def test_an_impossible_set_is_refused(arguments, words_):
    """Unknown tasks and impossible numbers are named."""
    with pytest.raises(SceneError, match=words_):
        compute_item_counts(*arguments)


def test_a_full_folder_is_left_alone(folder):
    """A set is never written over another."""
    before = (folder / ITEMS).stat().st_mtime_ns
    with pytest.raises(SceneError):
        synthesize(folder, {"VPC": 1})
    assert (folder / ITEMS).stat().st_mtime_ns == before


def test_red_marks_are_where_they_are_said_to_be(folder, items, stored):
    """VPP: around each stored centre there is a red ring."""
    for item, line in zip(items, stored, strict=True):
        if item.task == "VPP":
            image = cv2.imread(str(folder / line["image"])).astype(int)
            for mark in item.marks:
                x, y = mark.places[0]
                angles = np.linspace(0, 2 * np.pi, 40)
                ring = image[np.rint(y + 24 * np.sin(angles)).astype(int), np.rint(x + 24 * np.cos(angles)).astype(int)]
                assert (ring[:, 2] - ring[:, :2].max(axis=1) > 90).mean() > 0.8
