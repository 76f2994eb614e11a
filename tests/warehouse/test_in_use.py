"""A warehouse that another program holds open for writing says which program to close."""

import subprocess
import sys

import pytest

from core.errors import WarehouseInUseError
from core.warehouse.read import Warehouse

HOLD = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.read()"


def test_a_file_that_another_process_holds_names_it(own_copy):
    """While a second process has the file open, reading it names the process; afterwards it is read."""
    command = [sys.executable, "-c", HOLD, str(own_copy)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(WarehouseInUseError, match="Close the other program") as error:
            Warehouse(own_copy, "triangles")
        holder.communicate("")
    assert f"process {holder.pid}" in str(error.value)
    Warehouse(own_copy, "triangles").close()
