"""Tests of a written set: its rows, ids and four scores, how the benchmark reads it, and refusals."""

import base64
import csv
import json
import shutil
from collections import Counter, defaultdict

import numpy as np
import pytest
from PIL import Image, ImageOps
from typer.testing import CliRunner

from core.__main__ import app
from core.benchmarks.publications import MissingReply
from core.benchmarks.threedsr.benchmark import BENCHMARK
from core.benchmarks.threedsr.files import ENGINE, IMAGES, ITEMS, TABLE
from core.benchmarks.threedsr.row_ids import RowId, make_id_base, read_id
from core.benchmarks.threedsr.vocabulary import SUBTYPES, flip_option
from core.errors import ReleaseError, SceneError
from core.generators.threedsr.scene_layouts import DECOYS
from core.generators.threedsr.write import COLUMNS, synthesize
from core.importers.benchmark_index import BenchmarkIndex
from core.importers.case_matching import CaseMatcher
from core.importers.formats import replies_table
from core.parsing.choice.parsers import parse_choice_answer
from core.workspace import Workspace


@pytest.fixture(scope="module")
def table(folder):
    """Return the rows of the table for other programs."""
    csv.field_size_limit(10**8)
    with (folder / TABLE).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def contents(folder):
    return BENCHMARK.read(folder)


def group_officially(ids):
    """Group rows as the authors' script does: without a last part of one character."""
    groups = defaultdict(list)
    for qid in ids:
        groups[qid[:-2] if qid[-2] == "-" else qid].append(qid)
    return groups


def compute_four_scores(hits):
    """Return the vanilla, flip, circular and strict score of hits by id, from the texts of the ids alone."""
    strict = defaultdict(list)
    for qid, hit in hits.items():
        strict[qid[:8]].append(hit)
    flips = [hit * hits[f"{qid[:8]}-flip{qid[8:]}"] for qid, hit in hits.items() if "-flip" not in qid]
    circular = [min(hits[qid] for qid in own) for own in group_officially(hits).values()]
    return [float(np.mean(own)) for own in (list(hits.values()), flips, circular, list(map(min, strict.values())))]


def test_the_four_scores_of_a_small_example():
    """Ids X, X-1, X-flip, X-flip-1 with hits 1, 1, 1, 0 give 75, 50, 50 and 0 percent."""
    base = "VIN6MS3J"
    hits = {base: 1, f"{base}-1": 1, f"{base}-flip": 1, f"{base}-flip-1": 0}
    assert compute_four_scores(hits) == [0.75, 0.5, 0.5, 0.0]


def test_ids_have_the_released_form():
    """Ids are eight characters, then -flip, then the rotation; other forms are refused."""
    assert [str(RowId("VIN6MS3J", *rest)) for rest in ((), (True,), (False, 3), (True, 1))] == [
        "VIN6MS3J", "VIN6MS3J-flip", "VIN6MS3J-3", "VIN6MS3J-flip-1"
    ]  # fmt: skip
    for text in ("VIN6MS3J", "VIN6MS3J-flip", "VIN6MS3J-flip-2", "abcdefgh-1"):
        assert str(read_id(text)) == text
    for text in ("", "VIN6MS3", "VIN6MS3J-0", "VIN6MS3J-1-flip", "VIN6MS3J-flop", "../../etc"):
        assert read_id(text) is None
    assert make_id_base("a") == make_id_base("a") != make_id_base("b")


def test_the_table_has_the_released_layout(folder, table, lines):
    """Columns are in order, each question has all rotations, the letter moves with its text, images are complete."""
    assert tuple(table[0]) == COLUMNS
    of_id = {line["item_id"]: line for line in lines}
    assert len(table) == sum(len(line["options"]) for line in lines)
    pictures = {}
    for row in table:
        parts = read_id(row["qid"])
        line = of_id[parts.group]
        options = [row[letter] for letter in "ABCD" if row[letter]]
        assert options == line["options"][parts.turn :] + line["options"][: parts.turn]
        assert options["ABCD".index(row["answer"])] == line["options"]["ABCD".index(line["answer"])]
        assert row["category"] == line["subtype"]
        if len(row["image"]) > 64:
            pictures[row["index"]] = base64.b64decode(row["image"])
        shown = pictures[row["index"]] if row["index"] in pictures else pictures[row["image"]]
        assert shown == (folder / line["picture"]).read_bytes()
    groups = group_officially(row["qid"] for row in table)
    two, four = (sum(len(own) == m for own in groups.values()) for m in (2, 4))
    assert (two + four, 2 * two + 4 * four) == (len(lines), len(table))


