"""FlipEval: whether a model says of the mirror image what its answer about the picture becomes when it is mirrored."""

from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import in_percent, run_names
from core.analyses.phrases import few_groups_note, interval_in_brackets, keep_runs_with_enough_groups
from core.benchmarks.choice.circular import FLIP
from core.formatting import number_text
from core.records import COUNTED
from core.scoring.answer_codes import in_words
from core.statistics.grouped_means import mean_table

SUMMED_FOR = ("mirrored", "binary")
"""What is summed of sets: the same of picture and mirror image, and right about both."""


@dataclass(frozen=True, slots=True)
class Mirrored:
    """Figures in percent.

    Attributes:
        by_run: run_id, label, model_id, kind, value (the same of picture and mirror image, right or not), low, high, n,
            n_groups, both (right about both); the most consistent run first. Of pairs that are readable.
    """

    by_run: pd.DataFrame


def mirrored(sums: pd.DataFrame) -> Mirrored | None:
    """The consistency under mirroring per run; None where no picture was asked about with its mirror image.

    Args:
        sums: of sets, for `SUMMED_FOR`, by `RUN_COLUMNS`, group and protocol, as `Warehouse.sums` gives them.

    Source: 3DSRBench, section 3.4, FlipEval; PROTOCOLS 1.5, flip consistency.
    """
    n = COUNTED.format("mirrored")
    rows = sums[(sums["protocol"] == FLIP.protocol) & (sums[n] > 0)]
    if rows.empty:
        return None
    wholes = rows.groupby("run_id", observed=True, as_index=False)[["binary", n]].sum()
    both = in_words(wholes.assign(both=100 * wholes["binary"] / wholes[n])[["run_id", "both"]])
    same = in_percent(mean_table(rows, "mirrored", ["run_id"], is_share=True, counts=n)).merge(both, on="run_id")
    return Mirrored(same.merge(run_names(rows), on="run_id").sort_values("value", ascending=False, ignore_index=True))


def mirrored_sentences(found: Mirrored) -> str:
    """The most consistent model in words."""
    models = found.by_run[found.by_run["kind"] != "reference"]
    best = keep_runs_with_enough_groups(models if len(models) else found.by_run).iloc[0]
    return (
        f"{best['label']} mirrors its answer with the picture in {number_text(best['value'])} % of the "
        f"pairs{interval_in_brackets(best)}, and is right about both in {number_text(best['both'])} %."
        f"{few_groups_note(best)}"
    )
