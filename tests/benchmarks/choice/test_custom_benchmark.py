"""Tests of writing, reading and validating custom benchmarks."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.benchmarks.cases import CaseSet
from core.benchmarks.choice.benchmark_data import WORDS, ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.circular import CIRCULAR, build_case_sets, expand_rotations
from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo, read_custom_benchmark
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.choice.items import format_choice_text
from core.benchmarks.choice.table_reader import read_choice_table
from core.benchmarks.publications import PublishedMean
from core.benchmarks.validation import validate_data
from core.errors import ReleaseError
from core.photographs.load_image import load_upright_image
from core.records import RejectedItem, Truth
from core.settings import REPOSITORY
from tests.benchmarks.choice.made_tables import encode_base64, make_table_images, row, write_csv, write_image

FACTS = CustomBenchmarkInfo("cups", "Cups", "A. Person", "our kitchen", "1", "CC0", "Cups by A. Person, CC0")


@pytest.fixture
def items(tmp_path):
    """Make three items: one with two images, a pair of mirror images, and two levels of a factor."""
    red = write_image(tmp_path / "from/red.png")
    write_image(tmp_path / "from/blue.PNG", "blue")
    rows = [
        row(1, image=encode_base64(red), split="dev", flip_pair="p"),
        row(2, image="blue.PNG", split="test", flip_pair="p", answer="A"),
        row(3, image=json.dumps(["red.png", "blue.PNG"]), split="", flip_pair="", category="height"),
    ]
    table = read_choice_table(write_csv(tmp_path / "from/cups.csv", rows), None, make_table_images(tmp_path / "from"))
    assert not table.refusals
    return table.items


def test_a_custom_benchmark_is_read_as_written(items, tmp_path):
    """Facts, questions, options, keys, factors, groups, sets and images are read as they were written."""
    write_custom_benchmark(tmp_path / "own/cups", items, FACTS)
    contents = read_custom_benchmark(tmp_path / "own/cups", load_upright_image)
    assert contents.benchmark["title"] == "Cups"
    assert (contents.words.case, contents.refusals) == ("item", [])
    assert [case.case_id for case in contents.cases] == ["1", "2", "3"]
    for case, item, truth in zip(contents.cases, items, contents.truths, strict=True):
        assert (case.group_id, case.text, case.asks[0].options) == (item.group_id, item.question, item.options)
        assert (truth.case_id, truth.frame, truth.value) == (item.item_id, "key", item.answer)
        pairs = zip(case.images, item.images, strict=True)
        assert all((tmp_path / "own/cups" / new).read_bytes() == old.read_bytes() for new, old in pairs)
        assert case.factors == item.factors
    assert contents.sets == [CaseSet("flip", "p", ("1", "2"))]
    assert [factor.levels for factor in contents.factors] == [("dev", "test")]
    assert [(question.question_id, question.kind) for question in contents.questions] == [
        ("depth", "choice"), ("height", "choice")
    ]  # fmt: skip
    assert len(list((tmp_path / "own/cups/images").iterdir())) == 2
    text = format_choice_text(contents.cases[0].text, contents.cases[0].asks[0].options)
    assert text.endswith("\nA. the cup\nB. the plate\nC. neither")


def test_writing_returns_the_contents_that_reading_returns(items, tmp_path):
    """Both are equal for any order of keys and any rotation of options."""
    first, second, third = items
    own = [
        replace(first, factors={"split": "dev"}, margin=0.25, slot="left", foil="C"),
        replace(second, factors={"room": "hall", "split": "test"}, sets={"own": "s", "flip": "p"}),
        replace(third, factors={"room": "yard"}, sets={"flip": "p", "own": "s"}, question="A hint\nWhich is it?"),
    ]
    refusals = [RejectedItem("cups.csv", "row 4, column answer", "'E' is not the letter of any of the 3 options")]
    for name, some in {"plain": items, "keys": own, "rotated": expand_rotations(own)}.items():
        written = write_custom_benchmark(tmp_path / name, some, FACTS, refusals)
        assert written is not None
        assert repr(written) == repr(read_custom_benchmark(tmp_path / name, load_upright_image))


@pytest.mark.parametrize(
    "changed",
    [
        {"question": "x" * 20_001}, {"question": "Which? "}, {"item_id": "x" * 201}, {"item_id": "x\u200b"},
        {"slot": "a\nb"}, {"meanings": ("the plate", "the cup", "neither")}, {"group_id": " g"},
        {"options": ("one", "two", "x" * 20_001)},
    ],
)  # fmt: skip
def test_writing_returns_nothing_if_reading_would_differ(items, tmp_path, changed):
    """If reading would refuse or change an item, the caller has to read the contents."""
    assert write_custom_benchmark(tmp_path / "own", [replace(items[0], **changed), items[1]], FACTS) is None


def test_margins_are_read_as_written(items, tmp_path):
    """Margins become bands and numbers of the cases; an older folder without them is read too."""
    margins = (0.1, 0.4, None)
    own = [replace(item, question_id="depth", margin=margin) for item, margin in zip(items, margins, strict=True)]
    write_custom_benchmark(tmp_path / "own", own, FACTS)
    contents = read_custom_benchmark(tmp_path / "own", load_upright_image)
    assert [case.numbers.get("margin_size") for case in contents.cases] == [0.1, 0.4, None]
    assert [one.question_id for one in contents.margins] == ["depth"]
    about = json.loads((tmp_path / "own/benchmark.json").read_text())
    assert about.pop("has_margins")
    (tmp_path / "own/benchmark.json").write_text(json.dumps(about))
    assert read_custom_benchmark(tmp_path / "own", load_upright_image).margins == ()


def test_lines_damaged_after_writing_are_refused(items, tmp_path):
    """A damaged line or an invalid image affects only its item."""
    folder = tmp_path / "own"
    write_custom_benchmark(folder, items, FACTS)
    lines = (folder / "items.jsonl").read_text().splitlines()
    unpacked = {**json.loads(lines[0]), "item_id": "4", "images": [encode_base64(tmp_path / "from/red.png")]}
    damaged = [lines[0], lines[1][:40], lines[2].replace("images/", "../"), json.dumps(unpacked)]
    (folder / "items.jsonl").write_text("\n".join(damaged))
    before = sorted(folder.rglob("*"))
    contents = read_custom_benchmark(folder, load_upright_image)
    assert sorted(folder.rglob("*")) == before
    assert [case.case_id for case in contents.cases] == ["1"]
    assert [one.location for one in contents.refusals] == [
        "line 2", "line 3, column images", "line 4, column images"
    ]  # fmt: skip
    assert contents.sets == []


@pytest.mark.parametrize("failing", [OSError("No space left on device"), KeyboardInterrupt()])
def test_a_failed_copy_leaves_no_folder(items, tmp_path, monkeypatch, failing):
    """A folder that is not empty is refused."""

    def fail(*_):
        raise failing

    monkeypatch.setattr("core.benchmarks.choice.custom_benchmark_writer.shutil.copyfile", fail)
    with pytest.raises(ReleaseError if isinstance(failing, OSError) else KeyboardInterrupt):
        write_custom_benchmark(tmp_path / "own/cups", items, FACTS)
    assert list((tmp_path / "own").iterdir()) == []
    with pytest.raises(ReleaseError, match="is not empty"):
        write_custom_benchmark(tmp_path / "from", items, FACTS)


@pytest.mark.slow
def test_a_kill_leaves_no_benchmark(tmp_path):
    """A process killed while copying leaves no folder with the benchmark's name; the next process writes it."""
    write_image(tmp_path / "red.png")
    program = """if True:
        import os, shutil, signal, sys
        from pathlib import Path
        from core.benchmarks.choice.items import ChoiceItem
        from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
        from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
        if "killed" in sys.argv:
            shutil.copyfile = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        item = ChoiceItem("1", "q", "g", (Path("red.png").resolve(),), "Which?", ("a", "b"), "A")
        write_custom_benchmark(Path("own"), [item], CustomBenchmarkInfo("cups", "Cups", "A", "here", "1", "CC0", "A"))
    """
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    codes = []
    for arguments in (["killed"], []):
        command = [sys.executable, "-c", program, *arguments]
        codes.append(subprocess.run(command, cwd=tmp_path, env=environment, check=False).returncode)
        assert (tmp_path / "own").exists() == (arguments == [])
    assert codes == [-signal.SIGKILL, 0]
    assert len(read_custom_benchmark(tmp_path / "own", load_upright_image).cases) == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"benchmark_id": "../cups"}, "cannot be the id"),
        ({"benchmark_id": "tri_bench"}, "cannot be the id"),
        ({"title": " "}, "title: ' ' is not one line"),
        ({"words": replace(WORDS, case="**cup**")}, "case: .* contains Markdown. Write plain words"),
        ({"licence": "a\u202eb"}, "licence"),
        ({"prompt": "Answer."}, "has no {text}"),
    ],
)
def test_facts_are_checked_before_anything_is_written(items, tmp_path, changes, reason):
    """An invalid id, an empty fact, Markdown, or a prompt without a placeholder for the question is refused."""
    with pytest.raises(ReleaseError, match=reason):
        write_custom_benchmark(tmp_path / "own", items, replace(FACTS, **changes))
    assert not (tmp_path / "own").exists()


