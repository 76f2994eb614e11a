"""Tests of tables in the forms that benchmarks publish, each on a hand-made table."""

import base64
import csv
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from core.benchmarks.choice.benchmark_data import ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.columns import OPTION_LISTS, find_columns, make_factor_key
from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo, read_custom_benchmark
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.choice.object_columns import flatten_objects
from core.benchmarks.choice.open_rows import OpenQuestions
from core.benchmarks.choice.table_images import TableImages
from core.benchmarks.choice.table_reader import read_choice_table
from core.benchmarks.choice.table_rows import open_table
from core.benchmarks.choice.understanding import (
    choose_prompt,
    describe_columns,
    describe_kinds,
    describe_large_regions,
    describe_mixed_choices,
)
from core.errors import ReleaseError
from core.photographs.load_image import load_upright_image
from core.question_types.regions import parse_region

FACTS = CustomBenchmarkInfo("forms", "Forms", "N. N.", "here", "1", "CC0", "Forms, CC0")


@pytest.fixture
def folder(tmp_path):
    """Write three images of 200 x 100 pixels, and a mask."""
    for number, colour in enumerate(("red", "green", "blue"), start=1):
        Image.new("RGB", (200, 100), colour).save(tmp_path / f"{number}.png")
    mask = np.zeros((50, 100), dtype=np.uint8)
    mask[10:20, 40:60] = 255
    Image.fromarray(mask).save(tmp_path / "mask.png")
    return tmp_path


def read(folder, name, rows, named=None, **settings):
    """Write the rows as a table, and read it with the detected columns."""
    path = folder / name
    if name.endswith("jsonl"):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0], delimiter="\t" if name.endswith("tsv") else ",")
            writer.writeheader()
            writer.writerows(rows)
    return read_path(folder, path, named, **settings)


def read_path(folder, path, named=None, **settings):
    """Read an existing table."""
    (folder / "unpacked").mkdir(exist_ok=True)
    pictures = TableImages(folder, load_upright_image, folder / "unpacked")
    columns = find_columns(open_flat(path).columns, named)
    return read_choice_table(path, columns, pictures, strip_letters=True, open_questions=OpenQuestions(**settings))


def open_flat(path):
    return flatten_objects(open_table(path))


def encode_base64(folder, number):
    return base64.b64encode((folder / f"{number}.png").read_bytes()).decode()


def test_vlmevalkit_tsv_with_base64_is_read(folder):
    """VLMEvalKit has columns A to D, base64 images, and an index that refers to an earlier image."""
    rows = [
        {"index": 1, "image": encode_base64(folder, 1), "question": "Which?", "A": "left", "B": "right", "answer": "B",
         "category": "side"},
        {"index": 2, "image": "1", "question": "Which?", "A": "near", "B": "far", "answer": "A", "category": "depth"},
    ]  # fmt: skip
    table = read(folder, "bench.tsv", rows)
    assert [item.question_id for item in table.items] == ["side", "depth"]
    assert table.items[0].images == table.items[1].images


def test_easi_tsv_with_several_images_and_numbers_is_read(folder):
    """EASI has a list of base64 images per row, and VSI-Bench's rows with and without candidates."""
    both = json.dumps([encode_base64(folder, 1), encode_base64(folder, 2)])
    rows = [
        {"index": 1, "image": both, "question": "How far, in metres?", "candidates": "", "answer": "2.5",
         "question_type": "object_abs_distance"},
        {"index": 2, "image": both, "question": "Nearer?", "candidates": "['A. chair', 'B. table']", "answer": "B",
         "question_type": "object_rel_distance"},
    ]  # fmt: skip
    table = read(folder, "vsi.tsv", rows, unit="m")
    number, choice = table.items
    assert [len(item.images) for item in table.items] == [2, 2]
    assert (number.answer, number.form.kind, number.form.unit) == (2.5, "number:mra", "m")
    assert (choice.options, choice.answer, choice.form) == (("chair", "table"), "B", None)


