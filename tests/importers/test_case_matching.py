"""Tests of matching rows to cases: images first, then ids and names, then a map; never the order of rows."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from core.atomic_files import compute_file_sha256
from core.benchmarks.choice.circular import expand_rotations
from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.generated_set_info import MADE_BY
from core.errors import ReplyFileError, SettingsError
from core.importers.benchmark_index import BenchmarkIndex, load_benchmark_indexes
from core.importers.case_id_mentions import CaseIdIndex
from core.importers.case_matching import CaseMatch, CaseMatcher, read_map
from core.importers.records import ImportedImage, ImportedReply, ImportedRun, RowVariant
from core.workspace import Workspace
from tests.importers.pictures import drawn

RUN = ImportedRun("Program 1", "task", "model")
ASKED = "Reply with side_type."


def row(**said):
    """Return a row of a log."""
    return ImportedReply(RUN, "line 1", "x", **said)


def shown(*paths):
    """Return the images of a row, from files."""
    return tuple(ImportedImage(compute_file_sha256(path), path.read_bytes()) for path in paths)


@pytest.fixture
def triangles(workspace, tiny_release):
    """Return the tiny release as a known benchmark, with a prompt that names its keys."""
    (tiny_release / "prompts" / "tri_bench_prompt.txt").write_text(ASKED)
    (known,) = load_benchmark_indexes(workspace, "tri_bench", tiny_release)
    return known


def picture(known, case_id):
    return known.folder / known.cases[case_id].images[0]


@pytest.fixture
def choices(write_shapes):
    """Return a user's questions: three about one image, one about two images, one that only a number names."""
    return write_shapes({
        "q1": ("Which is it?", ("circle", "square"), 0), "q1-r1": ("Which is it?", ("square", "circle"), 0),
        "q2": ("How many?", ("0.70", "2"), 0), "q3": ("Are they alike?", ("yes", "no"), 1, 2),
        "7": ("What colour?", ("red", "blue"), 3),
    })  # fmt: skip


def case_of(known, one, mapping=None):
    """Return the id of the matching case, or the reason why there is none."""
    found = CaseMatcher([known] if isinstance(known, BenchmarkIndex) else known, mapping).find(one)
    return found.case.case_id if isinstance(found, CaseMatch) else found.reason


def test_embedded_bytes_say_which_photograph_it_is(triangles):
    """Sequence numbers of a program are ignored as ids; the image decides."""
    for case_id in triangles.cases:
        assert case_of(triangles, row(key="3", pictures=shown(picture(triangles, case_id)))) == case_id


@pytest.mark.parametrize("name", [
    "001_P0", "x/001_P0.jpg", "file:///tmp/001_P0.jpg?raw=1", "run-001_P0-2", "001_P0_ratio", "id: 001_P0 (first)",
    "C:\\pictures\\001_P0.JPG",
])  # fmt: skip
def test_an_id_or_a_file_s_name_says_it_too(triangles, name):
    """A whole id between characters that are neither letters nor digits counts as one."""
    assert case_of(triangles, row(names=(name,))) == "001_P0"
    assert case_of(triangles, row(key=name)) == "001_P0"


@pytest.mark.parametrize("name", ["1001_P0", "001_P01", "x001_P0", "001_P", "001_p0", "001", "1", "0", ""])
def test_a_part_of_an_id_or_a_number_is_none(triangles, name):
    """A text that only resembles an id names nothing; nor does the order of rows."""
    assert "neither an image nor an id in it" in case_of(triangles, row(key=name, names=(name,)))
    said = case_of(triangles, row(key=name))
    assert f"map {f'index {name!r}' if name else 'each'} to one: --map" in said


def test_what_contradicts_itself_is_refused(triangles):
    """Several ids, or bytes and an id that differ, are refused with both; an id beside its own image is not."""
    assert case_of(triangles, row(names=("001_P0", "001_P1.jpg"))) == "it names several: 001_P0, 001_P1"
    assert case_of(triangles, row(key="001_P0", names=("002_T1",))) == "it names several: 001_P0, 002_T1"
    seen = shown(picture(triangles, "001_P0"))
    assert case_of(triangles, row(names=("001_P1",), pictures=seen)) == (
        "its image belongs to 001_P0, but its id names 001_P1"
    )
    assert case_of(triangles, row(names=("001_P0", "001_P1"), pictures=seen)) == "001_P0"
    assert case_of(triangles, row(key="5", pictures=seen), {"5": "001_P1"}) == (
        "its image belongs to 001_P0, but its map names 001_P1"
    )


