"""Prints what crude image statistics reach on every drawn benchmark: python -m tests.bench_shortcuts [SEEDS] [IDS].

Each set is drawn in a temporary folder, unless TRILENS_SETS names a folder that has it as ID-SEED.
"""

import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd

from core.benchmarks.choice.benchmark import build_choice_cases
from core.benchmarks.registry import GEPBENCH, GIQ, INCLUDED, MMPERSPECTIVE, THREEDSR
from core.settings import REPOSITORY
from core.solvers import image_statistics

DRAWN = (GEPBENCH, MMPERSPECTIVE, THREEDSR, GIQ)
MAX_ERRORS = 3.0
"""Standard errors above chance from which on a question is marked."""


def read_answers(benchmark_id, folder):
    """One row per question with options and case of a set: group, chance, and whether the reader is right."""
    contents = import_module(INCLUDED[benchmark_id].module).BENCHMARK.read(folder)
    replies = next(run.replies for run in contents.references if run.model == image_statistics.MODEL)
    cases = build_choice_cases(contents)
    truths = [chr(ord("A") + code) for code in cases["truth"]]
    is_right = [replies[case_id] == truth for case_id, truth in zip(cases["case_id"], truths, strict=True)]
    said = [options[code] for options, code in zip(cases["options"], cases["truth"], strict=True)]
    return cases.assign(is_right=is_right, chance=1 / cases["n_options"], true_text=said)


def summarise(answers):
    """One row per question: cases, groups, chance, the best constant, what the reader reaches, and standard errors.

    The standard error of the reader around chance takes cases of one group together; `errors` is the distance of the
    reader from the larger of chance and the best constant in these.
    """
    rows = []
    for question_id, own in answers.groupby("question_id", sort=False):
        right, chance = own["is_right"].mean(), own["chance"].mean()
        constant = max(own[name].value_counts(normalize=True).iloc[0] for name in ("true_text", "truth"))
        level = max(chance, constant)
        per_group = own.groupby("group_id").agg(right=("is_right", "sum"), n=("is_right", "size"))
        within = np.sqrt(((per_group["right"] - right * per_group["n"]) ** 2).sum()) / len(own)
        alone = np.sqrt(level * (1 - level) / len(own))
        error = max(within, alone)
        rows.append((question_id, len(own), len(per_group), chance, constant, right, error, (right - level) / error))
    columns = ["question", "cases", "groups", "chance", "constant", "reader", "error", "errors"]
    return pd.DataFrame(rows, columns=columns)


def draw(benchmark_id, seed, folder):
    """A default set, drawn by the command line unless it is there."""
    if not folder.exists():
        command = [sys.executable, "-m", "core", "synthesize", benchmark_id, "--seed", str(seed)]
        subprocess.run([*command, "--out", str(folder)], cwd=REPOSITORY, check=True, capture_output=True)
    return folder


def measure(benchmark_id, seeds, home):
    """The answers of the reader to the sets of some seeds, each set read by itself."""
    sets = [read_answers(benchmark_id, draw(benchmark_id, seed, home / f"{benchmark_id}-{seed}")) for seed in seeds]
    return pd.concat([own.assign(group_id=f"{seed} " + own["group_id"]) for seed, own in zip(seeds, sets, strict=True)])


def main(seeds="0", benchmark_ids=""):
    """Prints a line for each question."""
    print(f"Image statistics (thumbnail, colours, edges, file size) on drawn sets of seed {seeds}, in percent")
    heads = "".join(f"{head:>9}" for head in ("cases", "groups", "chance", "constant", "reader", "SE", "above"))
    print(f"{'benchmark':14}{'question':38}{heads}")
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(os.environ.get("TRILENS_SETS", temporary))
        for benchmark_id in benchmark_ids.split(",") if benchmark_ids else DRAWN:
            for row in summarise(measure(benchmark_id, seeds.split(","), home)).itertuples():
                shares = (row.chance, row.constant, row.reader, row.error)
                numbers = "".join(f"{100 * share:9.1f}" for share in shares)
                mark = " *" if row.errors > MAX_ERRORS else ""
                title = INCLUDED[benchmark_id].title
                print(f"{title:14}{row.question:38}{row.cases:9}{row.groups:9}{numbers}{row.errors:+9.1f}{mark}")
    print("above: standard errors over the larger of chance and the best constant; * more than three")


if __name__ == "__main__":
    main(*sys.argv[1:])
