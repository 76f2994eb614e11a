"""Times as programs write them: seconds since 1970, and texts in ISO form."""

from datetime import UTC, datetime, tzinfo

_LATEST = 1e11
"""Seconds until the year 5138; a larger number has a smaller unit than seconds."""


def parse_unix_time(seconds: object) -> datetime | None:
    """Parse Unix seconds; None if the value is not a time."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < _LATEST:
        return None
    return datetime.fromtimestamp(seconds, UTC)


def parse_iso_time(text: str, otherwise: tzinfo | None = None) -> datetime | None:
    """Parse a time in ISO form; None if the text is not one.

    Args:
        text: as the program wrote it.
        otherwise: the zone of a text that names none; without it such a text has no defined time.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None and otherwise is not None:
        return moment.replace(tzinfo=otherwise)
    return moment if moment.tzinfo else None
