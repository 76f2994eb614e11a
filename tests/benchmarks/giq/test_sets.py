"""Tests of reading a written set and the released layout, of reference models, and of invalid sets."""

import json
import shutil
from collections import Counter

import cv2
import pytest
from typer.testing import CliRunner

from core.__main__ import app
from core.benchmarks.giq import benchmark as module
from core.benchmarks.giq.files import ENGINE, ITEMS
from core.benchmarks.giq.reader import read_giq
from core.benchmarks.giq.release_reader import SHAPES, find_shape_id
from core.benchmarks.giq.set_contents import AGGREGATES, PHOTOGRAPHED
from core.benchmarks.giq.viewpoints import ENGINE_VERSION
from core.benchmarks.publications import MissingReply
from core.errors import ReleaseError, SceneError
from core.generators.giq.write import synthesize
from core.photographs.load_image import load_upright_image
from core.polyhedra.catalogue import get_catalogue_entry

GROUPS = ("platonic", "kepler-poinsot")
SOLIDS = 9


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """Write a set of nine solids: names of single images and of three, symmetry, and the authors' pairs."""
    folder = tmp_path_factory.mktemp("giq") / "made"
    synthesize(folder, pairs=0, groups=GROUPS, seed=4)
    return folder


@pytest.fixture
def broken(generated, tmp_path):
    """Return a copy of the set that tests may damage."""
    return shutil.copytree(generated, tmp_path / "broken")


@pytest.fixture
def released(generated, tmp_path):
    """Write the released layout: renderings and photographs by solid, and lists in the released form."""
    folder = tmp_path / "released"
    for top, name in (("renderings", "{:04d}.jpg"), ("wild_images/platonic", "IMG_{}.JPG")):
        for solid in ("wid_3", "wid_5", "wid_20"):
            for number in (0, 1, 2) if top == "renderings" else (0, 1):
                target = folder / top / solid / name.format(number)
                target.parent.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(
                    str(target.with_suffix(".jpg")), cv2.imread(str(generated / f"renderings/{solid}/{number:04d}.png"))
                )
                target.with_suffix(".jpg").rename(target)
    shapes = {
        "wid_3": {"group": "platonic", "name": "cube", "sym": "central point reflection,4-fold rotation"},
        "wid 5": {"group": "platonic", "name": "dodecahedron", "sym": "central point reflection,5-fold rotation"},
        "wid_20": {"group": "kepler-poinsot", "name": "small stellated dodecahedron"},
        "wid_30": {"group": "stellations", "name": "a stellation", "sym": "None"},
        "torus": {"group": "none"},
    }
    (folder / "jsons").mkdir()
    (folder / "jsons" / SHAPES).write_text(json.dumps(shapes))
    hard = {"negative": [["wid 5", "wid 20"], ["wid 5"]], "positive": [["wid 5", "wid 5"], ["wid 77", "wid 77"]]}
    (folder / "jsons" / "hard_examples.json").write_text(json.dumps(hard))
    return folder


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def map_truths(contents, frame="key"):
    return {(one.case_id, one.question_id): one.value for one in contents.truths if one.frame == frame}


def test_a_generated_set_is_read_as_written(generated):
    """Each line is a case with its images; pairs are asked in both orders; an image to name has three truths."""
    contents = read_giq(generated, load_upright_image)
    assert contents.contrasts == ()
    items = read_lines(generated / ITEMS)
    tasks = Counter(item["task"] for item in items)
    assert tasks == {"naming": 3 * SOLIDS, "symmetry": 3 * SOLIDS, "rotation": 3}
    assert len(contents.cases) == len(items) + tasks["rotation"]
    truths = map_truths(contents)
    for item in items:
        if item["question_id"] == "name_of_three":
            assert truths[item["item_id"], "name_of_three"] == get_catalogue_entry(item["answer"]).name
        elif item["task"] == "naming":
            assert truths[item["item_id"], "group"] == item["factors"]["solid_group"]
            assert truths[item["item_id"], "family"] == item["factors"]["family"]
        else:
            assert truths[item["item_id"], item["question_id"]] == item["letter"]
    assert [(one.question_id, one.kind) for one in contents.questions] == [
        ("name", "name"), ("group", "class"), ("family", "class"), ("name_of_three", "name"), ("central", "choice"),
        ("fourfold", "choice"), ("fivefold", "choice"), ("same", "choice"),
    ]  # fmt: skip
    protocols = Counter(one.protocol for one in contents.sets)
    assert protocols == {"circular": 3, "views": SOLIDS}
    pictures = {"same": 2, "name_of_three": 3}
    assert all(len(case.images) == pictures.get(case.asks[0].question_id, 1) for case in contents.cases)
    assert f"engine {ENGINE_VERSION}" in contents.benchmark["version"]


