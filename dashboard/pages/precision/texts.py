"""Texts of the page Precision."""

from core.benchmarks.data import UNNAMED_MARGIN, Terminology
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_interval, format_number, join_with_and

ONLY_REFERENCES = "Once one has, this page shows down to which margin it sees a difference."
ANSWERED_BENCHMARKS = "See this page with models' answers"
REFERENCES_EXPANDER = "What the page shows for the reference models"
CONSTANT = "best constant answer"
"""Label of the line at its score."""

CONCLUSIONS = (
    "Wide margins are easy to see, narrow ones hard. A model that fails even at wide margins does not see what the "
    "question asks about; a model that fails at narrow ones only is not precise enough."
)
"""States what wide and narrow margins tell about a model."""

PANELS_TITLE = "From narrow to wide margins"
PANELS_CAPTION = "The marks are those of the table above. Dashed: the best constant answer."
MARGIN_AXIS = "size of the margin"
"""Title of an axis if the benchmark does not name the margin of a question."""

GUESSING_CAPTION = "Dashed: chance, the score of guessing."
SLOPES_EXPANDER = "Slopes"


def explain_margin(meanings: list[str], of_question: str = "") -> str:
    """Explain the margin by what it measures in this benchmark.

    Args:
        meanings: what the margins of the questions measure; of several, the first is an example.
        of_question: as `name_single_question` returns it, after the question; empty if several questions have margins.
    """
    question = f"How small a difference does a model still see?{of_question}"
    explained = [meaning for meaning in meanings if meaning != UNNAMED_MARGIN]
    if not explained:
        return f"{question} The margin is how much the image would have to change for another answer to be correct."
    example = "" if len(explained) == 1 else ", for example"
    return f"{question} The margin is the size of that difference{example}: {explained[0]}."


def name_margin(meaning: str, unit: str) -> str:
    """Name what a margin measures, with its unit, which may be empty."""
    return f"{meaning}, in {unit}" if unit and unit not in meaning else meaning


def describe_no_answer(cases: str) -> str:
    """State that no answer has a margin.

    Args:
        cases: the benchmark's word for its cases, here and below.
    """
    return f"No readable answer to {cases} with a margin fits these filters."


def describe_questions(n_with_margin: int, n_questions: int) -> str:
    """Describe how many questions have margins."""
    verb = "has" if n_with_margin == 1 else "have"
    return f"{n_with_margin} of {n_questions} questions {verb} margins that vary."


def name_single_question(question: str, n_questions: int) -> str:
    """Name the only question with margins that vary, as a sentence after a space.

    Args:
        question: its name, in Markdown.
        n_questions: number of all questions.
    """
    return f" Only *{question}*, 1 of {n_questions} questions, has margins that vary."


def describe_coverage(cases: str, counts: list[tuple[str, int, int]]) -> str:
    """Name the questions with a margin in only some of their cases, after a space; empty if all have one.

    Args:
        cases: the benchmark's word for its cases.
        counts: per question its name, how many of its cases have a margin, and the number of all.
    """
    if not counts:
        return ""
    parts = [f"{with_margin:,} of {n_cases:,} in {question}" for question, with_margin, n_cases in counts]
    return f" Only some {cases} have one: {join_with_and(parts)}."


def describe_undivided(cases: str, questions: list[str]) -> str:
    """Name the questions whose cases are all in one half, after a space; empty if there are none."""
    if not questions:
        return ""
    return (
        f" In {join_with_and(questions)} all {cases} shown are in one half, because margins are "
        "equal or filtered. They have no verdict (–)."
    )


def describe_unbeatable(questions: list[str]) -> str:
    """Name the questions in which one answer is correct at every wide margin, as a paragraph; empty if none."""
    if not questions:
        return ""
    return (
        f"In {join_with_and(questions)} one answer is correct at every wide margin. There it cannot be beaten, so "
        "these verdicts are about narrow margins alone.\n\n"
    )


