"""Tests of reading tables of questions in every format, and of refusals by row and column."""

import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.benchmarks.choice import image_validation
from core.benchmarks.choice import table_rows as rows_module
from core.benchmarks.choice.columns import TableColumns, find_columns
from core.benchmarks.choice.table_reader import read_choice_table
from core.benchmarks.choice.table_rows import open_table
from core.errors import ReleaseError
from tests.benchmarks.choice.made_tables import (
    encode_base64,
    make_table_images,
    row,
    write_csv,
    write_image,
    write_lines,
)


@pytest.fixture
def folder(tmp_path):
    write_image(tmp_path / "red.png")
    write_image(tmp_path / "blue.jpg", "blue")
    return tmp_path


def read(path, columns=None):
    return read_choice_table(path, columns, make_table_images(path.parent))


def make_row_with_list(number=1, **changes):
    """Return a valid row with a list of options."""
    return {
        "id": number,
        "question": "How many?",
        "choices": ["one", "two", "three"],
        "answer": "two",
        "images": ["red.png"],
        **changes,
    }


@pytest.mark.parametrize(("name", "delimiter"), [("a.csv", ","), ("a.tsv", "\t"), ("a.csv", ";")])
def test_vlmevalkit_s_columns_are_found(folder, name, delimiter):
    """Index, question, lettered options, answer, image and category make an item; a question may have line breaks."""
    rows = [row(7, question="Which, then?\nSay it.", split="dev"), row(8, C="", answer="A", split="test")]
    table = read(write_csv(folder / name, rows, delimiter))
    first, second = table.items
    assert not table.refusals
    assert (first.item_id, first.question_id, first.answer, first.slot) == ("7", "depth", "B", "")
    assert first.question == "Which, then?\nSay it."
    assert first.options == ("the cup", "the plate", "neither")
    assert second.options == ("the cup", "the plate")
    assert first.factors == {"split": "dev"}
    assert first.images == (folder / "red.png",)
    assert first.group_id == second.group_id == "red.png"


def test_column_names_are_case_insensitive(folder):
    """`QUESTION` and `ANSWER` are recognised."""
    rows = [{name.upper(): cell for name, cell in row().items()}]
    assert read(write_csv(folder / "a.csv", rows)).items[0].answer == "B"


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (["one", "two", "three"], "two"),
        ({"A": "one", "B": "two", "C": "three"}, "B"),
        ({"text": ["one", "two", "three"], "label": ["A", "B", "C"]}, "b"),
        ([1, 2, 3], "(B)"),
        ('["one", "two", "three"]', "two"),
    ],
)
def test_options_are_read_in_many_forms(folder, options, answer):
    """A list, a list as text, a mapping from letters, and Hugging Face's pair of lists are the same options."""
    item = read(write_lines(folder / "a.jsonl", [make_row_with_list(choices=options, answer=answer)])).items[0]
    assert item.answer == "B"
    assert len(item.options) == 3


@pytest.mark.parametrize(("stated", "letters"), [([0, 1, 2], "ABC"), ([1, 2, 3], "ABC"), (["2", "3", "1"], "BCA")])
def test_indexes_from_0_and_numbers_from_1_are_distinguished(folder, stated, letters):
    """A table with a 0 counts from 0; one with the number of its options counts from 1."""
    rows = [make_row_with_list(number, answer=answer) for number, answer in enumerate(stated)]
    items = read(write_lines(folder / "a.jsonl", rows)).items
    assert "".join(item.answer for item in items) == letters


def test_ambiguous_keys_refuse_the_table(folder):
    """If 1 and 2 may count from 0 or from 1, the table is refused; the form can be stated."""
    path = write_lines(folder / "a.jsonl", [make_row_with_list(1, answer=1), make_row_with_list(2, answer=2)])
    with pytest.raises(ReleaseError, match=r"a\.jsonl, answers can be read as index or as number"):
        read(path)
    named = TableColumns("question", ("choices",), "answer", ("images",), "id", answer_form="index")
    assert [item.answer for item in read(path, named).items] == ["B", "C"]


