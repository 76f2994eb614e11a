"""Reading a log in tests as the import does: by the first 64 kB of the file, then row by row."""

from core.importers.records import RejectedRow

HEAD_BYTES = 2**16


def grade(form, path):
    """What a form's module says of a file."""
    with path.open("rb") as file:
        return form.classify_file(path, file.read(HEAD_BYTES))


def read_log(form, path):
    """The replies and the refusals of a file that the form has to recognise."""
    assert grade(form, path) == "yes"
    rows = list(form.read(path))
    refusals = [row for row in rows if isinstance(row, RejectedRow)]
    return [row for row in rows if row not in refusals], refusals
