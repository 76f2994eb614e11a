"""What a set that was made here says of itself."""

import json

import pytest

from core.benchmarks.generated_set_info import build_generated_row, read_set_version

FORM = "engine {engine_version}, {items} items"


def test_a_made_set_names_its_engine_and_its_maker(tmp_path):
    """The version is the engine's own; author, source, licence and credit are of Trilens, the id stays."""
    (tmp_path / "engine.json").write_text(json.dumps({"engine_version": "3", "items": 40, "seed": 1}))
    version = read_set_version(tmp_path / "engine.json", FORM)
    assert version == "engine 3, 40 items"
    row = build_generated_row(
        {"benchmark_id": "dots", "title": "Dots", "author": "N. N.", "licence": "none"}, "Ours", "us", version
    )
    assert row["source"] == "trilens synthesize --benchmark dots"
    assert (row["title"], row["author"], row["licence"], row["credit"]) == ("Ours", "Trilens", "Apache 2.0", "us")


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"[1]", b'"text"', b"7", b'{"items": 40}', b"[" * 100_000])
def test_without_an_engine_s_word_there_is_no_version(tmp_path, content):
    """A file that is missing, broken or of another content says nothing, and stops nothing."""
    if content is not None:
        (tmp_path / "engine.json").write_bytes(content)
    assert read_set_version(tmp_path / "engine.json", FORM) is None
