"""A written set read back, the released layout, reference models, and what is broken."""

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
def made(tmp_path_factory):
    """Nine solids: 18 pictures and 9 times three to name, 27 questions about symmetry, the authors' three pairs."""
    folder = tmp_path_factory.mktemp("giq") / "made"
    synthesize(folder, pairs=0, groups=GROUPS, seed=4)
    return folder


@pytest.fixture
def broken(made, tmp_path):
    """A copy of it to break."""
    return shutil.copytree(made, tmp_path / "broken")


@pytest.fixture
def released(made, tmp_path):
    """The released layout: renderings and photographs by solid, three lists of the released form."""
    folder = tmp_path / "released"
    for top, name in (("renderings", "{:04d}.jpg"), ("wild_images/platonic", "IMG_{}.JPG")):
        for solid in ("wid_3", "wid_5", "wid_20"):
            for number in (0, 1, 2) if top == "renderings" else (0, 1):
                target = folder / top / solid / name.format(number)
                target.parent.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(
                    str(target.with_suffix(".jpg")), cv2.imread(str(made / f"renderings/{solid}/{number:04d}.png"))
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


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def truths_of(contents, frame="key"):
    return {(one.case_id, one.question_id): one.value for one in contents.truths if one.frame == frame}


def test_a_made_set_reads_back(made):
    """Each line is a case with its pictures; pairs are asked in both orders; a picture to name has three truths."""
    contents = read_giq(made, load_upright_image)
    assert contents.contrasts == ()
    items = lines(made / ITEMS)
    tasks = Counter(item["task"] for item in items)
    assert tasks == {"naming": 3 * SOLIDS, "symmetry": 3 * SOLIDS, "rotation": 3}
    assert len(contents.cases) == len(items) + tasks["rotation"]
    truths = truths_of(contents)
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


def test_both_orders_move_the_letter(made):
    """The second order of a pair has the other letter, in truth and in foil."""
    contents = read_giq(made, load_upright_image)
    for frame in ("key", "outline"):
        truths = truths_of(contents, frame)
        for one in contents.sets:
            if one.protocol == "circular":
                first, second = (truths[case_id, "same"] for case_id in one.case_ids)
                assert {first, second} == {"A", "B"}


def test_what_is_missing_of_the_released_solids_is_said(made):
    """The contents name the 29 solids that are not built, where pages show what was left out."""
    (refusal,) = read_giq(made, load_upright_image).refusals
    assert "195 of the 224 solids" in refusal.reason
    assert refusal.reason.endswith("62, 63, 64, 65, 66")


def test_aggregates_are_those_that_can_be_had(made):
    """Naming by group, three balanced accuracies and their mean, hard pairs, both orders."""
    contents = read_giq(made, load_upright_image)
    assert [one.aggregate_id for one in contents.aggregates] == [
        one.aggregate_id for one in AGGREGATES if one.aggregate_id != "hard_pairs"
    ]
    balanced = next(one for one in contents.aggregates if one.aggregate_id == "fourfold")
    assert (balanced.over, balanced.of_factor, balanced.of_levels) == (("right_is",), "question", ("fourfold",))


def test_reference_models_answer(made):
    """The truth solver is right in all, the outline solver gives the foil and no name, who is blind always the same."""
    contents = module.BENCHMARK.read(made)
    cases = {case.case_id: case for case in contents.cases}
    truths, foils = truths_of(contents), truths_of(contents, "outline")
    replies = {run.model.model_id: run.replies for run in contents.references}
    assert set(replies) == {"truth_solver", "image_plane_solver", "blind_constant", "blind_text", "image_statistics"}
    assert all(set(own) == set(cases) for own in replies.values())
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
def test_the_same_seed_writes_the_same_set(made, tmp_path):
    """Every file of a second set of the seed is equal; another seed shows other views."""
    synthesize(tmp_path / "again", pairs=0, groups=GROUPS, seed=4)
    for path in made.rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "again" / path.relative_to(made)).read_bytes()
    synthesize(tmp_path / "other", pairs=0, views=1, groups=("platonic",), seed=5)
    assert lines(tmp_path / "other" / ITEMS)[0]["views"] != lines(made / ITEMS)[0]["views"]
    assert json.loads((made / ENGINE).read_text())["groups"] == list(GROUPS)


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


def test_broken_lines_are_refused_one_by_one(broken):
    """What is wrong is named by line, also a broken picture and a double; all the rest is read."""
    items = lines(broken / ITEMS)
    good = next(item for item in items if item["task"] == "symmetry")
    bad = [{**good, "item_id": f"bad-{place}", **change} for place, (change, _) in enumerate(CHANGES)]
    text = "".join(json.dumps(item) + "\n" for item in [*items, *bad, good])
    (broken / ITEMS).write_text(text + "{broken\n")
    (broken / "renderings/wid_1/0001.png").write_bytes(b"no picture")
    contents = read_giq(broken, load_upright_image)
    reasons = [one.reason for one in contents.refusals if one.source == ITEMS]
    reasons_of_picture = [reason for reason in reasons if "renderings/wid_1/0001.png: not an image" in reason]
    assert len(reasons_of_picture) == 2  # it is asked about alone, and as one of three
    reasons = [reason for reason in reasons if "not an image in a supported format" not in reason]
    starts = [*(start for _, start in CHANGES), f"{good['item_id']} is already in line", "not valid JSON"]
    assert len(reasons) == len(starts)
    for reason, start in zip(reasons, starts, strict=True):
        assert reason.startswith(start)
    assert len(contents.cases) == len(items) + 3 - len(reasons_of_picture)


def test_the_released_folders_are_read(released):
    """Solid from the nearest part of the path, domain from the top folder, group and labels from the list."""
    contents = read_giq(released, load_upright_image)
    truths = truths_of(contents)
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
def test_the_nearest_id_of_a_path_is_its_solid(tmp_path, path, shape_id):
    """Ids are found with a blank or `_`, in any case of letters, from the file upwards."""
    assert find_shape_id(tmp_path.relative_to("/") / path) == shape_id


def test_folders_without_questions_say_what_is_missing(tmp_path, made, broken):
    """No list, a broken list, no pictures, and lines that are all broken are errors of one sentence."""
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


def test_impossible_sets_are_refused(made, tmp_path, monkeypatch):
    """A full folder, impossible numbers, unknown groups and a full disk: nothing is half written."""
    for arguments, words in (
        ({"folder": made}, "not empty"), ({"views": 21}, "21 views"), ({"pairs": -1}, "-1 pairs"),
        ({"groups": ("tori",)}, "tori: groups of solids are"), ({"groups": ()}, "groups of solids are"),
    ):  # fmt: skip
        with pytest.raises(SceneError, match=words):
            synthesize(**({"folder": tmp_path / "set", "pairs": 0, "groups": ("platonic",)} | arguments))

    def full_disk(*_, **__):
        raise OSError("No space left on device")

    monkeypatch.setattr("core.generators.giq.write.encode_png", full_disk)
    with pytest.raises(SceneError, match="could not be written: No space left"):
        synthesize(tmp_path / "set", pairs=0, views=1, groups=("platonic",))
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_set(tmp_path):
    """`synthesize giq` says what it wrote."""
    out = tmp_path / "out"
    arguments = ["--views", "1", "--pairs", "0", "--groups", "platonic", "--seed", "2", "--out", str(out)]
    result = CliRunner().invoke(app, ["synthesize", "giq", *arguments])
    assert result.exit_code == 0, result.output
    assert "26 questions about polyhedra" in result.output.replace("\n", " ")
    assert json.loads((out / ENGINE).read_text())["seed"] == 2