@pytest.mark.parametrize("text", ["", "{}", '{"facts": 3}', "[" * 100_000, "\ud800"])
def test_a_broken_description_raises_an_error_with_the_file_name(tmp_path, text):
    """The error names `benchmark.json` for any invalid content."""
    (tmp_path / "benchmark.json").write_bytes(text.encode(errors="surrogatepass"))
    with pytest.raises(ReleaseError, match=r"benchmark\.json does not describe a benchmark"):
        read_custom_benchmark(tmp_path, load_upright_image)


def build_contents(items):
    """Build contents with rotations that contain everything the tests violate."""
    about = ChoiceBenchmarkInfo(
        dict.fromkeys(("benchmark_id", "title", "author", "source", "version", "licence", "credit"), "x"),
        protocols=(CIRCULAR,),
        aggregates=(PublishedMean("mean", "Mean", ("question", "split"), "cells", "own"),),
    )
    rotations = expand_rotations(items)
    sets = [one for one in build_case_sets(rotations) if one.protocol == CIRCULAR.protocol]
    return build_choice_data(rotations, about, items[1].images[0].parent, sets=sets)


def test_circular_contents_are_valid(items):
    """Rotations and their sets of three items with three options each are valid contents."""
    contents = build_contents(items)
    assert (len(contents.cases), len(contents.truths), len(contents.sets)) == (9, 9, 3)
    assert validate_data(contents) is contents


