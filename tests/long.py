"""Tests that take long: `make test` leaves them out, `make test-all` and CI run them too.

Long is what takes `LONG_S` seconds or more with all of its parameters and without what it shares with other tests, by
the list in `long.txt`, and whatever needs the warehouse of the real dataset, which takes a minute to build. A test
that is marked as essential is never long: what a visitor does first, and what no change may break, is tested at once.

`python -m tests.long` makes the list anew from what the last `make test-all` has measured.
"""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

TESTS = Path(__file__).parent
MEASURED = TESTS / "output" / "tests.xml"
LISTED = TESTS / "long.txt"
LONG_S = 1.0
NEEDS = "real_settings"


def listed() -> frozenset[str]:
    """The tests of the list, as `file::name`."""
    return frozenset(LISTED.read_text(encoding="utf-8").split())


def mark(items: list[pytest.Item]) -> None:
    """Marks the tests that take long."""
    names = listed()
    for item in items:
        takes_long = (
            item.nodeid.partition("[")[0] in names or NEEDS in item.name or NEEDS in getattr(item, "fixturenames", ())
        )
        if takes_long and not item.get_closest_marker("essential"):
            item.add_marker("long")


def measured(report: Path) -> Counter[str]:
    """Seconds by test, with all of its parameters.

    Args:
        report: in JUnit's form, as pytest writes it.
    """
    seconds: Counter[str] = Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        path = case.attrib["classname"].replace(".", "/") + ".py"
        seconds[f"{path}::{case.attrib['name'].partition('[')[0]}"] += float(case.attrib["time"])
    return seconds


def main() -> None:
    """Writes the list."""
    if not MEASURED.is_file():
        sys.exit(f"{MEASURED} is not here: run `make test-all` first")
    found = sorted(name for name, seconds in measured(MEASURED).items() if seconds >= LONG_S)
    LISTED.write_text("".join(f"{name}\n" for name in found), encoding="utf-8")
    print(f"{len(found)} tests take {LONG_S:g} s or more")


if __name__ == "__main__":
    main()