def test_frames_of_a_video_are_images_of_one_case(folder):
    """A case may have up to 128 frames; more are refused."""
    row = {"id": "v", "frames": ["1.png", "2.png", "3.png"] * 42, "question": "How many?", "answer": 3}
    table = read(folder, "video.jsonl", [row], type="number", rule="count")
    assert len(table.items[0].images) == 126
    with pytest.raises(ReleaseError, match="129 images; a case has at most 128"):
        read(folder, "long.jsonl", [row | {"frames": ["1.png"] * 129}])


@pytest.mark.parametrize("cell", [
    "['A. a red chair', 'B. it\\'s a table', 'C. lamp']",
    '["A. a red chair", "B. it\'s a table", "C. lamp"]',
    "['a red chair', \"it's a table\", 'lamp']",
    '["a red chair", "it\'s a table", "lamp"]',
    "['(A) a red chair' '(B) it\\'s a table' '(C) lamp']",
    "('A) a red chair', 'B) it\\'s a table', 'C) lamp')",
    """{'A': 'a red chair', 'B': "it's a table", 'C': 'lamp'}""",
    "A. a red chair\nB. it's a table\nC. lamp",
])  # fmt: skip
@pytest.mark.parametrize("column", OPTION_LISTS)
def test_one_column_with_all_options_is_read(folder, column, cell):
    """Python, JSON and NumPy lists, mappings and texts are read, with or without letters, under every usual name."""
    row = {"index": 1, "image": encode_base64(folder, 1), "question": "Which?", column: cell, "answer": "B"}
    (item,) = read(folder, "bench.tsv", [row]).items
    assert (item.options, item.answer) == (("a red chair", "it's a table", "lamp"), "B")


def test_keys_of_a_column_with_lists_are_read(folder):
    """A key may be a letter, its option's letter and text, or the text only."""
    row = {"image": "1.png", "question": "Which?", "candidates": ["A. chair", "B. table"]}
    rows = [row | {"index": number, "answer": key} for number, key in enumerate(("B", "B. table", "table", "(b)"))]
    table = read(folder, "list.jsonl", rows[:2])
    assert [(item.options, item.answer) for item in table.items] == [(("chair", "table"), "B")] * 2
    assert read(folder, "text.jsonl", rows[2:3]).items[0].answer == "B"
    assert read(folder, "bracket.jsonl", rows[3:]).items[0].answer == "B"


def test_viewspatial_json_is_read(folder):
    """ViewSpatial has choices as one text, an answer with its letter, and a list of image paths."""
    rows = [{"question_type": "Camera perspective", "image_path": ["1.png"], "question": "Where?",
             "answer": "B. left", "choices": "A. right\nB. left\nC. front"}]  # fmt: skip
    item = read(folder, "viewspatial.jsonl", rows).items[0]
    assert (item.options, item.answer, item.question_id) == (("right", "left", "front"), "B", "Camera perspective")


def test_sphere_rows_of_three_types_are_read(folder):
    """SPHERE has options with a text as key, counts, and yes/no questions."""
    rows = [
        {"image": "1.png", "question": "Nearest?", "options": ["cup", "plate"], "answer": "plate", "task": "distance"},
        {"image": "2.png", "question": "How many cups?", "options": [], "answer": "4", "task": "counting"},
        {"image": "3.png", "question": "Is it red?", "options": None, "answer": "no", "task": "yesno"},
    ]
    choice, count, yes_no = read(folder, "sphere.jsonl", rows, rule="count").items
    assert (choice.options, choice.answer) == (("cup", "plate"), "B")
    assert (count.answer, count.form.kind) == (4.0, "number:count")
    assert (yes_no.options, yes_no.answer) == (("Yes", "No"), "B")


