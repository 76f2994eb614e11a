"""Tests that a set whose generation was killed is finished by the same call, without drawing images again."""

import subprocess
import sys
from importlib import import_module

import pytest

from core.settings import REPOSITORY

SETS = {
    "core.generators.gepbench.write": {"items": 12, "seed": 3, "noise_pairs": True},
    "core.generators.giq.write": {"pairs": 0, "groups": ("platonic",), "seed": 3},
    "core.generators.mmperspective.write": {"counts": {"CLP": 3, "VPP": 3}, "seed": 3},
    "core.generators.measurements.write": {"scenes": 2, "seed": 3},
    "core.generators.threedsr.write": {"scenes": 1, "seed": 3, "with_table": False},
    "core.generators.triangles.write": {"photographs": 8, "seed": 3},
}
"""Modules that write each benchmark's set, with the arguments of a small set."""

KILLED = """
import os, sys
from ast import literal_eval
from importlib import import_module
from pathlib import Path
module = import_module(sys.argv[1])
write_once, left = module.write_once, 4
def write(path, make):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    write_once(path, make)
module.write_once = write
module.synthesize(Path(sys.argv[2]), **literal_eval(sys.argv[3]))
"""


def read_files(folder):
    """Return the bytes of every file by path."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def describe_path(path):
    """Return the folder and name of an image."""
    return f"{path.parent.name}/{path.name}"


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_a_killed_set_is_finished(tmp_path, monkeypatch, name):
    """Complete images are kept, the others are drawn, and the set equals an uninterrupted one."""
    module, arguments = import_module(name), SETS[name]
    target = tmp_path / "set"
    command = [sys.executable, "-c", KILLED, name, str(target), repr(arguments)]
    killed = subprocess.run(command, cwd=REPOSITORY, check=False, capture_output=True, text=True)
    assert killed.returncode == 9, killed.stderr
    assert not target.exists()
    (left,) = tmp_path.iterdir()
    kept = {describe_path(path) for path in left.rglob("*") if path.is_file() and not path.name.startswith(".")}
    assert 1 <= len(kept) <= 4
    drawn = []

    def write(path, make):
        write_once(path, lambda: drawn.append(describe_path(path)) or make())

    write_once = module.write_once
    monkeypatch.setattr(module, "write_once", write)
    module.synthesize(target, **arguments)
    assert drawn
    assert kept.isdisjoint(drawn)
    assert [path.name for path in tmp_path.iterdir()] == ["set"]
    monkeypatch.setattr(module, "write_once", write_once)
    module.synthesize(tmp_path / "again", **arguments)
    assert read_files(target) == read_files(tmp_path / "again")
