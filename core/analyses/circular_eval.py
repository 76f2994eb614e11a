"""CircularEval: how much answers depend on the order of the options, and what guessing scores."""

from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import add_verdicts, list_run_metadata, to_percent
from core.analyses.phrases import describe_few_groups, format_interval_in_brackets, select_headline_run
from core.benchmarks.choice.circular import CIRCULAR
from core.formatting import format_number
from core.records import COUNTED
from core.scoring.answer_codes import decode_categories
from core.statistics.grouped_means import compute_grouped_means

SUMMED_COLUMNS = ("first", "every", "stable")
"""Sums over sets: right in the first case, right in every case, and the same answer in all of them."""


@dataclass(frozen=True, slots=True)
class CircularGaps:
    """Circular gaps and the scores of guessing, in percent.

    Attributes:
        by_run: run_id, label, model_id, kind, first (right in the first order), every (right in all of them), stable
            (one option in all of them, right or wrong), value (first - every, the circular gap), low, high, n,
            n_groups, verdict; sorted by every, best first. Only sets whose rotations are all readable count.
        guessed_anew: share of sets that are right in all orders if each order is guessed independently: m^-k for m
            options in k orders.
        guessed_once: the same if one option is guessed and kept: 1/m.
    """

    by_run: pd.DataFrame
    guessed_anew: float
    guessed_once: float


def compute_circular_gaps(sums: pd.DataFrame, sets: pd.DataFrame) -> CircularGaps | None:
    """Compute the circular gap per run; None if no run has answered a set of rotations in full.

    Args:
        sums: `SUMMED_COLUMNS` of sets, by `RUN_COLUMNS`, group and protocol, as `Warehouse.aggregate` returns them.
        sets: the query `set_cases`. A set of rotations has the id of the case with the first order.

    Source: docs/benchmarks/threedsr.md, scores; Y. Liu and others, "MMBench" (2023), CircularEval.
    """
    rows = sums[sums["protocol"] == CIRCULAR.protocol]
    n = COUNTED.format("every")
    rows = rows[rows[n] > 0].assign(gap=lambda table: table["first"] - table["every"])
    if rows.empty:
        return None
    wholes = rows.groupby("run_id", observed=True, as_index=False)[[*SUMMED_COLUMNS, n]].sum()
    means = decode_categories(wholes.assign(**{name: 100 * wholes[name] / wholes[n] for name in SUMMED_COLUMNS}))
    gaps = add_verdicts(to_percent(compute_grouped_means(rows, "gap", ["run_id"], counts=n))).merge(
        means.drop(columns=n), on="run_id"
    )
    own = sets[sets["protocol"] == CIRCULAR.protocol]
    orders = own.groupby(["set_id", "question_id"])["n_options"].agg(["size", "first"]).astype(float)
    return CircularGaps(
        by_run=gaps.merge(list_run_metadata(rows), on="run_id").sort_values(
            "every", ascending=False, ignore_index=True
        ),
        guessed_anew=float(100 * (orders["first"] ** -orders["size"]).mean()),
        guessed_once=float(100 * (1 / orders["first"]).mean()),
    )


def describe_circular_gap(gaps: CircularGaps) -> str:
    """Describe the best model's gap and what guessing scores."""
    best = select_headline_run(gaps.by_run)
    return (
        f"{best['label']} is right in {format_number(best['first'])}% of the questions in their first order, and in "
        f"{format_number(best['every'])}% in every order: {format_number(best['value'])} points"
        f"{format_interval_in_brackets(best)} depend on the order; it chooses the same option in every order in "
        f"{format_number(best['stable'])}%. Guessing each order separately gets "
        f"{format_number(gaps.guessed_anew)}%, keeping one guessed option {format_number(gaps.guessed_once)}%."
        f"{describe_few_groups(best)}"
    )
