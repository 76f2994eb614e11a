"""Checks of all rows of a table in one test: pytest takes longer to run a test than most rows take to check."""

from collections.abc import Callable, Iterable
from typing import Any


def check_each_row(check: Callable[[Any], None], rows: Iterable[tuple[str, Any]]) -> None:
    """Check every row, whether or not others fail.

    Args:
        check: raises an error if the row is wrong.
        rows: the name of each row in messages, and the row.

    Raises:
        AssertionError: rows are wrong; the message has the name and the error of each.
    """
    errors = []
    for name, row in rows:
        try:
            check(row)
        except Exception as error:  # noqa: BLE001 - a row that raises must not hide the next ones
            errors.append(f"{name}\n    {type(error).__name__}: {error}")
    assert not errors, f"{len(errors)} rows are wrong:\n" + "\n".join(errors)
