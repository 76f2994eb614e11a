"""Tests of reading the released tables: Parquet, TSV, circular TSV and a folder of COCO's images."""

import base64
import csv
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from core.benchmarks.threedsr.benchmark import BENCHMARK
from core.benchmarks.threedsr.release_reader import UNPACKED
from core.benchmarks.threedsr.vocabulary import SUBTYPES
from core.errors import ReleaseError

ADDRESS = "http://images.cocodataset.org/train2017/{}.jpg"
COLUMNS = ("index", "question", "A", "B", "C", "D", "answer", "category", "image_source", "image_url")
CIRCULAR = ("index", "qid", *COLUMNS[1:8], "image", *COLUMNS[8:])


def encode_image(red, form="JPEG"):
    """Return an image that is half dark, so that its mirror image differs."""
    image = Image.new("RGB", (40, 20), (red, 40, 40))
    image.paste((0, 0, 0), (0, 0, 20, 20))
    data = io.BytesIO()
    image.save(data, form)
    return data.getvalue()


def make_row(qid, category="height_higher", options=("ball", "box"), answer="A", name="000000000001"):
    cells = (*options, *[None] * (4 - len(options)))
    return [qid, f"Which of {category}?", *cells, answer, category, "MS-COCO", ADDRESS.format(name)]


ROWS = [
    make_row("VIN6MS3J"),
    make_row("VIN6MS3J-flip"),
    make_row("ABCD2345", "orientation_viewpoint", ("front", "left", "back", "right"), "B", "000000000002"),
    make_row("ABCD2345-flip", "orientation_viewpoint", ("front", "left", "back", "right"), "D", "000000000002"),
    make_row("QQQQ7777", "location_above", ("yes", "no"), "B", "000000000002"),
]


@pytest.fixture
def folder(tmp_path):
    """Write a folder with two of COCO's images."""
    (tmp_path / "coco_images").mkdir()
    for number in (1, 2):
        (tmp_path / "coco_images" / f"{number:012}.jpg").write_bytes(encode_image(100 * number))
    return tmp_path


def write_parquet(folder, rows=ROWS):
    table = pa.Table.from_pylist([dict(zip(COLUMNS, one, strict=True)) for one in rows])
    pq.write_table(table, folder / "3dsrbench_v1-00000-of-00001.parquet")


def write_tsv(folder, rows, columns, name):
    with (folder / name).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerows([columns, *([cell if cell is not None else "" for cell in one] for one in rows)])


def test_a_parquet_file_uses_images_of_the_folder(folder):
    """Rotations and mirror images are made while reading; images of one question are a group."""
    write_parquet(folder)
    contents = BENCHMARK.read(folder)
    assert not contents.refusals
    cases = {case.case_id: case for case in contents.cases}
    assert len(cases) == 2 * 2 + 4 * 2 + 2
    assert {case.group_id for case in contents.cases} == {"VIN6MS3J", "ABCD2345", "QQQQ7777"}
    assert cases["ABCD2345-1"].asks[0].options == ("left", "back", "right", "front")
    plain, mirrored = (folder / cases[qid].images[0] for qid in ("VIN6MS3J", "VIN6MS3J-flip"))
    assert mirrored.parent.name == UNPACKED
    with Image.open(plain) as one, Image.open(mirrored) as other:
        assert one.getpixel((5, 10))[0] < 50 < one.getpixel((35, 10))[0]
        assert other.getpixel((5, 10))[0] > 50 > other.getpixel((35, 10))[0]
    assert {one.set_id for one in contents.sets if one.protocol == "flip_circular"} == {
        "VIN6MS3J", "ABCD2345", "QQQQ7777"
    }  # fmt: skip
    assert {one.aggregate_id for one in contents.aggregates} >= {"vanilla", "circular", "flip", "strict"}
    assert "paper" not in {one.aggregate_id for one in contents.aggregates}, "one of the four types is missing"
    assert [figure for figure in contents.frames if figure.role == "foil"] == []


def test_a_circular_table_keeps_its_order(folder):
    """Rotations are the table's; an image is base64, or the index of the row that has it."""
    inside = base64.b64encode(encode_image(200, "PNG")).decode()
    first = make_row("VIN6MS3J")
    rows = [
        [0, "VIN6MS3J", *first[1:8], inside, *first[8:]],
        [1, "VIN6MS3J-1", first[1], "box", "ball", None, None, "B", *first[7:8], "0", *first[8:]],
    ]
    write_tsv(folder, rows, CIRCULAR, "3dsrbench_v1_vlmevalkit_circular.tsv")
    write_parquet(folder)
    contents = BENCHMARK.read(folder)
    assert [case.case_id for case in contents.cases] == ["VIN6MS3J", "VIN6MS3J-1"]
    assert [case.asks[0].options for case in contents.cases] == [("ball", "box"), ("box", "ball")]
    assert len({case.images for case in contents.cases}) == 1
    assert (folder / contents.cases[0].images[0]).is_file()
    assert [one.protocol for one in contents.sets] == ["circular", "flip_circular"]


def test_subtypes_with_missing_groups_are_reported(folder):
    """Corrections state the table's and the released number of groups; mirror images count separately."""
    write_parquet(folder)
    findings = {correction.location: correction.finding for correction in BENCHMARK.read(folder).corrections}
    assert len(findings) == len(SUBTYPES)
    assert findings["height_higher"] == "usable groups: 2; the released set has 690"
    assert findings["location_above"] == "usable groups: 1; the released set has 692"
    assert findings["multi_object_facing"] == "usable groups: 0; the released set has 346"


def test_unusable_rows_are_refused_with_a_reason(folder):
    """Unknown categories, answers that are not options, invalid and duplicate ids, and missing images are refused."""
    bad = [
        make_row("AAAA1111", "colour"),
        make_row("AAAA2222", answer="C"),
        make_row("AAAA33"),
        ROWS[0],
        make_row("AAAA4444", name="000000000009"),
        make_row("AAAA5555", options=("ball", "ball")),
    ]
    write_parquet(folder, [*ROWS, *bad])
    contents = BENCHMARK.read(folder)
    reasons = [one.reason for one in contents.refusals]
    words = ("'colour' is unknown", "'C' is not one of A, B", "not eight characters", "already", "never opened", "same")
    assert len(reasons) == len(words)
    assert all(word in reason for word, reason in zip(words, reasons, strict=True))
    assert [one.location for one in contents.refusals] == [f"row {number}" for number in range(6, 12)]


def test_a_release_is_recognised_by_the_columns_of_its_table(folder):
    """Another table is not a release; without one the folder cannot be read."""
    assert not BENCHMARK.is_here(folder)
    write_tsv(folder, [["1", "Which?", "A"]], ("id", "question", "answer"), "other.tsv")
    assert not BENCHMARK.is_here(folder)
    with pytest.raises(ReleaseError, match="no table of 3DSRBench"):
        BENCHMARK.read(folder)
    write_parquet(folder)
    assert BENCHMARK.is_here(folder)
    assert folder / "other.tsv" in BENCHMARK.list_source_files(folder)


def test_no_url_is_opened(tmp_path, monkeypatch):
    """Without images every row is refused, and no socket is connected."""

    def refuse(*_, **__):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr("socket.socket.connect", refuse)
    write_parquet(tmp_path)
    with pytest.raises(ReleaseError, match="URLs are never opened"):
        BENCHMARK.read(tmp_path)
