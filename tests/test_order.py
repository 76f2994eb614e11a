"""The order in which processes share the tests, and which take long: what is named there is there."""

import pytest

from core.settings import REPOSITORY
from tests import long
from tests.conftest import BROWSERS, IN_A_BROWSER, LONGEST, REST_IN_A_BROWSER, TogetherScheduling


@pytest.mark.parametrize("path", LONGEST)
def test_the_longest_files_are_there(path):
    """What begins first exists: a file that was renamed would begin last, and one process would wait for it."""
    assert list(REPOSITORY.glob(f"{path}*"))


def test_the_tests_that_take_long_are_there():
    """What the list names exists: a test that was renamed would run with the others, and they would take longer."""
    gone = [
        name
        for name in long.listed()
        for path, _, test in [name.partition("::")]
        if not (REPOSITORY / path).is_file() or f"\ndef {test}(" not in (REPOSITORY / path).read_text(encoding="utf-8")
    ]
    assert gone == []


def test_what_took_long_is_read_from_a_report(tmp_path):
    """Parameters of a test count together, by the test's file and name."""
    report = tmp_path / "tests.xml"
    cases = [("tests.cli.test_run", "test_one[a]", 1.5), ("tests.cli.test_run", "test_one[b]", 1.0)]
    rows = "".join(f'<testcase classname="{file}" name="{name}" time="{time}"/>' for file, name, time in cases)
    report.write_text(f"<testsuites><testsuite>{rows}</testsuite></testsuites>")
    assert long.measured(report) == {"tests/cli/test_run.py::test_one": 2.5}


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