def explain_verdicts(
    info: BenchmarkInfo, few_groups: int, chances: str, distance_interval: str, unbeatable: str, parser_note: str
) -> str:
    """Explain the halves, the numbers and the verdicts of the table.

    Args:
        info: the benchmark's words.
        few_groups: number of groups that a verdict needs in a half.
        chances: how likely the smallest difference is significant.
        distance_interval: explains the interval of the distance to the best constant answer.
        unbeatable: as `describe_unbeatable` returns it.
        parser_note: on the parser of the replies.
    """
    return (
        f"The {info.words.cases} of each question are halved by their margin; those with equal margins stay together, "
        f"so halves may differ in size. The two numbers are {info.score} at wide and at narrow margins. Verdicts are "
        f"about skill, {info.score} minus that of the best constant answer, or minus chance if that is higher; "
        f"baselines without the image have none. {distance_interval} Hover to see both skills, and by how much "
        f"{info.score} falls, with its 95% CI, {info.words.groups} as clusters.\n\n{unbeatable}"
        "- **no fall shown**: significantly above 0 at wide and at narrow margins, without a significant fall; a curve "
        "may still fall a little.\n"
        f"- **falls if narrow**: significantly above 0 at both, and {info.score} falls significantly.\n"
        "- **only if wide**: significantly above 0 at wide margins only: the model is not precise enough, or more "
        f"{info.words.cases} are needed to tell.\n"
        "- **not better than constant**: skill is not significantly different from 0, not even at wide margins. The "
        f"smallest difference, which the hover text states, is significant {chances}.\n"
        "- **worse than constant**: significantly below 0 at wide margins.\n"
        "- **one answer**: one answer is correct everywhere, so no model can beat it.\n"
        f"- **too few**: fewer than {few_groups} {info.words.groups} in a half.\n\n"
        "Verdicts are corrected for the number of models and questions (Holm); intervals are not. Click a verdict to "
        f"open its cases.\n\n{parser_note}"
    )


def explain_halves(cases: str, narrow: str, wide: str) -> str:
    """Explain the words wide and narrow below the verdicts.

    Args:
        cases: the benchmark's word for its cases.
        narrow: margins of the narrow half; empty if questions differ in it, like the next.
        wide: margins of the wide half.
    """
    ends = (f" ({wide})", f" ({narrow})") if narrow else ("", "")
    return f"*Wide*: the half of the {cases} with larger margins{ends[0]}; *narrow*: the other half{ends[1]}."


def name_score_axis(score: str, cases: str) -> str:
    """Name the axis of the mean scores.

    Args:
        score: the benchmark's word for its score, here and below.
        cases: its word for its cases.
    """
    return f"Mean {score} of {cases} with a margin, %"


def describe_shown_models(n_shown: int, n_models: int) -> str:
    """State that the table shows only the best models."""
    return f"{n_shown} of {n_models:,} models shown, the best; the filter of models shows others."


def describe_score(score: str, value: float, low: float | None, high: float | None) -> str:
    """Describe a mean score with its interval."""
    return f"{score} {format_number(value)}%, 95% CI {format_interval(low, high)}"


def describe_halves(wide: float, narrow: float) -> str:
    """Describe the scores at wide and at narrow margins, in percent."""
    return f"wide {format_number(wide, 0)}%, narrow {format_number(narrow, 0)}%"


def describe_gains(wide: float, narrow: float) -> str:
    """Describe the skill at wide and at narrow margins, in points."""
    wide_text, narrow_text = (format_number(gain, 0, with_plus=True) for gain in (wide, narrow))
    return f"skill: wide {wide_text}, narrow {narrow_text} points"


def describe_fall(fall: float | None, low: float | None, high: float | None) -> str:
    """Describe how much the score falls from wide to narrow margins; empty without an interval."""
    if low is None:
        return ""
    return f"{format_interval(low, high)}, for a fall of {format_number(fall)} points"


def explain_panels(words: Terminology) -> str:
    """Explain the bands and the marks of the panels.

    Args:
        words: of the benchmark.
    """
    return (
        f"The {words.cases} of each question are in four bands by their margin, of the same size unless margins are "
        f"equal; the limits of each band are below it. Lines are 95% CIs; faint marks have too few {words.groups}. "
        f"Click a mark to open its {words.cases}."
    )


def describe_panel(question: str, score: str) -> str:
    """Describe the chart of a question's scores by margin."""
    return f"{question}: {score} against the margin"


def describe_curve(score: str, meaning: str) -> str:
    """Describe the chart of scores along another quantity."""
    return f"{score} along the {meaning}"


def explain_curve(remark: str, words: Terminology, step: str) -> str:
    """Explain the chart and the table of scores along another quantity.

    Args:
        remark: of the benchmark, on this quantity.
        words: of the benchmark.
        step: the step of the slopes, with its unit.
    """
    return (
        f"{remark} Lines are 95% CIs, {words.groups} as clusters. "
        f"The table has the slope of a straight line through the single {words.cases}, in points per {step}; "
        f"the verdict on a fall is corrected for the number of models. Click a mark to open its {words.cases}."
    )
