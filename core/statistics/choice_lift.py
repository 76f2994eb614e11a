"""Lift of answers that are scored by equality: how much better they fit their own cases than other cases.

The content of an answer moves, not its letter, and only to cases of other groups that ask the same question with the
same options. So shuffled letters hide nothing, and no content moves to a case that does not offer it. At zero, answers
depend on nothing but the question and its options. Memory grows with the number of answers only.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.scoring.answer_codes import Codes
from core.scoring.metrics import Floats
from core.statistics.intervals import compute_contrasts, sum_by_cluster
from core.statistics.lift import PERMUTATIONS, SEED, Score, compute_permutation_p_values

AS_GOOD = 1e-9
"""A permuted sum of scores this close to the observed one counts as reaching it."""

CELLS_AT_ONCE = 2_000_000
"""Maximum number of permutations x answers in memory at once."""

_STRATUM = ["question_id", "option_set"]
_PREFIXES = {"mean": "mean_", "chance": "chance_", "lift": ""}


def compute_content_lifts(
    wanted: Iterable[tuple[Score, str, pd.DataFrame]], n_permutations: int = PERMUTATIONS
) -> pd.DataFrame:
    """Return one row per run, score, subset and question, and one over all questions (`all`).

    An answer is left out if no other group was asked the same question with the same options. Chance at a case is the
    share of the other groups' answers that would be right there, so the lift of constant content is exactly 0. The
    interval is that of a clustered mean of each answer's influence: its own score, minus what others score at its case,
    minus what it scores at theirs. For the p-value, a group's answers to a question with the same options move
    together, to groups with equally many of them; a group without another of its size stays in place.

    Args:
        wanted: the score, the name of the subset, and its answers: run_id, case_id, group_id, question_id, option_set
            (equal for the same options in any order), said, true and foil (contents; null if missing).
        n_permutations: seeded.

    Returns:
        The columns of `lift.compute_lift_tables`; n counts the readable answers that can move. Estimates are NaN
        if there are none.

    Source: W. Hoeffding, "A Class of Statistics with Asymptotically Normal Distribution" (1948), section 5; for the
    p-value B. Phipson, G. Smyth, "Permutation P-values Should Never Be Zero" (2010).
    """
    tables = [
        _compute_run_lifts(run, score, n_permutations).assign(run_id=run_id, against=score, subset=subset)
        for score, subset, answers in wanted
        for run_id, run in answers.groupby("run_id", observed=True)
    ]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame({"run_id": [], "question_id": []})


@dataclass(frozen=True, slots=True)
class _MovableAnswers:
    """One run's answers that can move, in order of question, stratum and unit (a group's answers within a stratum).

    Attributes:
        questions, strata, groups, said: code of each answer.
        targets: codes of the contents that count at each answer's case, with the sign of their score.
        starts: position of the first answer of each unit.
        blocks: code of each unit; units of one block can change places.
    """

    questions: Codes
    strata: Codes
    groups: Codes
    said: Codes
    targets: tuple[tuple[int, Codes], ...]
    starts: Codes
    blocks: Codes

    def score(self, said: Codes) -> NDArray[np.int64]:
        """Return the scores of contents at the answers' cases, [..., answers]."""
        scores: NDArray[np.int64] = np.sum([sign * (said == target) for sign, target in self.targets], axis=0)
        return scores


def _compute_run_lifts(run: pd.DataFrame, score: Score, n_permutations: int) -> pd.DataFrame:
    """Return the lifts of one run, per question and over all."""
    names = sorted(run["question_id"].astype(str).unique())
    answers = _select_movable(run, score, names)
    own = answers.score(answers.said).astype(np.float64)
    met, sent = _score_elsewhere(answers)
    influences = {"mean": own, "chance": met + sent, "lift": own - met - sent}
    tables = {
        name: _estimate_means(values, answers, len(names), is_share=name != "lift" and score != "reliance")
        for name, values in influences.items()
    }
    lift = tables["lift"]
    reached = _count_reached(answers, len(names), n_permutations, is_two_sided=score == "reliance")
    ends = {
        f"{prefix}{end}": tables[name][end]
        for name, prefix in _PREFIXES.items()
        for end in ("standard_error", "low", "high")
    }
    values = {name: table["value"] for name, table in tables.items()}
    p_values = compute_permutation_p_values(
        np.where(lift["value"].isna() | (lift["n_groups"] < 2), np.nan, reached),
        n_permutations,
        lift,
        is_two_sided=score == "reliance",
    )
    return pd.DataFrame(values | ends).assign(
        question_id=[*names, "all"], p_value=p_values, n=lift["n"], n_groups=lift["n_groups"]
    )


