"""Tests of checks of all rows of a table in one test."""

import pytest

from tests.each_row import check_each_row


def test_every_wrong_row_is_reported():
    """The message has each row that fails or raises, with its error, and no row that is right."""

    def check(number):
        assert 12 // number == 4

    with pytest.raises(AssertionError) as raised:
        check_each_row(check, [("nothing", 0), ("three", 3), ("four", 4)])
    message = str(raised.value)
    assert "2 rows are wrong" in message
    assert "nothing\n    ZeroDivisionError" in message
    assert "four\n    AssertionError: assert (12 // 4) == 4" in message
    assert "three" not in message
