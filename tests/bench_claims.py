"""False positives of what is claimed, with models of known behaviour on the default sets: a printed table.

    python -m tests.bench_claims [BENCHMARK ...]

Drawn sets are drawn if they are missing in the data folder. With Tri-Bench's files there, the coverage of skill's
interval is that over 400 benchmarks that are drawn from it.
"""

import sys

import numpy as np
import pandas as pd

from core.benchmarks.registry import TRI_BENCH, find_settings, load_benchmark
from core.generators.registry import draw_default_set
from core.scoring.metrics import compute_kappas
from core.settings import read_settings
from core.statistics.skill import bootstrap_constants, compute_skills
from tests.known_models import (
    answer_all,
    answer_from_text,
    guess,
    lift_of,
    read_subject,
    say_letter,
    say_one_content,
    skill_of,
)

DRAWN = ("gepbench", "mmperspective", "giq", "3dsrbench")
GUESSERS, BENCHMARKS_DRAWN, DRAWS = 40, 400, 300


def print_rates(subject, name):
    """Prints how often models that never look are told to beat not looking or to look."""
    random = np.random.default_rng(5)
    guessers = [answer_all(subject, guess(subject, random), f"guess {number:02d}") for number in range(GUESSERS)]
    letters = [answer_all(subject, say_letter(subject, letter), f"always {'ABCD'[letter]}") for letter in range(4)]
    contents = [
        answer_all(subject, say_one_content(subject, place), label)
        for place, label in ((0, "commonest content"), (-1, "rarest content"))
    ]
    text = answer_from_text(subject)
    skill = skill_of(subject, [*guessers, *letters, *contents, *([text] if len(text) else [])])
    lift = lift_of(subject, [*guessers, *letters, *contents])
    is_guess = skill.index.str.startswith("guess")
    print(f"\n{name}: {len(subject.asked):,} questions of cases, {subject.asked['group_id'].nunique():,} groups")
    print(
        f"  {GUESSERS} guessers: skill above 0 in {(skill[is_guess]['low'] > 0).sum()}, below in "
        f"{(skill[is_guess]['high'] < 0).sum()}, mean {100 * skill[is_guess]['value'].mean():.1f}; lift above 0 in "
        f"{(lift[lift.index.str.startswith('guess')]['low'] > 0).sum()}, p < 0.05 in "
        f"{(lift[lift.index.str.startswith('guess')]['p_value'] < 0.05).sum()}"
    )
    for run_id, row in skill[~is_guess].iterrows():
        gain = f"skill {100 * row['value']:.1f} ({100 * row['low']:.1f} to {100 * row['high']:.1f})"
        print(f"  {run_id}: {gain}")
    for run_id, row in lift[~lift.index.str.startswith("guess")].iterrows():
        print(f"  {run_id}: lift {100 * row['lift']:.1f}, p {row['p_value']:.2f}")


def print_coverage(subject):
    """Prints how often skill's interval holds the distance to the best constant of the population."""
    asked = subject.asked.sort_values(["group_id", "case_id", "question_id"], ignore_index=True)
    random, best, constant = np.random.default_rng(3), 0.0, np.zeros(len(asked))
    for _, rows in asked.groupby("question_id"):
        kind, truths = rows["question_kind"].iloc[0], rows["truth"].to_numpy(float)
        scores = compute_kappas(kind, np.unique(truths)[:, None], truths[None, :])
        constant[rows.index] = scores[scores.mean(axis=1).argmax()]
    best = constant.mean()
    sees = random.random(len(asked)) < 0.3
    population = {"best constant": constant, "sees 30%": np.where(sees, 1.0, constant * random.random(len(asked)))}
    asked = asked.assign(**population)
    by_group = [rows for _, rows in asked.groupby("group_id")]
    held, above = (dict.fromkeys(population, 0) for _ in range(2))
    for _ in range(BENCHMARKS_DRAWN):
        drawn = pd.concat(
            [
                by_group[place].assign(group_id=f"{number:04d}", case_id=f"{number:04d}-" + by_group[place]["case_id"])
                for number, place in enumerate(random.integers(len(by_group), size=len(by_group)))
            ]
        ).sort_values(["group_id", "case_id", "question_id"], ignore_index=True)
        table = compute_skills(np.stack([drawn[name] for name in population]), bootstrap_constants(drawn, DRAWS))
        for (name, scores), (_, row) in zip(population.items(), table.iterrows(), strict=True):
            distance = scores.mean() - best
            held[name] += row["low"] <= distance <= row["high"]
            above[name] += row["low"] > distance
    print(f"\ntri_bench: {BENCHMARKS_DRAWN} benchmarks drawn from its {len(by_group)} triangles")
    for name in population:
        shares = (100 * held[name] / BENCHMARKS_DRAWN, 100 * above[name] / BENCHMARKS_DRAWN)
        print(f"  {name}: the interval of skill holds the truth in {shares[0]:.1f}%, is above it in {shares[1]:.1f}%")


def main(names):
    """Prints the table."""
    settings = read_settings()
    for name in names:
        own = find_settings(settings, name)
        benchmark = load_benchmark(own)
        if not benchmark.is_here(own.release):
            if name == TRI_BENCH:
                print(f"{name}: its files are not in {own.release}; left out")
                continue
            draw_default_set(own)
        if name == TRI_BENCH:
            print_coverage(read_subject(own))
        else:
            print_rates(read_subject(own), name)


if __name__ == "__main__":
    main(sys.argv[1:] or [*DRAWN, TRI_BENCH])
