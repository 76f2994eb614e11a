"""Texts of the page Heatmaps."""

from core.analyses.phrases import GIVEN_CONSTANTS, describe_skill_interval
from core.benchmarks.data import Terminology
from core.formatting import escape_markdown, format_count, format_number, join_with_and

QUESTION = "In which parts of the benchmark is each model good, and in which bad?"
ORDER = "Sort rows and models by mean"
MORE_SETTINGS = "More settings"
BLIND = "the best constant answer"
BEATS_BLIND = (f"beats {BLIND}", f"beat {BLIND}")
LOSES_TO_BLIND = (f"is worse than {BLIND}", f"are worse than {BLIND}")
SIGNIFICANT = "Bold and coloured: significantly different from 0. Plain: could be chance."
LUCK_OF_CHOICE = (
    "Skill allows for luck in choosing the best constant answer, so it may differ a little from the distance to the "
    "score to beat."
)
CORRECTED_AWAY = "not significant once corrected for the number of comparisons"
"""Hover text of a difference whose interval excludes 0, but which is neither bold nor coloured."""

OWN_SKILL = "the answer that skill is measured against"
"""Hover text of a cell of the best constant answer."""

CLICK = "click: its cases, below"
"""Hover text of a cell with answers."""

OPEN_ALL = "Open all in Cases"
CLOSE_HELP = "Close the cases (Esc)."

CONSTANT_HEADING = "best constant answer, points"
LEAST_HEADING = "these as wrong, %"

CODE_MEASURE = "Share of wrong answers"
CODE_ANSWERS_HEADING = "Answers with this cause"
CODES_ON_BOTH_AXES = "Failure causes are both rows and columns. Choose another factor for one of them."
CODE_TABLE = "Shares of failure causes; a row opens the cases of its answers"
CODE_SAMPLE_HELP = (
    "Each cell estimates the share of the wrong answers of a level that would get this cause if all of them were "
    "reviewed. The sample takes answers with different probabilities, so each reviewed answer counts for as many as it "
    "stands for (Horvitz-Thompson); the 95% CI has the benchmark's groups as units. The shares of a level add up to "
    "100%: a cause can be more frequent because another is rarer. Other measures by cause would mean nothing, since "
    "an answer has a cause because it is wrong."
)
CODE_COUNTS_HELP = (
    "Each cell is a count: the share of the reviewed answers of a level that have this cause. These answers were not "
    "drawn at random, and some were looked for. The shares therefore state nothing about other wrong answers, and have "
    "no interval. Choose a sample to estimate rates."
)

OF_REFERENCES = "Reference models: "
ONLY_REFERENCES = (
    "A solver is a program that shows which score is possible, or how far a shortcut gets; the best constant answer "
    "needs no image."
)
NO_MODEL = "Until one has, the map shows reference models."


def name_min_groups(groups: str) -> str:
    """Name the number field for the fewest groups of a coloured cell.

    Args:
        groups: the benchmark's word for its groups, here and below.
    """
    return f"Min. {groups} per cell"


def explain_min_groups(group: str, few_groups: int) -> str:
    """Explain why cells with few groups are grey.

    Args:
        group: the benchmark's word for one group.
        few_groups: number of groups from which intervals are informative.
    """
    return (
        f"Cells with fewer are grey. The unit is the {group}, not the answer. In simulations with Tri-Bench, 77 to 94 "
        "of 100 95% CIs from five triangles contained the true mean, and 86 to 96 "
        f"from {few_groups} or more."
    )


def explain_grey_cells(groups: str, min_groups: int) -> str:
    """Explain what to do if every cell is grey."""
    return f"Every cell is grey: none has {min_groups} {groups}. Lower *Min. {groups} per cell* to see values."


def describe_excluded_answers(count: int, factor: str) -> str:
    """Describe how many answers are left out because they have no value of a factor."""
    return f"{count:,} answers without *{factor}* are left out."


def describe_heatmap(measure: str, factors: list[str]) -> str:
    """Describe the map by its measure and its factors."""
    return f"{measure} by {' and '.join(factors)}"


def format_answer_counts(answers: int, unreadable: int) -> str:
    """Format the numbers of answers and of unreadable ones as a sentence."""
    return f"{answers:,} answers, {unreadable:,} unreadable."


def describe_measure(title: str, meaning: str, factors: list[str]) -> str:
    """Describe what a cell is, and its measure.

    Args:
        title: of the measure.
        meaning: of its values.
        factors: labels of rows, columns and panels.
    """
    cell = join_with_and([escape_markdown(factor[:1].lower() + factor[1:]) for factor in factors])
    return f"One cell per {cell}. {title}: {meaning}."


def name_cells(factors: list[str]) -> str:
    """Name the cells of one value, by the labels of the factors that they differ in."""
    return "cells" if len(factors) > 1 else f"levels of *{escape_markdown(factors[0])}*"