def test_a_reply_never_names_its_case(triangles):
    """An id in the model's reply is ignored."""
    assert "neither" in case_of(triangles, replace(row(key="1"), raw="001_P0"))


def test_a_picture_that_was_written_anew_is_known_by_name_or_as_png(triangles, tmp_path):
    """Unknown bytes identify nothing; lm-eval's checksum of the image as PNG does, if nothing else names the case."""
    other = tmp_path / "other.png"
    with Image.open(picture(triangles, "001_P0")) as opened:
        opened.save(other)
    assert "neither" in case_of(triangles, row(key="1", pictures=shown(other)))
    assert case_of(triangles, row(key="001_P0", pictures=shown(other))) == "001_P0"
    as_png = (ImportedImage(png_sha256=compute_file_sha256(other)),)
    assert case_of(triangles, row(key="1", pictures=as_png)) == "001_P0"
    assert case_of(triangles, row(key="001_P1", pictures=as_png)) == "001_P1"


def test_a_map_says_it_where_nothing_else_does(triangles, tmp_path):
    """The user's table names the case of each index."""
    for column in ("case_id", "photograph_id"):
        path = tmp_path / f"{column}.csv"
        path.write_text(f"index,{column}\n0,001_P0\n1,001_P1\n")
        mapping = read_map(path)
        assert [case_of(triangles, row(key=key), mapping) for key in "01"] == ["001_P0", "001_P1"]
        assert "neither" in case_of(triangles, row(key="2"), mapping)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("sign", ",;\t")
def test_a_map_is_read_in_the_encodings_of_spreadsheets(tmp_path, encoding, sign):
    """A UTF-16 table, with or without a byte order mark, is not reported to lack columns that it has."""
    text = "index,case_id\n0,001_P0\n1,001_P1\n".replace(",", sign)
    (tmp_path / "map.csv").write_bytes(text.encode(encoding))
    assert read_map(tmp_path / "map.csv") == {"0": "001_P0", "1": "001_P1"}


@pytest.mark.parametrize(("text", "words"), [
    ("index,id\n", "must name index and case_id; it names index, id"), ("", "it names nothing"),
    ("index,case_id\n1,a\n1,b\n", "row 2: index '1' is empty, or named twice"), ("index,case_id\n,a\n", "row 1"),
    ("index,case_id\n1\n", "row 1"), ('index,case_id\n"1,a\n', "cannot be read"),
])  # fmt: skip
def test_a_map_that_says_nothing_or_two_things_is_refused(tmp_path, text, words):
    """An invalid table is reported with its row."""
    (tmp_path / "map.csv").write_text(text)
    with pytest.raises(ReplyFileError, match=words):
        read_map(tmp_path / "map.csv")


def test_another_question_about_a_known_picture_is_not_taken(triangles):
    """Options for a photograph that has none indicate another task, and the refusal says what to do with the log."""
    found = CaseMatcher([triangles]).find(row(key="001_P0", options=("1.31", "0.87")))
    assert (found.why, found.benchmark_id) == ("other task", "tri_bench")
    assert "--as-benchmark NAME" in found.reason


@pytest.mark.parametrize(("said", "is_asked"), [
    ({"prompt": ASKED}, True), ({"target": '{"side_type": 1}'}, True), ({"raw": '{"side_type": 1}'}, True), ({}, None),
    ({"prompt": "Which side is longer?"}, False), ({"target": "C"}, False), ({"target": "AB"}, None),
    ({"prompt": "Which side is longer?", "status": "api_error"}, None),
])  # fmt: skip
def test_whether_a_row_asks_what_a_photograph_asks(triangles, said, is_asked):
    """A key of the benchmark's prompt in prompt, truth or reply confirms the task.

    A letter, or words without a key, do not.
    """
    assert CaseMatcher([triangles]).find(replace(row(key="001_P0"), **said)).is_asked is is_asked


