"""Repeats and variants as one design: answers that change, beyond chance or not, variances, and stability."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from core.analyses.estimates import add_verdicts
from core.analyses.run_variants import PASS, RunVariants
from core.records import EXACT_KINDS, is_text_kind
from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import SIGNIFICANCE, compute_contrasts
from core.statistics.pass_stability import compute_item_pass_hat, compute_item_stability
from core.statistics.variance_components import (
    CASES,
    FACET,
    GROUPS,
    INTERACTION,
    NOISE,
    REST,
    CrossedScores,
    VarianceComponent,
    compute_variance_components,
)

COMPONENTS = (GROUPS, CASES, FACET, INTERACTION, NOISE, REST)

_ESTIMATE = ("value", "standard_error", "low", "high", "p_value", "degrees_of_freedom", "n", "n_groups")
_PERCENT = ("value", "standard_error", "low", "high")


@dataclass(frozen=True, slots=True)
class RepeatAnalysis:
    """Designs of repeats and variants, one row per model and facet; shares in percent, deviations in points.

    Attributes:
        flips: model_id, label, kind, facet, levels (names), n_runs, value (mean share of answers that differ between
            two runs of different levels), low, high, n (questions that all runs answered), n_groups, n_unreadable
            (questions that all runs were asked and one of them did not answer readably), floor, floor_low, floor_high
            (the same between plain repeats; NaN without repeats), excess, excess_low, excess_high (difference of
            both), verdict (of the excess, corrected).
        components: model_id, label, facet, and for each of `COMPONENTS` its standard deviation with `_low` and `_high`.
            `rest` is given if repeats do not separate it into interaction and noise.
        passes: of plain repeats: model_id, label, n_passes, and in percent with `_low` and `_high` expected, consensus,
            consistent, and pass_all (right in all passes); variance (internal variance); half_one, half_all,
            half_endless (half the interval of the mean score with one pass, with all, and with endless ones).
    """

    flips: pd.DataFrame
    components: pd.DataFrame
    passes: pd.DataFrame


@dataclass(frozen=True, slots=True)
class _Design:
    """The complete questions of a design: codes of answers, scores, and right answers, shape (questions, runs)."""

    codes: Floats
    scores: Floats
    right: Floats
    groups: Codes
    levels: Codes
    n_unreadable: int


def analyse_repeats(answers: pd.DataFrame, variants: Sequence[RunVariants]) -> RepeatAnalysis:
    """Analyse the designs that have questions which all of their runs answered readably.

    Args:
        answers: the query `pass_answers`, of the runs of all designs.
        variants: the designs, as `run_variants.find_run_variants` returns them.
    """
    coded = _code_answers(answers)
    flips, components, passes = [], [], []
    for variant in variants:
        design = _build_design(coded, variant)
        if design is None:
            continue
        names = {"model_id": variant.model_id, "label": variant.model_name, "kind": "vlm", "facet": variant.facet}
        sizes = {"levels": variant.level_names, "n_runs": len(variant.run_ids), "n_unreadable": design.n_unreadable}
        flips.append(names | sizes | _compare_answers(design))
        components.append(names | _split_variance(design))
        if variant.facet == PASS:
            passes.append(names | _measure_passes(design))
    return RepeatAnalysis(_judge_excess(pd.DataFrame(flips)), pd.DataFrame(components), pd.DataFrame(passes))


def _code_answers(answers: pd.DataFrame) -> pd.DataFrame:
    """Return the answers with an item number and a code by which answers differ; numbers by being right or wrong."""
    kinds = answers["question_kind"].astype(str)
    is_exact = kinds.isin(EXACT_KINDS) | kinds.map({kind: is_text_kind(kind) for kind in kinds.unique()}).astype(bool)
    text = answers["said"].astype(object).where(answers["said"].notna(), answers["value"].astype(object))
    content = text.where(is_exact, answers["is_right"].astype(object))
    codes = pd.Series(pd.factorize(content)[0], answers.index, dtype=float)
    return answers.assign(
        item=answers.groupby(["case_id", "question_id"], sort=False).ngroup(),
        code=codes.where(answers["value"].notna() & (codes >= 0)),
        is_right=answers["is_right"].astype("Float64").to_numpy(float, na_value=np.nan),
        score=answers["score"].astype("Float64").to_numpy(float, na_value=np.nan),
    )


def _build_design(answers: pd.DataFrame, variant: RunVariants) -> _Design | None:
    rows = answers[answers["run_id"].isin(variant.run_ids)]
    if rows.empty:
        return None
    items, item_ids = pd.factorize(rows["item"])
    runs = pd.Index(variant.run_ids).get_indexer(pd.Index(rows["run_id"]))
    wide = np.full((3, len(item_ids), len(variant.run_ids)), np.nan)
    wide[:, items, runs] = rows[["code", "score", "is_right"]].to_numpy(float).T
    is_common = np.bincount(items, minlength=len(item_ids)) == len(variant.run_ids)
    is_complete = ~np.isnan(wide).any(axis=(0, 2))
    if not is_complete.any():
        return None
    group_of_item = pd.factorize(rows["group_id"])[0][np.unique(items, return_index=True)[1]]
    codes, scores, right = wide[:, is_complete]
    levels = np.asarray(variant.levels)
    groups = group_of_item[is_complete]
    return _Design(codes, scores, right, groups, levels, int((is_common & ~is_complete).sum()))


def _compare_answers(design: _Design) -> dict[str, float]:
    """Compare the answers of every two runs: of different levels, and of plain repeats."""
    across = _average_differences(design, same_level=False)
    within = _average_differences(design, same_level=True)
    floor = excess = dict.fromkeys(_ESTIMATE, np.nan)
    if within is not None:
        floor = _average(within, design.groups, is_share=True)
        if across is not None:
            excess = _average(across - within, design.groups, is_share=False)
    flips = floor if across is None else _average(across, design.groups, is_share=True)
    return (
        flips
        | {"floor": floor["value"], "floor_low": floor["low"], "floor_high": floor["high"]}
        | {f"excess_{name}": value for name, value in excess.items()}
    )


def _average_differences(design: _Design, *, same_level: bool) -> Floats | None:
    """Return by question the share of pairs of runs whose answers differ; every two levels, or every level, weigh 1."""
    levels = range(int(design.levels.max()) + 1)
    level_pairs = [(level, level) for level in levels] if same_level else list(combinations(levels, 2))
    by_pair = []
    for first, second in level_pairs:
        runs = [np.flatnonzero(design.levels == level) for level in (first, second)]
        pairs = list(combinations(runs[0], 2)) if same_level else [(a, b) for a in runs[0] for b in runs[1]]
        if pairs:
            first_runs, second_runs = np.array(pairs).T
            by_pair.append((design.codes[:, first_runs] != design.codes[:, second_runs]).mean(axis=1))
    if not by_pair:
        return None
    shares: Floats = np.mean(by_pair, axis=0)
    return shares


def _average(values: Floats, groups: Codes, *, is_share: bool) -> dict[str, float]:
    """Return the mean over the questions in percent with the columns of an estimate, with groups as clusters."""
    numbers, n_groups = np.unique(groups, return_inverse=True)[1], len(np.unique(groups))
    sums: Floats = np.bincount(numbers, values, n_groups).astype(float)
    counts: Floats = np.bincount(numbers, minlength=n_groups).astype(float)
    table = compute_contrasts(sums[None, None], counts[None, None], np.ones(1), is_share=is_share)
    return {name: float(table[name].to_numpy()[0]) * (100 if name in _PERCENT else 1) for name in _ESTIMATE}


def _split_variance(design: _Design) -> dict[str, float]:
    """Return the standard deviation of each component in points, with its interval."""
    parts = compute_variance_components(CrossedScores(design.scores, design.groups, design.levels))
    is_split = INTERACTION in parts or len(set(design.levels.tolist())) == 1
    unknown = VarianceComponent(np.nan, np.nan, np.nan, np.nan)
    known_parts = {**parts, REST: unknown} if is_split else {**parts, NOISE: unknown}
    return {
        f"{name}{suffix}": 100 * float(np.sqrt(value))
        for name in COMPONENTS
        for part in [known_parts.get(name, unknown)]
        for suffix, value in (("", part.value), ("_low", part.low), ("_high", part.high))
    }


def _measure_passes(design: _Design) -> dict[str, float]:
    from scipy import special  # imported here because it takes a quarter of a second at server start

    items, n_passes = compute_item_stability(design.right), design.right.shape[1]
    measures = {
        "expected": items.expected,
        "consensus": items.consensus,
        "consistent": items.consistent,
        "pass_all": compute_item_pass_hat(design.right)[:, -1],
    }
    means = {name: _average(values, design.groups, is_share=True) for name, values in measures.items()}
    row = {
        f"{name}{suffix}": mean[column]
        for name, mean in means.items()
        for suffix, column in (("", "value"), ("_low", "low"), ("_high", "high"))
    }
    mean = _average(design.scores.mean(axis=1), design.groups, is_share=False)
    noise = 100**2 * float(compute_item_stability(design.scores).variance.mean()) / len(design.scores)
    variance = mean["standard_error"] ** 2
    t = special.stdtrit(max(int(mean["n_groups"]) - 1, 1), 1 - SIGNIFICANCE / 2)
    return row | {
        "n_passes": n_passes,
        "n": len(design.right),
        "n_groups": int(mean["n_groups"]),
        "variance": float(items.variance.mean()),
        "half_one": float(t * np.sqrt(variance + noise * (1 - 1 / n_passes))),
        "half_all": float(t * np.sqrt(variance)),
        "half_endless": float(t * np.sqrt(max(variance - noise / n_passes, 0.0))),
    }


def _judge_excess(flips: pd.DataFrame) -> pd.DataFrame:
    """Add the verdict on the excess over chance, corrected for the number of designs; empty without repeats."""
    if flips.empty:
        return flips
    excess = flips[[f"excess_{name}" for name in _ESTIMATE]].set_axis(list(_ESTIMATE), axis=1)
    is_known = excess["value"].notna()
    judged = add_verdicts(excess[is_known])
    renamed = flips.rename(columns={"excess_value": "excess"})
    return renamed.assign(verdict=judged["verdict"].reindex(flips.index))