def test_base64_becomes_files_named_by_content(folder):
    """Base64, a data URL, a list of two, and another row's id are images; equal images share a file."""
    red, blue = encode_base64(folder / "red.png"), encode_base64(folder / "blue.jpg")
    images = [red, f"data:image/jpeg;base64,{blue}", f"['{red}', '{blue}']", json.dumps([red]), "1"]
    rows = [row(number, image=image) for number, image in enumerate(images, start=1)]
    table = read(write_csv(folder / "a.tsv", rows, "\t"))
    assert not table.refusals
    first, second, both, again, same = (item.images for item in table.items)
    assert (first[0].read_bytes(), second[0].suffix) == ((folder / "red.png").read_bytes(), ".jpg")
    assert both == first + second
    assert first == again == same
    assert len(list((folder / "unpacked").iterdir())) == 2


def test_several_image_columns_are_several_images(folder):
    """`image_1` and `image_2` are shown in this order."""
    cells = row(image_1="blue.jpg", image_2="red.png")
    del cells["image"]
    (item,) = read(write_csv(folder / "a.csv", [cells])).items
    assert [path.name for path in item.images] == ["blue.jpg", "red.png"]


def test_parquet_with_hugging_face_s_images_is_read(folder):
    """Bytes in a struct column become files; lists of options and numeric keys are read."""
    data = (folder / "red.png").read_bytes()
    rows = [make_row_with_list(number, answer=number, images=[{"bytes": data, "path": None}]) for number in (0, 1)]
    pq.write_table(pa.Table.from_pylist(rows), folder / "a.parquet")
    items = read(folder / "a.parquet").items
    assert [item.answer for item in items] == ["A", "B"]
    assert items[0].images[0].read_bytes() == data


def test_a_json_array_is_read(folder):
    """`.json` holds an array of objects."""
    (folder / "a.json").write_text(json.dumps([make_row_with_list(1), make_row_with_list(2), 3]))
    table = read(folder / "a.json")
    assert len(table.items) == 2
    assert [(one.location, one.reason) for one in table.refusals] == [("row 3", "not a JSON object")]


def test_a_hint_precedes_its_question(folder):
    """VLMEvalKit's column of hints is part of the question."""
    items = read(write_csv(folder / "a.csv", [row(1, hint="It is dark."), row(2, hint="")])).items
    assert [item.question for item in items] == ["It is dark.\nWhich is nearer?", "Which is nearer?"]


def test_formulas_are_read_as_texts(folder):
    """A cell that a spreadsheet would evaluate is read as its text."""
    rows = [row(question="=1+1", A="@cmd", B='=HYPERLINK("http://x")', C="+2")]
    (item,) = read(write_csv(folder / "a.csv", rows)).items
    assert (item.question, item.options) == ("=1+1", ("@cmd", '=HYPERLINK("http://x")', "+2"))


@pytest.mark.parametrize(
    ("changes", "column", "reason"),
    [
        ({"answer": ""}, "answer", "empty"),
        ({"answer": "D"}, "answer", "'D' is not the letter of any of the 3 options"),
        ({"B": "", "C": ""}, "A, B, C", "1 options; a question must have 2 to 26"),
        ({"B": " The  CUP"}, "A, B, C", "options A and B are the same"),
        ({"B": ""}, "A, B, C", "option B is empty"),
        ({"question": " "}, "question", "empty"),
        ({"question": "x" * 20_001}, "question", "20,001 characters; at most 20,000 are allowed"),
        ({"index": ""}, "index", "empty"),
        ({"index": "a\u202eb"}, "index", "is not a name"),
        ({"category": ""}, "category", "empty"),
        ({"image": ""}, "image", "no image"),
        ({"image": "no.png"}, "image", "the image: 'no.png' is missing"),
        ({"image": "../red.png"}, "image", "is not inside the image folder"),
        ({"image": "/etc/passwd"}, "image", "is not inside the image folder"),
        ({"image": "http://example.org/a.png"}, "image", "is not inside the image folder"),
        ({"image": "link.png"}, "image", "is a link that leaves the image folder"),
        (
            {"image": "broken.png"},
            "image",
            "the image: not an image in a supported format: PNG, JPEG, WebP, GIF or BMP",
        ),
        ({"image": "cut.png"}, "image", "the image: a broken image"),
        ({"image": "empty.png"}, "image", "0 bytes"),
        ({"image": "QUJD" * 40}, "image", "not an image in a supported format"),
        ({"image": "QUJD" * 40 + "Q"}, "image", "not valid base64"),
        ({"image": "[1, 2"}, "image", "is missing"),
        ({"image": "['a', b]"}, "image", "a list of images that cannot be read"),
    ],
)
def test_invalid_cells_are_refused_by_row_and_column(folder, tmp_path_factory, changes, column, reason):
    """An invalid cell is refused with its row and the reason; other rows are read."""
    outside = write_image(tmp_path_factory.mktemp("outside") / "red.png")
    (folder / "link.png").symlink_to(outside)
    (folder / "broken.png").write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n")
    (folder / "cut.png").write_bytes(write_image(folder / "big.png", size=(400, 400)).read_bytes()[:200])
    (folder / "empty.png").touch()
    path = write_csv(folder / "a.csv", [row(1), row(2, **changes), row(3)])
    table = read(path)
    assert [item.item_id for item in table.items] == ["1", "3"]
    (refusal,) = table.refusals
    assert (refusal.source, refusal.location) == ("a.csv", f"row 2, column {column}")
    assert reason in refusal.reason