def test_mirror_images_are_mirrored_and_answers_follow(folder, lines):
    """Each question has a twin about the mirrored image, with the mapped answer."""
    of_id = {line["item_id"]: line for line in lines}
    bases = [qid for qid in of_id if not qid.endswith("-flip")]
    assert len(of_id) == 2 * len(bases)
    for qid in bases:
        one, other = of_id[qid], of_id[f"{qid}-flip"]
        right, mirrored = (line["options"]["ABCD".index(line["answer"])] for line in (one, other))
        assert mirrored == flip_option(one["subtype"], right)
        assert (one["question"], one["options"]) == (other["question"], other["options"])
        with Image.open(folder / one["picture"]) as plain, Image.open(folder / other["picture"]) as turned:
            assert ImageOps.mirror(plain).tobytes() == turned.tobytes()


def test_the_other_wording_has_the_opposite_answer(lines):
    """Higher and lower, above and below, closer and farther share image and options but not the letter."""
    of_picture = defaultdict(dict)
    for line in lines:
        of_picture[line["picture"]][line["is_reversed"]] = line
    pairs = [pair for pair in of_picture.values() if len(pair) == 2]
    assert {pair[True]["subtype"] for pair in pairs} <= {one.subtype for one in SUBTYPES.values() if one.mirrored}
    assert len(pairs) == 16
    for pair in pairs:
        assert pair[False]["options"] == pair[True]["options"]
        assert pair[False]["question"] != pair[True]["question"]
        assert {pair[False]["answer"], pair[True]["answer"]} == {"A", "B"}


def test_letters_are_balanced(lines):
    """In each subtype with two options both letters are right equally often."""
    for subtype, asked in SUBTYPES.items():
        letters = Counter(line["answer"] for line in lines if line["subtype"] == subtype)
        if asked.n_options == 2:
            assert len(set(letters.values())) == 1
            assert set(letters) == {"A", "B"}


def list_hits(contents, replies):
    answers = {case.case_id: BENCHMARK.read_reply(replies[case.case_id], case) for case in contents.cases}
    truths = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "key"}
    return {key: int(next(iter(own.values())).value == truths[key]) for key, own in answers.items()}


def test_reference_solvers_have_the_expected_scores(contents):
    """The truth solver has all four scores at 1, the image plane 0.5, and a constant letter 0 in circular scores."""
    of_model = {run.model.model_id: run.replies for run in contents.references}
    assert compute_four_scores(list_hits(contents, of_model["truth_solver"])) == [1.0, 1.0, 1.0, 1.0]
    vanilla, _, circular, _ = compute_four_scores(list_hits(contents, of_model["box_solver"]))
    assert (vanilla, circular) == (pytest.approx(0.5), pytest.approx(0.5))
    constant = compute_four_scores(list_hits(contents, dict.fromkeys(of_model["truth_solver"], "A")))
    assert constant[2:] == [0.0, 0.0]
    assert constant[0] == pytest.approx(0.5 - 0.25 * 4 * 16 / len(contents.cases), abs=0.13)


def test_a_consistent_guesser_scores_as_random_plus(contents):
    """Guessing by content keeps 50 percent with two options and 25 with four under circular scoring."""
    random = np.random.default_rng(4)
    truths = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "key"}
    right = {case.case_id: case.asks[0].options["ABCD".index(truths[case.case_id])] for case in contents.cases}
    options = {case.case_id: sorted(case.asks[0].options) for case in contents.cases}
    shares = defaultdict(list)
    for own in group_officially(right).values():
        texts = options[own[0]]
        for guess in random.integers(len(texts), size=200):
            shares[len(texts)].append(all(texts[guess] == right[qid] for qid in own))
    assert np.mean(shares[2]) == pytest.approx(0.5, abs=0.03)
    assert np.mean(shares[4]) == pytest.approx(0.25, abs=0.03)


def test_options_of_mirror_images_have_their_meanings(contents):
    """Left and right swap meanings if the image is mirrored, in every rotation; nothing else changes."""
    with_meanings = 0
    for case in contents.cases:
        (asked,) = case.asks
        own = tuple(flip_option(asked.question_id, option) for option in asked.options)
        is_changed = read_id(case.case_id).is_flipped and own != asked.options
        assert asked.meanings == (own if is_changed else ())
        with_meanings += is_changed
    assert with_meanings == 4 * 2 + 2 * 4 * 4


