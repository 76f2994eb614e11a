"""The levels of factors that coded answers have, and the coded answers that fit the filters."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from core.review.entries import AnswerKey
from core.warehouse.read import CASE_IDS, Filters
from dashboard.data.benchmark_info import get_benchmark_info, get_run_roles
from dashboard.data.queries import cache_per_generation, run_query
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, list_eligible_runs

_COLUMNS_OF_RUNS = {"model": "model_id", "prompts": "prompt_id", "image_views": "image_view"}


def map_levels(answers: Sequence[AnswerKey], factor: str) -> list[str | None]:
    """Return the level of a factor by answer; None if it has none.

    Args:
        answers: any answers.
        factor: key of a factor of questions, cases, models or runs.
    """
    if factor == "question":
        return [answer.question_id for answer in answers]
    if factor == "runs":
        return [answer.run_id for answer in answers]
    if factor in _COLUMNS_OF_RUNS:
        of_runs = get_run_roles().set_index("run_id")[_COLUMNS_OF_RUNS[factor]].to_dict()
        return [of_runs.get(answer.run_id) for answer in answers]
    of_cases = _load_levels(factor)
    return [of_cases.get(answer.case_id) for answer in answers]


def join_levels(answers: Sequence[AnswerKey], factors: Iterable[str]) -> list[tuple[str, ...] | None]:
    """Return the levels of several factors by answer; None if one is missing."""
    by_factor = [map_levels(answers, factor) for factor in factors]
    if not by_factor:
        return [()] * len(answers)
    joined = zip(*by_factor, strict=True)
    return [None if None in levels else tuple(str(level) for level in levels) for levels in joined]


def select_filtered_answers(answers: Sequence[AnswerKey], filters: Filters) -> list[bool]:
    """Return whether each answer fits the filters; a selected model stands for all of its runs."""
    are_included = [True] * len(answers)
    if any(filters[name] for name in NOBODY_CHOSEN):
        _intersect(are_included, map_levels(answers, "runs"), list_eligible_runs(filters, "asked"))
    for factor in get_benchmark_info().factors.values():
        levels = filters.get(factor.key)
        if factor.of in ("question", "case") and isinstance(levels, list):
            _intersect(are_included, map_levels(answers, factor.key), levels)
    case_ids = filters.get(CASE_IDS)
    if isinstance(case_ids, list):
        _intersect(are_included, [answer.case_id for answer in answers], case_ids)
    return are_included


def _intersect(are_included: list[bool], levels: Iterable[str | None], selected: Collection[str]) -> None:
    values = set(selected)
    are_included[:] = [is_included and level in values for is_included, level in zip(are_included, levels, strict=True)]


@cache_per_generation
def load_groups() -> dict[str, str]:
    """Load the group of each case."""
    return dict(run_query("groups_of_cases").itertuples(index=False))


def _load_levels(factor: str) -> Mapping[str, str]:
    rows = run_query("case_levels", factor=factor)
    return dict(zip(rows["case_id"], rows["level"], strict=True))