def test_of_questions_about_one_picture_the_words_and_options_decide(choices):
    """The picture narrows; the id decides, or else question and options; blanks do not count, orders do."""
    seen = shown(choices.folder / choices.cases["q1"].images[0])
    assert case_of(choices, row(key="q2", pictures=seen)) == "q2"
    assert case_of(choices, row(prompt="Look:\nHow  many?\nA. 0.7 ...", pictures=seen)) == "q2"
    assert case_of(choices, row(question="Which is it?", options=("circle", "square"), pictures=seen)) == "q1"
    assert case_of(choices, row(question="Which is it?", options=("square", "circle"), pictures=seen)) == "q1-r1"
    assert case_of(choices, row(question="Which is it?", pictures=seen)).startswith("it may be q1, q1-r1:")
    assert case_of(choices, row(pictures=seen)).startswith("it may be q1, q1-r1, q2:")
    assert "asks something else" in case_of(choices, row(prompt="What is the weather like?", pictures=seen))
    assert "asks something else" in case_of(choices, row(options=("a", "b"), pictures=seen))


def test_a_question_that_begins_another_one_is_not_meant_by_it(write_shapes):
    """Of several questions about one image, the longest one that the row contains is the one asked."""
    known = write_shapes({
        "q1": ("Which is it?", ("circle", "square"), 0), "q2": ("Which is it? Think first.", ("circle", "square"), 0),
    })  # fmt: skip
    seen = shown(known.folder / known.cases["q1"].images[0])
    assert case_of(known, row(prompt="Which is it? Think first.\nA. circle\nB. square", pictures=seen)) == "q2"
    assert case_of(known, row(prompt="Which is it?\nA. circle\nB. square", pictures=seen)) == "q1"


def test_a_case_of_two_pictures_needs_both(choices):
    """One of two images identifies nothing; both do, even among others, such as those of solved examples."""
    paths = [choices.folder / path for path in choices.cases["q3"].images]
    assert case_of(choices, row(pictures=shown(*paths))) == "q3"
    assert "neither" in case_of(choices, row(pictures=shown(paths[0])))
    first = choices.folder / choices.cases["7"].images[0]
    assert case_of(choices, row(pictures=shown(first, *paths), question="Are they alike?")) == "q3"


def test_a_number_names_a_case_only_beside_its_question(choices):
    """An id that is a bare number counts if the row also asks that question."""
    assert "neither" in case_of(choices, row(key="7"))
    assert case_of(choices, row(key="7", prompt="What colour?")) == "7"
    assert "neither" in case_of(choices, row(key="7", prompt="How many?"))


@pytest.fixture
def turned(tmp_path, workspace):
    """Return a user's questions with all rotations of their options, and one that is asked in one order only."""
    picture = tmp_path / "a.png"
    picture.write_bytes(drawn(4))
    question = ChoiceItem("3", "task", "group", (picture,), "Which is it?", ("circle", "square", "line"), "A")
    alone = replace(question, item_id="4", question="Where is it?")
    own = workspace.select_benchmark("turned")
    items = [*expand_rotations([question]), alone]
    write_custom_benchmark(
        own.release, items, CustomBenchmarkInfo("turned", "Turned", "me", "here", "1", "none", "Turned")
    )
    return load_benchmark_indexes(own, own.benchmark_id)[0]


def rotated_row(base, turn, options, question):
    """Return a row of VLMEvalKit's circular evaluation: an index with the number of the pass, and no image."""
    variant = RowVariant(base, turn) if turn else None
    return row(key=str(int(base) + turn * 1_000_000), options=options, question=question, variant=variant)


def test_a_rotated_row_is_the_case_with_its_order(turned):
    """The index identifies the question, and the options their order, for either direction of rotation."""
    orders = [("circle", "square", "line"), ("line", "circle", "square"), ("square", "line", "circle")]
    rows = [rotated_row("3", turn, order, "Which is it?") for turn, order in enumerate(orders)]
    assert [case_of(turned, one) for one in rows] == ["3", "3-r2", "3-r1"]
    assert case_of(turned, rotated_row("3", 1, ("square", "circle", "line"), "Which is it?")).startswith("it may be 3,")
    assert "neither" in case_of(turned, rotated_row("3", 1, orders[1], "What else?"))
    assert "neither" in case_of(turned, replace(rows[1], variant=None))


def test_a_rotation_that_the_benchmark_does_not_ask_is_another_pass(turned):
    """If the case is asked in one order only, a row with another order is a later pass of it."""
    found = CaseMatcher([turned]).find(rotated_row("4", 2, ("square", "line", "circle"), "Where is it?"))
    assert (found.case.case_id, found.turn, found.options) == ("4", 2, ("square", "line", "circle"))
    first = CaseMatcher([turned]).find(rotated_row("4", 0, ("circle", "square", "line"), "Where is it?"))
    assert (first.case.case_id, first.turn) == ("4", 0)


