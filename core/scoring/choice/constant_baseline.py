"""Multiple choice without the image: the larger of chance and the best constant answer, chosen on other groups.

A constant answer is a letter ("always B") or the text of an option ("always Yes", whatever its letter). It uses neither
the image nor the question.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.scoring.answer_codes import Codes
from core.scoring.constant_baseline import TIE, find_first_best
from core.scoring.metrics import Floats
from core.scoring.split_halves import split_halves_repeatedly

MAX_TEXTS = 50
"""Maximum number of texts that are tried as constants: those that are right most often."""


@dataclass(frozen=True, slots=True)
class ConstantScores:
    """Scores of each constant answer on the cases of one question with one number of options.

    Attributes:
        scores: cases x constants: 1 if it is right, 0 if it is wrong, chance if the case does not offer it.
        letters: cases x constants: code of the letter that it corresponds to; 0 if the case does not offer it.
        chance: one over the number of options.
    """

    scores: Floats
    letters: Codes
    chance: float

    def choose(self, weights: Floats, rows: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """Return the index of the best constant under each row of case weights; among equally good ones, the first.

        Letters come before texts, both in their order.

        Args:
            weights: sets of weights x cases.
            rows: the cases that the weights are of, if not all.
        """
        scores = self.scores if rows is None else self.scores[rows]
        return find_first_best(weights @ scores / np.maximum(weights.sum(axis=1, keepdims=True), 1.0))


def score_constants(options: Sequence[tuple[str, ...]], truths: Floats) -> ConstantScores:
    """Return the scores of every letter that is right at least once, and of the texts that are right most often.

    Args:
        options: texts of each case, equally many in each.
        truths: code of the right option of each case.
    """
    n_options = len(options[0])
    right = truths.astype(np.int64)
    letters = np.unique(right)
    by_letter = (right[:, None] == letters).astype(np.float64)
    times = Counter(texts[place] for texts, place in zip(options, right, strict=True))
    texts = sorted(sorted(times, key=lambda text: (-times[text], text))[:MAX_TEXTS])
    offered = np.full((len(options), len(texts)), -1, dtype=np.int8)
    number_of = {text: number for number, text in enumerate(texts)}
    for row, of_case in enumerate(options):
        for place, text in enumerate(of_case):
            if text in number_of:
                offered[row, number_of[text]] = place
    by_text = np.where(offered < 0, 1 / n_options, offered == right[:, None])
    return ConstantScores(
        np.concatenate([by_letter, by_text], axis=1),
        np.concatenate([np.broadcast_to(letters.astype(np.int8), by_letter.shape), np.maximum(offered, 0)], axis=1),
        1 / n_options,
    )


def score_constant_baseline(cases: pd.DataFrame) -> pd.DataFrame:
    """Return, for each case, the constant baseline's answer and score.

    Per question and number of options the best constant is chosen on one half of the groups and scored on the other, so
    that it cannot profit from noise. One split alone would be noisy, so a score is the mean over several splits,
    as far as both halves ask the question; the answer is that of the first one. If these scores do not exceed chance on
    average (letters that are balanced over the whole benchmark are rarer in one half if they are frequent in the
    other), guessing is as good: the score is chance, and the answer is the letter whose share is nearest to chance.

    Args:
        cases: case_id, group_id, question_id, n_options, options (texts), truth (code of the right option, from 0); a
            case has a row for each question that it asks.

    Returns:
        case_id, group_id, question_id, n_options, value (the letter's code) and score, with the index of `cases`; both
        are NaN if the other half never asks such a question.

    Source: V. Chernozhukov et al., "Double/debiased machine learning for treatment and structural parameters" (2018),
    section 3.4, for cross-fitting over repeated splits.
    """
    half_of = split_halves_repeatedly(cases["group_id"])
    value, score = np.full((2, len(cases)), np.nan)
    truths, options = cases["truth"].to_numpy(dtype=float), cases["options"].tolist()
    for rows in cases.groupby(["question_id", "n_options"], observed=True).indices.values():
        constants = score_constants([options[row] for row in rows], truths[rows])
        own, halves = np.arange(len(rows)), half_of[:, rows]
        halves = halves[halves.min(axis=1) != halves.max(axis=1)]
        if not len(halves):
            continue
        chosen = np.stack([constants.choose(np.stack([half == 1, half == 0]).astype(float))[half] for half in halves])
        scores = constants.scores[own, chosen].mean(axis=0)
        if scores.mean() > constants.chance + TIE:
            value[rows], score[rows] = constants.letters[own, chosen[0]], scores
        else:
            shares = np.bincount(truths[rows].astype(np.int64), minlength=len(options[rows[0]])) / len(rows)
            value[rows], score[rows] = abs(shares - constants.chance).argmin(), constants.chance
    return cases[["case_id", "group_id", "question_id", "n_options"]].assign(value=value, score=score)
