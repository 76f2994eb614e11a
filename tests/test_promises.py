"""Tests that each row of the table of promises in docs/using/hosting.md names existing tests."""

import re

from core.settings import REPOSITORY

TABLE = (
    (REPOSITORY / "docs" / "using" / "hosting.md")
    .read_text(encoding="utf-8")
    .partition("## Promises\n")[2]
    .partition("\n## ")[0]
)


def read_rows():
    """Return the cells of each row: promise, how it is kept, tests."""
    lines = [line for line in TABLE.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_each_promise_names_its_means_and_existing_tests():
    """Every row has three cells, and names test files, folders of tests or targets of make."""
    targets = re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(read_rows()) > 20
    for row in read_rows():
        promise, kept, tests = row
        named = re.findall(r"`([^`]+)`", tests)
        assert promise
        assert kept
        assert any(name.startswith("tests/") for name in named), promise
        for name in named:
            path = REPOSITORY / name
            is_test = path.is_dir() or (path.is_file() and path.name.startswith("test_"))
            assert is_test or name.removeprefix("make ") in targets, f"{promise}: {name} does not exist"