def _select_movable(run: pd.DataFrame, score: Score, names: list[str]) -> _MovableAnswers:
    """Return the answers that are readable, have the needed truths, and can move to another group."""
    needed = {"truth": ["true"], "foil": ["foil"], "reliance": ["true", "foil"]}[score]
    read = run.dropna(subset=["said", *needed])
    n_groups = read.groupby(_STRATUM, observed=True)["group_id"].transform("nunique")
    kept = read[n_groups.to_numpy(dtype=float) > 1]
    kept = kept.sort_values([*_STRATUM, "group_id", "case_id"], kind="stable")
    codes, _ = pd.factorize(pd.concat([kept[name] for name in ("said", "true", "foil")]))
    said, true, foil = codes.reshape(3, len(kept))
    strata, units = (
        kept.groupby(keys, observed=True, sort=True).ngroup().to_numpy(dtype=np.int64)
        for keys in (_STRATUM, [*_STRATUM, "group_id"])
    )
    starts = np.flatnonzero(np.diff(units, prepend=-1))
    sizes = np.diff(starts, append=len(kept))
    return _MovableAnswers(
        questions=pd.Index(names).get_indexer(pd.Index(kept["question_id"].astype(str))),
        strata=strata,
        groups=pd.factorize(kept["group_id"])[0],
        said=said,
        targets={"truth": ((1, true),), "foil": ((1, foil),), "reliance": ((1, foil), (-1, true))}[score],
        starts=starts,
        blocks=np.unique(np.stack([strata[starts], sizes]), axis=1, return_inverse=True)[1].ravel(),
    )


def _score_elsewhere(answers: _MovableAnswers) -> tuple[Floats, Floats]:
    """Return the mean score of other groups' answers at each answer's case, and the answer's own at theirs, centred.

    Both are means over the answers, or the cases, of other groups within the stratum. The second has the mean of its
    stratum subtracted.
    """
    n = len(answers.said)
    met, sent = np.zeros(n), np.zeros(n)
    if n == 0:
        return met, sent
    in_stratum = np.bincount(answers.strata)[answers.strata]
    sizes = np.diff(answers.starts, append=n)
    units = np.repeat(np.arange(len(sizes)), sizes)
    n_elsewhere = in_stratum - sizes[units]
    for sign, target in answers.targets:
        for total, looked_up, among in ((met, target, answers.said), (sent, answers.said, target)):
            counts = _count_equal(answers.strata, looked_up, among) - _count_equal(units, looked_up, among)
            total += sign * counts / n_elsewhere
    mean_sent = np.bincount(answers.strata, weights=sent) / np.bincount(answers.strata)
    return met, sent - mean_sent[answers.strata]


def _count_equal(places: Codes, looked_up: Codes, among: Codes) -> Codes:
    """Count for each row the rows of the same place whose `among` equals its `looked_up`."""
    size = int(max(looked_up.max(), among.max())) + 1
    keys, counts = np.unique(places * size + among, return_counts=True)
    wanted = places * size + looked_up
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, counts[at], 0)


def _estimate_means(values: Floats, answers: _MovableAnswers, n_questions: int, *, is_share: bool) -> pd.DataFrame:
    """Return the clustered means per question, with the mean over all questions in the last row."""
    n_groups = int(answers.groups.max(initial=0)) + 1
    zeros = np.zeros(len(values), dtype=np.int64)
    by_question = sum_by_cluster(values, answers.questions, zeros, answers.groups, (n_questions, 1, n_groups))
    sums, counts = (np.concatenate([part, part.sum(axis=0, keepdims=True)]) for part in by_question)
    return compute_contrasts(sums, counts, np.ones(1), is_share=is_share)


def _count_reached(answers: _MovableAnswers, n_questions: int, n_permutations: int, *, is_two_sided: bool) -> Floats:
    """Count the permutations, per question and over all, that score at least as much as the unmoved answers."""
    home = _sum_by_question(answers.score(answers.said), answers.questions, n_questions)
    met, _ = _score_elsewhere(answers)
    centre = _sum_by_question(met, answers.questions, n_questions)
    reached = np.zeros(n_questions + 1)
    for scores in _permute(answers, n_permutations):
        sums = _sum_by_question(scores, answers.questions, n_questions)
        is_reached = abs(sums - centre) >= abs(home - centre) - AS_GOOD if is_two_sided else sums >= home - AS_GOOD
        reached += is_reached.sum(axis=0)
    return reached


def _sum_by_question(scores: NDArray[np.generic], questions: Codes, n_questions: int) -> Floats:
    """Return [..., questions + 1]: the sums of scores per question, then over all."""
    sums = np.zeros((*scores.shape[:-1], n_questions + 1))
    for question in range(n_questions):
        sums[..., question] = scores[..., questions == question].sum(axis=-1)
    sums[..., -1] = sums[..., :-1].sum(axis=-1)
    return sums


def _permute(answers: _MovableAnswers, n_permutations: int) -> Iterator[NDArray[np.int64]]:
    """Yield the scores after permutations of units within their blocks, in batches of permutations x answers."""
    random = np.random.default_rng(SEED)
    n, n_units = len(answers.said), len(answers.starts)
    offsets = np.arange(n) - np.repeat(answers.starts, np.diff(answers.starts, append=n))
    units = np.repeat(np.arange(n_units), np.diff(answers.starts, append=n))
    of_block = np.argsort(answers.blocks, kind="stable")
    at_once = max(1, CELLS_AT_ONCE // max(n, 1))
    for first in range(0, n_permutations, at_once):
        keys = answers.blocks + random.random((min(at_once, n_permutations - first), n_units))
        sources = np.empty(keys.shape, dtype=np.int64)
        sources[:, of_block] = np.argsort(keys, axis=1)
        yield answers.score(answers.said[answers.starts[sources[:, units]] + offsets])
