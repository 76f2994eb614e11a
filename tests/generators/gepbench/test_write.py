"""Tests of a written set: its layout, its truths recomputed from its lines, and the command."""

import json
from collections import Counter

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from core.__main__ import app
from core.benchmarks.gepbench.shapes import describe, read_shape
from core.benchmarks.gepbench.vocabulary import ASPECTS, LEVELS, SHAPES_BY_LEVEL
from core.cli.synthesize import accept_former_form
from core.errors import SceneError
from core.generators.gepbench.write import ENGINE, ITEMS, synthesize
from tests.benchmarks.gepbench import slow

SET_ITEMS = 192


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write a set of both levels with every kind of question at each letter."""
    folder = tmp_path_factory.mktemp("gepbench") / "set"
    assert synthesize(folder, SET_ITEMS, seed=3).questions == SET_ITEMS
    return folder


@pytest.fixture(scope="module")
def items(folder):
    return read_lines(folder / ITEMS)


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """Write a small set of the authors' engine."""
    folder = tmp_path_factory.mktemp("gepbench") / "published"
    synthesize(folder, 60, mode="as-published", seed=3)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", ["folder", "published"])
def test_the_layout_is_that_of_the_authors_code(name, request):
    """Each line of each aspect has the released keys, an answer among four choices, a figure and a description."""
    folder = request.getfixturevalue(name)
    for level in LEVELS:
        rules = json.loads((folder / f"dataset/rules-{level}.json").read_text())
        for aspect in ASPECTS:
            for number, line in enumerate(read_lines(folder / f"dataset/vqa-{level}/{aspect}.jsonl")):
                assert list(line) == ["image_id", "question_id", "question", "choices", "answer"]
                assert line["question_id"] == number
                assert len(line["choices"]) == 4
                assert line["answer"] in line["choices"]
                assert set(rules[line["image_id"]]) == {"shapes", "relations"}
                assert (folder / f"dataset/figures/{level}_{line['image_id']:08d}.png").is_file()
        assert len(rules) == len(list((folder / "dataset/figures").glob(f"{level}_*.png")))


