"""Tests of table downloads: the information that leaves the machine."""

from dashboard.pages.data import downloads


def test_a_download_of_the_builds_has_no_path(tiny_warehouse):
    """The name of the folder that was read is included, its location is not; other tables are unchanged."""
    (path,) = tiny_warehouse.load_table("builds")["source"]
    text = downloads._as_csv(tiny_warehouse, "builds")().decode()
    assert path not in text
    assert path.rpartition("/")[2] in text
    assert downloads._read_redacted_table(tiny_warehouse, "models").equals(tiny_warehouse.load_table("models"))
