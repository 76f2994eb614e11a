"""Downloads of tables: what leaves the machine."""

from dashboard.pages.data import downloads


def test_a_download_of_the_builds_has_no_path(tiny_warehouse):
    """The folder that was read is named, and not where it lies; other tables are as they are."""
    (path,) = tiny_warehouse.load_table("builds")["source"]
    text = downloads._as_csv(tiny_warehouse, "builds")().decode()
    assert path not in text
    assert path.rpartition("/")[2] in text
    assert downloads._read_redacted_table(tiny_warehouse, "models").equals(tiny_warehouse.load_table("models"))
