"""FlipEval: whether a model's answer about the mirror image is the mirrored version of its answer about the image."""

from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import list_run_metadata, to_percent
from core.analyses.phrases import describe_few_groups, format_interval_in_brackets, select_headline_run
from core.benchmarks.choice.circular import FLIP
from core.formatting import format_number
from core.records import COUNTED
from core.scoring.answer_codes import decode_categories
from core.statistics.grouped_means import compute_grouped_means

SUMMED_COLUMNS = ("mirrored", "binary")
"""Sums over sets: consistent answers about the image and its mirror image, and right answers about both."""


@dataclass(frozen=True, slots=True)
class FlipConsistency:
    """Flip consistency, in percent.

    Attributes:
        by_run: run_id, label, model_id, kind, value (consistent about image and mirror image, right or not), low, high,
            n, n_groups, both (right about both); the most consistent run first. Only readable pairs count.
    """

    by_run: pd.DataFrame


def compute_flip_consistency(sums: pd.DataFrame) -> FlipConsistency | None:
    """Compute the consistency under mirroring per run; None if no image was asked about with its mirror image.

    Args:
        sums: `SUMMED_COLUMNS` of sets, by `RUN_COLUMNS`, group and protocol, as `Warehouse.aggregate` returns them.

    Source: 3DSRBench, section 3.4, FlipEval; docs/benchmarks/threedsr.md, scores.
    """
    n = COUNTED.format("mirrored")
    rows = sums[(sums["protocol"] == FLIP.protocol) & (sums[n] > 0)]
    if rows.empty:
        return None
    wholes = rows.groupby("run_id", observed=True, as_index=False)[["binary", n]].sum()
    both = decode_categories(wholes.assign(both=100 * wholes["binary"] / wholes[n])[["run_id", "both"]])
    same = to_percent(compute_grouped_means(rows, "mirrored", ["run_id"], is_share=True, counts=n)).merge(
        both, on="run_id"
    )
    return FlipConsistency(
        same.merge(list_run_metadata(rows), on="run_id").sort_values("value", ascending=False, ignore_index=True)
    )


def describe_flip_consistency(consistency: FlipConsistency) -> str:
    """Describe the most consistent model."""
    best = select_headline_run(consistency.by_run)
    return (
        f"{best['label']} mirrors its answer with the image in {format_number(best['value'])}% of the "
        f"pairs{format_interval_in_brackets(best)}, and is right about both in {format_number(best['both'])}%."
        f"{describe_few_groups(best)}"
    )
