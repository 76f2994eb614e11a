"""Tests of the image statistics baseline: it learns from colours that identify the class, never from its own truth."""

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from core.benchmarks.choice.image_statistics import StatisticsCheck, answer_by_statistics
from core.errors import ImageError
from core.photographs.image_statistics import compute_image_statistics
from core.records import FEW_GROUPS
from core.scoring.choice.image_statistics_baseline import predict_from_statistics

CLASSES = ("inside", "outside", "above", "below")

HUES = ((180, 20, 20), (20, 180, 20), (20, 20, 180), (180, 180, 20))


def draw_cases(folder, n_groups, colour_of, seed=0):
    """Draw cases with four shuffled options and one image each, two cases of one class per group."""
    random = np.random.default_rng(seed)
    rows = []
    for number in range(n_groups):
        right = number % len(CLASSES)
        for part in range(2):
            name = f"{number}-{part}.png"
            pixels = random.integers(0, 60, (30, 40, 3)) + colour_of(right, random)
            Image.fromarray(pixels.astype(np.uint8)).save(folder / name)
            options = tuple(CLASSES[index] for index in random.permutation(len(CLASSES)))
            rows.append((f"g{number}", "where", options, options.index(CLASSES[right]), (name,)))
    return pd.DataFrame(rows, columns=["group_id", "question_id", "options", "truth", "images"])


def compute_share_right(cases, folder):
    return float((answer_by_statistics(cases, folder, StatisticsCheck()) == cases["truth"]).mean())


def draw_random_colour(_, random):
    return random.integers(0, 190, 3)


def test_colours_that_identify_the_class_are_learned(tmp_path):
    """If each class has its own colour, all answers are right, whatever letters the options have."""
    cases = draw_cases(tmp_path, 40, lambda right, _: HUES[right])
    assert compute_share_right(cases, tmp_path) == 1


@pytest.mark.parametrize("seed", range(3))
def test_random_colours_give_no_more_than_chance(tmp_path, seed):
    """With random colours the score is at most chance plus three standard errors over groups."""
    cases = draw_cases(tmp_path, 100, draw_random_colour, seed)
    assert compute_share_right(cases, tmp_path) <= 0.25 + 3 * np.sqrt(0.25 * 0.75 / 100)


def test_the_most_common_answer_is_given_if_images_do_not_help(tmp_path):
    """If one class is right in nine of ten cases, the baseline is as good as the best constant."""
    cases = draw_cases(tmp_path, 80, draw_random_colour)
    commonest = [options.index("inside") for options in cases["options"]]
    cases["truth"] = np.where(np.arange(len(cases)) // 2 % 10 == 0, cases["truth"], commonest)
    assert compute_share_right(cases, tmp_path) >= 0.9


def test_no_answer_depends_on_the_truths_of_its_own_group(tmp_path):
    """Changing a group's truths changes answers about other groups only."""
    cases = draw_cases(
        tmp_path, 40, lambda right, random: np.array([20 + 20 * right, 100, 90]) + draw_random_colour(0, random) // 3
    )
    check = StatisticsCheck()
    before = answer_by_statistics(cases, tmp_path, check)
    others_changed = False
    for group_id in ("g0", "g7", "g21"):
        is_own = cases["group_id"] == group_id
        changed = cases.assign(truth=np.where(is_own, (cases["truth"] + 1) % len(CLASSES), cases["truth"]))
        after = answer_by_statistics(changed, tmp_path, check)
        assert after[is_own].equals(before[is_own])
        others_changed |= not after.equals(before)
    assert others_changed


def test_answers_do_not_depend_on_the_order_of_cases(tmp_path):
    """Cases in reverse order have the same answers."""
    cases = draw_cases(tmp_path, 24, draw_random_colour)
    backwards = answer_by_statistics(cases.iloc[::-1], tmp_path, StatisticsCheck())
    assert backwards.loc[cases.index].equals(answer_by_statistics(cases, tmp_path, StatisticsCheck()))


def test_a_question_of_few_groups_has_no_answer(tmp_path):
    """With fewer than ten groups, or without any choices, there are no answers."""
    cases = draw_cases(tmp_path, FEW_GROUPS, draw_random_colour)
    few = cases[cases["group_id"] != "g0"]
    assert answer_by_statistics(few, tmp_path, StatisticsCheck()).isna().all()
    assert answer_by_statistics(cases, tmp_path, StatisticsCheck()).notna().all()
    assert answer_by_statistics(cases.iloc[:0], tmp_path, StatisticsCheck()).empty


def test_the_difference_between_two_images_is_learned(tmp_path):
    """The baseline learns whether two images have the same brightness, at any brightness and in either order."""
    random = np.random.default_rng(4)
    rows = []
    for number in range(60):
        first = int(random.integers(40, 160))
        for part, grey in enumerate((first, first if number % 2 else 200 - first // 2)):
            Image.new("RGB", (40, 30), (grey,) * 3).save(tmp_path / f"{number}-{part}.png")
        names = (f"{number}-0.png", f"{number}-1.png")
        rows += [(f"g{number}", "same", ("yes", "no"), 1 - number % 2, names)]
        rows += [(f"g{number}", "same", ("no", "yes"), number % 2, names[::-1])]
    cases = pd.DataFrame(rows, columns=["group_id", "question_id", "options", "truth", "images"])
    assert compute_share_right(cases, tmp_path) > 0.9


def test_large_folds_are_subsampled():
    """A fold learns from at most a thousand cases, and still learns from an informative block."""
    number = np.arange(3000)
    options = [("no", "yes")] * len(number)
    cases = pd.DataFrame({"group_id": number.astype(str), "question_id": "q", "options": options, "truth": number % 2})
    block = (number % 2 + np.random.default_rng(0).normal(0, 0.2, len(number)))[:, None]
    assert (predict_from_statistics(cases, [block]) == cases["truth"]).mean() > 0.95


def test_an_image_is_opened_once_and_a_broken_image_raises(tmp_path):
    """The check caches an image's statistics, and raises the usual error for a broken image."""
    path = tmp_path / "a.png"
    Image.new("RGB", (40, 30), (200, 10, 10)).save(path)
    check = StatisticsCheck()
    check(path)
    path.unlink()
    assert check.load_statistics(path).colour[:3] == pytest.approx([200 / 255, 10 / 255, 10 / 255])
    path.write_bytes(b"no picture")
    with pytest.raises(ImageError, match="not an image"):
        StatisticsCheck()(path)


def test_statistics_are_of_colour_edges_foreground_and_size():
    """A bright square on black has the expected share, brightness, horizontal and vertical edges, and file size."""
    pixels = np.zeros((72, 96, 3), np.uint8)
    pixels[24:48, 36:60] = 255
    found = compute_image_statistics(Image.fromarray(pixels), 1000)
    share = 24 * 24 / (72 * 96)
    assert found.colour == pytest.approx([share] * 3 + [np.sqrt(share * (1 - share))] * 3 + [share, 1, 0])
    assert found.size == pytest.approx(np.log([1000, 96, 72]))
    assert found.thumbnail.reshape(6, 8, 3)[2:4, 3:5] == pytest.approx(np.ones((2, 2, 3)))
    cells, orientations = found.edges[:9], found.edges[9:17]
    assert cells.argmax() == 4
    assert orientations[[0, 4]].sum() > 0.9
    assert orientations[0] == pytest.approx(orientations[4], rel=0.1)
    plain = compute_image_statistics(Image.new("RGB", (10, 10)), 1)
    assert all(np.isfinite(block).all() for block in plain.blocks)
