"""Tests of the encoding and separator of tables in text files."""

import pytest

from core.delimited import UTF_8, detect_delimited_format, detect_encoding

TABLE = "id;reply\nq1;Größe – 5 €\n"


@pytest.mark.parametrize(
    ("encoding", "detected"),
    [
        ("utf-8", UTF_8),
        ("utf-8-sig", UTF_8),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("cp1252", "cp1252"),
    ],
)
def test_the_text_is_the_same_in_every_encoding(tmp_path, encoding, detected):
    """A byte order mark, zero bytes or bytes that are not UTF-8 are recognised; only the guess has a note."""
    path = tmp_path / "a.csv"
    path.write_bytes(TABLE.encode(encoding))
    form = detect_delimited_format(path)
    assert (form.encoding, form.delimiter) == (detected, ";")
    with form.open_text(path) as file:
        assert file.read() == TABLE
    assert bool(form.note) == (encoding == "cp1252")
    assert "a.csv is not UTF-8 and was read as Windows-1252" in form.note or not form.note


@pytest.mark.parametrize(
    "body",
    [
        "Größe é".encode() + b"\n\xff",  # UTF-8 with one wrong byte
        b"id\n\x81\x8d",  # no letters of Windows-1252
        "id\n哪个更近一些".encode("gbk"),
    ],
)
def test_other_bytes_are_not_read_as_windows_1252(tmp_path, body):
    """A file with other invalid bytes stays UTF-8, so that its invalid rows are rejected."""
    path = tmp_path / "a.csv"
    path.write_bytes(body)
    assert detect_encoding(path) == UTF_8


@pytest.mark.parametrize(
    ("name", "header", "delimiter"),
    [
        ("a.csv", "id,reply", ","),
        ("a.csv", "id;reply", ";"),
        ("a.csv", "id\treply", "\t"),
        ("a.csv", '"id, of; the; row",reply', ","),
        ("a.tsv", "id\treply, as text", "\t"),
        ("a.tsv", "id,reply", ","),
        ("a.csv", "reply", ","),
    ],
)
def test_the_separator_is_the_commonest_sign_of_the_header(tmp_path, name, header, delimiter):
    """Signs inside quotation marks do not count."""
    (tmp_path / name).write_text(header + "\n")
    assert detect_delimited_format(tmp_path / name).delimiter == delimiter
