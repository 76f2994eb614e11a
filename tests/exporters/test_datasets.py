"""The folders of Hugging Face and FiftyOne, read as Parquet and JSON."""

import io
import json
from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from tests.exporters.made import GIQ, NASTY, RUN, replies_of_all_kinds


def features_of(table):
    return json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]


def test_answers_are_a_row_a_run_and_case(export):
    """Every reply is a row whose empty cells are null, numbers are numbers, and every column is declared."""
    table = pq.read_table(export("huggingface", "out").path / "answers.parquet")
    rows = table.to_pylist()
    assert [(row["case_id"], row["reply"], row["status"], row["output_tokens"]) for row in rows] == [
        (reply.case_id, reply.raw, reply.status, reply.output_tokens) for reply in replies_of_all_kinds(RUN.run_id)
    ]
    assert rows[7]["reply"] == NASTY
    assert set(features_of(table)) == set(table.column_names)
    assert features_of(table)["Q1_3d"] == {"dtype": "float64", "_type": "Value"}
    assert Counter(row["Q1_3d"] is None for row in rows) == {True: 7, False: 3}


@pytest.mark.parametrize("pictures", ["preview", "original", "none"])
def test_cases_hold_their_pictures(export, exported_settings, pictures):
    """The picture is a struct of bytes and a bare name: the file itself, a small copy, or nothing."""
    path = export("huggingface", "out", pictures=pictures).path / "cases.parquet"
    table = pq.read_table(path)
    assert table.schema.field("image_1").type == pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    assert features_of(table)["image_1"] == {"_type": "Image"}
    images = dict(zip(table["case_id"].to_pylist(), table["image_1"].to_pylist(), strict=True))
    assert len(images) == 10
    if pictures == "none":
        assert set(images.values()) == {None}
        return
    assert images["001_P0"]["path"] == ("001_P0.jpg" if pictures == "original" else "001_P0.webp")
    if pictures == "original":
        folder = exported_settings.data.parent / "release/images/triangles_original"
        assert all(image["bytes"] == (folder / f"{name}.jpg").read_bytes() for name, image in images.items())
    assert Image.open(io.BytesIO(images["001_P0"]["bytes"])).size == (256, 192)


def test_a_case_of_two_pictures_has_two_columns(export):
    """What a case shows stands in order, and cases of one picture have a null beside it."""
    table = pq.read_table(export("huggingface", "out", ["hasty"], GIQ).path / "cases.parquet")
    counts = Counter((row["image_1"] is not None) + (row["image_2"] is not None) for row in table.to_pylist())
    assert set(counts) == {1, 2}
    options = [json.loads(row["options"]) for row in table.to_pylist() if row["options"]]
    assert all(len(one) >= 2 for one in options)


def test_the_card_states_licence_credit_and_files(export):
    """The header names both tables and the licence as the Hub writes it, and the text gives the credit."""
    card = (export("huggingface", "out").path / "README.md").read_text(encoding="utf-8")
    header, _, text = card.removeprefix("---\n").partition("\n---\n")
    assert "license: cc-by-4.0" in header
    assert ("answers.parquet" in header, "cases.parquet" in header) == (True, True)
    assert "Amit Bendkhale, CC BY 4.0" in text
    assert "10 replies" in text


def fiftyone_samples(folder):
    return json.loads((folder / "samples.json").read_bytes(), parse_constant=pytest.fail)["samples"]


def test_a_sample_is_a_picture_with_what_each_run_said(export, exported_settings):
    """Each file is there once; labels are classifications, numbers are numbers, and what nobody said is absent."""
    folder = export("fiftyone", "out", pictures="original").path
    samples = fiftyone_samples(folder)
    assert sorted(path.name for path in (folder / "data").iterdir()) == sorted(
        sample["filepath"].removeprefix("data/") for sample in samples
    )
    first = samples[0]
    original = exported_settings.data.parent / "release/images/triangles_original/001_P0.jpg"
    assert (folder / first["filepath"]).read_bytes() == original.read_bytes()
    assert first["truth_Q1_3d"] == {"_cls": "Classification", "tags": [], "label": "isosceles"}
    assert first["spatial_v1_answer_Q1"]["label"] == "equilateral"
    assert first["spatial_v1_answer_Q3"] == 1.1
    assert (first["spatial_v1_Q1_3d"], first["spatial_v1_status"]) == (0.0, "ok")
    assert [name for name in samples[2] if name.startswith("spatial_v1_Q")] == []
    assert "spatial_v1_reply" not in samples[5]


def test_fields_have_names_that_fiftyone_takes(export):
    """Fields are letters, digits and underscores, no two runs share one, and values of a field have one type."""
    samples = fiftyone_samples(export("fiftyone", "out", runs=()).path)
    types = {}
    for sample in samples:
        for name, value in sample.items():
            assert name.replace("_", "").isalnum()
            assert not name.startswith("_")
            types.setdefault(name, set()).add(type(value))
    assert {name for name, found in types.items() if len(found) > 1} == set()
    assert len([name for name in types if name.endswith("_status")]) == 8


def test_each_picture_of_a_case_is_a_sample(export):
    """A case of several pictures is as many samples with the same answers, told apart by their place."""
    samples = fiftyone_samples(export("fiftyone", "out", ["hasty"], GIQ).path)
    counts = Counter(sample["case_id"] for sample in samples)
    assert set(counts.values()) == {1, 2, 3}
    twice = [sample for sample in samples if counts[sample["case_id"]] == 2]
    assert [sample["picture"] for sample in twice[:2]] == [1, 2]
    assert twice[0]["hasty_reply"] == twice[1]["hasty_reply"]
