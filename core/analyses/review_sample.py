"""A stratified random sample of wrong answers for review, over models, questions and margins."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from core.errors import ReviewError
from core.review.entries import AnswerKey, SampleStratum

MAX_SAMPLE = 500
"""Maximum number of answers in a sample."""

MIN_PER_STRATUM = 2
"""Answers that each stratum needs on average; otherwise margins, then questions, are not kept apart."""

_LEVELS = (("question_id", "band"), ("question_id",), ())
"""Columns that define the strata of a run, the finest first."""


@dataclass(frozen=True, slots=True)
class PlannedStratum:
    """A stratum of a run, and how many answers to draw from it.

    Attributes:
        cells: pairs of question and band of margins that it consists of.
    """

    stratum: SampleStratum
    cells: tuple[tuple[str, str], ...]
    n_drawn: int


def plan_strata(cells: pd.DataFrame, n_answers: int, questions: Mapping[str, str]) -> list[PlannedStratum]:
    """Divide a sample among the runs, then among the strata of each run, as evenly as the numbers of answers allow.

    A run's strata are its questions by bands of margins. If that would leave fewer than `MIN_PER_STRATUM` answers per
    stratum, they are its questions; if that is still too fine, the run is one stratum.

    Args:
        cells: the query `failed_strata`.
        n_answers: size of the sample.
        questions: names by question, for the strata's descriptions.

    Raises:
        ReviewError: no answer is wrong, or the size is not between 1 and `MAX_SAMPLE`.
    """
    if not 1 <= n_answers <= MAX_SAMPLE:
        raise ReviewError(f"A sample of {n_answers} answers is not possible. Choose from 1 to {MAX_SAMPLE}.")
    if cells.empty:
        raise ReviewError("No wrong answer fits these filters. Choose other models or clear a filter.")
    sizes = cells.groupby("run_id", sort=False)["n_answers"].sum()
    shares = divide_evenly(sizes.tolist(), n_answers)
    plans = []
    for (run_id, rows), n_of_run in zip(cells.groupby("run_id", sort=False), shares, strict=True):
        if n_of_run:
            plans += _plan_run(str(run_id), rows, n_of_run, questions)
    return plans


def _plan_run(run_id: str, rows: pd.DataFrame, n_of_run: int, questions: Mapping[str, str]) -> list[PlannedStratum]:
    columns = next(names for names in _LEVELS if not names or _count_strata(rows, names) * MIN_PER_STRATUM <= n_of_run)
    strata = [part for _, part in rows.groupby(list(columns), sort=False)] if columns else [rows]
    drawn = divide_evenly([int(part["n_answers"].sum()) for part in strata], n_of_run)
    return [
        PlannedStratum(
            SampleStratum(
                run_id=run_id,
                label=_describe_stratum(part, columns, questions),
                n_answers=int(part["n_answers"].sum()),
                n_groups=int(part["n_groups"].sum()),
            ),
            tuple(zip(part["question_id"], part["band"], strict=True)),
            n_drawn,
        )
        for part, n_drawn in zip(strata, drawn, strict=True)
    ]


def _count_strata(rows: pd.DataFrame, columns: Sequence[str]) -> int:
    return len(rows[list(columns)].drop_duplicates())


def _describe_stratum(part: pd.DataFrame, columns: Sequence[str], questions: Mapping[str, str]) -> str:
    row = part.iloc[0]
    texts = [str(row["run_label"])]
    if "question_id" in columns:
        texts.append(questions.get(row["question_id"], row["question_id"]))
    if "band" in columns and row["band"]:
        texts.append(f"margin {row['band']}")
    return " · ".join(texts)[:300]


def divide_evenly(capacities: Sequence[int], total: int) -> list[int]:
    """Divide a total as evenly as the capacities allow; the first ones get what does not divide."""
    shares = [0] * len(capacities)
    remaining = min(total, sum(capacities))
    while remaining:
        open_places = [index for index, capacity in enumerate(capacities) if shares[index] < capacity]
        step = max(remaining // len(open_places), 1)
        for index in open_places[:remaining]:
            taken_now = min(step, capacities[index] - shares[index], remaining)
            shares[index] += taken_now
            remaining -= taken_now
    return shares


def build_sample(plans: Sequence[PlannedStratum], candidates: pd.DataFrame, seed: int) -> dict[str, Any]:
    """Draw the planned answers and order them so that the strata alternate: every part of the queue is balanced.

    Args:
        plans: as `plan_strata` returns them.
        candidates: the query `failed_answers` of these runs, with at least as many answers per cell as are drawn.
        seed: of the order.

    Returns:
        The fields `strata`, `answers`, `stratum_of` and `group_of` of a `SampleDrawn`.
    """
    stratum_by_cell = {(plan.stratum.run_id, *cell): number for number, plan in enumerate(plans) for cell in plan.cells}
    drawn: defaultdict[int, list[tuple[AnswerKey, str]]] = defaultdict(list)
    for row in candidates.sort_values("random_order").to_dict("records"):
        number = stratum_by_cell.get((row["run_id"], row["question_id"], row["band"]))
        if number is not None and len(drawn[number]) < plans[number].n_drawn:
            answer = AnswerKey(row["run_id"], row["case_id"], row["question_id"])
            drawn[number].append((answer, row["group_id"]))
    generator = np.random.default_rng(seed)
    order = sorted(
        ((index + generator.random()) / len(answers), number, index)
        for number, answers in sorted(drawn.items())
        for index in range(len(answers))
    )
    listed = [(number, *drawn[number][index]) for _, number, index in order]
    return {
        "strata": tuple(plan.stratum for plan in plans),
        "answers": tuple(answer for _, answer, _ in listed),
        "stratum_of": tuple(number for number, _, _ in listed),
        "group_of": tuple(group_id for _, _, group_id in listed),
    }