def make_weighted_mean(over, weight):
    """Return a mean with a stated weight."""
    return PublishedMean("a", "A", over, "stated", "own", weights={"x": weight})


def change_entry(values, index, **changes):
    values[index] = replace(values[index], **changes)


@pytest.mark.parametrize(
    ("violate", "reason"),
    [
        (lambda c: change_entry(c.cases, 1, case_id="1"), "case 1 is duplicated"),
        (lambda c: change_entry(c.cases, 1, group_id=""), "case 1-r1 has no group"),
        (lambda c: change_entry(c.cases, 1, asks=()), "case 1-r1 asks nothing"),
        (lambda c: change_entry(c.cases, 0, factors={"split": "train"}), "'train' is not a level of split"),
        (lambda c: change_entry(c.cases, 0, numbers={"margin": 1.0}), "has a number for the unknown measure margin"),
        (lambda c: change_entry(c.cases, 0, factors={"light": "day"}), "has the unknown factor light"),
        (lambda c: change_entry(c.cases, 0, images=(Path("../a.png"),)), "is outside the benchmark's folder"),
        (lambda c: change_entry(c.cases, 0, asks=(replace(c.cases[0].asks[0], options=("a", "a")),)), "is duplicated"),
        (
            lambda c: change_entry(c.cases, 0, asks=(replace(c.cases[0].asks[0], meanings=("up", "down")),)),
            "meanings are not its options",
        ),
        (lambda c: change_entry(c.truths, 0, value="D"), "'D' is not one of its options"),
        (lambda c: change_entry(c.truths, 0, value="plate"), "'plate' is not one of its options"),
        (lambda c: change_entry(c.truths, 0, frame="2d"), "there is no such frame"),
        (lambda c: c.truths.pop(), "asks height and has no truth in key"),
        (lambda c: c.truths.append(c.truths[0]), "is duplicated"),
        (lambda c: c.truths.append(Truth("9", "key", "depth", "A")), "no case asks for it"),
        (lambda c: c.sets.append(CaseSet("circular", "x", ("9",))), "names the unknown case 9"),
        (lambda c: c.sets.append(CaseSet("circular", "x", ())), "is empty"),
        (lambda c: c.sets.append(CaseSet("circular", "x", ("1",))), "1 counts twice under circular"),
        (lambda c: c.sets.append(CaseSet("flip", "x", ("1",))), "there is no such protocol"),
        (lambda c: setattr(c, "benchmark", {}), "has no benchmark_id"),
        (lambda c: setattr(c, "frames", ()), "exactly one frame in the role of the truth"),
        (
            lambda c: setattr(c, "aggregates", (PublishedMean("a", "A", ("light",), "cells", "own"),)),
            "names the unknown factor light",
        ),
        (
            lambda c: setattr(c, "aggregates", (PublishedMean("a", "A", ("split",), "stated", "own"),)),
            "states weights without being weighted by them",
        ),
        (
            lambda c: setattr(
                c, "aggregates", (PublishedMean("a", "A", ("split",), "cells", "own", weights={"x": 1.0}),)
            ),
            "states weights without being weighted by them",
        ),
        (
            lambda c: setattr(c, "aggregates", (make_weighted_mean(("question", "split"), 1.0),)),
            "states the weights of one factor's levels; it is over 2",
        ),
        (
            lambda c: setattr(c, "aggregates", (make_weighted_mean(("split",), 0.0),)),
            "states a weight that is not a positive number",
        ),
    ],
)
def test_inconsistent_contents_are_refused(items, violate, reason):
    """The error names the violation."""
    contents = build_contents(items)
    violate(contents)
    with pytest.raises(ReleaseError, match=reason):
        validate_data(contents)
