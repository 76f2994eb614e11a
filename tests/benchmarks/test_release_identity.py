"""A release folder says which benchmark it is; without a word it is Tri-Bench."""

import json

import pytest

from core.benchmarks.release_identity import IDENTITY, read_identity
from core.benchmarks.triangles.dataset_facts import build_benchmark_row
from core.errors import ReleaseError
from core.generators.triangles.write import build_identity


def test_a_folder_without_a_word_is_tri_bench(tmp_path):
    """The release itself has no such file."""
    assert read_identity(tmp_path) == build_benchmark_row()


def test_a_folder_may_say_what_it_is(tmp_path):
    """Its own id, title, licence and credit are taken."""
    (tmp_path / IDENTITY).write_text(json.dumps(build_identity()))
    assert read_identity(tmp_path) == build_identity()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", json.dumps(build_benchmark_row()), json.dumps(build_identity() | {"title": ""}),
     json.dumps(build_identity() | {"more": "x"}), json.dumps(build_identity() | {"licence": 1})],
)  # fmt: skip
def test_what_is_no_identity_is_refused(tmp_path, text):
    """Broken JSON, other keys, empty texts, and anybody else's claim to be Tri-Bench are refused."""
    (tmp_path / IDENTITY).write_text(text)
    with pytest.raises(ReleaseError, match=IDENTITY):
        read_identity(tmp_path)