def test_items_are_balanced(items):
    """Every aspect, level and letter has the same number of items."""
    cells = Counter((item["aspect"], item["level"], item["letter"]) for item in items)
    assert len(cells) == len(ASPECTS) * len(LEVELS) * 4
    assert set(cells.values()) == {SET_ITEMS // len(cells)}
    assert len({item["query"]["kind"] for item in items}) == 11


@pytest.mark.slow
def test_every_truth_follows_from_the_written_parameters(items):
    """By slow definitions with dense curves the key is right and every other option is wrong."""
    for item in items:
        right = [
            choice for choice, is_right in zip(item["choices"], slow.list_true_options(item), strict=True) if is_right
        ]
        assert right == [item["answer"]], item["item_id"]
        assert item["truth"]["is_true"].index(True) == "ABCD".index(item["letter"])
        assert item["truth"]["margin"] is None or item["truth"]["margin"] >= -1e-9


def test_shapes_have_their_described_type(items):
    """The type measured from corners and axes is the described one, and the number of shapes fits the level."""
    for item in items:
        for shape in item["shapes"]:
            assert slow.measure_type(shape) == read_shape(shape).type
            left, bottom, right, top = slow.compute_box(shape)
            assert min(left, bottom) > 0.019
            assert max(right, top) < 0.981
        low, high = SHAPES_BY_LEVEL[item["level"]]
        assert low <= len(item["shapes"]) <= high


def test_choices_of_size_differ_clearly(items):
    """Spans differ by at least 0.10, areas by a factor of at least 1.4; they are in any order."""
    is_sorted = []
    for item in items:
        if item["aspect"] == "size":
            values = np.array(sorted(item["choices"]))
            is_sorted.append(item["choices"] == values.tolist())
            if item["query"]["detail"] == "area":
                assert (values[1:] / values[:-1] > 1.3999).all()
            else:
                assert (np.diff(values) > 0.0999).all()
    assert np.mean(is_sorted) < 0.3


def test_dark_pixels_are_on_the_written_curves(folder, items):
    """The figure is dark along every curve, except for crossing white strokes, and nowhere else."""
    kernel = np.ones((5, 5), np.uint8)
    for item in items[:48]:
        image = cv2.imread(str(folder / item["figure"]), cv2.IMREAD_GRAYSCALE)
        assert image.shape == (640, 640)
        far = np.ones(image.shape, bool)
        for line in item["shapes"]:
            columns, rows = np.rint(slow.trace_curve_px(read_shape(line))).astype(int).T
            np.testing.assert_allclose(
                slow.trace_curve_px(read_shape(line))[0], (slow.sample_densely(line)[0] * [1, -1] + [0, 1]) * 640 - 0.5
            )
            dark = cv2.erode(image, kernel)[rows, columns] < 170
            assert dark.mean() > (0.999 if not item["drawing"]["is_noisy"] else 0.75)
            near = np.zeros(image.shape, np.uint8)
            near[rows, columns] = 1
            far &= cv2.dilate(near, np.ones((15, 15), np.uint8)) == 0
        assert image[far].min() > 225


def test_levels_look_different(folder, items):
    """Easy figures are black on pure white; half of the hard ones have background noise."""
    noisy = Counter()
    for item in items[:96]:
        image = cv2.imread(str(folder / item["figure"]), cv2.IMREAD_GRAYSCALE)
        is_grainy = np.mean((image > 235) & (image < 255)) > 0.05
        assert is_grainy == item["drawing"]["is_noisy"]
        noisy[item["level"]] += is_grainy
    assert noisy["easy"] == 0
    assert 12 <= noisy["hard"] <= 36


@pytest.mark.slow
def test_the_same_seed_writes_the_same_set(tmp_path):
    """All files of two sets with the same seed are equal; another seed gives other questions and figures."""
    for name, seed in (("one", 5), ("again", 5), ("other", 6)):
        synthesize(tmp_path / name, 12, seed=seed)
    one, again, other = (read_files(tmp_path / name) for name in ("one", "again", "other"))
    assert one == again
    assert all(one[name] != other[name] for name in one if name.suffix in (".png", ".jsonl"))


def test_noise_pairs_show_the_same_figure(tmp_path):
    """Each easy figure has a noisy twin that differs only in noise and strokes."""
    synthesize(tmp_path / "set", 6, level="easy", noise_pairs=True)
    figures = tmp_path / "set/dataset/figures"
    twins = sorted(figures.glob("en_*.png"))
    assert len(twins) == 6
    for twin in twins:
        plain, noisy = (
            cv2.imread(str(figures / name)).astype(int) for name in (twin.name.replace("en", "easy"), twin.name)
        )
        assert np.mean(plain != noisy) > 0.2
        assert np.mean(np.abs(plain - noisy) > 60) < 0.01


def test_descriptions_round_trip(published, items):
    """Shapes read from their lines are described by the same lines, in both modes."""
    both = [*items, *read_lines(published / ITEMS)]
    kinds = set()
    for item in both:
        for line in item["shapes"]:
            assert json.loads(json.dumps(describe(read_shape(line)))) == line
            kinds.add(line["type"])
    assert {"polygon", "ellipse", "segment", "spiral"} <= kinds
    with pytest.raises(SceneError, match="cannot be read"):
        read_shape({"type": "polygon"})
    with pytest.raises(SceneError, match="'torus'"):
        read_shape({"type": "torus"})


def test_failed_sets_leave_nothing_behind(folder, tmp_path, monkeypatch):
    """A folder that is not empty raises an error, and a set that fails during writing is removed."""
    with pytest.raises(SceneError, match="is not empty"):
        synthesize(folder, 1)

    def raise_full_disk(*_):
        raise OSError("No space left on device")

    monkeypatch.setattr("core.generators.gepbench.write.encode_png", raise_full_disk)
    with pytest.raises(SceneError, match="could not be written: No space left"):
        synthesize(tmp_path / "set", 2)
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_set(tmp_path):
    """`synthesize gepbench` reports what it wrote; the engine's file has version, mode and seed."""
    out = tmp_path / "out"
    arguments = ["--items", "13", "--level", "hard", "--mode", "as-published", "--seed", "2", "--out", str(out)]
    result = CliRunner().invoke(app, ["synthesize", "gepbench", *arguments])
    assert result.exit_code == 0, result.output
    assert "13 questions about" in result.output.replace("\n", " ")
    about = json.loads((out / ENGINE).read_text())
    assert (about["mode"], about["level"], about["seed"], about["items"]) == ("as-published", "hard", 2, 13)
    assert about["engine_version"] == "1", "the authors' engine does not change with ours"
    assert Counter(item["aspect"] for item in read_lines(out / ITEMS)) == Counter(
        {aspect: 3 if aspect == "existence" else 2 for aspect in ASPECTS}
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gepbench", "--mode", "rough"], "no mode 'rough'; choose exact, as-published"),
        (["gepbench", "--level", "harder"], "no level 'harder'; choose easy, hard, both"),
        (["gepbench", "--items", "0"], "0 items"),
        (["giq", "--views", "21"], "21 views"),
        (["giq", "--pairs", "-1"], "-1 pairs"),
    ],
)
def test_invalid_set_options_are_rejected(tmp_path, arguments, words):
    """The error names the unknown or impossible value, and nothing is written."""
    result = CliRunner().invoke(app, ["synthesize", *arguments, "--out", str(tmp_path / "out")])
    assert isinstance(result.exception, SceneError)
    assert words in str(result.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gepbench", "--tilt", "3:4"], "No such option: --tilt"),
        (["giq", "--items", "3"], "No such option: --items"),
        (["torus"], "No such command 'torus'"),
    ],
)
def test_options_of_another_benchmark_are_rejected(tmp_path, arguments, words):
    """An unknown option or benchmark is a usage error, and nothing is written."""
    result = CliRunner().invoke(app, ["synthesize", *arguments, "--out", str(tmp_path / "out")])
    assert (result.exit_code, words in result.output) == (2, True), result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--benchmark", "giq", "--out", "a"], ["giq", "--out", "a"]),
        (["--out", "a", "--benchmark=giq", "--seed", "2"], ["giq", "--out", "a", "--seed", "2"]),
        (["--out", "a"], ["synthetic", "--out", "a"]),
        (["giq", "--out", "a"], ["giq", "--out", "a"]),
        (["--help"], ["--help"]),
        ([], []),
    ],
)
def test_the_former_form_of_the_command_works(arguments, expected):
    """`synthesize --benchmark NAME` means `synthesize NAME`; without a name it writes photographs."""
    assert accept_former_form(["synthesize", *arguments]) == ["synthesize", *expected]
    assert accept_former_form(["build", *arguments]) == ["build", *arguments]
