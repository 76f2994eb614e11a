"""The text-only baseline: it sees question and options but no image, learns on half of the groups, answers the rest.

Whatever it gets right can be answered without the image. It weights the features of each option's text
(`text_features`) by a conditional logit: P(option right) is proportional to exp(sum of the weights of its features). A
ridge keeps weights near 0 if few questions support them.
"""

import numpy as np
import pandas as pd
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from core.scoring.choice.text_features import iterate_option_features
from core.scoring.metrics import Floats
from core.scoring.split_halves import split_halves

RIDGE = 1.0
"""The penalty is RIDGE / 2 times the sum of squared weights; the log-likelihood is summed over questions."""

MAX_STEPS = 200
TIE = 1e-9
"""Options whose sums of weights are closer than this are tied."""


def score_text_only_baseline(cases: pd.DataFrame) -> pd.DataFrame:
    """Return the text-only baseline's answer to each case, fitted on the other half of the groups.

    Args:
        cases: case_id, group_id, question_id, text (the question's, None if there is none), options (their texts in
            the order of their letters), truth (code of the right one); a case has one row per question that it asks.
            Pass the whole benchmark: the baseline is weaker if it has less to learn from.

    Returns:
        case_id, group_id, question_id, value (code of the chosen option, the first of tied ones), score (the expected
        hit: 1 if the option is right, 1/k if the right one is among k tied ones, else 0) and p_true (the probability
        of the right option), with the index of `cases`. `grouped_means.compute_grouped_means` averages the score.
        All three are NaN without another half.

    Source: D. McFadden, "Conditional Logit Analysis of Qualitative Choice Behavior" (1974).
    """
    half = split_halves(cases["group_id"])
    counts = np.array([len(options) for options in cases["options"]], dtype=np.int64)
    truths = cases["truth"].to_numpy(dtype=np.int64)
    features = _build_feature_matrix(cases)
    owner = np.repeat(np.arange(len(cases)), counts)
    answered = cases[["case_id", "group_id", "question_id"]].assign(value=np.nan, score=np.nan, p_true=np.nan)
    columns = np.full((len(cases), 3), np.nan)
    for own in (0, 1):
        learnt_from, asked = half != own, half == own
        if learnt_from.any() and asked.any():
            weights = _fit_weights(features[learnt_from[owner]], counts[learnt_from], truths[learnt_from])
            columns[asked] = _compute_answers(features[asked[owner]] @ weights, counts[asked], truths[asked])
    return answered.assign(value=columns[:, 0], score=columns[:, 1], p_true=columns[:, 2])


def _build_feature_matrix(cases: pd.DataFrame) -> csr_matrix:
    """Return option x feature, 1 if the option has the feature; features that only one option has are left out."""
    columns, kinds, first_rows, n_features = [], [], [], 0
    for kind, features in enumerate(iterate_option_features(cases)):
        feature_of, different = pd.factorize(features)
        is_kept = np.bincount(feature_of, minlength=len(different)) > 1
        first = np.empty(len(different), dtype=np.int64)
        first[feature_of[::-1]] = np.arange(len(features))[::-1]
        columns.append(np.where(is_kept, np.cumsum(is_kept) - 1 + n_features, -1)[feature_of].astype(np.int32))
        kinds.append(np.full(np.count_nonzero(is_kept), kind))
        first_rows.append(first[is_kept])
        n_features += len(kinds[-1])
    number_of = np.full(n_features + 1, -1, dtype=np.int32)  # in order of occurrence, option by option
    number_of[np.lexsort((np.concatenate(kinds), np.concatenate(first_rows)))] = np.arange(n_features)
    places = number_of[np.column_stack(columns)]
    ends = np.concatenate([[0], np.cumsum((places >= 0).sum(axis=1))])
    places = places[places >= 0]
    return csr_matrix((np.ones(len(places)), places, ends), shape=(len(ends) - 1, n_features))


def _fit_weights(features: csr_matrix, counts: np.ndarray, truths: np.ndarray) -> Floats:
    """Fit the weights with the highest penalised likelihood."""
    weights_of_all = np.zeros(features.shape[1])
    is_informative = _find_informative(features, counts)
    features = features[:, is_informative]
    begins = np.cumsum(counts) - counts
    right = begins + truths
    of_right = np.asarray(features[right].sum(axis=0)).ravel()
    transposed = features.T.tocsr()

    def loss(weights: Floats) -> tuple[float, Floats]:
        sums = features @ weights
        logs = _compute_log_shares(sums, counts)
        gradient = transposed @ np.exp(logs) - of_right + RIDGE * weights
        return float(-logs[right].sum() + RIDGE / 2 * weights @ weights), gradient

    start = np.zeros(features.shape[1])
    fitted = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": MAX_STEPS}).x
    weights_of_all[is_informative] = fitted
    return weights_of_all


def _find_informative(features: csr_matrix, counts: np.ndarray) -> np.ndarray:
    """Return which features some question has on a part of its options; the weights of all others stay 0."""
    n_options = len(features.indptr) - 1
    ends = np.concatenate([[0], np.cumsum(counts)])
    by_question = csr_matrix((np.ones(n_options), np.arange(n_options), ends), shape=(len(counts), n_options))
    totals = by_question @ features
    is_partial = totals.data < np.repeat(counts, np.diff(totals.indptr))
    informative: np.ndarray = np.bincount(totals.indices[is_partial], minlength=features.shape[1]) > 0
    return informative


def _compute_log_shares(sums: Floats, counts: np.ndarray) -> Floats:
    """Return the log-probability of each option among those of its question."""
    begins = np.cumsum(counts) - counts
    shifted = sums - np.repeat(np.maximum.reduceat(sums, begins), counts)
    logs: Floats = shifted - np.repeat(np.log(np.add.reduceat(np.exp(shifted), begins)), counts)
    return logs


def _compute_answers(sums: Floats, counts: np.ndarray, truths: np.ndarray) -> Floats:
    """Return question x (value, score, p_true)."""
    begins = np.cumsum(counts) - counts
    logs = _compute_log_shares(sums, counts)
    is_best = logs >= np.repeat(np.maximum.reduceat(logs, begins), counts) - TIE
    n_best = np.add.reduceat(is_best.astype(float), begins)
    first = np.array([is_best[begin : begin + count].argmax() for begin, count in zip(begins, counts, strict=True)])
    right = begins + truths
    return np.column_stack([first, is_best[right] / n_best, np.exp(logs[right])])
