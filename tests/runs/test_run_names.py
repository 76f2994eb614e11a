"""Display names of runs: kept beside the journals, one per run, each renaming undone by itself."""

import pytest

from core.errors import JournalError
from core.runs.run_names import MAX_NAME, RUN_NAMES, add_run_name, load_valid_names, read_run_names, remove_run_name


def test_a_name_is_given_and_undone(tmp_path):
    """Each undo gives the name before it; after the last one the run has none."""
    assert read_run_names(tmp_path) == {}
    assert add_run_name(tmp_path, "mine", "  first\nname ") == "first name"
    add_run_name(tmp_path, "mine", "second")
    add_run_name(tmp_path, "other", "third")
    assert read_run_names(tmp_path) == {"mine": "second", "other": "third"}
    remove_run_name(tmp_path, "mine")
    assert read_run_names(tmp_path) == {"mine": "first name", "other": "third"}
    remove_run_name(tmp_path, "mine")
    assert read_run_names(tmp_path) == {"other": "third"}
    with pytest.raises(JournalError, match="was not renamed"):
        remove_run_name(tmp_path, "mine")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (" \t", "this one has 0"),
        ("x" * (MAX_NAME + 1), "this one has 101"),
        ("taken", "taken is already the name of another run"),
        ("own", "already the name of this run"),
    ],
)
def test_an_unusable_name_is_refused(tmp_path, name, reason):
    """The error says why, and the run keeps its name."""
    add_run_name(tmp_path, "other", "taken")
    add_run_name(tmp_path, "mine", "own")
    with pytest.raises(JournalError, match=reason):
        add_run_name(tmp_path, "mine", name)
    assert read_run_names(tmp_path) == {"other": "taken", "mine": "own"}


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"mine": "x"}', b"\xff"])
def test_a_broken_file_says_what_to_do(tmp_path, body):
    """It is not overwritten, and labels beside the warehouse do without names."""
    (tmp_path / RUN_NAMES).write_bytes(body)
    with pytest.raises(JournalError, match="move it away"):
        read_run_names(tmp_path)
    with pytest.raises(JournalError, match="move it away"):
        add_run_name(tmp_path, "mine", "name")
    assert load_valid_names(tmp_path) == {}
    assert (tmp_path / RUN_NAMES).read_bytes() == body
