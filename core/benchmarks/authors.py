"""Rows of the table `benchmarks` for the sets of authors."""

from core.toml_tables import load_table

AUTHORS: dict[str, dict[str, str]] = {
    benchmark_id: {"benchmark_id": benchmark_id, **row}
    for benchmark_id, row in load_table(__file__, "authors.toml").items()
}
"""Rows by id of the benchmark."""
