"""Journals of any number of made-up models that answer Tri-Bench, for `make bench SCALE=`.

Each model looks a little, has a habit, and sometimes cannot be read. A quarter of the runs have the benchmark's own
prompt and image view and so represent their model; the others have another prompt or view.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.benchmarks.registry import load_benchmark
from core.benchmarks.release_identity import get_prompt_id
from core.records import TRIANGLE_QUESTIONS, Model, Reply, Run, Value
from core.runs.journal import write_journal
from core.workspace import Workspace

FOLDER = "made"
"""Name of the folder within that of the runs."""

VARIANTS = (("", "original"), ("", "rectified"), (" Think step by step.", "original"), (" Answer at once.", "mirrored"))
"""Suffix of the prompt and image view of the runs of a model."""

UNREADABLE = ("I am sorry, but I cannot measure this picture.", '{"side_type": "a triangle", "angle_type":', "")

Truths = Mapping[str, Mapping[str, Value]]
"""True value by question, by case."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Content of the benchmark that journals answer: its prompt, and the truths of its cases."""

    prompt_id: str
    prompt: str
    truths: Truths


def read_sample(workspace: Workspace, source: Path) -> Sample:
    """Read the release without its images."""
    contents = load_benchmark(workspace).read(source)
    truth = next(frame.frame for frame in contents.frames if frame.role == "truth")
    truths: dict[str, dict[str, Value]] = {}
    for one in contents.truths:
        if one.frame == truth:
            truths.setdefault(one.case_id, {})[one.question_id] = one.value
    return Sample(get_prompt_id(contents.benchmark_id), contents.prompt, truths)


def write_journals(workspace: Workspace, sample: Sample, answers: int, *, first: int = 0) -> int:
    """Write whole runs until they have at least this many answers together.

    Args:
        workspace: with the folder of runs.
        sample: what to answer.
        answers: number of answers, one per question.
        first: number of the first run.

    Returns:
        The number of written runs.
    """
    of_run = sum(map(len, sample.truths.values()))
    n_runs = -(-answers // of_run)
    for number in range(first, first + n_runs):
        run = _make_run(number, sample)
        write_journal(
            workspace.runs / FOLDER / f"{run.run_id}.jsonl", run, _make_replies(run.run_id, number, sample.truths)
        )
    return n_runs


def _make_run(number: int, sample: Sample) -> Run:
    place, way = divmod(number, len(VARIANTS))
    behind, view = VARIANTS[way]
    model = Model(f"made-{place:04d}", f"Made {place:04d}", "vlm", "made")
    prompt_id = sample.prompt_id if not behind else f"{sample.prompt_id}-{behind.lower().strip(' .').replace(' ', '-')}"
    return Run(f"made-{place:04d}-{way}", model, prompt_id, sample.prompt + behind, view, "tests/made_journals.py")


def _make_replies(run_id: str, number: int, truths: Truths) -> Iterator[Reply]:
    random = np.random.default_rng(number)
    looks, spread = random.uniform(0, 0.6), random.uniform(0.05, 0.4)
    habits = {
        question.question_id: random.choice(question.options) for question in TRIANGLE_QUESTIONS if question.options
    }
    drawn = random.random((len(truths), len(TRIANGLE_QUESTIONS)))
    errors = np.exp(spread * random.standard_normal(drawn.shape))
    is_lost = random.random(len(truths)) < 0.02
    for place, (case_id, true) in enumerate(truths.items()):
        if is_lost[place]:
            raw = UNREADABLE[place % len(UNREADABLE)]
            yield Reply(run_id, case_id, raw or None, "ok" if raw else "empty")
            continue
        parts = [
            _make_answer(question.key, habits.get(question.question_id), true[question.question_id], u < looks, error)
            for question, u, error in zip(
                TRIANGLE_QUESTIONS, drawn[place].tolist(), errors[place].tolist(), strict=True
            )
        ]
        yield Reply(run_id, case_id, "{" + ", ".join(parts) + "}", input_tokens=1200, output_tokens=90)


def _make_answer(key: str, habit: str | None, true: Value, looks: bool, error: float) -> str:
    """Return an answer: the truth or the habit for a class, the truth with an error for a number."""
    if habit is not None:
        return f'"{key}": "{true if looks else habit}"'
    value = float(true) * error + (0.0 if looks else 5.0 * (error - 1.0))
    low, high = (1.0, 20.0) if key.startswith("max") else (0.05, 20.0) if key == "ab_over_ac" else (0.0, 178.0)
    return f'"{key}": {min(max(value, low), high):.3f}'
