"""Claims about robustness: whether a model is right in whole sets more often than not looking, and who is highest."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import (
    add_verdicts,
    is_in_holm_family,
    list_run_metadata,
    replace_no_spread_verdicts,
    to_percent,
)
from core.analyses.phrases import describe_excluded_runs, describe_too_few_groups, describe_unreadable, format_share
from core.analyses.robustness import list_set_measures, name_whole_set
from core.benchmarks.choice.circular import CIRCULAR
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_number, join_with_and
from core.records import COUNTED, FEW_GROUPS
from core.solvers import blind_constant
from core.statistics.grouped_means import compute_grouped_differences, compute_grouped_means
from core.statistics.intervals import SIGNIFICANCE, apply_holm_correction

FULL = 100.0
WITHOUT_IMAGE = (
    "*Guessing without the image* is, per question, always to give the best constant answer, or to guess an option and "
    "keep it in the whole set, whatever its letter; the one that is right in more sets counts."
)
"""Explains the share of guessing without the image, for the help of the page."""

CONSTANT_RULE = "always the best constant answer"
GUESS_RULE = "one guess for the whole set"
ORDER_RULE = "one option per question, kept in every order whatever its letter"
MIXED_RULE = "a constant answer or one guess for the whole set, whichever is right more often on each question"
ORDERED_ONLY = "Only questions that are asked in several orders count."
NO_PARTIAL_SCORES = "Here an answer is right or wrong: near misses earn nothing, unlike in the score."

GUESSING = "Guessing without the image"
"""Subject of the sentences on the share that is right in whole sets without looking."""

MAX_TIES = 3
"""Maximum number of tied models that a sentence names."""


def compute_set_gains(sums: pd.DataFrame, constant_sums: pd.DataFrame, protocol: str) -> pd.DataFrame:
    """Compute by how much each run is more often right in whole sets than not looking, in points.

    Not looking is, per question, the larger of two shares of whole sets: that of the constant baseline, and that of a
    guess that is repeated wherever the set offers it.

    Args:
        sums: of sets, as `robustness.build_measure_rows` takes them.
        constant_sums: the same of the constant baseline.
        protocol: whose sets.

    Returns:
        run_id, the columns of `estimates.add_verdicts` (Holm over models), `not_looking` in percent of the run's sets,
        and `constant_share`, the share of these sets in which not looking is the constant baseline.
    """
    rows, constants = (table[table["protocol"] == protocol] for table in (sums, constant_sums))
    cells = ["question_id", "group_id"]
    counted = COUNTED.format("binary")
    guesses = rows[rows[counted] > 0].assign(guess=lambda table: table["repeated_guess"].fillna(0.0) / table[counted])
    shares = guesses.groupby(cells, observed=True)["guess"].mean().to_frame()
    shares = shares.join(constants.groupby(cells, observed=True)[["binary", counted]].sum())
    shares["constant"] = (shares["binary"] / shares[counted]).fillna(0.0)
    means = shares.groupby("question_id", observed=True)[["guess", "constant"]].transform("mean")
    shares["is_constant"] = means["constant"] >= means["guess"]
    shares["not_looking"] = shares["constant"].where(shares["is_constant"], shares["guess"])
    rows = rows.join(shares[["not_looking", "is_constant"]], on=cells)
    expected = rows[counted] * rows["not_looking"]
    n_constant = rows[counted].where(rows["is_constant"].eq(True), 0)
    gains = compute_grouped_means(rows.assign(gain=rows["binary"] - expected), "gain", ["run_id"], counts=counted)
    sums_by_run = rows.assign(expected=expected, n_constant=n_constant).groupby("run_id", observed=True)
    totals = sums_by_run[["expected", "n_constant", counted]].sum()
    gains["not_looking"] = gains["run_id"].map(100 * totals["expected"] / totals[counted])
    gains["constant_share"] = gains["run_id"].map(totals["n_constant"] / totals[counted])
    kinds = gains["run_id"].map(list_run_metadata(rows).set_index("run_id")["kind"])
    return add_verdicts(to_percent(gains), is_in_holm_family(kinds) & (gains["n_groups"] >= FEW_GROUPS))


def list_set_ties(sums: pd.DataFrame, by_run: pd.DataFrame, protocol: str) -> list[str]:
    """List the models whose share of whole sets is not significantly below that of the highest one.

    P-values are corrected for all pairs of the models with at least `FEW_GROUPS` groups (Holm).

    Args:
        sums: of sets, as `robustness.build_measure_rows` takes them.
        by_run: as `robustness.compute_set_measures` returns it, by run.
        protocol: whose sets.
    """
    models, _ = _select_models(by_run)
    if len(models) < 2:
        return []
    run_id, *other_ids = models["run_id"]
    rows, n_others = sums[sums["protocol"] == protocol], len(other_ids)
    counted = COUNTED.format("binary")
    differences = pd.concat(
        compute_grouped_differences(rows, "binary", "run_id", run_id, other_id, counts=counted)
        for other_id in other_ids
    )
    n_pairs = n_others * (n_others + 1) // 2
    p_values = apply_holm_correction(differences["p_value"].to_numpy(dtype=float), n_pairs - n_others)
    return [other_id for other_id, p_value in zip(other_ids, p_values, strict=True) if not p_value < SIGNIFICANCE]


@dataclass(frozen=True, slots=True)
class SetClaim:
    """A sentence on whole sets, and the run whose sets show it.

    Attributes:
        run_id: the run; None if the sentence is about several or none.
        is_caution: whether it warns of what the other sentences leave out.
        detail: the intervals, and what the sentence is compared with; may be empty.
    """

    text: str
    run_id: str | None = None
    is_caution: bool = False
    detail: str = ""


def build_robustness_claims(
    by_run: pd.DataFrame, gains: pd.DataFrame, ties: Sequence[str], about: BenchmarkInfo
) -> list[SetClaim]:
    """Name the run that is most often right in whole sets, what guessing reaches, and who changes answers.

    A model is called robust only if it is significantly above guessing without the image: a model that repeats itself
    is stable, and right in whole sets as often as its answer is true. It is the most robust one only if no other is
    tied with it. Only models with at least `FEW_GROUPS` groups of sets take part; the others are named in a caution.
    A last sentence warns if unreadable answers may hide failures. If no model has answered, it is about the references.

    Args:
        by_run: as `robustness.compute_set_measures` returns it, by run.
        gains: as `compute_set_gains` returns it.
        ties: ids of the runs that are tied with the highest model, as `list_set_ties` returns them.
        about: the benchmark.
    """
    if not {"binary", "graded", "stable"} <= set(by_run["measure"]):
        return []
    names, words = list_set_measures(about), about.words
    whole, same, whole_set = names["binary"], names["stable"], name_whole_set(about)
    models, excluded = _select_models(by_run)
    not_looking = gains.set_index("run_id")
    if models.empty:
        blind = not_looking.loc[[_select_highest_run(by_run)]].iloc[0]
        return [
            SetClaim(
                f"No model has answered yet. Once one has, this page shows how often it is {whole_set}. "
                f"{GUESSING} reaches {format_number(blind['not_looking'])}%.",
                detail=_describe_rule(blind, about),
            )
        ]
    has_enough = models["n_groups"].iloc[0] >= FEW_GROUPS
    stable = by_run[by_run["measure"] == "stable"].set_index("run_id").loc[models["run_id"]]
    highest = models.iloc[0]
    verdicts = replace_no_spread_verdicts(gains).set_axis(gains["run_id"])[models["run_id"]]
    is_robust = verdicts[highest["run_id"]] == "higher"
    below = list(verdicts.index[verdicts == "lower"])
    blind, stability = not_looking.loc[highest["run_id"]], stable.loc[highest["run_id"]]
    guessed = f"{format_number(blind['not_looking'])}%"
    result = f"{whole_set} for {format_number(highest['value'])}% of the questions"
    less = (
        f"; {_join_labels(models, below)} {'is' if len(below) == 1 else 'are'} significantly below it" if below else ""
    )
    of_guessing = f"{GUESSING} reaches {guessed}{less}."
    if not has_enough:
        few = describe_too_few_groups(int(models["n_groups"].max()), words, "which model is robust")
        text = f"{few}. Highest so far: {highest['label']}, {result}. {of_guessing}"
    elif len(below) == len(models) > 1:
        text = (
            f"All {len(models)} models are significantly below guessing without the image ({guessed}). "
            f"Highest: {highest['label']}, {result}."
        )
    elif not (verdicts == "higher").any():
        text = (
            f"No model significantly beats guessing without the image ({guessed}). "
            f"Highest: {highest['label']}, {result}."
        )
    elif not is_robust:
        text = (
            f"{highest['label']} comes first, {result}, but not significantly above guessing without the image "
            f"({guessed})."
        )
    elif ties:
        tied = f"not distinguishable from {_join_labels(models, ties)}"
        text = f"{highest['label']} comes first, {result} ({tied}). {of_guessing}"
    else:
        text = f"{highest['label']} is the most robust, {result}. {of_guessing}"
    is_constant = (by_run["measure"] == "stable") & (by_run["model_id"] == blind_constant.MODEL.model_id)
    if not is_robust and bool((by_run.loc[is_constant, "value"] == FULL).any()):
        text += (
            f" It gives the same answer {same.removeprefix('the same ')} for {format_number(stability['value'])}%, "
            "a constant answer for 100%."
        )
    detail = (
        f"{highest['label']}, with 95% CIs: {whole} {format_share(highest)}, {same} {format_share(stability)}. "
        f"{NO_PARTIAL_SCORES + ' ' if about.has_graded_scores else ''}{_describe_rule(blind, about)}"
    )
    claims = [SetClaim(text, highest["run_id"], detail=detail)]
    changing = stable.sort_values("value", kind="stable").iloc[0]
    if len(stable) > 1 and changing["value"] < FULL and has_enough:
        text = f"{changing['label']} has the lowest share of questions answered {same}: {format_share(changing)}."
        claims.append(SetClaim(text, str(changing.name)))
    cautions = [
        *describe_excluded_runs(excluded, words),
        *describe_unreadable(models, f"the share {whole}", f"of {words.groups} left out"),
    ]
    return claims + [SetClaim(text, is_caution=True) for text in cautions]


def find_guessing_share(by_run: pd.DataFrame, gains: pd.DataFrame) -> float:
    """Return what guessing without the image reaches on the sets of the highest run, in percent.

    Args:
        by_run: as `robustness.compute_set_measures` returns it, by run.
        gains: as `compute_set_gains` returns it.
    """
    return float(gains.set_index("run_id")["not_looking"][_select_highest_run(by_run)])


def _select_highest_run(by_run: pd.DataFrame) -> str:
    """Return the model that is right in most whole sets, or the reference if no model has answered."""
    models, _ = _select_models(by_run)
    shares = by_run[by_run["measure"] == "binary"] if models.empty else models
    return str(shares.sort_values("value", ascending=False, kind="stable")["run_id"].iloc[0])


def _describe_rule(blind: pd.Series, about: BenchmarkInfo) -> str:
    """Describe how guessing without the image reaches its share.

    Args:
        blind: not_looking and constant_share of a run, as `compute_set_gains` returns them.
        about: the benchmark.
    """
    is_order = next(iter(about.protocols)) == CIRCULAR.protocol
    rules = {1.0: CONSTANT_RULE, 0.0: ORDER_RULE if is_order else GUESS_RULE}
    rule = rules.get(blind["constant_share"], MIXED_RULE)
    return f"Guessing: {rule}.{' ' + ORDERED_ONLY if is_order else ''}"


def describe_reference_shares(by_run: pd.DataFrame, about: BenchmarkInfo) -> str:
    """State how often the reference models are right in whole sets: the two highest, since guessing has its own line.

    Args:
        by_run: as `compute_set_measures` returns it, by run.
        about: the benchmark.
    """
    shares = by_run[(by_run["measure"] == "binary") & (by_run["kind"] == "reference")]
    ordered = shares.sort_values("value", ascending=False, kind="stable")
    if ordered.empty:
        return ""
    highest, whole = ordered.iloc[0], list_set_measures(about)["binary"]
    first = f"{highest['label']} is {whole} for {format_share(highest)} of the questions"
    lower = [f"{row['label']} for {format_share(row)}" for _, row in ordered.iloc[1:2].iterrows()]
    return f"{', '.join([first, *lower])}."


def _select_models(by_run: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the models' shares of whole sets, highest first, and those that are left out for too few groups.

    If no model has enough groups, none is left out.
    """
    shares = by_run[(by_run["measure"] == "binary") & (by_run["kind"] != "reference")]
    shares = shares.sort_values("value", ascending=False, kind="stable")
    is_enough = shares["n_groups"] >= FEW_GROUPS
    return (shares[is_enough], shares[~is_enough]) if is_enough.any() else (shares, shares.head(0))


def _join_labels(models: pd.DataFrame, run_ids: Sequence[str]) -> str:
    labels = list(models.loc[models["run_id"].isin(run_ids), "label"])
    if len(labels) <= MAX_TIES:
        return join_with_and(labels)
    return f"{labels[0]} and {len(labels) - 1} other models"
