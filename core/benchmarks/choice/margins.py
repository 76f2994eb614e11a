"""Margins of items, which state how clear-cut they are, and bands of margins by question."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from core.benchmarks.cases import CaseMeasure
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.data import MARGIN, MARGIN_SIZE
from core.factors import Factor

BANDS = ("narrowest", "narrow", "wide", "widest")
"""Quarters of a question's items by their margin."""

FACTOR = Factor(MARGIN, "Margin", levels=BANDS, is_short=True)
MEASURE = CaseMeasure(MARGIN_SIZE, "Margin")


def add_margin_bands(items: Sequence[ChoiceItem]) -> list[ChoiceItem]:
    """Return the items; those with a margin also have its band as a factor, and the margin itself as a number.

    Items of one question with the same margin are in the same band, that of the first of them. A question whose margins
    are all the same has no bands.
    """
    margins: dict[str, list[float]] = defaultdict(list)
    for item in items:
        if item.margin is not None:
            margins[item.question_id].append(item.margin)
    ordered = {question_id: sorted(margin) for question_id, margin in margins.items() if min(margin) < max(margin)}
    return [_add_margin_band(item, ordered.get(item.question_id, [])) for item in items]


def _add_margin_band(item: ChoiceItem, ordered: Sequence[float]) -> ChoiceItem:
    if item.margin is None or not ordered:
        return item
    band = BANDS[bisect_left(ordered, item.margin) * len(BANDS) // len(ordered)]
    return replace(item, factors={**item.factors, MARGIN: band}, numbers={**item.numbers, MARGIN_SIZE: item.margin})
