"""Temporary storage: large queries spill into a folder, which is removed on close or after a kill."""

import shutil
import subprocess
import sys

import duckdb
import pytest

from core.warehouse import connection, read, temp_storage
from core.warehouse.read import Warehouse
from core.warehouse.temp_storage import FOLDER, claim_temp_storage

LARGE = "select count(*) from (select hash(range)::varchar as b from range(1500000) group by b)"
"""Needs more memory than the tests below give."""


@pytest.fixture
def generation(tiny_warehouse, tmp_path):
    """Return a copy of the tiny warehouse in the test's folder."""
    path = tmp_path / "warehouse" / tiny_warehouse.path.name
    path.parent.mkdir()
    shutil.copy(tiny_warehouse.path, path)
    return path


@pytest.fixture
def little_memory(monkeypatch):
    """Limit queries to 60 MB."""
    monkeypatch.setitem(connection._HARDENED, "memory_limit", "60MB")


def list_spill_folder(generation):
    """List the spill folder without the lock file, which stays."""
    return sorted(path.name for path in (generation.parent / FOLDER).glob("[!.]*"))


def test_large_query_spills_to_disk(generation, little_memory):
    """The query returns a complete result, and closing removes its files."""
    with Warehouse(generation, "triangles") as warehouse:
        cursor = warehouse._connection.cursor()
        assert cursor.execute(LARGE).fetchall() == [(1_500_000,)]
        assert len(list_spill_folder(generation)) == 2  # the folder and its lock
    assert list_spill_folder(generation) == []


def test_users_of_one_process_share_the_folder(generation, little_memory):
    """Two users in one process share one folder; it stays until the last one closes."""
    with Warehouse(generation, "triangles") as first:
        with Warehouse(generation, "triangles") as second:
            assert len(list_spill_folder(generation)) == 2
            assert len(second.query("runs"))
        assert len(list_spill_folder(generation)) == 2
        assert first._connection.cursor().execute(LARGE).fetchall() == [(1_500_000,)]
        with pytest.raises(duckdb.Error, match="locked"):
            first._connection.cursor().execute("set memory_limit = '64GB'")
    assert list_spill_folder(generation) == []


def test_read_only_folder_disables_spilling(generation, little_memory, monkeypatch):
    """The warehouse opens and answers; a query that needs more memory ends with an error."""

    def refuse(*_, **__):
        raise PermissionError(13, "Read-only file system")

    monkeypatch.setattr(temp_storage, "lock_folder", refuse)
    with Warehouse(generation, "triangles") as warehouse:
        assert len(warehouse.query("runs"))
        assert not (generation.parent / FOLDER).exists()
        with pytest.raises(duckdb.OutOfMemoryException):
            warehouse._connection.cursor().execute(LARGE).fetchall()


def test_spilling_respects_the_disk_limit(generation, little_memory, monkeypatch):
    """A query that exceeds the disk limit ends with an error, and the warehouse keeps working."""
    monkeypatch.setattr(temp_storage, "MOST_BYTES", 2**20)
    with Warehouse(generation, "triangles") as warehouse:
        with pytest.raises(duckdb.OutOfMemoryException, match="max_temp_directory_size"):
            warehouse._connection.cursor().execute(LARGE).fetchall()
        assert len(warehouse.query("runs"))


def test_full_disk_disables_spilling(generation, monkeypatch):
    """The limit is at most half of the free space, so 0 on a full disk."""
    usage = shutil.disk_usage(generation.parent)
    monkeypatch.setattr(temp_storage.shutil, "disk_usage", lambda _: usage._replace(free=10))
    with claim_temp_storage(generation.parent) as claimed:
        assert claimed.most_bytes == 5
    monkeypatch.setattr(temp_storage.shutil, "disk_usage", lambda _: usage._replace(free=0))
    with claim_temp_storage(generation.parent) as claimed:
        assert claimed is None
    assert list_spill_folder(generation) == []


def test_only_folders_of_dead_processes_are_removed(generation):
    """The next claim removes the folder of a dead process and keeps those in use."""
    code = (
        "import os, sys; from pathlib import Path; from core.warehouse.temp_storage import claim_temp_storage\n"
        "with claim_temp_storage(Path(sys.argv[1])) as claimed:\n"
        "    (claimed.folder / 'spilled').write_text('x'); print(claimed.folder.name, flush=True); os._exit(9)\n"
    )
    command = [sys.executable, "-c", code, str(generation.parent)]
    killed = subprocess.run(command, capture_output=True, text=True, check=False)
    name = killed.stdout.strip()
    assert (generation.parent / FOLDER / name / "spilled").read_text() == "x"
    with claim_temp_storage(generation.parent) as first, claim_temp_storage(generation.parent) as second:
        assert list_spill_folder(generation) == sorted(
            part for one in (first, second) for part in (one.folder.name, f"{one.folder.name}.lock")
        )
    assert list_spill_folder(generation) == []


@pytest.mark.parametrize("is_first", [True, False])
def test_unopenable_file_leaves_no_folder(tmp_path, is_first):
    """Neither an invalid file nor one of another version leaves a folder behind."""
    path = tmp_path / "x.duckdb"
    if is_first:
        path.write_bytes(b"not a database" * 1000)
    else:
        with duckdb.connect(str(path)) as connection:
            connection.execute("create table builds as select 'older' as schema_sha256")
    with pytest.raises(read.WarehouseError):
        Warehouse(path, "triangles")
    assert [one.name for one in (tmp_path / FOLDER).glob("[!.]*")] == []


@pytest.mark.parametrize(
    "sql",
    ["copy models to '{}/stolen.csv'", "attach '{}/x.db'", "select * from read_csv('{}/stolen.csv')",
     "set temp_directory = '/tmp'", "set max_temp_directory_size = '1TB'"],
)  # fmt: skip
def test_spilling_query_cannot_reach_other_folders(generation, sql):
    """Only the spill folder can be read or written, not even the warehouse's folder."""
    (generation.parent / "stolen.csv").write_text("a\n1\n")
    with Warehouse(generation, "triangles") as warehouse, pytest.raises(duckdb.Error):
        warehouse._connection.cursor().execute(sql.format(generation.parent))
