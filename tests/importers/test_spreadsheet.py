"""Tests that spreadsheets are read row by row, within limits."""

import zipfile

import pytest
from openpyxl import Workbook

from core.errors import ReplyFileError
from core.importers import spreadsheet
from core.importers.spreadsheet import is_spreadsheet, read_spreadsheet

SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture
def written(tmp_path):
    """Write rows as a spreadsheet; return its path."""

    def write(*rows):
        book = Workbook()
        for row in rows:
            book.active.append(row)
        book.save(tmp_path / "book.xlsx")
        return tmp_path / "book.xlsx"

    return write


def with_member(path, name, body):
    """Write the same archive with another body for a member."""
    other = path.with_name("other.xlsx")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, body(old.read(info).decode()) if info.filename == name else old.read(info))
    return other


def test_rows_are_what_was_written(written):
    """Texts, numbers, booleans and empty cells are read back; a row ends at its last cell."""
    rows = [("a", "b"), (1, 0.5), (True, None, "x"), ("line\nbreak",)]
    assert list(read_spreadsheet(written(*rows))) == rows


def test_escaped_signs_are_what_they_stand_for(written):
    """Control characters are unescaped from spreadsheets; a lone surrogate becomes U+FFFD."""
    ((cell,),) = read_spreadsheet(written(["bell _x0007_, return _x000D_, half _xD83D_, no _x7_"]))
    assert cell == "bell \x07, return \r, half \ufffd, no _x7_"


def test_a_formula_is_not_taken(written):
    """A cell with a formula has the stored value, here none, and never the formula."""
    ((cell, other),) = read_spreadsheet(written(["=1+1", "text"]))
    assert (cell, other) == (None, "text")


def test_what_a_sheet_claims_of_its_size_is_not_believed(written):
    """A sheet that claims to be empty, or endless, has the rows that it contains."""
    for claim in ("A1", "A1:XFD1048576"):
        book = with_member(
            written(["a", "b"], ["c", "d"]), SHEET, lambda text, claim=claim: text.replace("A1:B2", claim)
        )
        assert list(read_spreadsheet(book)) == [("a", "b"), ("c", "d")]


@pytest.mark.parametrize(
    ("old", "new"),
    [('<row r="2"', '<row r="99999999"'), ('r="A2"', 'r="ZZZ2"'), ('r="A2"', 'r="ZZZZZZ2"'), ("</row>", "</rwo>")],
)
def test_a_harmful_sheet_is_refused(written, old, new):
    """Endless rows and columns, impossible cells and broken XML end with an error."""
    book = with_member(written(["a"], ["b"]), SHEET, lambda text: text.replace(old, new))
    with pytest.raises(ReplyFileError, match="is a broken spreadsheet|has more than"):
        list(read_spreadsheet(book))


def test_entities_that_grow_are_refused(written):
    """Text that refers to itself a billion times is not expanded."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<!DOCTYPE worksheet [<!ENTITY e0 "laugh">{entities}]>'

    def grown(text):
        return text.replace("<worksheet", f"{bomb}<worksheet", 1).replace(">a<", ">&e9;<")

    with pytest.raises(ReplyFileError, match="is a broken spreadsheet"):
        list(read_spreadsheet(with_member(written(["a"]), SHEET, grown)))


def test_too_much_text_is_refused_before_it_is_unpacked(written, monkeypatch):
    """Parts beside the sheets are read completely, so their size is checked first."""
    monkeypatch.setattr(spreadsheet, "MAX_TEXTS_BYTES", 100)
    with pytest.raises(ReplyFileError, match="of text; save it as TSV or JSON"):
        is_spreadsheet(written(["a"]))


def test_other_archives_are_none(tmp_path):
    """An archive without a workbook is not a spreadsheet; a file that is not an archive is reported as such."""
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x", "y")
    assert not is_spreadsheet(path)
    with pytest.raises(ReplyFileError, match="not a spreadsheet"):
        next(read_spreadsheet(path))
    path.write_bytes(b"PK\x03\x04 cut")
    with pytest.raises(ReplyFileError, match="not a whole zip archive"):
        is_spreadsheet(path)
