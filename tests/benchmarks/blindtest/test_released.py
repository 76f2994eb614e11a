"""Tests on the authors' own folders: their printed shares, their rule for the truth, and what the images show."""

import math
from collections import Counter
from itertools import pairwise, product

import numpy as np
import pytest
from PIL import Image

from core.benchmarks.blindtest.circles import NO, TASKS, YES, parse_name, reconstruct_answer
from core.benchmarks.blindtest.published import AVERAGE, PAPER_TABLES
from core.benchmarks.blindtest.reader import MODELS, read_blindtest
from core.benchmarks.blindtest.release_folders import read_judged_images
from core.benchmarks.registry import find_workspace
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.workspace import Workspace
from tests.benchmarks.blindtest.authors_folders import AUTHORS_FOLDERS, write_authors_folders

N_PER_GAP = 48
"""Number of images per gap."""

OPPOSITE = {YES: NO, NO: YES}

pytestmark = pytest.mark.skipif(not AUTHORS_FOLDERS.is_dir(), reason="the authors' folders are missing")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Lay out the authors' folders from the list of their paths."""
    path = tmp_path_factory.mktemp("blindtest")
    write_authors_folders(path)
    return path


@pytest.fixture(scope="module")
def judged(folder):
    """Read which images are in which folder."""
    return read_judged_images(folder)


def count_yes_by_gap(judged, task, model, answer):
    """Count the answers Yes by gap, from the smallest, if right or wrong means `answer(pair, is_right)`."""
    counts = Counter()
    for image_id, is_right in judged.verdicts[task, model].items():
        pair = judged.pairs[image_id]
        counts[pair.gap_diameters] += answer(pair, is_right) == YES
    return [counts[gap] for gap in sorted(counts)]


def compute_largest_rise(counts):
    """Return the largest increase from one gap to the next."""
    return max(after - before for before, after in pairwise(counts))


def make_rule(task):
    """Return a function that reconstructs answers by the reader's rule."""
    return lambda pair, is_right: reconstruct_answer(task, pair, is_right=is_right)


def make_rule_with_truth_at_0(task, truth):
    """Return a function that reconstructs answers if the truth at gap 0 is `truth`."""

    def answer(pair, is_right):
        if pair.gap_diameters == 0:
            return truth if is_right else OPPOSITE[truth]
        return reconstruct_answer(task, pair, is_right=is_right)

    return answer


def test_the_folders_are_complete(judged):
    """There are 672 images, 48 per gap, of 224 drawings at three sizes; each is judged once per task and model."""
    assert not judged.refusals
    assert len(judged.pairs) == 672
    assert set(Counter(pair.gap for pair in judged.pairs.values()).values()) == {N_PER_GAP}
    assert set(Counter(pair.drawing_id for pair in judged.pairs.values()).values()) == {3}
    assert set(judged.model_folders) == set(MODELS)
    for task, model in product(TASKS, MODELS):
        assert set(judged.verdicts[task, model]) == set(judged.pairs)


def test_the_printed_shares_equal_those_of_the_folders(judged):
    """All twelve printed figures are the shares of the folders, truncated after two decimals."""
    printed = {(figure.row_key, figure.column_key): figure.value for figure in PAPER_TABLES.read_figures()}
    assert len(printed) == len(MODELS) * 3
    for name, model in MODELS.items():
        shares = {task: 100 * np.mean(list(judged.verdicts[task, name].values())) for task in TASKS}
        for column, share in (shares | {AVERAGE: np.mean(list(shares.values()))}).items():
            assert math.floor(100 * share) / 100 == printed[model.model_id, column]


@pytest.mark.parametrize(("task", "truth"), [("touching", YES), ("overlapping", NO)])
def test_only_one_truth_at_gap_0_fits_all_models(judged, task, truth):
    """A model that answers Yes at a gap also does so at smaller gaps; only one truth at gap 0 agrees with that.

    Under the authors' rule, no model's number of Yes rises by more than four of 48 answers from one gap to the next.
    Under the other truth at gap 0, that of at least one model rises by more than 30.
    """
    jumps = []
    for model in MODELS:
        right = count_yes_by_gap(judged, task, model, make_rule_with_truth_at_0(task, truth))
        assert right == count_yes_by_gap(judged, task, model, make_rule(task))
        assert compute_largest_rise(right) <= 4
        jumps.append(
            compute_largest_rise(
                count_yes_by_gap(judged, task, model, make_rule_with_truth_at_0(task, OPPOSITE[truth]))
            )
        )
    assert max(jumps) > 30


