"""The command `export`: tables of the warehouse out."""

from pathlib import Path

from core.cli.terminal import stdout
from core.errors import SelectionError, WarehouseError
from core.files import atomic_write
from core.settings import Settings
from core.warehouse.read import open_current


def export_table(file: Path, table: str | None, runs: list[str], settings: Settings) -> None:
    """Writes a table of the current warehouse, or the part of it that belongs to some runs, as CSV or Parquet.

    Raises:
        WarehouseError: the table is unknown, or has no rows of these runs.
        SelectionError: the file's name does not end with .csv or .parquet.
    """
    if file.suffix not in (".csv", ".parquet"):
        raise SelectionError(f"{file}: the name has to end with .csv or .parquet.")
    with open_current(settings) as warehouse:
        table = table or next(name for name in ("answers", "scored_answers") if name in warehouse.tables())
        rows = warehouse.table(table)
    if runs:
        if "run_id" not in rows.columns:
            raise WarehouseError(f"{table} has no column run_id. Export it without --run.")
        if unknown := sorted(set(runs) - set(rows["run_id"])):
            raise WarehouseError(f"{table} has no rows of the run {', '.join(unknown)}.")
        rows = rows[rows["run_id"].isin(runs)]
    with atomic_write(file) as opened:
        if file.suffix == ".csv":
            rows.to_csv(opened, index=False)
        else:
            rows.to_parquet(opened, index=False)
    stdout.print(f"{len(rows)} rows of {table} in {file}", markup=False)
