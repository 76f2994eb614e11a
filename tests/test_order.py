"""The order in which processes share the tests: each file that it names exists."""

import pytest

from core.settings import REPOSITORY
from tests.conftest import BROWSERS, IN_A_BROWSER, LONGEST, REST_IN_A_BROWSER, TogetherScheduling


@pytest.mark.parametrize("path", LONGEST)
def test_the_longest_files_are_there(path):
    """What begins first exists: a file that was renamed would begin last, and one process would wait for it."""
    assert list(REPOSITORY.glob(f"{path}*"))


def test_files_in_a_browser_are_three_heaps():
    """Each file in a browser belongs to one heap, a new one to the rest; any other is a unit of its own."""
    scheduling = object.__new__(TogetherScheduling)
    heap_of = {
        name: {
            scheduling._split_scope(f"tests/browser/{path.name}::test_one")
            for path in (REPOSITORY / "tests" / "browser").glob("test_*.py")
            if f"tests/browser/{path.name}" in paths
        }
        for name, paths in BROWSERS.items()
    }
    assert heap_of == {name: {name} for name in BROWSERS}
    assert scheduling._split_scope(f"{IN_A_BROWSER}new.py::test_one") == REST_IN_A_BROWSER
    assert scheduling._split_scope("tests/test_formatting.py::test_one") == "tests/test_formatting.py"