def test_sphere_records_with_metadata_are_read(folder):
    """SPHERE's files have `option`, and COCO's image number in an object; row ids do not name images."""
    for number in (1, 63):
        Image.new("RGB", (30, 20), "white").save(folder / f"{number:012d}.jpg")
    about = {"viewpoint": "ego", "format": "pos", "skill": ["pos", "dist"], "source_dataset": "coco_test2017"}
    rows = [
        {"question_id": "1", "question": "Where is the girl?", "option": ["left", "right"], "answer": "left",
         "metadata": about | {"source_img_id": "63"}},
        {"question_id": "1.1", "question": "How many buses?", "option": None, "answer": "2",
         "metadata": about | {"source_img_id": "1"}},
        {"question_id": "2", "question": "Where?", "option": ["left", "right"], "answer": "left",
         "metadata": about | {"source_img_id": "77"}},
    ]  # fmt: skip
    factor = {"factors": ((make_factor_key("metadata.viewpoint"), "metadata.viewpoint"),)}
    table = read(folder, "sphere.jsonl", rows, factor, rule="count")
    choice, count = table.items
    assert [item.images[0].name for item in table.items] == ["000000000063.jpg", "000000000001.jpg"]
    assert (choice.options, choice.answer, choice.factors) == (("left", "right"), "A", {"metadata_viewpoint": "ego"})
    assert (count.item_id, count.answer, count.form.kind) == ("1.1", 2.0, "number:count")
    assert [refusal.location for refusal in table.refusals] == ["line 3, column metadata.source_img_id"]
    lines = [use.describe() for use in describe_columns(table.columns, open_flat(folder / "sphere.jsonl"))]
    assert "metadata.source_img_id: image, as in '63' (if wrong: --image)" in lines
    assert "metadata.format: not used, as in 'pos' (to filter by it: --factor)" in lines
    assert not any(line.startswith("metadata:") for line in lines)


def test_objects_that_are_a_single_value_stay_one_column(folder):
    """Images with bytes and options by letter stay cells; a column of the table takes precedence over a nested one."""
    data = {"answer": "A", "image": "2.png", "info": {"level": 3}}
    row = {"id": 1, "image": {"bytes": None, "path": "1.png"}, "question": "Which?", "answer": "B",
           "options": {"A": "left", "B": "right"}, "data": data}  # fmt: skip
    table = read(folder, "values.jsonl", [row])
    assert (table.items[0].images[0].name, table.items[0].answer) == ("1.png", "B")
    assert open_flat(folder / "values.jsonl").columns == (
        "id", "image", "question", "answer", "options", "data.answer", "data.image", "data.info.level")  # fmt: skip
    assert table.items[0].factors == {"level": "3"}


def test_expected_bias_is_the_foil(folder):
    """In VLMs are Biased, `expected_bias` is the answer of a model that does not look; it is read like the key."""
    row = {"ID": "b1", "image": "1.png", "prompt": "How many legs?", "ground_truth": "5", "expected_bias": "4"}
    item = read(folder, "biased.jsonl", [row], rule="count").items[0]
    assert (item.answer, item.foil, item.form.kind) == (5.0, 4.0, "number:count")
    choice = {"id": 1, "image": "1.png", "question": "Which?", "A": "one", "B": "two", "answer": "B", "foil": "A"}
    assert read(folder, "letters.csv", [choice]).items[0].foil == "A"
    assert read(folder, "texts.csv", [choice | {"answer": "two", "foil": "one"}]).items[0].foil == "A"
    assert read(folder, "empty.csv", [choice | {"foil": ""}]).items[0].foil == ""
    refused = read(folder, "refused.csv", [choice, choice | {"id": 2, "foil": "E"}]).refusals
    assert [refusal.location for refusal in refused] == ["row 2, column foil"]
    refused = read(folder, "kind.jsonl", [row, row | {"ID": "b2", "expected_bias": "many"}], type="number").refusals
    assert [refusal.location for refusal in refused] == ["line 2, column expected_bias"]


