"""Tests of the libraries that a server loads."""

import os
import subprocess
import sys

import pytest

from core.settings import REPOSITORY

SHOWS = """
import sys
import serve
from tests.dashboard.pages import open_page
for page in ("overview", "cases", "heatmaps", "compare", "bias", "tilt", "robustness", "data"):
    assert not open_page(page).exception, page
heavy = ("cv2", "scipy.stats", "scipy.optimize", "pyarrow.parquet")
print([name for name in ("pandas", "scipy.special", *heavy) if name in sys.modules])
"""
"""Starts a server's program, makes its pages, and prints which of these libraries they have loaded."""


@pytest.mark.slow
def test_a_server_that_only_shows_loads_no_heavy_library(tiny_workspace):
    """No page of a read-only dashboard imports them: they would occupy 15, 42 and 5 MB, and take time to load."""
    variables = {**os.environ, "TRILENS_DATA": str(tiny_workspace.data), "TRILENS_READ_ONLY": "1"}
    command = [sys.executable, "-c", SHOWS]
    done = subprocess.run(command, cwd=REPOSITORY, env=variables, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "['pandas', 'scipy.special']"
