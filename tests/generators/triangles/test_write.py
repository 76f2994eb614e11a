"""Tests of a set in the release's layout, which is read, built and measured like the real one."""

import csv
import json

import numpy as np
import pytest
from typer.testing import CliRunner

from core.__main__ import app
from core.benchmarks.registry import SYNTHETIC
from core.benchmarks.triangles import dataset_facts
from core.benchmarks.triangles.release_reader import read_release
from core.errors import SceneError
from core.generators.photo_scenes.render import render_jpeg
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.photo_scenes.truth import compute_scene_truth
from core.generators.triangles import write
from core.generators.triangles.write import SCENES, synthesize
from core.photographs.measurements import measure_photograph
from core.warehouse.build import build
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import Warehouse


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write two triangles in all conditions and a third in one."""
    folder = tmp_path_factory.mktemp("set") / "scenes"
    assert synthesize(folder, 9, seed=3) == 3
    return folder


def read_header(path):
    with path.open(newline="", encoding="utf-8") as file:
        return next(csv.reader(file))


def test_a_set_is_read_like_a_release(folder):
    """Every row is accepted, ids differ from Tri-Bench's, and truths equal the recomputed ones."""
    release = read_release(folder)
    set_ids, names = zip(*(p.case_id.split("-") for p in release.photographs), strict=True)
    assert names[:5] == ("001_P0", "001_P1", "001_T0", "001_T1", "002_P0")
    assert [p.group_id for p in release.photographs][::4] == [f"{set_ids[0]}-00{n}" for n in (1, 2, 3)]
    assert len(set(set_ids)) == 1
    assert {p.benchmark_id for p in release.photographs} == {"synthetic"}
    assert len(release.truths) == 9 * 2 * 6
    for truth in release.truths:
        is_class = isinstance(truth.value, str)
        assert truth.value == (truth.recomputed if is_class else pytest.approx(truth.recomputed, abs=6e-5))
    for p in release.photographs:
        assert p.side_class_2d == p.side_class_2d_paper
    assert release.raw_replies == {}


@pytest.mark.slow
def test_no_two_sets_share_a_photograph(folder, tmp_path):
    """Sets of another seed or size have other ids, so that answers are not mixed up."""
    ids = {p.case_id for p in read_release(folder).photographs}
    for name, options in {"seed": {"photographs": 9, "seed": 4}, "number": {"photographs": 4, "seed": 3}}.items():
        synthesize(tmp_path / name, **options)
        assert ids.isdisjoint(p.case_id for p in read_release(tmp_path / name).photographs)


@pytest.mark.slow
def test_the_tables_follow_from_the_scenes(folder):
    """Pixels, sides and occlusions in the tables equal those of the scenes stored with them."""
    drawn = [json.loads(line) for line in (folder / SCENES).read_text().splitlines()]
    photographs = {p.case_id: p for p in read_release(folder).photographs}
    assert len(drawn) == len(photographs)
    for line in drawn:
        scene = TriangleScene(**line["scene"])
        truth, photograph = compute_scene_truth(scene), photographs[line["photograph_id"]]
        assert (*photograph.a_px, *photograph.b_px, *photograph.c_px) == pytest.approx(
            (*truth.a_px, *truth.b_px, *truth.c_px), abs=1e-5
        )
        assert photograph.ab_cm == pytest.approx(truth.triangle_3d.ab, abs=1e-5)
        assert photograph.square_edge_occlusion == truth.square_edge_occlusion
        file = folder / dataset_facts.IMAGES / f"{line['photograph_id']}.jpg"
        assert file.read_bytes() == render_jpeg(scene)


@pytest.mark.slow
def test_a_warehouse_is_built_from_a_set(folder, workspace):
    """`build` measures all photographs, under a separate benchmark."""
    with Warehouse(build(workspace, folder).generation, "triangles") as warehouse:
        rows = warehouse.query("contents").set_index("content")["rows"]
    assert rows["photographs"] == rows["of these on the disk"] == 9
    # Two published frames and the measured one, six questions.
    assert rows["truths"] == 9 * 3 * 6


@pytest.mark.slow
def test_phrases_call_the_cases_scenes(folder, workspace):
    """A drawn case is called a scene in every phrase, also for subsets; photographs are Tri-Bench's."""
    with Warehouse(build(workspace.select_benchmark(SYNTHETIC), folder).generation, "triangles") as warehouse:
        phrases = [subset.phrase for subset in read_benchmark_info(warehouse).subsets.values()]
    assert "a tilted scene" in phrases
    assert not any("photograph" in phrase for phrase in phrases)


def test_a_written_photograph_is_measured_correctly(folder):
    """With its EXIF alone, the sides are right to a millimetre and a half."""
    row = next(p for p in read_release(folder).photographs if p.case_id.endswith("-001_T0"))
    measured = measure_photograph(folder / dataset_facts.IMAGES / f"{row.case_id}.jpg")
    assert measured.sides_cm == pytest.approx((row.ab_cm, row.bc_cm, row.ca_cm), abs=0.15)


def test_columns_equal_those_of_the_release(folder, dataset):
    """Each table has exactly the real one's columns, in order."""
    for table in (dataset_facts.TRIANGLES_3D, dataset_facts.PIXELS_2D, dataset_facts.OCCLUSION):
        assert read_header(folder / table) == read_header(dataset / table)
    assert (folder / dataset_facts.PROMPT).read_text() != (dataset / dataset_facts.PROMPT).read_text()


@pytest.mark.slow
def test_the_same_seed_writes_the_same_set(folder, tmp_path):
    """All files of two sets with the same seed are equal."""
    again = tmp_path / "again"
    synthesize(again, 9, seed=3)
    files = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(again) for path in again.rglob("*") if path.is_file())
    for name in files:
        assert (folder / name).read_bytes() == (again / name).read_bytes(), name


def test_nothing_is_overwritten(folder, tmp_path):
    """A folder that is not empty raises an error and stays unchanged; an empty one is filled."""
    before = np.array([path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))])
    with pytest.raises(SceneError, match="is not empty"):
        synthesize(folder, 1)
    assert (before == [path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))]).all()
    (tmp_path / "empty").mkdir()
    synthesize(tmp_path / "empty", 1)
    assert (tmp_path / "empty" / dataset_facts.TRIANGLES_3D).is_file()


def test_a_set_that_fails_leaves_nothing_behind(tmp_path, monkeypatch):
    """If the disk is full during writing, neither the folder nor a partial one remains."""

    def raise_full_disk(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(write, "_as_csv", raise_full_disk)
    with pytest.raises(SceneError, match="no space left"):
        synthesize(tmp_path / "set", 1)
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_set(tmp_path):
    """`synthesize` accepts number, tilt, shapes, seed and folder, and reports what it wrote."""
    out = tmp_path / "out"
    arguments = ["--photographs", "4", "--tilt", "50:55", "--shapes", "right, isosceles", "--seed", "1"]
    result = CliRunner().invoke(app, ["synthesize", "synthetic", *arguments, "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "4 synthetic photographs of 1 triangle" in result.output.replace("\n", " ")
    assert read_release(out).photographs[0].angle_class_3d == "right"


@pytest.mark.parametrize("arguments", [["--tilt", "a:b"], ["--tilt", "9:1"], ["--shapes", "round"]])
def test_the_command_refuses_impossible_options(tmp_path, arguments):
    """The error names the invalid range or shape, and nothing is written."""
    result = CliRunner().invoke(app, ["synthesize", "synthetic", *arguments, "--out", str(tmp_path / "out")])
    assert isinstance(result.exception, SceneError)
    assert not (tmp_path / "out").exists()
