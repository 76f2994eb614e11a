"""Slices found by search in which a failure code is more frequent among a model's wrong answers than elsewhere."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from core.analyses.code_rates import weigh_reviewed_answers
from core.analyses.slice_sentences import describe_interval, format_conditions
from core.analyses.slices import WeakSlices, find_weighted_slices
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_count, format_number
from core.review.entries import AnswerKey, SampleDrawn
from core.statistics.slice_search import Slice


def find_code_slices(
    sample: SampleDrawn, codes: Mapping[AnswerKey, str], code_id: str, levels: pd.DataFrame, seed: int = 0
) -> WeakSlices:
    """Find the slices in which a code is more frequent among the wrong answers than elsewhere.

    Each coded answer has the weight of the wrong answers in its stratum that it represents (Horvitz-Thompson). Unlike
    scores, shares are not centred by question: a question whose mistakes have this cause is a finding.

    Args:
        sample: the sample.
        codes: code by answer; answers without one are left out.
        code_id: the code.
        levels: the levels of factors, a column each; only answers whose index in `sample.answers` is in its index
            count.
        seed: of the random halves.

    Returns:
        Slices whose mean is minus the share of the code in percent; the means beside it are the shares.
    """
    weights = weigh_reviewed_answers(sample, codes)
    weights = weights[weights.index.isin(levels.index)]
    has_code = np.array([codes[sample.answers[number]] == code_id for number in weights.index], dtype=float)
    rows = levels.loc[weights.index].assign(
        group_id=[sample.group_of[number] for number in weights.index], raw=100 * weights * has_code, n=weights
    )
    return find_weighted_slices(rows.assign(value=-rows["raw"]), [str(factor) for factor in levels], seed=seed)


def describe_code_slice(
    code_slice: Slice,
    shares: tuple[float, float],
    names: tuple[str, str],
    info: BenchmarkInfo,
    labels: Mapping[str, str],
) -> str:
    """Describe a slice in one sentence.

    Args:
        code_slice: the slice.
        shares: of the code in the slice and elsewhere, in percent.
        names: of the model and of the code.
        info: the benchmark.
        labels: of levels, by `slices.name_level`.
    """
    model, code = names
    inside, outside = (f"{format_number(share)}%" for share in shares)
    points, where = format_number(-code_slice.difference), format_conditions(code_slice, info, labels)
    return (
        f"{where}. {inside} of the wrong answers of {model} have the cause “{code}”, elsewhere "
        f"{outside}. In the {info.words.groups} that confirm it, that is {points} points more "
        f"({describe_interval(code_slice)}; {code_slice.n_groups:,} {info.words.groups} in all)."
    )


def describe_code_result(result: WeakSlices, names: Sequence[str], info: BenchmarkInfo) -> str:
    """State how many slices were confirmed, or that too few groups are coded.

    Args:
        result: of `find_code_slices`.
        names: of the model and of the code.
        info: the benchmark.
    """
    (model, code), search = names, result.search
    if not search.n_tried:
        return (
            f"Too few {info.words.groups} with reviewed answers of {model} to search: {search.n_groups:,}. "
            "Each side of a comparison needs ten."
        )
    if not search.slices:
        return f"“{code}” is not shown to be more frequent under any condition among the wrong answers of {model}."
    count = len(search.slices)
    where = f"{format_count(count, 'condition')} that a search found and confirmed"
    return f"“{code}” is more frequent among the wrong answers of {model} under {where}."
