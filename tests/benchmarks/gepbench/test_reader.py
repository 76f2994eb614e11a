"""Tests of reading GePBench sets: generated ones, and the authors' layout with and without descriptions."""

import json
import shutil
from collections import Counter
from dataclasses import asdict

import pytest
from PIL import Image

from core.benchmarks.choice.items import fill_prompt
from core.benchmarks.gepbench import item_reader as items_module
from core.benchmarks.gepbench.figure import FigureQuery
from core.benchmarks.gepbench.item_reader import read_items
from core.benchmarks.gepbench.key_audit import find_key_difference, recompute_truth
from core.benchmarks.gepbench.question_parser import parse_query
from core.benchmarks.gepbench.reader import AGGREGATES, read_gepbench
from core.benchmarks.gepbench.vocabulary import ASPECTS
from core.errors import ReleaseError
from core.generators.gepbench.exact.engine import ENGINE_VERSION
from core.generators.gepbench.write import synthesize
from core.photographs.load_image import load_upright_image

ITEMS = 96


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """Generate a set of both levels with noise pairs."""
    folder = tmp_path_factory.mktemp("read") / "made"
    synthesize(folder, ITEMS, seed=4, noise_pairs=True)
    return folder


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """Generate a set of the authors' engine in their layout: JPEG, and only the folder `dataset`."""
    folder = tmp_path_factory.mktemp("read") / "published"
    synthesize(folder, 120, mode="as-published", seed=5)
    for path in folder.glob("dataset/figures/*.png"):
        Image.open(path).save(path.with_suffix(".jpg"))
        path.unlink()
    (folder / "items.jsonl").rename(folder / "kept.jsonl")
    (folder / "engine.json").unlink()
    return folder


@pytest.fixture
def authors(published, tmp_path):
    """Return a copy of the published set that tests may damage."""
    return shutil.copytree(published, tmp_path / "authors")


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.slow
def test_a_generated_set_is_read_as_written(generated):
    """Each line is a case with its question, options, letter and figure; all six questions are choices."""
    contents = read_gepbench(generated, load_upright_image)
    cases, truths = ({case.case_id: case for case in contents.cases}, {})
    for truth in contents.truths:
        truths[truth.case_id] = truth.value
    for line in read_lines(generated / "items.jsonl"):
        case = cases[line["item_id"]]
        assert (case.text, case.asks[0].question_id) == (line["question"], line["aspect"])
        assert case.asks[0].options == tuple(map(str, line["choices"]))
        assert case.images[0].as_posix() == line["figure"]
        assert truths[case.case_id] == line["letter"]
        assert case.factors["kind"] == line["query"]["kind"]
        assert case.factors["shapes"] == str(len(line["shapes"]))
        assert case.factors["level"] == line["level"]
        assert case.factors["noise"] == ("with" if line["drawing"]["is_noisy"] else "without")
        assert ("margin" in case.factors) == (line["aspect"] in ("size", "location"))
    assert [(question.question_id, question.kind) for question in contents.questions] == [
        (a, "choice") for a in ASPECTS
    ]
    assert (contents.refusals, contents.corrections) == ([], [])
    assert contents.words.group == "figure"
    assert f"engine {ENGINE_VERSION}, exact, 96 figures, seed 4" in contents.benchmark["version"]


