"""Introductions of the benchmarks in the registry: what each one asks, what it shows, and what its truths mean."""

from dataclasses import dataclass

from core.toml_tables import load_table


@dataclass(frozen=True, slots=True)
class Introduction:
    """Introduction of a benchmark for readers who do not know it.

    Attributes:
        question: that the benchmark as a whole asks; empty if it is unknown.
        task: what models see and what they are asked, as sentences.
        meaning: of the truth and of the image-plane answer; empty without the latter.
        paper: title and authors of the paper; empty if there is none, or its title is unknown.
    """

    question: str
    task: str
    meaning: str = ""
    paper: str = ""


INTRODUCTIONS = {key: Introduction(**row) for key, row in load_table(__file__, "introductions.toml").items()}

CUSTOM = Introduction("", "A benchmark that was added here. Models see the plain image and the question of each case.")
"""Introduction of a benchmark outside the registry, of which only the contents are known."""


def get_introduction(benchmark_id: str) -> Introduction:
    """Return the introduction of a benchmark, or `CUSTOM` for one outside the registry."""
    return INTRODUCTIONS.get(benchmark_id, CUSTOM)
