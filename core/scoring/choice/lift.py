"""Lift of chosen options: how much better a run's answers fit their own cases than others of the same question.

What moves is the option's text and not its letter, so that shuffled options hide nothing. At zero, looking made no
difference. Memory grows with the number of answers only.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from core.scoring.intervals import Codes, t_columns
from core.scoring.metrics import Floats

PERMUTATIONS = 1_000
SEED = 20_251_109
AS_GOOD = 1e-9
"""A permuted number of hits this close to the observed one counts as reaching it."""

_COLUMNS = ("mean", "chance", "lift", "standard_error", "p_value", "n", "n_unreadable", "n_groups")
_STRATUM = ["question_id", "n_options"]


def lift_of_choices(answers: pd.DataFrame, n_permutations: int = PERMUTATIONS) -> pd.DataFrame:
    """One row per run and question, and one per run over all questions (`all`).

    Chance is the mean accuracy over all permutations of a run's readable replies among the cases with the same question
    and as many options: per such stratum the sum over texts of (share answered) x (share true). For the p-value the
    replies about a group move together, since cases of a group are alike: to groups with as many cases in the stratum,
    in the order of the case ids. A group without another of its size stays.

    Args:
        answers: run_id, case_id, group_id, question_id, n_options, value (NaN: unreadable), chosen_text, true_text.
        n_permutations: seeded.

    Returns:
        run_id, question_id, mean (accuracy of the readable answers), chance, lift, standard_error (the jackknife's over
        groups), low, high, p_value (one-sided), n (readable), n_unreadable, n_groups. NaN where it is not defined.

    Source: PROTOCOLS 1.5; for the p-value B. Phipson, G. Smyth, "Permutation P-values Should Never Be Zero" (2010).
    """
    rows = []
    for run_id, run in answers.groupby("run_id", observed=True):
        parts = [(str(question), asked) for question, asked in run.groupby("question_id", observed=True)]
        rows += [
            {"run_id": run_id, "question_id": question_id} | _lift(part, n_permutations)
            for question_id, part in [*parts, ("all", run)]
        ]
    table = pd.DataFrame(rows, columns=["run_id", "question_id", *_COLUMNS])
    freedom = table["n_groups"].to_numpy(dtype=np.int64) - 1
    values, errors = (table[name].to_numpy(dtype=float) for name in ("lift", "standard_error"))
    ends = t_columns(values, errors, freedom)
    return table.assign(standard_error=ends["standard_error"], low=ends["low"], high=ends["high"])


def _lift(part: pd.DataFrame, n_permutations: int) -> dict[str, float]:
    read = part[part["value"].notna()].sort_values("case_id", kind="stable")
    n_unreadable = len(part) - len(read)
    if read.empty:
        return dict.fromkeys(_COLUMNS, np.nan) | {"n": 0, "n_unreadable": n_unreadable, "n_groups": 0}
    strata = read.groupby(_STRATUM, observed=True).ngroup().to_numpy(dtype=np.int64)
    groups, names = pd.factorize(read["group_id"])
    texts, _ = pd.factorize(pd.concat([read["chosen_text"], read["true_text"]]))
    of_strata = np.tile(strata, 2) * (int(texts.max()) + 1) + texts  # a text of each stratum by itself
    answered, true = np.unique(of_strata, return_inverse=True)[1].reshape(2, len(read))
    home = (answered == true).astype(float)
    expected, expected_without = _expected(answered, true, strata, groups)
    n_groups, per_group = len(names), np.bincount(groups)
    lift = (home.sum() - expected) / len(read)
    error = np.nan
    if n_groups > 1:
        left = home.sum() - np.bincount(groups, weights=home) - expected_without
        lifts = left / (len(read) - per_group)
        error = float(np.sqrt((n_groups - 1) * lifts.var()))
    reached = sum(hits >= home.sum() - AS_GOOD for hits in _moved(answered, true, strata, groups, n_permutations))
    return {
        "mean": home.mean(),
        "chance": expected / len(read),
        "lift": lift,
        "standard_error": error,
        "p_value": (reached + 1) / (n_permutations + 1) if n_groups > 1 else np.nan,
        "n": len(read),
        "n_unreadable": n_unreadable,
        "n_groups": n_groups,
    }


def _expected(answered: Codes, true: Codes, strata: Codes, groups: Codes) -> tuple[float, Floats]:
    """Hits that the mean permutation has, with all groups and without each of them.

    With A and B the numbers of answers and truths per text, a stratum of N cases has S / N of them, S = sum of A B. A
    group takes a from A and b from B, so that S loses sum of a B + sum of A b - sum of a b, all of them over its cases.
    """
    size = int(max(answered.max(), true.max())) + 1
    of_answers, of_truths = np.bincount(answered, minlength=size), np.bincount(true, minlength=size)
    n_strata = int(strata.max()) + 1
    cells = strata * (int(groups.max()) + 1) + groups
    cell_codes, cell_of = np.unique(cells, return_inverse=True)
    n_cases = np.bincount(strata, minlength=n_strata).astype(float)
    sums = np.bincount(strata, weights=of_truths[answered], minlength=n_strata)
    lost = np.bincount(cell_of, weights=of_truths[answered] + of_answers[true])
    own_answers = _pairs(cell_of, answered, size)
    own_truths = _pairs(cell_of, true, size)
    common, in_answers, in_truths = np.intersect1d(own_answers[0], own_truths[0], return_indices=True)
    np.subtract.at(lost, common // size, own_answers[1][in_answers] * own_truths[1][in_truths])
    of_cell = cell_codes // (int(groups.max()) + 1)
    left = n_cases[of_cell] - np.bincount(cell_of)
    changed = np.divide(sums[of_cell] - lost, left, out=np.zeros(len(left)), where=left > 0)
    changes: Floats = np.bincount(
        cell_codes % (int(groups.max()) + 1), weights=changed - (sums / n_cases)[of_cell]
    ).astype(np.float64)
    expected = float((sums / n_cases).sum())
    return expected, expected + changes


def _pairs(cells: Codes, texts: Codes, size: int) -> tuple[Codes, Codes]:
    """Pairs of cell and text as one code, each once, and how often each is there."""
    codes, times = np.unique(cells * size + texts, return_counts=True)
    return codes, times


def _moved(answered: Codes, true: Codes, strata: Codes, groups: Codes, n_permutations: int) -> Iterator[int]:
    """The number of hits after each permutation."""
    blocks = _blocks(strata, groups)
    random = np.random.default_rng(SEED)
    for _ in range(n_permutations):
        yield sum(int((answered[random.permutation(rows)] == true[rows]).sum()) for rows in blocks)


def _blocks(strata: Codes, groups: Codes) -> list[Codes]:
    """Rows of the answers as arrays of group x case, for each stratum and number of cases that a group has in it."""
    order = np.lexsort((groups, strata))
    cells = strata[order] * (int(groups.max()) + 1) + groups[order]
    _, begins, sizes = np.unique(cells, return_index=True, return_counts=True)
    stratum_of = strata[order][begins]
    return [
        order[begins[alike][:, None] + np.arange(size)]
        for stratum, size in sorted(set(zip(stratum_of.tolist(), sizes.tolist(), strict=True)))
        for alike in [(stratum_of == stratum) & (sizes == size)]
    ]