def test_both_orders_swap_the_letter(generated):
    """The second order of a pair has the other letter, as truth and as foil."""
    contents = read_giq(generated, load_upright_image)
    for frame in ("key", "outline"):
        truths = map_truths(contents, frame)
        for one in contents.sets:
            if one.protocol == "circular":
                first, second = (truths[case_id, "same"] for case_id in one.case_ids)
                assert {first, second} == {"A", "B"}


def test_missing_solids_are_reported(generated):
    """A refusal names the 29 released solids that are not built, so that pages list them."""
    (refusal,) = read_giq(generated, load_upright_image).refusals
    assert "195 of the 224 solids" in refusal.reason
    assert refusal.reason.endswith("62, 63, 64, 65, 66")


def test_only_computable_aggregates_are_listed(generated):
    """A generated set has all aggregates except the released hard pairs."""
    contents = read_giq(generated, load_upright_image)
    assert [one.aggregate_id for one in contents.aggregates] == [
        one.aggregate_id for one in AGGREGATES if one.aggregate_id != "hard_pairs"
    ]
    balanced = next(one for one in contents.aggregates if one.aggregate_id == "fourfold")
    assert (balanced.over, balanced.of_factor, balanced.of_levels) == (("right_is",), "question", ("fourfold",))


def test_reference_models_answer_every_case(generated):
    """The truth solver is always right; the outline solver gives the foil and no names; constants are readable."""
    contents = module.BENCHMARK.read(generated)
    cases = {case.case_id: case for case in contents.cases}
    truths, foils = map_truths(contents), map_truths(contents, "outline")
    replies = {run.model.model_id: run.replies for run in contents.references}
    assert set(replies) == {"truth_solver", "image_plane_solver", "blind_constant", "blind_text", "image_statistics"}
    assert all(set(by_case) == set(cases) for by_case in replies.values())
    for case_id, case in cases.items():
        answers = module.BENCHMARK.read_reply(replies["truth_solver"][case_id], case)
        assert {asked: answer.value for asked, answer in answers.items()} == {
            asked.question_id: truths[case_id, asked.question_id] for asked in case.asks
        }
        outline = replies["image_plane_solver"][case_id]
        if case.asks[0].options:
            assert outline == foils[case_id, case.asks[0].question_id]
        else:
            assert isinstance(outline, MissingReply)
            blind = module.BENCHMARK.read_reply(replies["blind_constant"][case_id], case)
            assert {answer.status for answer in blind.values()} == {"ok"}


@pytest.mark.slow
def test_the_same_seed_writes_the_same_set(generated, tmp_path):
    """All files of two sets with the same seed are equal; another seed gives other views."""
    synthesize(tmp_path / "again", pairs=0, groups=GROUPS, seed=4)
    for path in generated.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "again" / path.relative_to(generated)).read_bytes()
    synthesize(tmp_path / "other", pairs=0, views=1, groups=("platonic",), seed=5)
    assert read_lines(tmp_path / "other" / ITEMS)[0]["views"] != read_lines(generated / ITEMS)[0]["views"]
    assert json.loads((generated / ENGINE).read_text())["groups"] == list(GROUPS)


CHANGES = [
    ({"task": "torus"}, "task: 'torus'"),
    ({"question_id": "same"}, "question_id: 'same'"),
    ({"options": ["Yes", "Yes"]}, "options: options A and B are the same"),
    ({"letter": "C"}, "answer: "),
    ({"answer": "Perhaps"}, "answer: 'Perhaps'"),
    ({"foil": "Perhaps"}, "foil: 'Perhaps'"),
    ({"images": []}, "images: 0"),
    ({"images": ["../../secret.png"]}, "'../../secret.png' is outside"),
    ({"images": ["renderings/none.png"]}, "renderings/none.png: the file is missing"),
    ({"margin": -1}, "margin: -1.0 is negative"),
    ({"numbers": {"turn_deg": "far"}}, "turn_deg: 'far'"),
    ({"factors": {"family": 3}}, "family: '3'"),
    ({"views": [{"shape_id": "wid_28"}]}, "views: one shows an unknown solid"),
    ({"group_id": ""}, "group_id: ''"),
]


def test_broken_lines_are_refused_separately(broken):
    """Each refusal names its line, also for a broken image and a duplicate; the rest is read."""
    items = read_lines(broken / ITEMS)
    good = next(item for item in items if item["task"] == "symmetry")
    bad = [{**good, "item_id": f"bad-{index}", **change} for index, (change, _) in enumerate(CHANGES)]
    text = "".join(json.dumps(item) + "\n" for item in [*items, *bad, good])
    (broken / ITEMS).write_text(text + "{broken\n")
    (broken / "renderings/wid_1/0001.png").write_bytes(b"no picture")
    contents = read_giq(broken, load_upright_image)
    reasons = [one.reason for one in contents.refusals if one.source == ITEMS]
    image_reasons = [reason for reason in reasons if "renderings/wid_1/0001.png: not an image" in reason]
    assert len(image_reasons) == 2  # it is asked about alone, and as one of three
    reasons = [reason for reason in reasons if "not an image in a supported format" not in reason]
    starts = [*(start for _, start in CHANGES), f"{good['item_id']} is already in line", "not valid JSON"]
    assert len(reasons) == len(starts)
    for reason, start in zip(reasons, starts, strict=True):
        assert reason.startswith(start)
    assert len(contents.cases) == len(items) + 3 - len(image_reasons)


