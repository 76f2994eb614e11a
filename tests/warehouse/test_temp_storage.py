"""Spilling: large queries go on in a folder of their own, which goes when it is closed or its process was killed."""

import shutil
import subprocess
import sys

import duckdb
import pytest

from core.warehouse import read, temp_storage
from core.warehouse.read import Warehouse
from core.warehouse.temp_storage import FOLDER, claim_temp_storage

LARGE = "select count(*) from (select hash(range)::varchar as b from range(1500000) group by b)"
"""Needs more memory than the tests below give."""


@pytest.fixture
def generation(tiny_warehouse, tmp_path):
    """A copy of the tiny warehouse in a folder of the test's own."""
    path = tmp_path / "warehouse" / tiny_warehouse.path.name
    path.parent.mkdir()
    shutil.copy(tiny_warehouse.path, path)
    return path


@pytest.fixture
def little_memory(monkeypatch):
    """Queries have 60 MB."""
    monkeypatch.setitem(read._HARDENED, "memory_limit", "60MB")


def left(generation):
    """What lies in the folder that is spilled into, without the lock of claims, which stays."""
    return sorted(path.name for path in (generation.parent / FOLDER).glob("[!.]*"))


def test_a_query_that_needs_more_memory_goes_on_on_the_disk(generation, little_memory):
    """It comes back whole, and closing removes what it wrote."""
    with Warehouse(generation, "triangles") as warehouse:
        cursor = warehouse._connection.cursor()
        assert cursor.execute(LARGE).fetchall() == [(1_500_000,)]
        assert len(left(generation)) == 2  # the folder and its lock
    assert left(generation) == []


def test_who_opens_it_twice_shares_the_folder(generation, little_memory):
    """Two users of one process have one folder; it stays until the last of them closes."""
    with Warehouse(generation, "triangles") as first:
        with Warehouse(generation, "triangles") as second:
            assert len(left(generation)) == 2
            assert len(second.query("runs"))
        assert len(left(generation)) == 2
        assert first._connection.cursor().execute(LARGE).fetchall() == [(1_500_000,)]
        with pytest.raises(duckdb.Error, match="locked"):
            first._connection.cursor().execute("set memory_limit = '64GB'")
    assert left(generation) == []


def test_where_nothing_can_be_written_there_is_none(generation, little_memory, monkeypatch):
    """The warehouse opens and answers; a query that needs more memory ends with an error."""

    def refuse(*_, **__):
        raise PermissionError(13, "Read-only file system")

    monkeypatch.setattr(temp_storage, "lock_folder", refuse)
    with Warehouse(generation, "triangles") as warehouse:
        assert len(warehouse.query("runs"))
        assert not (generation.parent / FOLDER).exists()
        with pytest.raises(duckdb.OutOfMemoryException):
            warehouse._connection.cursor().execute(LARGE).fetchall()


def test_no_more_of_the_disk_is_taken_than_is_given(generation, little_memory, monkeypatch):
    """A query that would fill the disk ends with an error, and the warehouse goes on."""
    monkeypatch.setattr(temp_storage, "MOST_BYTES", 2**20)
    with Warehouse(generation, "triangles") as warehouse:
        with pytest.raises(duckdb.OutOfMemoryException, match="max_temp_directory_size"):
            warehouse._connection.cursor().execute(LARGE).fetchall()
        assert len(warehouse.query("runs"))


def test_a_full_disk_is_not_spilled_into(generation, monkeypatch):
    """At most half of what is free is given, so of nothing none."""
    usage = shutil.disk_usage(generation.parent)
    monkeypatch.setattr(temp_storage.shutil, "disk_usage", lambda _: usage._replace(free=10))
    with claim_temp_storage(generation.parent) as claimed:
        assert claimed.most_bytes == 5
    monkeypatch.setattr(temp_storage.shutil, "disk_usage", lambda _: usage._replace(free=0))
    with claim_temp_storage(generation.parent) as claimed:
        assert claimed is None
    assert left(generation) == []


def test_what_a_killed_process_left_goes_and_what_is_held_stays(generation):
    """The next claim removes the folder of a process that is gone, and none that another one still holds."""
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
        assert left(generation) == sorted(
            part for one in (first, second) for part in (one.folder.name, f"{one.folder.name}.lock")
        )
    assert left(generation) == []


@pytest.mark.parametrize("is_first", [True, False])
def test_a_file_that_cannot_be_opened_leaves_nothing(tmp_path, is_first):
    """Neither what is no warehouse nor one of another version leaves a folder behind."""
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
def test_who_may_spill_reaches_no_other_folder(generation, sql):
    """Beside its own folder nothing can be written or read, not even where the warehouse lies."""
    (generation.parent / "stolen.csv").write_text("a\n1\n")
    with Warehouse(generation, "triangles") as warehouse, pytest.raises(duckdb.Error):
        warehouse._connection.cursor().execute(sql.format(generation.parent))