def test_sat_rows_are_read(folder):
    """SAT: `answers` holds the options if another column has the key; otherwise it is the key, as in VSI-SUPER."""
    row = {"image": "1.png", "question": "Did it move?", "answers": ["yes, left", "no"], "correct_answer": "no"}
    item = read(folder, "sat.jsonl", [row]).items[0]
    assert (item.options, item.answer) == (("yes, left", "no"), "B")
    super_row = {"image": "1.png", "question": "How many rooms?", "answers": "4"}
    assert read(folder, "super.jsonl", [super_row]).items[0].answer == 4.0


def test_multihop_robospatial_and_spatial457_rows_are_read(folder):
    """`bbox` is a key; `img`, `image_filename` and `question_index` are known columns."""
    box = {"id": 1, "image": "1.png", "question": "Which box?", "bbox": [20, 10, 80, 40], "hop": 2}
    item = read(folder, "multihop.jsonl", [box], is_xywh=True).items[0]
    assert (item.form.kind, json.loads(item.answer)) == ("box:iou", [0.1, 0.1, 0.5, 0.5])
    robospatial = {"img": "1.png", "question": "Where is room?", "answer": "[(0.2, 0.3), (0.4, 0.3), (0.4, 0.6)]"}
    assert read(folder, "robospatial.jsonl", [robospatial]).items[0].form.kind == "point:inside"
    spatial457 = {"question_index": 7, "image_filename": "1.png", "question": "Which colour?", "answer": "yellow"}
    item = read(folder, "spatial457.jsonl", [spatial457]).items[0]
    assert (item.item_id, item.form.kind) == ("7", "text:exact")


def test_embspatial_and_blink_rows_are_read(folder):
    """EmbSpatial has `answer_options` with an index; BLINK has a letter in brackets and several image columns."""
    embspatial = {"question_id": "e1", "question": "Where?", "image": "1.png", "relation": "close", "answer": 1,
                  "answer_options": ["sofa", "lamp"]}  # fmt: skip
    item = read(folder, "emb.jsonl", [embspatial, embspatial | {"question_id": "e2", "answer": 0}]).items[0]
    assert (item.options, item.answer, item.question_id) == (("sofa", "lamp"), "B", "close")
    blink = {
        "idx": "b1",
        "question": "Same?",
        "image_1": "1.png",
        "image_2": "2.png",
        "choices": ["yes", "no"],
        "answer": "(A)",
    }
    item = read(folder, "blink.jsonl", [blink]).items[0]
    assert (item.item_id, len(item.images), item.answer) == ("b1", 2, "A")


def test_options_inside_the_question_are_read(folder):
    """MMSI-Bench and ERQA have the options in the question's text."""
    rows = [{"id": 1, "images": ["1.png", "2.png"], "question": "Where?\nA. left\nB. right", "answer": "A"}]
    assert read(folder, "mmsi.jsonl", rows).items[0].options == ("left", "right")


def test_transparent_pixels_of_a_mask_are_outside(folder):
    """A white mask with transparency covers only its opaque pixels."""
    mask = np.full((50, 100, 4), 255, dtype=np.uint8)
    mask[..., 3] = 0
    mask[10:20, 40:60, 3] = 255
    Image.fromarray(mask).save(folder / "transparent.png")
    row = {"id": "m", "image": "1.png", "question": "Point.", "mask_path": "transparent.png"}
    assert parse_region(read(folder, "ref.csv", [row]).items[0].answer).area == pytest.approx(0.04)


def test_refspatial_records_and_parquet_are_read(folder):
    """RefSpatial's files have `rgb_path` and `mask_path`; its Parquet file has images and masks as bytes."""
    own = {"id": 1, "object": "cup", "prompt": "Point to the cup.", "suffix": "Answer with tuples.",
           "rgb_path": "1.png", "mask_path": "mask.png", "category": "location", "step": 2}  # fmt: skip
    item = read(folder, "question.jsonl", [own]).items[0]
    assert (item.form.kind, item.question_id, item.form.chance) == ("point:inside", "location", pytest.approx(0.04))
    image, mask = ((folder / name).read_bytes() for name in ("1.png", "mask.png"))
    stored = {"id": 1, "prompt": "Point to the cup.", "image": {"bytes": image, "path": None},
              "mask": {"bytes": mask, "path": None}, "step": 2}  # fmt: skip
    pq.write_table(pa.Table.from_pylist([stored]), folder / "hf.parquet")
    assert read_path(folder, folder / "hf.parquet").items[0].answer == item.answer


