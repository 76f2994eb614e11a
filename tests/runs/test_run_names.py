"""Tests of display names of runs: stored with the journals, one per run, and every renaming can be undone."""

import pytest

from core.errors import JournalError
from core.runs.run_names import MAX_NAME, RUN_NAMES, add_run_name, load_valid_names, read_run_names, remove_run_name


def test_renaming_can_be_undone(tmp_path):
    """Each undo restores the previous name; after the last undo the run has no name."""
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
    """The error gives the reason, and the run keeps its name."""
    add_run_name(tmp_path, "other", "taken")
    add_run_name(tmp_path, "mine", "own")
    with pytest.raises(JournalError, match=reason):
        add_run_name(tmp_path, "mine", name)
    assert read_run_names(tmp_path) == {"other": "taken", "mine": "own"}


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"mine": "x"}', b"\xff"])
def test_a_broken_file_of_names_raises_with_a_remedy(tmp_path, body):
    """The file is not overwritten, and `load_valid_names` returns no names."""
    (tmp_path / RUN_NAMES).write_bytes(body)
    with pytest.raises(JournalError, match="move it away"):
        read_run_names(tmp_path)
    with pytest.raises(JournalError, match="move it away"):
        add_run_name(tmp_path, "mine", "name")
    assert load_valid_names(tmp_path) == {}
    assert (tmp_path / RUN_NAMES).read_bytes() == body