def test_sets_are_those_of_the_four_scores(contents):
    """Protocols group all rotations, mirror images, both of them, two views, and two scenes."""
    groups = group_officially(case.case_id for case in contents.cases)
    of = defaultdict(dict)
    for one in contents.sets:
        of[one.protocol][one.set_id] = set(one.case_ids)
    assert of["circular"] == {key: set(ids) for key, ids in groups.items()}
    assert all({read_id(qid).is_flipped for qid in ids} == {True, False} for ids in of["flip"].values())
    assert all({qid[:8] for qid in ids} == {key} and len(ids) in (4, 8) for key, ids in of["flip_circular"].items())
    factors = {case.case_id: case.factors for case in contents.cases}
    assert all({factors[qid]["split"] for qid in ids} == {"common", "uncommon"} for ids in of["views"].values())
    assert {len(ids) for ids in of["opposites"].values()} == {2}
    covered = {protocol: sum(map(len, own.values())) for protocol, own in of.items()}
    assert set(covered.values()) == {len(contents.cases)}
    assert [one.protocol for one in contents.protocols if one.is_headline] == ["circular"]


def test_cases_have_groups_foils_margins_and_views(contents, lines):
    """Scenes are the groups; every rotation has a foil, which is the image-plane answer."""
    assert {case.group_id for case in contents.cases} == {line["unit"] for line in lines}
    foils = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "image_plane"}
    truths = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "key"}
    assert set(foils) == set(truths)
    for case in contents.cases:
        assert (foils[case.case_id] == truths[case.case_id]) == (case.factors["flat_picture"] == "agrees")
        assert case.factors["rotation"] == str(read_id(case.case_id).turn)
        assert case.text.endswith("?\nOptions:")
    assert {case.asks[0].question_id for case in contents.cases if case.numbers} >= {"height_higher", "location_above"}
    assert not contents.refusals
    assert not contents.corrections
    assert len(contents.questions) == 12


def test_replies_are_parsed_as_the_toolkit_parses_them(contents):
    """A single letter near the end, the words `answer is`, or the only named option is the answer."""
    case = next(case for case in contents.cases if case.asks[0].question_id == "location_next_to")
    options = case.asks[0].options
    for raw, letter in (("B", "B"), ("The answer is A", "A"), (options[1], "B"), ("(B)", "B")):
        assert BENCHMARK.read_reply(raw, case)["location_next_to"].value == letter
    assert parse_choice_answer("q", "both A and B", options, BENCHMARK.parser).status == "unparsed"


def test_keys_that_the_scene_contradicts_are_found(folder, tmp_path):
    """A changed key is kept, and a correction reports that the scene contradicts it."""
    shutil.copytree(folder, tmp_path / "set")
    path = tmp_path / "set" / ITEMS
    first, *rest = path.read_text().splitlines()
    line = json.loads(first)
    line["answer"] = "B" if line["answer"] == "A" else "A"
    path.write_text("\n".join([json.dumps(line), *rest]))
    (correction,) = BENCHMARK.read(tmp_path / "set").corrections
    assert line["item_id"] in correction.evidence
    assert "1 of " in correction.finding


