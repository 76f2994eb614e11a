"""Tests of what a generated set states about itself."""

import json

import pytest

from core.benchmarks.generated_set_info import build_generated_row, read_set_version

FORM = "engine {engine_version}, {items} items"


def test_a_generated_set_states_its_engine_and_author(tmp_path):
    """The version is the engine's; author, source, licence and credit are Trilens's; the id is kept."""
    (tmp_path / "engine.json").write_text(json.dumps({"engine_version": "3", "items": 40, "seed": 1}))
    version = read_set_version(tmp_path / "engine.json", FORM)
    assert version == "engine 3, 40 items"
    row = build_generated_row(
        {"benchmark_id": "dots", "title": "Dots", "author": "N. N.", "licence": "none"}, "Ours", "us", version
    )
    assert row["source"] == "trilens synthesize dots"
    assert (row["title"], row["author"], row["licence"], row["credit"]) == ("Ours", "Trilens", "Apache 2.0", "us")


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"[1]", b'"text"', b"7", b'{"items": 40}', b"[" * 100_000])
def test_without_engine_information_there_is_no_version(tmp_path, content):
    """A missing, broken or unexpected file gives None and no error."""
    if content is not None:
        (tmp_path / "engine.json").write_bytes(content)
    assert read_set_version(tmp_path / "engine.json", FORM) is None
