"""Tests of options in the forms of published tables, read from files."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.benchmarks.choice.option_cells import NOTES, YES_NO
from core.benchmarks.choice.table_reader import read_choice_table
from tests.benchmarks.choice.made_tables import make_table_images, row, write_csv, write_image, write_lines


@pytest.fixture
def folder(tmp_path):
    write_image(tmp_path / "red.png")
    return tmp_path


def read(path, *, strip_letters=True):
    return read_choice_table(path, None, make_table_images(path.parent), strip_letters=strip_letters)


def make_row(**changes):
    """Return a row with its options in one column."""
    return {"id": "q", "question": "Where is it?", "options": "", "answer": "B", "image": "red.png", **changes}


@pytest.mark.parametrize("key", ["B", "b", "(B)", "B.", "B. chair", "B) chair", "(b) Chair", "chair"])
@pytest.mark.parametrize("form", ["{}. {}", "({}) {}", "{}) {}", "{}: {}"])
def test_letters_of_options_are_removed(folder, form, key):
    """The key may be a letter, a letter with its text, or the text."""
    options = [form.format(letter, text) for letter, text in zip("ABC", ("table", "chair", "sofa"), strict=True)]
    table = read(write_lines(folder / "a.jsonl", [make_row(options=options, answer=key)]))
    (item,) = table.items
    assert (item.options, item.answer) == (("table", "chair", "sofa"), "B")
    assert table.notes == ["Questions whose options began with their letters (A. table), which were removed: 1."]


def test_letters_are_kept_when_a_benchmark_is_read_again(folder):
    """A benchmark added earlier keeps its texts, so that its runs still match its cases."""
    path = write_lines(folder / "a.jsonl", [make_row(options=["A. table", "B. chair"])])
    assert read(path, strip_letters=False).items[0].options == ("A. table", "B. chair")


@pytest.mark.parametrize(
    "cell",
    [
        "['left', 'right']",
        '["left", "right"]',
        "['left' 'right']",
        "{'A': 'left', 'B': 'right'}",
        "{'text': array(['left', 'right'], dtype=object), 'label': array(['A', 'B'], dtype=object)}",
        "A. left\nB. right",
        "A. left B. right",
        "(a) left (b) right",
        "left\nright",
        "left | right",
        "['A. left', 'B. right', '']",
    ],
)
def test_one_cell_of_a_csv_table_holds_all_options(folder, cell):
    """Lists of JSON, Python and NumPy, mappings, and texts with letters, lines or bars are options."""
    (item,) = read(write_csv(folder / "a.csv", [make_row(options=cell)])).items
    assert (item.options, item.answer) == (("left", "right"), "B")


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("left, right", "'left, right' is not a list of options. Write the options in columns"),
        ("A. left C. right", "cannot be separated: the text marks A, C"),
        ("['left' 'right', 'up']", "a comma is missing"),
        ('["left", "", "right"]', "option B is empty, but a later one is not. Fill it in"),
        ("{'x': 'left', 'y': 'right'}", "the keys must be A, B, C"),
    ],
)
def test_an_ambiguous_cell_is_refused_with_the_remedy(folder, cell, reason):
    """The refusal names row, column and remedy; the other rows are read."""
    rows = [make_row(options=cell), make_row(id="q2", options='["left", "right"]')]
    table = read(write_csv(folder / "a.csv", rows))
    (refusal,) = table.refusals
    assert (refusal.location, len(table.items)) == ("row 1, column options", 1)
    assert reason in refusal.reason


def test_only_trailing_option_columns_may_be_empty(folder):
    """Skipping an empty B would make C the second option."""
    table = read(write_csv(folder / "a.csv", [row(1, C="", D=""), row(2, D="", B=" "), row(3, D="all")]))
    assert [len(item.options) for item in table.items] == [2, 4]
    assert table.refusals[0].reason.startswith("option B is empty, but a later one is not.")


@pytest.mark.parametrize(
    "names",
    ["option_a option_b option_c", "Option A,Option B,Option C", "option1 option2 option3", "choice_1 choice_2"],
)
def test_columns_of_options_are_found_by_usual_names(folder, names):
    """Letters and numbers after option, choice or opt are recognised."""
    cells = row()
    texts = [cells.pop(letter) for letter in "ABC"]
    own = names.split("," if "," in names else " ")
    (item,) = read(write_csv(folder / "a.csv", [dict(zip(own, texts, strict=False)) | cells])).items
    assert list(item.options) == texts[: len(own)]


def test_options_in_the_question_are_moved_out_of_it(folder):
    """The table needs no column of options; key letters may be lower case."""
    rows = [
        {"id": "1", "question": "How wide? (a) 0.5 (b) 1 (c) 2", "answer": "c", "image": "red.png"},
        {"id": "2", "question": "How wide?\nA. 0.5\nB. 1", "answer": "A", "image": "red.png"},
    ]
    table = read(write_csv(folder / "a.csv", rows))
    assert [(item.question, item.options, item.answer) for item in table.items] == [
        ("How wide?", ("0.5", "1", "2"), "C"),
        ("How wide?", ("0.5", "1"), "A"),
    ]
    assert table.notes == ["Questions whose options were taken out of the question's text: 2."]


@pytest.mark.parametrize(
    ("key", "options", "letter"),
    [("yes", ("Yes", "No"), "A"), ("No.", ("Yes", "No"), "B"), ("FALSE", ("True", "False"), "B"),
     (True, ("True", "False"), "A")],
)  # fmt: skip
def test_yes_no_questions_become_a_choice(folder, key, options, letter):
    """The other question of the table has options and a letter as key."""
    table = read(write_lines(folder / "a.jsonl", [make_row(answer=key), make_row(id="q2", options=["x", "y"])]))
    assert [(item.options, item.answer) for item in table.items] == [(options, letter), (("x", "y"), "B")]
    assert table.notes[0] == NOTES[YES_NO].format(count=1)


@pytest.mark.parametrize(
    ("key", "value"), [("3", 3), ("-0.5", -0.5), ("1,200", 1200), ("45°", 45), ("3.2 cm", 3.2), (7, 7), (0.25, 0.25)]
)
def test_number_keys_without_options_make_number_questions(folder, key, value):
    """The other question of the table has options and a letter as key."""
    table = read(write_lines(folder / "a.jsonl", [make_row(answer=key), make_row(id="q2", options=["x", "y"])]))
    number, choice = table.items
    assert (number.answer, number.options, number.form.kind) == (value, (), "number:mra")
    assert (choice.form, choice.answer) == (None, "B")


def test_text_keys_without_options_make_text_questions(folder):
    """With the stated type `choice` the row is refused, because there are no wrong options."""
    rows = [make_row(answer="a red cup"), make_row(id="q2", options=["x", "y"])]
    text, _ = read(write_lines(folder / "a.jsonl", rows)).items
    assert (text.answer, text.form.kind) == ('["red cup"]', "text:exact")
    stated = read(write_lines(folder / "b.jsonl", [row | {"answer_type": "choice"} for row in rows]))
    assert "neither yes/no nor true/false. Add options" in stated.refusals[0].reason


def test_a_key_with_contradicting_letter_and_text_is_refused(folder):
    """Letter and text name different options, so the key is ambiguous."""
    rows = [make_row(options='["x", "y"]', answer="B) x"), make_row(id="q2", options='["x", "y"]')]
    (refusal,) = read(write_csv(folder / "a.csv", rows)).refusals
    assert refusal.reason == "'B) x' has the letter B, but that option is 'y'. Correct the letter or the text"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", ",;\t")
def test_tables_of_spreadsheet_programs_are_read(folder, encoding, delimiter):
    """Excel writes UTF-16 with tabs, UTF-8 with a byte order mark, or Windows-1252 with semicolons."""
    path = write_csv(folder / "a.csv", [row(question="Größer?", A="ja – links")], delimiter)
    path.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
    table = read(path)
    assert (table.items[0].question, table.items[0].options[0]) == ("Größer?", "ja – links")
    assert len(table.notes) == (encoding == "cp1252")


def test_null_options_in_parquet_mean_no_options(folder):
    """A null in a row is a question without options, like NaN."""
    rows = [make_row(options=None, answer="yes"), make_row(id="q2", options=["x", "y"])]
    pq.write_table(pa.Table.from_pylist(rows), folder / "a.parquet")
    assert [item.options for item in read(folder / "a.parquet").items] == [("Yes", "No"), ("x", "y")]


def test_a_broken_utf_16_file_raises(folder):
    """An odd number of bytes is not UTF-16."""
    path = write_csv(folder / "a.csv", [row(number) for number in range(3)])
    path.write_bytes(path.read_text().encode("utf-16")[:-1])
    with pytest.raises(Exception, match=r"a\.csv cannot be read") as caught:
        read(path)
    assert type(caught.value).__name__ == "ReleaseError"


def test_json_text_lists_keep_numbers(folder):
    """A number becomes the text of an option unchanged."""
    (item,) = read(write_csv(folder / "a.csv", [make_row(options=json.dumps([1, 2.5]), answer="2.5")])).items
    assert (item.options, item.answer) == (("1", "2.5"), "B")