def test_a_set_of_engine_4_is_read(folder, tmp_path):
    """Its scenes have no decoys; nothing is refused or corrected, and the version is stated."""
    shutil.copytree(folder, tmp_path / "set")
    lines = [json.loads(text) for text in (folder / ITEMS).read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line["subtype"] in DECOYS:
            line["scene"]["things"].pop(line["scene"]["n_named"])
    (tmp_path / "set" / ITEMS).write_text("".join(json.dumps(line) + "\n" for line in lines))
    about = json.loads((folder / ENGINE).read_text())
    (tmp_path / "set" / ENGINE).write_text(json.dumps({**about, "engine_version": "4"}))
    contents = BENCHMARK.read(tmp_path / "set")
    assert (contents.refusals, contents.corrections) == ([], [])
    assert "engine 4, " in contents.benchmark["version"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"item_id": "short"}, "is not eight characters"),
        ({"subtype": "colour"}, "'colour' is unknown"),
        ({"options": ["yes"]}, "1 options"),
        ({"options": ["a", "b"]}, "not those of the scene"),
        ({"answer": "E"}, "'E' is unknown"),
        ({"foil": None}, "'None' is unknown"),
        ({"margin": "wide"}, "'wide' is not a number"),
        ({"scene": {"things": []}}, "the scene cannot be read"),
        ({"picture": "../secret.png"}, "outside the folder"),
        ({"picture": "images/none.png"}, "the file is missing"),
        ({"question": ""}, "is not a text"),
    ],
)
def test_broken_lines_are_refused(folder, lines, tmp_path, change, reason):
    """Each broken line is refused with its reason; the rest is read."""
    (tmp_path / IMAGES).mkdir()
    good, bad = lines[0], {**lines[1], **change}
    shutil.copy(folder / good["picture"], tmp_path / good["picture"])
    shutil.copy(folder / lines[1]["picture"], tmp_path / lines[1]["picture"])
    (tmp_path / ITEMS).write_text("\n".join([json.dumps(good), json.dumps(bad), json.dumps(good), "{"]))
    contents = BENCHMARK.read(tmp_path)
    assert len(contents.cases) == len(good["options"])
    assert [one.location for one in contents.refusals] == ["line 2", "line 3", "line 4"]
    assert reason in contents.refusals[0].reason
    assert "already" in contents.refusals[1].reason


def test_a_set_without_a_usable_line_raises(tmp_path):
    """The message has the first reason."""
    (tmp_path / ITEMS).write_text("{}\n")
    with pytest.raises(ReleaseError, match="no usable question. line 1: item_id"):
        BENCHMARK.read(tmp_path)


def test_failed_sets_leave_nothing_behind(folder, tmp_path, monkeypatch):
    """A folder that is not empty raises an error, and a set that fails during writing is removed."""
    with pytest.raises(SceneError, match="is not empty"):
        synthesize(folder, 24)
    with pytest.raises(SceneError, match="0 scenes"):
        synthesize(tmp_path / "set", 0)

    def raise_full_disk(*_):
        raise OSError("No space left on device")

    monkeypatch.setattr("core.generators.threedsr.write.generate_unit", raise_full_disk)
    with pytest.raises(SceneError, match="could not be written: No space left"):
        synthesize(tmp_path / "set", 24)
    assert list(tmp_path.iterdir()) == []


def test_too_many_scenes_raise(tmp_path):
    """An impossible number of scenes raises an error, and nothing is written."""
    result = CliRunner().invoke(app, ["synthesize", "3dsrbench", "--scenes", "99999", "--out", str(tmp_path / "out")])
    assert "99999 scenes" in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_results_of_the_toolkit_are_imported_as_replies(contents, tmp_path):
    """The id and prediction of its CSV are used; its hits are not."""
    path = tmp_path / "model_3DSRBench_openai_result.csv"
    first, second, *_ = (case.case_id for case in contents.cases)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*(column for column in COLUMNS if column != "image"), "prediction", "hit", "log"])
        for qid, prediction in ((first, "A"), (second, "The answer is B."), ("NOSUCHID", "A")):
            writer.writerow([0, qid, "Which?", "x", "y", "", "", "A", "height_higher", "", "", prediction, 1, ""])
    finder = CaseMatcher([BenchmarkIndex(Workspace(tmp_path / "data"), BENCHMARK, tmp_path, contents)])
    found = {row.raw: finder.find(row) for row in replies_table.read(path) if row.case_id != "NOSUCHID"}
    assert {said: one.case.case_id for said, one in found.items()} == {"A": first, "The answer is B.": second}
    unknown = [finder.find(row).reason for row in replies_table.read(path) if row.case_id == "NOSUCHID"]
    assert unknown == ["the benchmark has no question 'NOSUCHID'"]


def test_baselines_reply_to_every_case(contents):
    """Constants are chosen on the other half of the scenes; both baselines are listed with the solvers."""
    of_model = {run.model.model_id: run.replies for run in contents.references}
    assert set(of_model) == {"truth_solver", "box_solver", "blind_constant", "blind_text", "image_statistics"}
    for replies in of_model.values():
        assert set(replies) == {case.case_id for case in contents.cases}
    assert not any(isinstance(reply, MissingReply) for reply in of_model["truth_solver"].values())
    # A single pair of scenes per subtype has no other half for choosing a letter.
    assert all(isinstance(reply, MissingReply) for reply in of_model["blind_constant"].values())
