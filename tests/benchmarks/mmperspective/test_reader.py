"""Tests of reading a folder, generated or released, and of refusals."""

import json
import shutil

import pytest
from PIL import Image

from core.benchmarks.mmperspective.benchmark import BENCHMARK
from core.benchmarks.mmperspective.files import ITEMS
from core.benchmarks.mmperspective.release_reader import find_task
from core.benchmarks.mmperspective.vocabulary import TASKS
from core.errors import ReleaseError


def test_a_generated_set_is_read(folder, stored):
    """Lines are cases, five images of a scene are a set, both averages are named, and the truth solver is right."""
    contents = BENCHMARK.read(folder)
    assert len(contents.cases) == len(stored)
    assert not contents.refusals
    assert not contents.corrections
    assert [len(one.case_ids) for one in contents.sets] == [5, 5]
    titles = {one.aggregate_id: one.title for one in contents.aggregates}
    assert (titles["overall"], titles["overall_micro"]) == ("Overall, macro", "Overall, micro")
    keys = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "key"}
    replies = {run.model.model_id: run.replies for run in contents.references}
    assert replies["truth_solver"] == keys
    foils = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "image_plane"}
    assert {
        case_id: reply for case_id, reply in replies["image_plane_solver"].items() if isinstance(reply, str)
    } == foils
    assert {one.question_id for one in contents.margins} <= set(TASKS)


def test_broken_lines_are_refused_separately(folder, tmp_path):
    """Invalid JSON, an unknown letter, a missing image, a path outside and a duplicate id are refused."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    lines = [json.loads(line) for line in (copy / ITEMS).read_text().splitlines()]
    lines[0]["answer"] = "Q"
    lines[1]["image"] = "images/none.png"
    lines[2]["image"] = "../outside.png"
    lines[4]["item_id"] = lines[3]["item_id"]
    lines[4]["index"] = lines[3]["index"]
    text = "{\n" + "".join(json.dumps(line) + "\n" for line in lines)
    (copy / ITEMS).write_text(text)
    contents = BENCHMARK.read(copy)
    reasons = " | ".join(one.reason for one in contents.refusals)
    assert len(contents.refusals) == 5
    for words in ("not valid JSON", "'Q' is not one", "is missing", "not a path within", "already in line 5"):
        assert words in reasons
    assert len(contents.cases) == len(lines) - 4


@pytest.mark.slow
def test_a_wrong_key_is_reported(folder, tmp_path):
    """Keys that are not the true option are counted by task; answers are still scored against them."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    lines = [json.loads(line) for line in (copy / ITEMS).read_text().splitlines()]
    lines[0]["answer"] = "B" if lines[0]["answer"] == "A" else "A"
    (copy / ITEMS).write_text("".join(json.dumps(line) + "\n" for line in lines))
    (correction,) = BENCHMARK.read(copy).corrections
    assert correction.location == lines[0]["task"]
    assert "1 of" in correction.finding


def write_released_table(folder, rows):
    folder.mkdir()
    for name in ("a.png", "b.png"):
        Image.new("RGB", (40, 30), (name == "a.png") * 200).save(folder / name)
    (folder / "mmperspective.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


OPTIONS = ["One-point", "Two-point", "Three-point", "Non-linear"]


def test_a_released_table_is_read(tmp_path):
    """Full task names, letters as keys, seeds and operations are understood; a row without a true option is refused."""
    common = {"options": OPTIONS, "question": "What type?"}
    rows = [
        {"qid": "1", "category": "Perspective Type Reasoning", "image": "a.png", "answer": "B", **common},
        {"qid": "2", "category": "PTR", "image": "b.png", "answer": "A", "seed": "s", "perturbation": "flip", **common},
        {"qid": "3", "category": "PTR", "image": "a.png", "answer": "A", "seed": "s", "perturbation": "crop", **common},
        {"qid": "4", "category": "PTR", "image": "a.png", "answer": "Z", "seed": "t", **common},
        {"qid": "5", "category": "cooking", "image": "a.png", "answer": "A", "seed": "t", **common},
    ]
    for row in rows:
        row.setdefault("seed", row["qid"])
        row.setdefault("perturbation", "")
    contents = BENCHMARK.read(write_released_table(tmp_path / "released", rows))
    assert {case.case_id: case.asks[0].question_id for case in contents.cases} == {
        "1": "PTR", "2": "Robust", "3": "Robust"
    }  # fmt: skip
    assert [one.case_ids for one in contents.sets] == [("2", "3")]
    assert len(contents.refusals) == 2
    assert any(one.location == "PTR" and "the paper has 606" in one.finding for one in contents.corrections)


def test_tasks_are_found_by_short_and_full_names():
    """Upper and lower case are equal; other names are unknown."""
    assert [find_task(name) for name in ("ptr", "Vanishing Point Counting", "P'Robust", "x")] == [
        "PTR",
        "VPC",
        "Robust",
        None,
    ]


def test_a_folder_without_a_table_raises(tmp_path):
    """An empty folder cannot be read."""
    with pytest.raises(ReleaseError, match="no table"):
        BENCHMARK.read(tmp_path)