def test_boxes_in_utf16_are_read(folder):
    """A spreadsheet's CSV in UTF-16 may have semicolons, umlauts, and boxes in pixels."""
    text = "index;image_path;question;answer\n1;1.png;Wo ist die Tür?;[20, 10, 100, 50]\n"
    (folder / "boxes.csv").write_text(text, encoding="utf-16")
    (item,) = read_path(folder, folder / "boxes.csv").items
    assert (item.answer, item.form.kind) == ("[0.1,0.1,0.5,0.5]", "box:iou")
    assert item.question.startswith("Wo ist die Tür?\n")


def test_texts_and_orders_in_tsv_and_json_are_read(folder):
    """A TSV with base64 images may have several accepted texts; orders are lists."""
    row = {
        "index": 1,
        "image": encode_base64(folder, 1),
        "question": "Which shape?",
        "answer": "disc|ball",
        "category": "L1",
    }
    (item,) = read(folder, "texts.tsv", [row]).items
    assert (item.answer, item.form.kind, item.question_id) == ('["disc", "ball"]', "text:exact", "L1")
    row = {"idx": 1, "images": ["1.png"], "question": "From left to right?", "answer": ["red", "blue", "grey"]}
    (item,) = read(folder, "order.jsonl", [row], type="order").items
    assert (item.answer, item.form.items) == ('["red", "blue", "grey"]', ("blue", "grey", "red"))


def test_boxes_with_width_and_height_are_not_read_as_corners(folder):
    """If a tenth of the boxes cannot be corners, the table is refused; a single invalid box is not enough."""
    row = {"image": "1.png", "question": "Which box?"}
    rows = [row | {"id": 1, "bbox": [20, 10, 80, 40]}, row | {"id": 2, "bbox": [90, 60, 30, 20]}]
    with pytest.raises(ReleaseError, match="Pass --xywh"):
        read(folder, "xywh.jsonl", rows)
    assert len(read(folder, "xywh.jsonl", rows, is_xywh=True).items) == 2
    typed = [row | {"id": number, "bbox": [20, 10, 80, 40]} for number in range(10)] + rows[1:]
    typed[-1]["id"] = "last"
    table = read(folder, "typed.jsonl", typed)
    assert (len(table.items), [refusal.location for refusal in table.refusals]) == (10, ["line 11, column bbox"])


def test_a_list_with_one_right_option_is_a_single_choice(folder):
    """If other rows have several right options, a note names `--type choices`."""
    row = {"image": "1.png", "question": "Select all.", "options": ["red", "green", "blue"]}
    rows = [row | {"id": 1, "answer": ["A", "B"]}, row | {"id": 2, "answer": ["B"]}, row | {"id": 3, "answer": ["B"]}]
    table = read(folder, "lists.jsonl", rows)
    assert [(item.answer, item.form and item.form.kind) for item in table.items] == [
        ("AB", "choices:exact"), ("B", None), ("B", None)]  # fmt: skip
    assert "beside 1 with several: 2" in describe_mixed_choices(table.items)[0]
    assert describe_mixed_choices(read(folder, "single.jsonl", rows[1:]).items) == []
    assert {item.form.kind for item in read(folder, "lists.jsonl", rows, type="choices").items} == {"choices:exact"}


