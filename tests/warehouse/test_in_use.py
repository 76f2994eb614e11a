"""A locked warehouse: the error names the program that holds it open for writing."""

import subprocess
import sys

import pytest

from core.errors import WarehouseInUseError
from core.warehouse.read import Warehouse

HOLD = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"


def test_locked_file_names_the_process(own_copy):
    """Reading a file that another process holds open names the process; afterwards it works."""
    command = [sys.executable, "-c", HOLD, str(own_copy)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(WarehouseInUseError, match="Close the other program") as error:
            Warehouse(own_copy, "triangles")
        holder.communicate("")
    assert f"process {holder.pid}" in str(error.value)
    Warehouse(own_copy, "triangles").close()
