"""Agreement of two coders who coded the same answers."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.formatting import format_interval, format_number, has_too_few_groups
from core.review.codebook import ReviewState
from core.review.entries import AnswerKey
from core.statistics.krippendorff import AlphaEstimate, compute_krippendorff_alpha

RELIABLE, TENTATIVE = 0.8, 0.667
"""Alphas from which codes are reliable, and from which conclusions are tentative. Source: K. Krippendorff, "Content
Analysis" (2004), section 11.4.2."""


@dataclass(frozen=True, slots=True)
class CoderDisagreement:
    """An answer to which two coders gave different codes: ids, or `UNSURE`."""

    key: AnswerKey
    first_code: str
    second_code: str


@dataclass(frozen=True, slots=True)
class CoderAgreement:
    """The agreement of two coders.

    Attributes:
        n_equal: answers with the same code.
    """

    alpha: AlphaEstimate
    n_equal: int
    disagreements: tuple[CoderDisagreement, ...]


def compute_coder_agreement(state: ReviewState, first: str, second: str, groups: Mapping[str, str]) -> CoderAgreement:
    """Compare the codes that two coders gave to the same answers; `UNSURE` counts as a code.

    Args:
        state: of the review.
        first: name of a coder.
        second: name of the other coder.
        groups: group by case.
    """
    first_codes, second_codes = state.get_final_codes(first), state.get_final_codes(second)
    keys = [key for key in first_codes if key in second_codes and key.case_id in groups]
    names = sorted({codes[key] for codes in (first_codes, second_codes) for key in keys})
    numbers = {name: number for number, name in enumerate(names)}
    codes = np.array([[numbers[first_codes[key]], numbers[second_codes[key]]] for key in keys], dtype=int)
    clusters = np.unique([groups[key.case_id] for key in keys], return_inverse=True)[1]
    alpha = compute_krippendorff_alpha(codes.reshape(-1, 2), clusters)
    disagreements = tuple(
        CoderDisagreement(key, first_codes[key], second_codes[key])
        for key in keys
        if first_codes[key] != second_codes[key]
    )
    return CoderAgreement(alpha, len(keys) - len(disagreements), disagreements)


def describe_agreement(agreement: CoderAgreement, first: str, second: str) -> str:
    """Describe the agreement in a sentence with its interval, or state that there are too few answers."""
    alpha = agreement.alpha
    counts = f"{first} and {second} gave the same cause to {agreement.n_equal:,} of {alpha.n:,} answers."
    if alpha.value is None:
        return f"{counts} Krippendorff's alpha is undefined: it needs two different causes."
    text = f"{counts} Krippendorff's alpha is {format_number(alpha.value, 2)}"
    if alpha.low is None or alpha.high is None or has_too_few_groups(alpha.n_groups):
        return f"{text}. There are too few groups for an interval, so this is too few to tell."
    text = f"{text} (95% CI {format_interval(alpha.low, alpha.high, 2)})"
    if alpha.low >= RELIABLE:
        return f"{text}: the named causes are reliable."
    if alpha.high < TENTATIVE:
        return f"{text}: the named causes are not reliable yet. Discuss the disagreements and sharpen the definitions."
    return f"{text}: not distinguishable from the usual limits of {TENTATIVE:.2f} and {RELIABLE:.1f}."