def test_duplicate_ids_refuse_all_their_rows(folder):
    """All rows with the same id are refused, with a reason that lists them."""
    table = read(write_csv(folder / "a.csv", [row(1), row(2), row(1, answer="A")]))
    assert [item.item_id for item in table.items] == ["2"]
    assert [one.location for one in table.refusals] == ["row 1", "row 3"]
    assert {one.reason for one in table.refusals} == {"the id '1' is in 2 rows: row 1, row 3"}


def test_malformed_rows_are_refused(folder):
    """Missing cells, invalid UTF-8 and invalid JSON are refused by row or line; the rest is read."""
    path = write_csv(folder / "a.csv", [row(1), row(2, question="Café?")])
    path.write_bytes(path.read_bytes() + b"3,too short\n4,Who\xff?,a,b,c,A,red.png,depth\n")
    assert [(one.location, one.reason) for one in read(path).refusals] == [
        ("row 3", "2 cells; the header has 8"), ("row 4", "not valid UTF-8")
    ]  # fmt: skip
    lines = write_lines(
        folder / "a.jsonl", [make_row_with_list(1), make_row_with_list(2, question=True), make_row_with_list(3)]
    )
    lines.write_text(lines.read_text() + '{"id": NaN}\n[]\n{"id": "\\ud800"}\n' + "[" * 100_000 + "\n\n")
    table = read(lines)
    assert len(table.items) == 2
    assert [(one.location, one.reason) for one in table.refusals] == [
        ("line 2, column question", "'True' is neither a text nor a number"),
        ("line 4", "not valid JSON: NaN is not a number"),
        ("line 5", "not a JSON object"),
        ("line 6", "contains characters that are not valid text"),
        ("line 7", "nested too deeply"),
    ]


def test_a_row_that_is_too_long_is_refused(folder, monkeypatch):
    """Only the row beyond the limit is refused, in JSON lines and in CSV."""
    monkeypatch.setattr(rows_module, "MAX_ROW_CHARACTERS", 2_000)
    path = write_lines(
        folder / "a.jsonl", [make_row_with_list(1), make_row_with_list(2, question="x" * 5_000), make_row_with_list(3)]
    )
    table = read(path)
    assert len(table.items) == 2
    assert table.refusals[0].location == "line 2"
    table = read(write_csv(folder / "a.csv", [row(1), row(2, question="x" * 5_000), row(3)]))
    assert [(one.location, len(table.items)) for one in table.refusals] == [("row 2", 2)]


def test_a_file_that_is_too_large_is_not_read(folder):
    """A file of a gigabyte is refused by its size, with the remedy."""
    for name in ("a.csv", "a.jsonl", "a.parquet"):
        with (folder / name).open("wb") as file:
            file.truncate(10**9)
        with pytest.raises(ReleaseError, match=r"has 1,000 MB; a table of questions may have 500\. Store images"):
            read(folder / name)


