"""Tests of the wait that a server asks for, in all forms."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from core.inference.clients.errors import MAX_RETRY_AFTER_S, parse_retry_after_s


@pytest.mark.parametrize(
    ("headers", "body", "wait_s"),
    [
        ({"retry-after": "7"}, None, 7.0), ({"retry-after": "0.5"}, None, 0.5),
        ({"retry-after": "86400"}, None, MAX_RETRY_AFTER_S), ({"retry-after": "soon"}, None, None),
        ({"retry-after": "-1"}, None, None), ({"retry-after": "²"}, None, None), ({}, None, None), ({}, "text", None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, None, 0.0),
        ({"retry-after": "Wed, 21 Oct 2115 07:28:00 GMT"}, None, MAX_RETRY_AFTER_S),
        ({}, {"error": {"details": [{"retryDelay": "34.5s"}]}}, 34.5),
        ({}, {"error": {"details": [{"retryDelay": "900s"}]}}, MAX_RETRY_AFTER_S),
    ],
)  # fmt: skip
def test_the_wait_is_read_in_every_form(headers, body, wait_s):
    """Seconds, a date or Google's body are read, the wait is at most two minutes, and invalid values are ignored."""
    assert parse_retry_after_s(headers, body) == wait_s


def test_a_date_soon_is_a_few_seconds():
    """A date a minute ahead is about a minute."""
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    assert 30 < parse_retry_after_s({"retry-after": soon}) <= 60
