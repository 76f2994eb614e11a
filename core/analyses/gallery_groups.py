"""Gallery in groups: cases under headings that continue across pages."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

MOST_MODELS = 12
"""Maximum number of models for grouping by the exact number that are right; more models are grouped by bands."""

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class GalleryHeading:
    """A heading of a page of the gallery.

    Attributes:
        place: index of the tile that it precedes, from 0.
        group: what its cases have in common.
        count: number of its cases, on all pages.
        is_continued: whether some of them are on an earlier page.
    """

    place: int
    group: str
    count: int
    is_continued: bool


def group_cases(cases: pd.DataFrame, groups: pd.Series, order: Sequence[str] | None = None) -> pd.DataFrame:
    """Sort the cases by group, with a column `group`; within a group they keep their order.

    Args:
        cases: in order.
        groups: of each case, with the same index; missing values form the last group, `unknown`.
        order: of the groups; unlisted groups follow in the order of the cases.
    """
    known = list(dict.fromkeys([*(order or ()), *groups.dropna()]))
    named = pd.Categorical(groups.fillna(UNKNOWN), [*(one for one in known if one != UNKNOWN), UNKNOWN], ordered=True)
    return cases.assign(group=named).sort_values("group", kind="stable").astype({"group": str})


def list_headings(groups: Sequence[str], start: int, size: int) -> list[GalleryHeading]:
    """List the headings of a page.

    Args:
        groups: of all cases, in the order of the gallery.
        start: index of the page's first case.
        size: number of cases per page.
    """
    counts = pd.Series(groups, dtype=object).value_counts()
    page = groups[start : start + size]
    firsts = [index for index, group in enumerate(page) if index == 0 or page[index - 1] != group]
    return [
        GalleryHeading(
            place, page[place], int(counts[page[place]]), place == 0 and start > 0 and groups[start - 1] == page[0]
        )
        for place in firsts
    ]


def describe_models_right(
    right: Mapping[Hashable, int], cases: pd.Series, n_models: int
) -> tuple[pd.Series, list[str]]:
    """Describe for each case how many models are right, and return the order of these texts: the fewest first.

    Args:
        right: number of models that are right, by case; only cases that were answered.
        cases: their ids.
        n_models: number of models that were asked.
    """
    width = 1 if n_models <= MOST_MODELS else -(-n_models // 4)
    words = [_format_band(low, min(low + width - 1, n_models)) for low in (0, *range(1, n_models + 1, width))]
    words[0] = "no model correct"
    told = {count: words[0 if count == 0 else (count - 1) // width + 1] for count in range(n_models + 1)}
    return cases.map(lambda case_id: told.get(right.get(case_id, -1), "not answered")), [*words, "not answered"]


def _format_band(low: int, high: int) -> str:
    many = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return f"{many} model{'' if high == 1 else 's'} correct"