def test_images_that_are_too_large_are_refused(folder, monkeypatch):
    """An image with too many bytes is not opened."""
    monkeypatch.setattr(image_validation, "MAX_PICTURE_BYTES", 10)
    path = write_csv(folder / "a.csv", [row(1), row(2)])
    with pytest.raises(ReleaseError, match=r"no usable question: row 1, column image.* bytes; an image must have"):
        read(path)


@pytest.mark.parametrize(
    ("left_out", "reason"),
    [("answer", "no column for answer"), ("question", "no column for question"), ("image", "no column for image"),
     ("B", "row 1, column answer: the question has no options, .* --options names other columns")],
)  # fmt: skip
def test_a_missing_column_refuses_the_table(folder, left_out, reason):
    """A table needs columns for key, question, options and images."""
    cells = row()
    del cells[left_out]
    if left_out == "B":
        del cells["A"], cells["C"]
    with pytest.raises(ReleaseError, match=reason):
        read(write_csv(folder / "a.csv", [cells]))


def test_unusable_tables_raise_an_error_with_the_reason(folder):
    """Missing, unknown, broken and empty files, and duplicate and unknown columns, have their own messages."""
    (folder / "a.xlsx").write_bytes(b"PK")
    (folder / "a.parquet").write_bytes(b"PAR1 and nothing else")
    (folder / "empty.csv").touch()
    (folder / "a.json").write_text("{}")
    with (folder / "twice.csv").open("w") as file:
        csv.writer(file).writerow(["question", "Question"])
    cases = {
        "none.csv": "is not a file", "a.xlsx": "its format is unknown", "a.parquet": "cannot be read",
        "empty.csv": "it names nothing", "a.json": "JSON array", "twice.csv": "differ only in case",
    }  # fmt: skip
    for name, reason in cases.items():
        with pytest.raises(ReleaseError, match=reason):
            read(folder / name)
    named = TableColumns("question", ("A", "B"), "key", ("image",))
    with pytest.raises(ReleaseError, match=r"a\.csv, the header: column key is missing"):
        read(write_csv(folder / "a.csv", [row()]), named)


def test_columns_can_be_named(folder):
    """Groups, slots, factors and sets come from the named columns."""
    rows = [
        {"q": "Left or right?", "x": "left", "y": "right", "key": "X is no key", "pic": "red.png", "scene": "s1",
         "turn": "0", "light": "day", "pair": "p1"},
        {"q": "Left or right?", "x": "left", "y": "right", "key": "right", "pic": "blue.jpg", "scene": "s1",
         "turn": "1", "light": "", "pair": "p1"},
    ]  # fmt: skip
    columns = TableColumns(
        "q", ("x", "y"), "key", ("pic",), group="scene", slot="turn", factors=(("light", "light"),),
        sets=(("flip", "pair"),),
    )  # fmt: skip
    table = read(write_csv(folder / "a.csv", rows), columns)
    (item,) = table.items
    assert (item.item_id, item.question_id, item.group_id, item.slot) == ("2", "choice", "s1", "1")
    assert (item.factors, item.sets, item.answer) == ({}, {"flip": "p1"}, "B")
    assert table.refusals[0].location == "row 1, column key"


def test_a_column_of_margins_holds_numbers(folder):
    """The column `margin` is found by name; an empty cell means no margin, and an invalid one refuses its row."""
    written = ["0.25", "", "wide", "-1", "nan"]
    rows = [row(number, image="red.png", margin=margin) for number, margin in enumerate(written)]
    table = read(write_csv(folder / "a.csv", rows))
    assert [item.margin for item in table.items] == [0.25, None]
    assert [(one.location, one.reason) for one in table.refusals] == [
        (f"row {row_number}, column margin", f"{margin!r} is not a margin. Write a number that is not negative")
        for row_number, margin in enumerate(written[2:], start=3)
    ]


def test_a_factor_may_be_called_margin(folder):
    """If the column `margin` is named as a factor, its cells are words, not numbers."""
    path = write_csv(folder / "a.csv", [row(1, image="red.png", margin="wide")])
    (item,) = read(path, find_columns(open_table(path).columns, {"factors": (("margin", "margin"),)})).items
    assert (item.factors["margin"], item.margin) == ("wide", None)