def test_the_released_folders_are_read(released):
    """The solid is the nearest id in the path, the domain the top folder, and group and labels come from the list."""
    contents = read_giq(released, load_upright_image)
    truths = map_truths(contents)
    asked = Counter((case.asks[0].question_id, case.factors.get("domain")) for case in contents.cases)
    assert asked["name", "rendering"] == asked["name", "photograph"] == asked["name_of_three", "rendering"] == 3
    assert asked["name_of_three", "photograph"] == 0
    assert asked["central", "rendering"] == asked["central", "photograph"] == 2
    assert asked["same", "rendering"] == asked["same", "both"] == 4
    assert contents.contrasts == (PHOTOGRAPHED,)
    by_id = {case.case_id: case for case in contents.cases}
    case = by_id["symmetry-fourfold-photograph-wid_3"]
    assert case.images[0].as_posix() == "wild_images/platonic/wid_3/IMG_0.JPG"
    assert case.asks[0].options["AB".index(truths[case.case_id, "fourfold"])] == "Yes"
    pair = by_id["rotation-photograph-wid_5-wid_5-0"]
    assert [path.parts[0] for path in pair.images] == ["renderings", "wild_images"]
    assert {one.location for one in contents.refusals} >= {"torus", "negative 1"}
    assert contents.benchmark["title"] == "GIQ"
    assert not [frame for frame in contents.frames if frame.role == "foil"]
    replies = {run.model.model_id: run.replies for run in module.BENCHMARK.read(released).references}
    assert all(isinstance(reply, MissingReply) for reply in replies["truth_solver"].values())


@pytest.mark.parametrize(("path", "shape_id"), [
    ("wild_images/johnson/jid 12/a.JPG", "jid_12"), ("renderings/wid_3/0001.jpg", "wid_3"),
    ("wid_1/cid_2/x.jpg", "cid_2"), ("WID_44.png", "wid_44"), ("widget_3/x.png", None), ("x/1.jpg", None),
])  # fmt: skip
def test_the_last_id_in_a_path_is_its_solid(tmp_path, path, shape_id):
    """Ids may have a space or `_` and any case; the search starts at the file."""
    assert find_shape_id(tmp_path.relative_to("/") / path) == shape_id


def test_folders_without_questions_raise(tmp_path, generated, broken):
    """The error for a missing or broken list, for no images, and for only broken lines states the reason."""
    with pytest.raises(ReleaseError, match=r"neither items.jsonl nor shapes.json"):
        read_giq(tmp_path / "empty", load_upright_image)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / SHAPES).write_text("{")
    with pytest.raises(ReleaseError, match="not valid JSON"):
        read_giq(tmp_path / "empty", load_upright_image)
    (tmp_path / "empty" / SHAPES).write_text('{"wid_3": {"group": "platonic"}}')
    with pytest.raises(ReleaseError, match="no image whose path names"):
        read_giq(tmp_path / "empty", load_upright_image)
    (broken / ITEMS).write_text("{}\n")
    with pytest.raises(ReleaseError, match=r"items.jsonl has no usable question. line 1: task"):
        read_giq(broken, load_upright_image)


def test_impossible_sets_raise(generated, tmp_path, monkeypatch):
    """A folder with files, invalid numbers, unknown groups and a full disk raise, and nothing partial remains."""
    for arguments, words in (
        ({"folder": generated}, "not empty"), ({"views": 21}, "21 views"), ({"pairs": -1}, "-1 pairs"),
        ({"groups": ("tori",)}, "tori: groups of solids are"), ({"groups": ()}, "groups of solids are"),
    ):  # fmt: skip
        with pytest.raises(SceneError, match=words):
            synthesize(**({"folder": tmp_path / "set", "pairs": 0, "groups": ("platonic",)} | arguments))

    def raise_full_disk(*_, **__):
        raise OSError("No space left on device")

    monkeypatch.setattr("core.generators.giq.write.encode_png", raise_full_disk)
    with pytest.raises(SceneError, match="could not be written: No space left"):
        synthesize(tmp_path / "set", pairs=0, views=1, groups=("platonic",))
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_set(tmp_path):
    """`synthesize giq` reports what it wrote."""
    out = tmp_path / "out"
    arguments = ["--views", "1", "--pairs", "0", "--groups", "platonic", "--seed", "2", "--out", str(out)]
    result = CliRunner().invoke(app, ["synthesize", "giq", *arguments])
    assert result.exit_code == 0, result.output
    assert "26 questions about polyhedra" in result.output.replace("\n", " ")
    assert json.loads((out / ENGINE).read_text())["seed"] == 2
