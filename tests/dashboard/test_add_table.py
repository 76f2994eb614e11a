"""Tests of a question table dropped on the page Data: it is read first and added by a click; refusals are sentences."""

from io import BytesIO

import pandas as pd
import pytest
from openpyxl import Workbook

from core.benchmarks.registry import list_entries
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.dashboard.pages import open_page, text_of
from tests.importers.pictures import data_uri
from tests.tiny_release import write_tiny_release

HEADER = ("id", "image", "question", "A", "B", "answer", "remark")


@pytest.fixture
def here(workspace, full):
    """Return the tiny release with its files, built."""
    write_tiny_release(workspace.release)
    build(workspace)
    return workspace


def make_rows(n=3):
    """Return questions about drawn images; the key of the last one is not an option."""
    rows = [(f"q{number}", data_uri(number), "Which *colour*?", "red", "blue", "A", "x") for number in range(n)]
    return [*rows[:-1], (*rows[-1][:5], "E", "x")]


def write_spreadsheet(rows):
    """Return the bytes of a spreadsheet."""
    book, file = Workbook(), BytesIO()
    for row in (HEADER, *rows):
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def make_file(ending, rows):
    """Return the bytes of a table in this format."""
    frame = pd.DataFrame(rows, columns=HEADER)
    return {
        ".csv": lambda: frame.to_csv(index=False).encode(),
        ".tsv": lambda: frame.to_csv(index=False, sep="\t").encode(),
        ".jsonl": lambda: frame.to_json(orient="records", lines=True).encode(),
        ".xlsx": lambda: write_spreadsheet(rows),
    }[ending]()


def drop(app, *files):
    """Return the app after the dropped files are read."""
    app.file_uploader(key="table-files").set_value([(name, body, "text/csv") for name, body in files]).run()
    return waited(app)


def waited(app):
    """Return the app after the running job has ended."""
    assert not app.exception
    app.session_state["adding-table"][1].wait()
    app.run()
    assert not app.exception
    return app


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".csv", ".tsv", ".jsonl", ".xlsx"])
def test_a_table_is_read_before_anything_is_added(here, ending):
    """Each column has its role and an example, a refused row a sentence, and no benchmark exists before the click."""
    app = drop(open_page("data"), (f"Our colours{ending}", make_file(ending, make_rows())))
    assert "2 questions can be added; 1 row is refused." in text_of(app)
    (uses,) = [table.value for table in app.table if "Used as" in table.value]
    assert dict(zip(uses["Column"], uses["Used as"], strict=True)) == {
        "id": "id", "image": "image", "question": "question", "A": "option A", "B": "option B",
        "answer": "answer key", "remark": "not used",
    }  # fmt: skip
    assert list(uses["Example"])[:2] == ["q0", "an image in the table"]
    assert "'E' is not the letter of any of the 2 options" in text_of(app)
    assert "our_colours" not in list_entries(here)


@pytest.mark.slow
def test_a_click_adds_the_benchmark(here):
    """The benchmark has the id and the title that were entered, and the page links to it."""
    app = open_page("data")
    app = drop(app, ("Our colours.csv", make_file(".csv", make_rows())))
    app.text_input(key="table-id").set_value("ours").run()
    app = waited(app)
    app.text_input(key="table-title").set_value("Ours").run()
    app = waited(app)
    app.button(key="add-table").click().run()
    app = waited(app)
    assert any("ours is a benchmark now" in message.value for message in app.success)
    assert list_entries(here)["ours"].title == "Ours"
    with open_current(here.select_benchmark("ours")) as warehouse:
        assert len(warehouse.query("case_ids")) == 2
        assert len(warehouse.query("refusals")) == 1


@pytest.mark.slow
def test_a_column_can_be_corrected(here):
    """If a table's key is in a column of another name, the page says so; choosing the column reads the table again."""
    body = make_file(".csv", make_rows()).replace(b",answer,", b",solution,")
    app = drop(open_page("data"), ("colours.csv", body))
    assert "answer" in app.error[0].value
    app.selectbox(key="table-column-answer").select("solution").run()
    app = waited(app)
    assert not app.error
    assert "2 questions can be added" in text_of(app)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ([("a.csv", b"x\n1\n"), ("b.csv", b"x\n1\n")], "2 tables are among the files"),
        ([("a.png", b"x")], "No table is among the files"),
        ([("a.doc", b"x")], "a.doc is neither a table nor an image"),
        ([("a.xlsx", b"x")], "a.xlsx is not a whole zip archive"),
        ([("a.csv", b"question,answer,image\nWhich?,A,none.png\n")], "none.png"),
    ],
)
@pytest.mark.slow
def test_what_cannot_be_added_says_why(here, files, reason):
    """One sentence names the file and the remedy; nothing is added."""
    before = set(list_entries(here))
    app = drop(open_page("data"), *files)
    (message,) = app.error
    assert reason in message.value
    assert "/tmp" not in message.value
    assert set(list_entries(here)) == before
    assert not [button for button in app.button if button.key == "add-table"]


def test_a_read_only_dashboard_adds_nothing(read_only):
    """There is no field for a table, and the sentence explains that tables are disabled."""
    app = open_page("data")
    assert any("logs and tables are dropped here" in message.value for message in app.info)
    assert not app.get("file_uploader")
