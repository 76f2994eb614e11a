"""The command `export`: tables of the warehouse."""

from pathlib import Path
from typing import BinaryIO

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from core.atomic_files import open_atomic_file
from core.cli.terminal import stdout
from core.errors import SelectionError, WarehouseError
from core.warehouse.read import Warehouse, open_current
from core.workspace import Workspace

_WHOLE = {pa.int64(): pd.Int64Dtype(), pa.int32(): pd.Int32Dtype()}
"""Types that keep integers as integers beside missing values."""


def export_table(file: Path, table: str | None, runs: list[str], workspace: Workspace) -> None:
    """Write a table of the current warehouse, or only its rows of some runs, as CSV or Parquet.

    A table may have any size: only one batch of it is in memory at a time.

    Raises:
        WarehouseError: the table is unknown, or has no rows of these runs.
        SelectionError: the file name does not end with .csv or .parquet.
    """
    if file.suffix not in (".csv", ".parquet"):
        raise SelectionError(f"{file}: the file name must end with .csv or .parquet.")
    with open_current(workspace) as warehouse:
        tables = warehouse.list_tables()
        table = table or next(name for name in ("answers", "scored_answers") if name in tables)
        if table not in tables:
            raise WarehouseError(f"The warehouse has no table {table}. See docs/using/exporting.md.")
        keys = _select_runs(warehouse, table, runs)
        with warehouse.load_batches(table, **keys) as reader, open_atomic_file(file) as opened:
            n_rows = (_write_csv if file.suffix == ".csv" else _write_parquet)(reader, opened)
    stdout.print(f"{n_rows} rows of {table} in {file}", markup=False)


def _select_runs(warehouse: Warehouse, table: str, runs: list[str]) -> dict[str, list[str]]:
    """Return the filter of rows; reject runs that have none."""
    if not runs:
        return {}
    if "run_id" not in set(warehouse.query("columns", table=table)["column_name"]):
        raise WarehouseError(f"{table} has no column run_id. Export it without --run.")
    if unknown := sorted(run_id for run_id in set(runs) if not warehouse.count(table, run_id=[run_id])):
        raise WarehouseError(f"{table} has no rows of the run {', '.join(unknown)}.")
    return {"run_id": runs}


def _write_csv(reader: pa.RecordBatchReader, opened: BinaryIO) -> int:
    n_rows = 0
    _to_utc(reader.schema.empty_table()).to_pandas().to_csv(opened, index=False)
    for batch in reader:
        rows = _to_utc(pa.Table.from_batches([batch])).to_pandas(types_mapper=_WHOLE.get)
        rows.to_csv(opened, index=False, header=False)
        n_rows += len(rows)
    return n_rows


def _write_parquet(reader: pa.RecordBatchReader, opened: BinaryIO) -> int:
    n_rows = 0
    with pq.ParquetWriter(opened, _to_utc(reader.schema.empty_table()).schema) as writer:
        for batch in reader:
            writer.write_table(_to_utc(pa.Table.from_batches([batch])))
            n_rows += batch.num_rows
    return n_rows


def _to_utc(table: pa.Table) -> pa.Table:
    """Convert a table's times to UTC; DuckDB returns them in the zone of the machine."""
    for index, column in enumerate(table.schema):
        if pa.types.is_timestamp(column.type) and column.type.tz:
            in_utc = table.column(index).cast(pa.timestamp(column.type.unit, "UTC"))
            table = table.set_column(index, column.name, in_utc)
    return table
