"""Times as programs write them: seconds since 1970."""

from datetime import UTC, datetime

_LATEST = 1e11
"""Seconds until the year 5138; a larger number counts something smaller than seconds."""


def moment_of(seconds: object) -> datetime | None:
    """The moment that Unix seconds state; None where they state none."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < _LATEST:
        return None
    return datetime.fromtimestamp(seconds, UTC)
