"""Tests of the reader of wording in TOML files."""

from dataclasses import dataclass

import pytest

from core.toml_tables import load_rows


@dataclass(frozen=True)
class Wording:
    """A row with a list."""

    key: str
    text: str
    names: tuple[str, ...] = ()


def load(tmp_path, text):
    (tmp_path / "rows.toml").write_text(text, encoding="utf-8")
    return load_rows(str(tmp_path / "module.py"), "rows.toml", Wording)


def test_rows_keep_their_order_and_lists_are_tuples(tmp_path):
    """Keys are the first field; a missing field has its default."""
    rows = load(tmp_path, '[b]\ntext = "ü"\nnames = ["x", "y"]\n[a]\ntext = "z"\n')
    assert list(rows.items()) == [("b", Wording("b", "ü", ("x", "y"))), ("a", Wording("a", "z"))]


@pytest.mark.parametrize("text", ['[a]\nname = "x"\ntext = ""\n', "[a]\n"])
def test_unknown_and_missing_fields_raise(tmp_path, text):
    """The error names the field."""
    with pytest.raises(TypeError, match="name|text"):
        load(tmp_path, text)
