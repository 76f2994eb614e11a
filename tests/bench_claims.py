"""Print false positives and coverage of the product's claims, with models of known behaviour on the default sets.

    python -m tests.bench_claims [BENCHMARK ...]

Sets that are missing in the data folder are generated; Tri-Bench is skipped if its files are missing.
"""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from core.benchmarks.registry import TRI_BENCH, find_workspace, load_benchmark
from core.generators.registry import draw_default_set
from core.records import EXACT_KINDS
from core.settings import read_settings
from tests.claim_simulations import TITLE, build_simulation_subject
from tests.known_models import (
    answer_all,
    answer_from_text,
    compute_content_gains,
    estimate_lifts,
    estimate_skills,
    read_subject,
    say_letter,
    say_one_content,
)
from tests.set_simulations import ALL_SIMULATIONS

BENCHMARKS = ("3dsrbench", "giq", "mmperspective", "gepbench", TRI_BENCH)
"""The longest simulations first."""

SEED = 5


def describe_constants(subject, name) -> list[str]:
    """Describe skill and lift of models with constant answers, and of the text-only baseline."""
    letters = [answer_all(subject, say_letter(subject, letter), f"always {'ABCD'[letter]}") for letter in range(4)]
    contents = [
        answer_all(subject, say_one_content(subject, place), label)
        for place, label in ((0, "commonest content"), (-1, "rarest content"))
    ]
    text = answer_from_text(subject)
    skills = estimate_skills(subject, [*letters, *contents, *([text] if len(text) else [])])
    lifts = estimate_lifts(subject, [*letters, *contents])
    lines = [f"{name}: {len(subject.asked):,} questions of cases, {subject.asked['group_id'].nunique():,} groups"]
    for run_id, row in skills.iterrows():
        line = f"  {run_id}: skill {100 * row['value']:.1f} ({100 * row['low']:.1f} to {100 * row['high']:.1f})"
        if run_id in lifts.index:
            line += f"; lift {100 * lifts.loc[run_id, 'lift']:.1f}, p {lifts.loc[run_id, 'p_value']:.2f}"
        lines.append(line)
    if subject.asked["question_kind"].isin(EXACT_KINDS).all():
        question_id, gain = max(compute_content_gains(subject).items(), key=lambda item: item[1])
        lines.append(f"  the best constant content exceeds not looking by at most {100 * gain:.1f} ({question_id})")
    return lines


def simulate_benchmark(name: str) -> tuple[list[str], list[str]]:
    """Return the printed lines of a benchmark: its constants, and the rows of the table."""
    workspace = find_workspace(read_settings().workspace, name)
    if not load_benchmark(workspace).is_here(workspace.release):
        if name == TRI_BENCH:
            return [f"{name}: its files are not in {workspace.release}; left out"], []
        draw_default_set(workspace)
    subject = read_subject(workspace)
    about = build_simulation_subject(subject, name)
    rates = [rate for simulate in ALL_SIMULATIONS for rate in simulate(about, np.random.default_rng(SEED))]
    return describe_constants(subject, name), [rate.line for rate in rates]


def main(names: Sequence[str]) -> None:
    """Print the constants of each benchmark, and one table of all rates."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(simulate_benchmark, names))
    print("\n".join(line for constants, _ in results for line in constants))
    print(f"\n{TITLE}")
    print("\n".join(sorted(line for _, rates in results for line in rates)))


if __name__ == "__main__":
    main(sys.argv[1:] or BENCHMARKS)
