"""FlipEval: whether a model says of the mirror image what its answer about the picture becomes when it is mirrored."""

from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import in_percent, run_names
from core.analyses.wording import interval_in_brackets
from core.benchmarks.choice.circular import FLIP
from core.scoring.robustness import robustness_by_set
from core.scoring.slices import mean_table
from core.text import number_text

_OPTION = ["case_id", "question_id", "said"]


@dataclass(frozen=True, slots=True)
class Mirrored:
    """Figures in percent.

    Attributes:
        by_run: run_id, label, model_id, kind, value (the same of picture and mirror image, right or not), low, high, n,
            n_groups, both (right about both); the most consistent run first. Of pairs that are readable.
    """

    by_run: pd.DataFrame


def mirrored(answers: pd.DataFrame, sets: pd.DataFrame, meanings: pd.DataFrame) -> Mirrored | None:
    """The consistency under mirroring per run; None where no picture was asked about with its mirror image.

    Args:
        answers: as the query `answers` gives them.
        sets: the query `set_cases`.
        meanings: the query `meanings`: what an option about a mirrored picture says of the picture.

    Source: 3DSRBench, section 3.4, FlipEval; PROTOCOLS 1.5, flip consistency.
    """
    own = sets[sets["protocol"] == FLIP.protocol]
    if own.empty:
        return None
    of_picture = answers[_OPTION].merge(meanings, on=_OPTION, how="left")["meaning"].to_numpy()
    said = pd.Series(of_picture, answers.index).fillna(answers["said"])
    found = robustness_by_set(answers.assign(said=said), own).dropna(subset=["stable"])
    if found.empty:
        return None
    both = 100 * found.groupby("run_id")["binary"].mean().rename("both")
    same = in_percent(mean_table(found, "stable", ["run_id"], is_share=True)).join(both, on="run_id")
    return Mirrored(
        same.merge(run_names(answers), on="run_id").sort_values("value", ascending=False, ignore_index=True)
    )


def mirrored_sentences(found: Mirrored) -> str:
    """The most consistent model in words."""
    models = found.by_run[found.by_run["kind"] != "reference"]
    best = (models if len(models) else found.by_run).iloc[0]
    return (
        f"{best['label']} says the same of picture and mirror image in {number_text(best['value'])} % of the "
        f"pairs{interval_in_brackets(best)}, and is right about both in {number_text(best['both'])} %."
    )
