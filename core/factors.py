"""Factors: the named properties of questions, cases, runs and answers by which results are filtered and grouped."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

Of = Literal["model", "run", "question", "case"]
"""Entity that has the factor's value: the model, the run, the question or the case."""

Origin = Literal["release", "measured", "answers"]
"""Source of a case's level: `release`, known before any answer or measurement; `measured`, from its images; `answers`,
from all answers."""

_COLUMNS = {
    "model": "model_id",
    "question": "question_id",
    "runs": "run_id",
    "prompts": "prompt_id",
    "image_views": "image_view",
}


@dataclass(frozen=True, slots=True)
class Factor:
    """A property by which answers can be filtered, grouped and compared.

    Attributes:
        key: its name in links, in filters and in `--cases`.
        title: its name on pages.
        of: the entity that has the value.
        levels: its values in order; empty if they come from the data.
        is_first: whether its filter is always visible in the sidebar, not behind *More filters*.
        is_short: whether its values are short enough to be shown side by side.
        origin: source of a case's level.
    """

    key: str
    title: str
    of: Of = "case"
    levels: tuple[str, ...] = ()
    is_first: bool = False
    is_short: bool = False
    origin: Origin = "release"

    @property
    def column(self) -> str:
        """The column of the scored answers that holds its value."""
        return get_factor_column(self.key)


def get_factor_column(factor: str) -> str:
    """Return the column of the scored answers that holds the value of a factor, given its key."""
    return _COLUMNS.get(factor, factor)


def select_present_levels(factors: Iterable[Factor], levels: Iterable[Mapping[str, str]]) -> tuple[Factor, ...]:
    """Return the factors that have a level in the data, with these levels in order, followed by unknown ones.

    Args:
        factors: with all their known levels in order.
        levels: of each case, by factor key.
    """
    present: dict[str, set[str]] = {}
    for level_by_key in levels:
        for key, level in level_by_key.items():
            present.setdefault(key, set()).add(level)
    return tuple(
        replace(factor, levels=_order_levels(factor.levels, present[factor.key]))
        for factor in factors
        if factor.key in present
    )


def _order_levels(order: Iterable[str], present: set[str]) -> tuple[str, ...]:
    ordered = tuple(level for level in dict.fromkeys(order) if level in present)
    return (*ordered, *sorted(present.difference(ordered)))


FACTORS_OF_ANSWERS = (
    Factor("model", "Model", "model", is_first=True),
    Factor("question", "Question", "question", is_first=True),
    Factor("runs", "Run", "run"),
    Factor("prompts", "Prompt", "run"),
    Factor("image_views", "Image view", "run"),
)
"""Factors of models, questions and runs, common to all benchmarks. Each benchmark defines its factors of cases."""

KIND_OF_QUESTION = "Kind of question"
"""Title of the factor of questions if “question” is the word for cases."""

ADAPTIVE_SETTING = "adaptive"
"""Setting of a run that chose its cases by their margins: the number of cases per question."""

FACTORS_FROM_ANSWERS = (
    Factor("difficulty", "Difficulty", levels=("hard", "medium", "easy"), origin="answers"),
    Factor("agreement", "Agreement on right or wrong", levels=("agree", "mixed", "disagree"), origin="answers"),
    Factor("pass_stability", "Passes agree", levels=("stable", "mixed", "unstable"), origin="answers"),
)
"""Factors of cases that a build derives from the answers."""