def name_standings(measure: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Name what a significant value of a measure means, above 0 and below, each as a verb in singular and plural."""
    label = measure[:1].lower() + measure[1:]
    above, below = ((f"has {label} {side} 0", f"have {label} {side} 0") for side in ("above", "below"))
    return above, below


def describe_cell_cases(case_count: str, score: str, answers: int, unreadable: int) -> str:
    """Describe the cases of the open cell: their number, order and answers.

    Args:
        case_count: the number of cases with their name.
        score: the benchmark's word for its score.
        answers: number of answers.
        unreadable: how many of them are unreadable.
    """
    return f"{case_count}, worst {score} first: {format_answer_counts(answers, unreadable)}"


def describe_same_count(n: float, *, has_references: bool) -> str:
    """Describe the number of answers that is the same in every cell.

    Args:
        n: number of answers.
        has_references: whether cells of reference models occur too; their number may differ.
    """
    which = "of the models' cells" if has_references else "cell"
    return f"n is {n:,.0f} in each {which}."


def describe_equal_cells(measure: str, value: float, *, has_references: bool) -> str:
    """State that a measure has the same value in every cell.

    Args:
        measure: its name.
        value: in percent.
        has_references: whether cells of reference models occur too; their value may differ.
    """
    whose = " of a model" if has_references else ""
    return f"{measure} is {format_number(value)}% in every cell{whose}."


def describe_extremes(measure: str, best: str, worst: str) -> str:
    """State where a measure is highest and lowest."""
    return f"{measure} is highest for {best}, lowest for {worst}."


def describe_largest(cell: str, value: str, interval: str, *, is_lead: bool) -> str:
    """Name the largest significant difference, after a space.

    Args:
        cell: its name.
        value: with its unit.
        interval: may be empty.
        is_lead: whether the cell's model is ahead of what it is compared with.
    """
    return f" Largest {'lead' if is_lead else 'difference'}: {cell}, {value}" + (
        f" (95% CI {interval})." if interval else "."
    )


def name_model_cell(model: str, part: str) -> str:
    """Name the cell of a model and a part of the benchmark."""
    return f"{model} on {part}"


def add_equal_cells(cell: str, n_others: int) -> str:
    """Add to a cell's description how many others have the same number as printed."""
    if n_others == 0:
        return cell
    return f"{cell} and {format_count(n_others, 'more cell')}"


def format_cell_size(n: float, group_count: str) -> str:
    """Format the number of answers of a cell and of their groups, as hover text."""
    return f"n {n:,.0f} of {group_count}"


def format_comparison(raw: float, constant: float) -> str:
    """Format the two parts of a comparison with the best constant answer, as a line of hover text."""
    return (
        f"<br>raw {format_number(raw, with_plus=True)}, best constant answer {format_number(constant, with_plus=True)}"
    )


def describe_references(names: list[str]) -> str:
    """Name the reference models whose answers or means are shown."""
    escaped = [escape_markdown(name) for name in names]
    if len(escaped) == 1:
        return f"These are the answers of {escaped[0]}, a reference model."
    return (
        f"These are means over reference models: {join_with_and(escaped)}. *Model*, as a filter or as rows, "
        "shows them separately."
    )


def explain_cells(
    words: Terminology,
    counted_run: str,
    parser_note: str,
    *,
    has_constant: bool,
    is_beyond_blind: bool,
    is_redrawn: bool,
    is_of_references: bool,
) -> str:
    """Explain the map: its numbers, its colours, its means and the runs that count.

    Args:
        words: of the benchmark.
        counted_run: the run by which a model counts.
        parser_note: on the parser of the replies.
        has_constant: whether cells state the value of the best constant answer.
        is_beyond_blind: whether the measure is a distance to the best constant answer.
        is_redrawn: whether the intervals choose the best constant answer again.
        is_of_references: whether only reference models have answered.
    """
    numbers = (
        "n is the number of answers behind a mean; cells show it if it differs between them. Hover over a cell to see "
        f"its 95% CI, for which {words.groups} are clusters. A difference has a colour and is bold if it is "
        f"significant at a false discovery rate of 5% over the cells, or if it is the same on every {words.group}: at "
        "most 5% of such cells are expected to be chance findings. A larger number is plain if its interval is too "
        "wide, which depends on n and on how much the values vary. A *mean* is corrected "
        "for the number of models or levels instead (Holm), so that a model's skill has one verdict here and on "
        "Overview. Click a cell to see its cases below the map."
    )
    constant = (
        "A cell's value is the raw difference minus the best constant answer's on the same questions and "
        f"{words.cases}, which is shown below it as *constant*. Hover over a cell to see both. "
    )
    luck = f" {LUCK_OF_CHOICE}" if is_redrawn and is_of_references else ""
    constants = (constant if has_constant else "") + (
        describe_skill_interval(words.groups) if is_redrawn else GIVEN_CONSTANTS
    )
    constants += luck
    colours = (
        "The colours range over the reference models' cells, since no model has answered."
        if is_of_references
        else "The colours range over the models' cells. Reference models come after them, without colour."
    )
    means = (
        f"{colours} *mean* is over all answers of a row or a column, each with the same weight. A mean over "
        "models excludes references; over references alone there is none."
    )
    runs = (
        f"Each model counts with one run: {counted_run}. *Run*, *Prompt* or *Image view* as a factor, or runs chosen "
        "under *More filters*, show the other runs. Chosen runs of one model are pooled if models are a factor."
    )
    references = "Reference models count only if models or runs are a factor, or if no model has such a run."
    paragraphs = [numbers, *([constants] if is_beyond_blind else []), means, runs, references, parser_note]
    return "\n\n".join(paragraphs)


def describe_code_counts(n_coded: int) -> str:
    """State that the shares of codes are counts, and of how many answers."""
    return f"Share **among the {n_coded:,} reviewed answers** that fit the filters: counts, not rates."


def describe_code_estimates(n_coded: int, sample: str) -> str:
    """State from which sample, and from how many answers of it, the shares of codes are estimated."""
    return (
        f"{CODE_MEASURE} with each failure cause, %: estimated from {n_coded:,} reviewed answers of the sample "
        f"“{escape_markdown(sample)}” that fit the filters, weighted by the sampling. Measures of scores do not apply "
        "to causes."
    )
