"""Levels of factors in plain words, if the factor's title and the level alone say too little in a sentence."""

from core.benchmarks.introductions import INTRODUCTIONS
from core.toml_tables import load_table

PHRASES: dict[str, dict[str, str]] = load_table(__file__, "condition_phrases.toml")


def get_condition_phrase(benchmark_id: str, factor: str, level: str) -> str | None:
    """Return the words for a level of a factor; None without any, as in benchmarks outside the registry.

    Args:
        benchmark_id: of the benchmark.
        factor: key of the factor.
        level: of the factor.
    """
    return PHRASES.get(factor, {}).get(level) if benchmark_id in INTRODUCTIONS else None


def get_condition_subject(benchmark_id: str, factor: str) -> str | None:
    """Return the words before a level of a factor in a clause; None without any, as in `get_condition_phrase`."""
    return PHRASES.get(factor, {}).get("subject") if benchmark_id in INTRODUCTIONS else None
