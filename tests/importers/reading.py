"""Reading of logs in tests, like the import: the first 64 kB of the file, then row by row."""

from core.importers.records import RejectedRow

HEAD_BYTES = 2**16


def grade(form, path):
    """Return a format module's verdict on a file."""
    with path.open("rb") as file:
        return form.classify_file(path, file.read(HEAD_BYTES))


def read_log(form, path):
    """Return the replies and refusals of a file that the format must recognise."""
    assert grade(form, path) == "yes"
    rows = list(form.read(path))
    refusals = [row for row in rows if isinstance(row, RejectedRow)]
    return [row for row in rows if row not in refusals], refusals
