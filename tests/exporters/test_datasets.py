"""Tests of the folders for Hugging Face and FiftyOne, read as Parquet and JSON."""

import io
import json
from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from tests.exporters.made import GIQ, NASTY, RUN, make_replies_of_all_kinds


def read_features(table):
    return json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]


def test_answers_have_a_row_per_run_and_case(export):
    """Empty cells are null, numbers are numbers, and every column is declared."""
    table = pq.read_table(export("huggingface", "out").path / "answers.parquet")
    rows = table.to_pylist()
    assert [(row["case_id"], row["reply"], row["status"], row["output_tokens"]) for row in rows] == [
        (reply.case_id, reply.raw, reply.status, reply.output_tokens) for reply in make_replies_of_all_kinds(RUN.run_id)
    ]
    assert rows[7]["reply"] == NASTY
    assert set(read_features(table)) == set(table.column_names)
    assert read_features(table)["Q1_3d"] == {"dtype": "float64", "_type": "Value"}
    assert Counter(row["Q1_3d"] is None for row in rows) == {True: 7, False: 3}


@pytest.mark.parametrize("pictures", ["preview", "original", "none"])
def test_cases_contain_their_images(export, exported_workspace, pictures):
    """An image is a struct of bytes and a file name: the file itself, a small copy, or nothing."""
    path = export("huggingface", "out", pictures=pictures).path / "cases.parquet"
    table = pq.read_table(path)
    assert table.schema.field("image_1").type == pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    assert read_features(table)["image_1"] == {"_type": "Image"}
    images = dict(zip(table["case_id"].to_pylist(), table["image_1"].to_pylist(), strict=True))
    assert len(images) == 10
    if pictures == "none":
        assert set(images.values()) == {None}
        return
    assert images["001_P0"]["path"] == ("001_P0.jpg" if pictures == "original" else "001_P0.webp")
    if pictures == "original":
        folder = exported_workspace.data.parent / "release/images/triangles_original"
        assert all(image["bytes"] == (folder / f"{name}.jpg").read_bytes() for name, image in images.items())
    assert Image.open(io.BytesIO(images["001_P0"]["bytes"])).size == (256, 192)


def test_a_case_with_two_images_has_two_columns(export):
    """Images are in order, and cases with one image have a null in the second column."""
    table = pq.read_table(export("huggingface", "out", ["hasty"], GIQ).path / "cases.parquet")
    counts = Counter((row["image_1"] is not None) + (row["image_2"] is not None) for row in table.to_pylist())
    assert set(counts) == {1, 2}
    options = [json.loads(row["options"]) for row in table.to_pylist() if row["options"]]
    assert all(len(texts) >= 2 for texts in options)


def test_the_card_states_licence_credit_and_files(export):
    """The header has both tables and the licence in the Hub's notation, and the text has the credit."""
    card = (export("huggingface", "out").path / "README.md").read_text(encoding="utf-8")
    header, _, text = card.removeprefix("---\n").partition("\n---\n")
    assert "license: cc-by-4.0" in header
    assert ("answers.parquet" in header, "cases.parquet" in header) == (True, True)
    assert "Amit Bendkhale, CC BY 4.0" in text
    assert "10 replies" in text


def read_fiftyone_samples(folder):
    return json.loads((folder / "samples.json").read_bytes(), parse_constant=pytest.fail)["samples"]


def test_a_sample_is_an_image_with_each_run_s_answers(export, exported_workspace):
    """Each file occurs once; labels are classifications, numbers are numbers, and missing answers are absent."""
    folder = export("fiftyone", "out", pictures="original").path
    samples = read_fiftyone_samples(folder)
    assert sorted(path.name for path in (folder / "data").iterdir()) == sorted(
        sample["filepath"].removeprefix("data/") for sample in samples
    )
    first = samples[0]
    original = exported_workspace.data.parent / "release/images/triangles_original/001_P0.jpg"
    assert (folder / first["filepath"]).read_bytes() == original.read_bytes()
    assert first["truth_Q1_3d"] == {"_cls": "Classification", "tags": [], "label": "isosceles"}
    assert first["spatial_v1_answer_Q1"]["label"] == "equilateral"
    assert first["spatial_v1_answer_Q3"] == 1.1
    assert (first["spatial_v1_Q1_3d"], first["spatial_v1_status"]) == (0.0, "ok")
    assert [name for name in samples[2] if name.startswith("spatial_v1_Q")] == []
    assert "spatial_v1_reply" not in samples[5]


def test_fields_have_valid_fiftyone_names(export):
    """Names have letters, digits and underscores, are unique per run, and the values of a field have one type."""
    samples = read_fiftyone_samples(export("fiftyone", "out", runs=()).path)
    types = {}
    for sample in samples:
        for name, value in sample.items():
            assert name.replace("_", "").isalnum()
            assert not name.startswith("_")
            types.setdefault(name, set()).add(type(value))
    assert {name for name, found in types.items() if len(found) > 1} == set()
    assert len([name for name in types if name.endswith("_status")]) == 8


def test_each_image_of_a_case_is_a_sample(export):
    """The samples of a case have the same answers and differ by the image's index."""
    samples = read_fiftyone_samples(export("fiftyone", "out", ["hasty"], GIQ).path)
    counts = Counter(sample["case_id"] for sample in samples)
    assert set(counts.values()) == {1, 2, 3}
    twice = [sample for sample in samples if counts[sample["case_id"]] == 2]
    assert [sample["picture"] for sample in twice[:2]] == [1, 2]
    assert twice[0]["hasty_reply"] == twice[1]["hasty_reply"]