def test_overlapping_circles_count_as_touching(judged):
    """If overlapping circles did not count as touching, answers about the same image would contradict each other.

    Claude 3.5 Sonnet would deny touching and overlapping more than twice as often at a gap of -0.05 as at 0.
    """
    denied = Counter()
    for image_id, pair in judged.pairs.items():
        overlaps = reconstruct_answer(
            "overlapping", pair, is_right=judged.verdicts["overlapping", "sonnet-3.5"][image_id]
        )
        touches = reconstruct_answer("touching", pair, is_right=judged.verdicts["touching", "sonnet-3.5"][image_id])
        if pair.gap_diameters < 0:  # the other rule: the truth is No
            touches = OPPOSITE[touches]
        denied[pair.gap] += overlaps == touches == NO
    assert denied["-0.05"] > 2 * denied["0.00"]


@pytest.mark.slow
def test_file_names_state_what_the_images_show(folder, judged):
    """Diameter and gap, measured from the extent of the colours, equal those of the name within two pixels."""
    for image_id, pair in judged.pairs.items():
        with Image.open(judged.images[image_id]) as image:
            inked = np.asarray(image.convert("RGB")).min(axis=2) < 128
        rows, columns = (np.flatnonzero(inked.any(axis=axis)) for axis in (1, 0))
        height, width = (int(indexes[-1] - indexes[0] + 1) for indexes in (rows, columns))
        diameter = float(np.float64(1) / round(1 / float(pair.diameter))) * int(pair.pixels)
        apart = (1 + pair.gap_diameters) * diameter
        if pair.rotation.startswith("diagonal"):
            expected = (diameter + apart / math.sqrt(2), diameter + apart / math.sqrt(2))
        else:
            expected = (diameter, diameter + apart) if pair.rotation == "horizontal" else (diameter + apart, diameter)
        assert (height, width) == pytest.approx(expected, abs=2), image_id


@pytest.mark.slow
def test_the_falling_diagonal_starts_higher_on_the_left(folder, judged):
    """The blue circle is the left one; on a falling diagonal it is the higher one."""
    for pair_id, pair in judged.pairs.items():
        if not pair.rotation.startswith("diagonal"):
            continue
        with Image.open(judged.images[pair_id]) as image:
            red, _, _ = np.moveaxis(np.asarray(image.convert("RGB")).astype(int), 2, 0)
            blue, pink = (np.argwhere(mask).mean(axis=0) for mask in (red < 60, (red > 200) & _is_pink(image)))
        assert blue[1] < pink[1]
        assert (blue[0] < pink[0]) == (pair.rotation == "diagonal_1")


def _is_pink(image):
    return np.asarray(image.convert("RGB"))[:, :, 1] < 60


def test_the_warehouse_s_contents_have_every_reply(folder):
    """There are 1,344 cases in 224 groups and four runs, each with a reply to every case; nothing is refused."""
    contents = read_blindtest(folder, lambda _: None)
    assert not contents.refusals
    assert len(contents.cases) == 1344
    assert len({case.group_id for case in contents.cases}) == 224
    for run in contents.published:
        assert set(run.replies.values()) == {YES, NO}
        assert len(run.replies) == 1344


def test_every_file_name_of_the_list_is_parsed(folder):
    """Every path of the list states its circles."""
    lines = (AUTHORS_FOLDERS / "tree.txt").read_text(encoding="utf-8").split()
    assert len(lines) == 5376
    assert all(parse_name(line.rpartition("/")[2]) for line in lines)


@pytest.mark.slow
def test_the_warehouse_reproduces_the_printed_table(folder, tmp_path):
    """All twelve figures are recomputed from the warehouse's answers and equal the printed digits."""
    workspace = find_workspace(Workspace(tmp_path), "blindtest")
    build(workspace, folder)
    with open_current(workspace) as warehouse:
        figures = warehouse.query("reproduction")
        sources = warehouse.query("sources")
    assert len(figures) == 12
    assert figures["is_reproduced"].all()
    assert figures["n"].isin([672, 1344]).all()
    assert set(sources.loc[sources["path"].str.startswith("src/"), "status"]) == {"verified"}
    assert figures["difference"].between(0, 0.01, inclusive="left").all(), "cut, not rounded"
