"""Tests of the order in which processes share the tests: each file that it names exists."""

import pytest

from core.settings import REPOSITORY
from tests.conftest import BROWSER_TESTS, BROWSERS, LONGEST, OTHER_BROWSER_TESTS, SharedServerScheduling


@pytest.mark.parametrize("path", LONGEST)
def test_the_longest_files_exist(path):
    """A renamed file would start last, and one process would wait for it."""
    assert list(REPOSITORY.glob(f"{path}*"))


def test_browser_tests_are_in_three_groups():
    """Each browser test file is in one group, new files in that of the tiny release; other files are separate."""
    scheduling = object.__new__(SharedServerScheduling)
    groups = {
        name: {
            scheduling._split_scope(f"tests/browser/{path.name}::test_one")
            for path in (REPOSITORY / "tests" / "browser").glob("test_*.py")
            if f"tests/browser/{path.name}" in paths
        }
        for name, paths in BROWSERS.items()
    }
    assert groups == {name: {name} for name in BROWSERS}
    assert scheduling._split_scope(f"{BROWSER_TESTS}new.py::test_one") == OTHER_BROWSER_TESTS
    assert scheduling._split_scope("tests/test_formatting.py::test_one") == "tests/test_formatting.py"
