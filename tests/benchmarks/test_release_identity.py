"""Tests of the file by which a release folder states its benchmark."""

import json

import pytest

from core.benchmarks.release_identity import IDENTITY, read_identity
from core.benchmarks.triangles.dataset_facts import build_benchmark_row
from core.errors import ReleaseError
from core.generators.triangles.write import build_identity


def test_a_folder_without_an_identity_file_is_tri_bench(tmp_path):
    """The release itself has no such file."""
    assert read_identity(tmp_path) == build_benchmark_row()


def test_an_identity_file_is_read(tmp_path):
    """Its id, title, licence and credit are used."""
    (tmp_path / IDENTITY).write_text(json.dumps(build_identity()))
    assert read_identity(tmp_path) == build_identity()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", json.dumps(build_benchmark_row()), json.dumps(build_identity() | {"title": ""}),
     json.dumps(build_identity() | {"more": "x"}), json.dumps(build_identity() | {"licence": 1})],
)  # fmt: skip
def test_invalid_identities_raise(tmp_path, text):
    """Invalid JSON, other keys, empty texts, and a false claim to be Tri-Bench raise an error."""
    (tmp_path / IDENTITY).write_text(text)
    with pytest.raises(ReleaseError, match=IDENTITY):
        read_identity(tmp_path)