def test_regions_of_the_whole_image_are_warned_about(folder):
    """The warning names the rows of an inverted mask and of a box around everything."""
    mask = np.full((50, 100), 255, dtype=np.uint8)
    mask[:5] = 0
    Image.fromarray(mask).save(folder / "inverted.png")
    row = {"image": "1.png", "question": "Where?", "answer": "", "mask": ""}
    rows = [
        row | {"id": "a", "mask": "inverted.png"}, row | {"id": "b", "mask": "mask.png"},
        row | {"id": "c", "answer": "[0, 0, 200, 95]"}, row | {"id": "d", "answer": "[0, 0, 200, 89]"},
    ]  # fmt: skip
    (warning,) = describe_large_regions(read(folder, "large.csv", rows).items)
    assert "at least 90% of the image, so that a guess is nearly always right: 2 (id a, c)" in warning
    assert describe_large_regions(read(folder, "small.csv", rows[1::2]).items) == []
    number = {"id": 1, "image": "1.png", "question": "How many?", "answer": 3}
    assert describe_large_regions(read(folder, "number.csv", [number]).items) == []


@pytest.mark.parametrize(
    "question",
    [
        "Where is it?\nOptions: A: left, B: right, C: above",
        "Where is it? Choices: A. left. B. right. C. above. Please answer directly with only the letter.",
        "Where is it? Options: (A) left (B) right (C) above",
    ],
)
def test_options_announced_in_one_line_are_read(folder, question):
    """Options after "Options:" or "Choices:" end before an instruction, which stays in the question."""
    rows = [{"id": 1, "images": ["1.png", "2.png"], "question": question, "answer": "B"}]
    item = read(folder, "inline.jsonl", rows).items[0]
    assert (item.options, item.answer) == (("left", "right", "above"), "B")
    assert item.question.startswith("Where is it?")
    assert ("Please answer" in item.question) == ("Please answer" in question)
    assert "Choices" not in item.question


def test_points_are_read_from_polygons_masks_and_points(folder):
    """RoboSpatial has polygons in shares, RefSpatial masks, and others a single point in pixels."""
    polygon = {"id": "p", "image": "1.png", "question": "Point.", "answer": "[(0.1, 0.2), (0.5, 0.2), (0.5, 0.8)]"}
    item = read(folder, "robo.csv", [polygon]).items[0]
    assert (item.question_id, item.form.kind, item.form.size_px) == ("point", "point:inside", (200, 100))
    assert parse_region(item.answer).contains(np.array([[0.4, 0.3], [0.2, 0.7]])).tolist() == [True, False]
    mask = {"id": "m", "image": "1.png", "question": "Point.", "mask_path": "mask.png"}
    item = read(folder, "ref.csv", [mask]).items[0]
    assert parse_region(item.answer).area == pytest.approx(0.04)
    assert item.form.chance == pytest.approx(0.04)
    assert item.margin > 0
    point = {"id": "q", "image": "1.png", "question": "Point.", "region": "[50, 50]"}
    item = read(folder, "one.csv", [point], type="point", rule="distance").items[0]
    assert parse_region(item.answer).point == (0.25, 0.5)


def test_boxes_texts_and_orders_are_read(folder):
    """Boxes have corners or width and height in pixels; texts may have alternatives; orders have arrows."""
    row = {"id": 1, "image": "1.png", "question": "It?"}
    assert read(folder, "box.csv", [row | {"answer": "[20, 10, 100, 50]"}]).items[0].answer == "[0.1,0.1,0.5,0.5]"
    assert (
        read(folder, "xywh.csv", [row | {"answer": "[20, 10, 80, 40]"}], is_xywh=True).items[0].answer
        == "[0.1,0.1,0.5,0.5]"
    )
    with pytest.raises(ReleaseError, match="--xywh"):  # a width below x1 cannot be a second corner
        read(folder, "corners.csv", [row | {"answer": "[100, 50, 80, 40]"}])
    assert read(folder, "text.csv", [row | {"answer": "The red cube | cube"}]).items[0].answer == '["red cube", "cube"]'
    order = read(folder, "order.csv", [row | {"answer": "B > A > C"}], type="order", rule="kendall").items[0]
    assert (order.answer, order.form.items, order.form.chance) == ('["B", "A", "C"]', ("A", "B", "C"), 0.5)