def test_a_mirror_image_is_never_taken_for_the_picture(write_shapes):
    """If the benchmark has no mirror images, a row about one is refused, unless it shows the case's own image."""
    known = write_shapes({"VIN6MS3J": ("Where?", ("left", "right"), 0), "ABCD2345": ("Where?", ("left", "right"), 1),
                          "ABCD2345-flip": ("Where?", ("right", "left"), 2)})  # fmt: skip
    assert case_of(known, row(key="1", names=("VIN6MS3J",))) == "VIN6MS3J"
    assert case_of(known, row(key="1", names=("VIN6MS3J-1",))) == "VIN6MS3J"
    assert "mirrored image of VIN6MS3J" in case_of(known, row(key="1", names=("VIN6MS3J-flip-1",)))
    seen = shown(known.folder / known.cases["VIN6MS3J"].images[0])
    assert case_of(known, row(key="1", names=("VIN6MS3J-flip",), pictures=seen)) == "VIN6MS3J"
    assert case_of(known, row(key="ABCD2345-flip")) == "ABCD2345-flip"


def test_options_as_seen_are_kept_in_the_case_s_own_words(choices):
    """A different order is kept; numbers that a program reformatted are those of the case."""
    found = CaseMatcher([choices]).find(row(key="q2", options=("2", "0.7")))
    assert found.options == ("2", "0.70")
    assert CaseMatcher([choices]).find(row(key="q2", options=("0.7", "2"))).options is None
    assert CaseMatcher([choices]).find(row(key="q2")).options is None
    wrong = CaseMatcher([choices]).find(row(case_id="q2", options=("a", "b")))
    assert wrong.reason == "its options differ from those of q2"


def test_the_benchmark_that_asks_it_gets_the_row(triangles, choices):
    """The benchmark that knows the row gets it; if two do, the user must choose."""
    both = [triangles, choices]
    assert case_of(both, row(key="q2")) == "q2"
    assert case_of(both, row(key="001_P0")) == "001_P0"
    assert "--map" in case_of(both, row(key="nothing"))
    same = replace(triangles, workspace=Workspace(Path("/nowhere")).select_benchmark("other"))
    assert case_of([triangles, same], row(key="001_P0")) == (
        "tri_bench and other have this case; choose one: --benchmark tri_bench"
    )


def test_a_release_comes_before_what_trilens_drew(triangles):
    """Scenes share ids with photographs; another program's log is about a release, unless it states otherwise."""
    contents = replace(triangles.contents, benchmark=triangles.contents.benchmark | {"source": MADE_BY})
    drawn = replace(triangles, workspace=Workspace(Path("/nowhere")).select_benchmark("synthetic"), contents=contents)
    for both in ([triangles, drawn], [drawn, triangles]):
        assert CaseMatcher(both).find(row(key="001_P0")).known is triangles
        said = replace(row(key="001_P0"), run=ImportedRun("P", "t", "m", benchmark_id="synthetic"))
        assert CaseMatcher(both).find(said).known is drawn
    absent = replace(row(key="001_P0"), run=ImportedRun("P", "t", "m", benchmark_id="giq"))
    assert "about the benchmark 'giq', which is not installed" in CaseMatcher([triangles, drawn]).find(absent).reason


def test_of_ids_in_one_another_the_longer_counts():
    """A prefix of an id does not match the longer id."""
    mentions = CaseIdIndex({"a": ["q1", "q1-r1", "s1-001_P0"], "b": ["001_P0"]})
    assert mentions.find_mentioned_ids(["q1-r1.png"]) == {"a": {"q1-r1"}}
    assert mentions.find_mentioned_ids(["q1 r1"]) == {"a": {"q1"}}
    assert mentions.find_mentioned_ids(["s1-001_P0"]) == {"a": {"s1-001_P0"}}
    assert mentions.find_mentioned_ids(["x-001_P0", "q1"]) == {"a": {"q1"}, "b": {"001_P0"}}


def test_only_benchmarks_that_are_here_are_known(workspace, choices):
    """The candidates are benchmarks with files in the data folder, or the named one.

    Without any, the error gives a remedy.
    """
    assert [one.benchmark_id for one in load_benchmark_indexes(workspace)] == ["shapes"]
    with pytest.raises(SettingsError, match="--as-benchmark NAME"):
        load_benchmark_indexes(Workspace(workspace.data / "empty"))