def test_a_set_of_engine_1_is_read(generated, tmp_path):
    """Its sizes are ascending; nothing is refused or corrected, and the version is stated."""
    folder = tmp_path / "set"
    shutil.copytree(generated, folder)
    about = json.loads((folder / "engine.json").read_text())
    (folder / "engine.json").write_text(json.dumps({**about, "engine_version": "1"}))
    items = read_lines(folder / "items.jsonl")
    for item in items:
        if item["aspect"] == "size":
            item["choices"] = sorted(item["choices"])
            item["letter"] = "ABCD"[item["choices"].index(item["answer"])]
    (folder / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    contents = read_gepbench(folder, load_upright_image)
    assert (contents.refusals, contents.corrections) == ([], [])
    assert "engine 1, exact, 96 figures, seed 4" in contents.benchmark["version"]


@pytest.mark.slow
def test_noise_pairs_are_sets(generated):
    """A noisy copy of an easy figure has its question and group, and counts in no mean of the paper."""
    contents = read_gepbench(generated, load_upright_image)
    cases = {case.case_id: case for case in contents.cases}
    assert len(contents.sets) == ITEMS // 2
    for one in contents.sets:
        plain, noisy = (cases[case_id] for case_id in one.case_ids)
        assert (plain.group_id, plain.text, plain.asks) == (noisy.group_id, noisy.text, noisy.asks)
        assert (plain.factors["noise"], noisy.factors["noise"]) == ("without", "with")
        assert noisy.images[0].name.startswith("en_")
        assert noisy.factors["level"] not in {level for one in AGGREGATES for level in one.of_levels}
    average = contents.aggregates[0]
    cells = Counter(
        (case.asks[0].question_id, case.factors["level"])
        for case in contents.cases
        if case.factors["level"] in average.of_levels
    )
    assert (average.over, average.weighting, len(cells)) == (("question", "level"), "cells", 12)


@pytest.mark.slow
def test_the_prompt_is_the_papers(generated):
    """The prompt is the question, four options on separate lines, and the paper's last line."""
    contents = read_gepbench(generated, load_upright_image)
    case = next(case for case in contents.cases if case.asks[0].question_id == "counting")
    sent = fill_prompt(contents.prompt, case.text, case.asks[0].options).splitlines()
    assert sent[0] == case.text
    assert [line[:3] for line in sent[1:5]] == ["A. ", "B. ", "C. ", "D. "]
    assert sent[5:] == ["Please directly answer A, B, C or D and nothing else."]


def test_the_authors_layout_gives_the_same_items(published):
    """Without items.jsonl, tables and descriptions give the same questions; null answers are refused by line."""
    contents = read_gepbench(published, load_upright_image)
    known = {line["item_id"]: line for line in read_lines(published / "kept.jsonl")}
    without_word = [line for line in known.values() if line["answer"] is None]
    assert len(contents.cases) == len(known) - len(without_word)
    assert len(contents.refusals) == len(without_word) > 0
    for refusal in contents.refusals:
        assert refusal.source.startswith("dataset/vqa-")
        assert refusal.source.endswith("/relation.jsonl")
        assert refusal.reason.startswith("answer: null")
    for case, truth in zip(contents.cases, contents.truths, strict=True):
        line = known[case.case_id]
        assert (case.text, truth.value) == (line["question"], line["letter"])
        assert (case.factors["kind"], case.factors["shapes"]) == (line["query"]["kind"], str(len(line["shapes"])))
        assert case.images[0].suffix == ".jpg"
    groups = {case.case_id: case.group_id for case in contents.cases}
    assert len(set(groups.values())) < len(groups)
    assert len({(case.group_id, case.slot) for case in contents.cases}) == len(groups)
    assert contents.benchmark["title"] == "GePBench"


def test_keys_are_audited(published):
    """Keys that contradict the parameters are the same as by the generator's truths; the keys are kept."""
    found = {
        item.item_id: difference.true_letters
        for item in read_items(published, load_upright_image).items
        if (difference := find_key_difference(item, recompute_truth(item.question, item.figure)))
    }
    for line in read_lines(published / "kept.jsonl"):
        true = "".join(letter for letter, is_true in zip("ABCD", line["truth"]["is_true"], strict=True) if is_true)
        if line["item_id"] in found:
            assert found[line["item_id"]] == true != line["letter"]
        elif line["answer"] is not None and None not in line["truth"]["margins"]:
            assert true == line["letter"]
    corrections = read_gepbench(published, load_upright_image).corrections
    assert found
    assert sum(int(one.finding.split()[0]) for one in corrections) == len(found)
    assert all("published keys" in one.correction for one in corrections)


def test_questions_are_read_without_descriptions(authors):
    """Tables alone give items with level, kind and queried type, without shapes, margins and truths."""
    before = len(read_gepbench(authors, load_upright_image).cases)
    for path in authors.glob("dataset/rules-*.json"):
        path.unlink()
    contents = read_gepbench(authors / "dataset", load_upright_image)
    assert len(contents.cases) == before
    assert contents.corrections == []
    assert {factor.key for factor in contents.factors} == {"level", "kind", "noise", "queried_type"}
    assert {case.factors.get("noise") for case in contents.cases if case.factors["level"] == "hard"} == {None}


def test_broken_lines_figures_and_descriptions_are_refused_separately(authors):
    """Each refusal names file and line; the rest is read."""
    table = authors / "dataset/vqa-easy/counting.jsonl"
    good = read_lines(table)
    changes = [
        {"choices": [1, 2, 3]}, {"choices": [1, 1, 2, 3]}, {"answer": 9}, {"image_id": -1}, {"image_id": 90_000},
        {"question": ""}, {"question_id": True}, {"choices": [[1], 2, 3, 4]}, {"question_id": good[-1]["question_id"]},
    ]  # fmt: skip
    bad = [{**good[0], "question_id": 900 + number, **change} for number, change in enumerate(changes)]
    table.write_text("".join(json.dumps(line) + "\n" for line in [*good, *bad]) + "{broken\n")
    rules = authors / "dataset/rules-hard.json"
    figures = json.loads(rules.read_text())
    figures[0]["shapes"][0] = {"type": "torus"}
    figures[1]["shapes"][0] = {"type": "spiral", "center": [0, 0], "initial_radius": 0, "growth_rate": 1,
                               "max_theta": 1e15, "rotation": 0}  # fmt: skip
    rules.write_text(json.dumps(figures))
    (authors / "dataset/figures/hard_00000002.jpg").write_bytes(b"no picture")
    contents = read_gepbench(authors, load_upright_image)
    reasons = [one.reason for one in contents.refusals if one.source == "dataset/vqa-easy/counting.jsonl"]
    starts = (
        "choices: not a list of four options", "choices: options A and B are the same", "answer: '9' is not one",
        "image_id: -1", "the figure easy_00090000 is missing", "question: ''", "question_id: True", "choices: not all",
        f"easy-counting-{len(good) - 1:06d} is already in line {len(good)}", "not valid JSON",
    )  # fmt: skip
    assert len(reasons) == len(starts)
    assert all(reason.startswith(start) for reason, start in zip(reasons, starts, strict=True))
    of_rules = [one for one in contents.refusals if one.source == "dataset/rules-hard.json"]
    assert [one.location for one in of_rules] == ["image_id 0", "image_id 1"]
    assert any("hard_00000002.jpg: not an image in a supported format" in one.reason for one in contents.refusals)
    assert sum(case.asks[0].question_id == "counting" for case in contents.cases) >= len(good)


def test_figures_are_opened_once(published):
    """A figure with three questions is opened once."""
    opened = []
    read_items(published, opened.append)
    assert len(opened) == len(set(opened)) > 0


def test_a_folder_without_questions_raises(tmp_path, generated, monkeypatch):
    """The error for an empty folder, and for one without figures, states what is missing."""
    with pytest.raises(ReleaseError, match=r"neither items\.jsonl nor dataset/vqa-easy/ASPECT\.jsonl"):
        read_items(tmp_path, load_upright_image)
    monkeypatch.setattr(items_module, "SUFFIXES", (".webp",))
    with pytest.raises(ReleaseError, match=r"no usable question\. items\.jsonl, line 1: the figure easy_"):
        read_items(generated, load_upright_image)
    (tmp_path / "items.jsonl").touch()
    with pytest.raises(ReleaseError, match=r"no usable question\. It has no rows\.$"):
        read_items(tmp_path, load_upright_image)


def test_queries_are_parsed_from_the_question_s_words(generated, published):
    """Each question of both engines gives the query it was generated from."""
    for line in [*read_lines(generated / "items.jsonl"), *read_lines(published / "kept.jsonl")]:
        assert asdict(parse_query(line["aspect"], line["question"])) == line["query"]
    asked = "How many ellipses (excluding circles) are there in the image?"
    assert parse_query("counting", asked) == FigureQuery("count", "ellipse")
    assert parse_query("counting", "How many tori are there in the image?") is None
    assert parse_query("size", asked) is None