def test_a_mixed_table_has_one_kind_per_task(folder):
    """Rows of several types in one task become several questions, and each states how to answer."""
    rows = [
        {"id": 1, "image": "1.png", "question": "How far?", "answer": "2.5 m", "task": "space", "A": "", "B": ""},
        {"id": 2, "image": "1.png", "question": "Where?", "answer": "A", "task": "space", "A": "left", "B": "right"},
    ]
    table = read(folder, "mixed.csv", rows)
    assert [item.question_id for item in table.items] == ["space (number mra)", "space"]
    assert table.items[0].question == "How far?\nAnswer with a single number in m and nothing else."
    assert "letter" in choose_prompt(table.items)
    assert describe_kinds(table.items)[0].startswith(
        "1 questions of type number:mra: as in 2.5 m. Score: Mean relative accuracy"
    )


def test_every_type_is_read_as_written(folder, tmp_path):
    """Every type keeps its truth, form and margin in the benchmark's folder."""
    rows = [
        {"id": 1, "image": "1.png", "question": "How far?", "answer": "2.5", "region": "", "foil": "3.5"},
        {"id": 2, "image": "1.png", "question": "Point.", "answer": "", "region": "mask.png"},
        {"id": 3, "image": "2.png", "question": "Box?", "answer": "[20, 10, 100, 50]", "region": ""},
        {"id": 4, "image": "2.png", "question": "Name?", "answer": "cube|block", "region": ""},
    ]
    table = read(folder, "all.csv", rows)
    assert not table.refusals
    written = write_custom_benchmark(tmp_path / "out", table.items, FACTS)
    again = read_custom_benchmark(tmp_path / "out", load_upright_image)
    assert again.truths == written.truths
    assert [case.asks for case in again.cases] == [case.asks for case in written.cases]
    assert [question.kind for question in again.questions] == ["number:mra", "point:inside", "box:iou", "text:exact"]


@pytest.mark.parametrize(("row", "settings", "reason"), [
    ({"answer": "[20, 10, 300, 50]"}, {}, "outside the image of 200 x 100 pixels"),
    ({"answer": "0"}, {"type": "number", "rule": "relative"}, "0 has no relative error"),
    ({"answer": "2.5"}, {"type": "number", "rule": "count"}, "is not a count"),
    ({"answer": "red"}, {"type": "number"}, "'red' is not a number"),
    ({"answer": "none.png"}, {"type": "point"}, "neither a polygon nor a mask"),
    ({"answer": "A"}, {"type": "order"}, "1 items; an order has 2 to 12"),
])  # fmt: skip
def test_unusable_answers_are_refused(folder, row, settings, reason):
    """The refusal names the row, the column and the reason."""
    with pytest.raises(ReleaseError, match=reason):
        read(folder, "bad.csv", [{"id": 1, "image": "1.png", "question": "?"} | row], **settings)


@pytest.mark.parametrize("settings", [{"type": "essay"}, {"scale": "inch"}, {"type": "box", "rule": "3"}])
def test_unknown_settings_are_refused(settings):
    """The message for an unknown type, rule or scale lists the known ones."""
    with pytest.raises(ReleaseError, match="(?i)use"):
        OpenQuestions(**settings)


def test_open_questions_need_no_options_in_the_prompt(folder):
    """A benchmark of open questions only is valid with the question as the prompt."""
    table = read(folder, "n.csv", [{"id": 1, "image": "1.png", "question": "How far?", "answer": "2.5"}])
    about = ChoiceBenchmarkInfo({"benchmark_id": "x", "title": "X", "author": "N", "source": "s", "version": "1",
                                 "licence": "l", "credit": "c"}, FACTS.words, choose_prompt(table.items))  # fmt: skip
    assert build_choice_data(table.items, about, folder).cases[0].asks[0].form.kind == "number:mra"
