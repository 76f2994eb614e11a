"""Texts of the page Compare.

Arguments with the benchmark's words are `case`, `cases`, `group`, `groups`; `measure` is the compared score; `first`
and `second` are the names of the two runs.
"""

from core.analyses.phrases import FAMILY
from core.formatting import escape_markdown, format_interval, format_number, format_p_value

QUESTION = "Which of two models is better, on what, and by more than chance?"
NO_MODEL = (
    "Once one has, this page shows whether it scores higher than another model or a baseline, on which questions, and "
    "where the two disagree."
)
EXAMPLE = "An example until then: two reference models"
FEWER_THAN_TWO_RUNS = "A comparison needs answers of two runs, but fewer fit these filters."
SAME_RUN = "Both runs are the same. Choose another one as the second."
IGNORED_FILTER = "The filter *Model* leaves one model and is ignored here. Choose models with *First* and *Second*."

EQUIVALENCE_TITLE = "Are the two equally good?"
EQUIVALENCE_MARGIN = "Largest difference that does not matter, points"
EQUIVALENCE_HELP = (
    "The two runs count as equally good if the whole 90% CI of their difference lies within this margin, in both "
    "directions: two one-sided tests at 5%."
)

CODES_NEED_SAMPLE = "Shares of failure causes need a random sample. Draw one on Review, *Name causes*."
MORE_FREQUENT_CODE = "which cause is more frequent"
CODES_AXIS = "difference of the share of wrong answers, points"
CODES_CHART = "Difference of the share of each failure cause"
CODES_TABLE = "Rates of failure causes in both runs"
CODES_HELP = (
    "Each mark is the share of the first run's wrong answers with this cause minus that of the second run's, estimated "
    "from a random sample and weighted by the sampling. It is not a difference of scores: an answer has a cause "
    "because it is wrong, so its score would only repeat that. The wrong answers of two runs need not be about the "
    "same cases. Lines are 95% CIs with the benchmark's groups as units; significance is corrected for the number of "
    "causes (Holm). Click a mark to open both runs' answers with this cause."
)

AHEAD_MARKS = "Filled: significantly different, in the colour and shape of who is ahead."
REFERENCE_MARKS = "Grey with a dotted line: a reference model is ahead."
OPEN_MARKS = "Open circle: not significantly different, once corrected for the number of parts."

OUTCOMES_TITLE = "Who is right where the other is wrong"
OUTCOMES_CHART = "Shares of answers by who is right, by question"
OUTCOMES_AXIS = "share of the answers, %"
OUTCOMES_HOVER = "%{y}<br>%{hovertext}<br>click: these cases, below<extra></extra>"
OUTCOMES_HELP = (
    "Click a part of a bar to see its cases below. The table gives phi, the correlation of being wrong: "
    "at 1 the two always err together, at 0 their errors are independent. Over a whole question phi is high for "
    "any two models with the same habit; within one true class the habit plays no part. Phi is undefined if a run "
    "is always wrong or never wrong."
)
OUTCOMES_TABLE = "Answers by who is right, per question and true class"
OUTCOMES_EXPANDER = "Show data, with phi within each true class"
OUTCOME_SQUARE = "Answers by whether either run is right, over all questions"
OUTCOME_SQUARE_CAPTION = "Over all questions. Cells with a frame: only one of the two is right."

CASE_MARKS = "Mean over the questions that both answered. Darker: more marks. On the dashed line both score the same."
CASE_HOVER = "%{hovertext}<br>%{meta[0]} %{x:.1f}%, %{meta[1]} %{y:.1f}%<br>click: its case<extra></extra>"

MOST_ANSWERS_FIRST = "most such answers first"
LARGEST_FIRST = "largest difference first"

CORRELATION_LEAD = (
    "How often two runs fail on the same answers, as *phi*: 1 if always, 0 if no more often than by chance. First the "
    "two runs above, then the pair with the highest phi of all that are compared here."
)
NO_CORRELATION = "No two models have errors that can be compared. *All pairs* includes the reference models."
CORRELATION_TABLE = "Pairs of runs, a row compares the two"

PLAN_TITLE = "How many answers a difference needs"
PLAN_DIFFERENCE = "Difference to detect, points"
PLAN_POWER = "Probability of detecting it"
UNKNOWN_PASSES = "More passes: unknown. Run a model twice, so that the noise between passes can be measured."


def describe_counts(n: int, n_cases: int, cases: str, n_groups: int, groups: str, left_out: str) -> str:
    """Describe how many answers the comparison is based on; `left_out` as `describe_left_out` returns it."""
    return f"{n:,} answers that are readable in both runs, on {n_cases:,} {cases} of {n_groups:,} {groups}{left_out}."


def describe_means(names: tuple[str, str], percents: tuple[float, float], constant: float | None) -> str:
    """State the mean scores of both runs, and of the best constant answer, unless it is unknown."""
    first, second = (
        f"{escape_markdown(name)} {format_number(percent)}%" for name, percent in zip(names, percents, strict=True)
    )
    beside = "" if constant is None else f"; the best constant answer to the same questions {format_number(constant)}%"
    return f"Means: {first}, {second}{beside}."


def describe_reference_pair(exact: str, flat: str, image: str) -> str:
    """State what separates a run that is always right from one that answers from the flat image, named `image`."""
    return (
        f"{exact} computes the right answers, {flat} those that {image} suggests. The difference is what a model "
        f"that reads only {image} would lose."
    )


def explain_comparison(measure: str, parser_note: str, distance_interval: str) -> str:
    """Explain which answers count; the explanation of the distance to not looking may be empty."""
    distance = f"\n\n{distance_interval}" if distance_interval else ""
    return (
        f"The comparison uses the mean of {measure}. Only questions with a readable answer from both runs count, so "
        f"the comparison is fair.\n\n{parser_note}{distance}"
    )


def describe_shared_condition(ending: str) -> str:
    """State the part of their names that both runs share."""
    return f"Both runs: {escape_markdown(ending)}."


def describe_condition(conditions: str, first: str, second: str) -> str:
    """Describe a condition, such as the prompt, that differs between the runs."""
    return f"{conditions} differ: {escape_markdown(first)} for the first, {escape_markdown(second)} for the second."


def describe_answered(answered: list[tuple[str, str]]) -> str:
    """Describe how much of the benchmark the runs have answered, each with its name."""
    parts = [f"{name} has answered {coverage}" for name, coverage in answered]
    return f"{'; '.join(parts)}. Only answers to the same questions are compared."


def explain_too_few_for_equivalence(groups: str, margin: str, measure: str) -> str:
    """Explain why equivalence cannot be tested."""
    return f"**Too few {groups}** to tell whether the two runs differ by more than {margin} points of {measure}."


def describe_equivalence(margin: str, measure: str, low: float, high: float, p: float, *, is_equivalent: bool) -> str:
    """Describe the result of the two one-sided tests, with the 90% interval of the difference."""
    interval = format_interval(low, high, with_plus=True)
    tests = f"(two one-sided tests, p {format_p_value(p)})"
    if is_equivalent:
        return (
            f"**Equally good within {margin} points of {measure}**: the 90% CI of the difference, {interval}, is "
            f"within ±{margin} {tests}."
        )
    return (
        f"**A difference of more than {margin} points of {measure} is still possible**: its 90% CI, {interval}, is "
        f"not within ±{margin} {tests}."
    )


def explain_no_coded_answers(first: str, second: str) -> str:
    """Explain why the codes of two runs cannot be compared."""
    return (
        f"This sample has no reviewed answers of both {first} and {second}. Choose another sample or other runs, or "
        "draw one on Review with both models as filters."
    )


def describe_code_differences(first: str, second: str, n_significant: int, n_codes: int) -> str:
    """Describe for how many failure codes the runs differ."""
    return (
        f"The share among wrong answers differs significantly between {first} and {second} for "
        f"{n_significant or 'none'} of {n_codes} failure causes."
    )


def explain_code_marks(first: str, second: str) -> str:
    """Explain the marks of the chart of failure codes."""
    return (
        f"{first} minus {second}, share of wrong answers with the cause. Filled: significantly more frequent, in the "
        "colour and shape of the model that has it more often. Open circle: not significantly different."
    )


def describe_missing_levels(names: str) -> str:
    """Name the levels that the chart leaves out."""
    return f"Left out, because the two runs have no readable answer in common: {names}."


def describe_slices_chart(measure: str, factor: str) -> str:
    """Describe the chart of differences by a factor."""
    return f"Difference of {measure} by {factor}"


def explain_slices(groups: str, cases: str) -> str:
    """Explain the intervals and tests of differences by a factor."""
    return (
        f"Lines are 95% CIs of each part alone, with {groups} as clusters. Significance is corrected for the number of "
        f"parts (Holm). Click a mark to open the {cases} of the part."
    )


def describe_no_spread_marks(group: str) -> str:
    """Describe marks without an interval."""
    return f"Without a line: the same difference on every {group}."


def describe_sides(first: str, second: str) -> str:
    """Describe the two sides of the chart of differences."""
    return (
        f"Right of the dashed line {escape_markdown(first)} scores higher, left of it {escape_markdown(second)}. "
        "Values are mean paired differences."
    )


def describe_slice_mark(verdict: str, n: float, n_groups: float, groups: str) -> str:
    """Describe the difference of a part, as hover text."""
    return f"{verdict}; n {n:,.0f} of {n_groups:,.0f} {groups}<br>click: its cases"


def describe_outcomes(n: int, first: str, second: str, both: int, only_first: int, only_second: int, none: int) -> str:
    """Describe how many answers both, one or neither of the runs have right."""
    return (
        f"Of {n:,} answers both are right on {both:,}, only {first} on {only_first:,}, only {second} on "
        f"{only_second:,}, neither on {none:,}."
    )


def describe_outcome_count(outcome: str, count: int, n: int) -> str:
    """Describe how many answers have an outcome, as hover text."""
    return f"{outcome}: {count:,} of {n:,} answers"


def explain_right(tolerances: str) -> str:
    """Explain when an answer is right; the tolerances of graded answers may be empty."""
    graded = f"; graded answers are right {tolerances}" if tolerances else ""
    return f"An answer is right if it equals the truth{graded}."


def describe_cases_chart(measure: str, first: str, second: str, case: str) -> str:
    """Describe the chart of both runs' scores."""
    return f"Mean {measure} of {first} and {second}, by {case}"


def explain_no_disagreement(case: str) -> str:
    """State that no case has the chosen outcome."""
    return f"No {case} has this outcome."


def describe_disagreements(case_count: str, order: str, first: str, second: str) -> str:
    """Describe the cases of disagreements, their order and the numbers below them."""
    return f"{case_count}, {order}. Below each: {escape_markdown(first)} | {escape_markdown(second)}."


def describe_disagreements_table(cases: str) -> str:
    """Describe the table of disagreements."""
    return f"{cases.capitalize()} that both answered; a row opens one"


def explain_correlation(groups: str) -> str:
    """Explain phi, its interval and what it means."""
    return (
        "*Phi* is the correlation of being wrong, over the answers that are readable in both: at 1 two runs err on the "
        "same cases, at 0 their errors are independent. It is undefined if a run is always or never wrong. Its "
        f"interval takes {groups} as clusters, and needs ten of them. Models with the same habit err together without "
        "anything else in common; *Who is right* has phi within each true class."
    )


def name_plan_from_score(run: str) -> str:
    """Name the plan for the difference of a run from a score without an interval."""
    return f"of {run} from a fixed score"


def explain_plan(variance: str) -> str:
    """Explain the sizes of a plan, after a sentence on the measured variance."""
    return (
        f"{escape_markdown(variance)} It is measured over all readable answers; filters do not count here. The test is "
        "the one of this page, at 5%, without correction for many comparisons; a fixed score has no interval, such as "
        "a published score. Averaging passes removes only what differs between runs that are asked in the same way. "
        "`trilens plan` prints the same."
    )


def describe_matrix(measure: str) -> str:
    """Describe the matrix of differences."""
    return f"Paired differences of {measure} between all runs"


def explain_matrix_help(n_pairs: int) -> str:
    """Explain the differences of the matrix and the correction for their number."""
    of_models = f" Here there are {n_pairs:,} such comparisons." if n_pairs > 1 else ""
    return (
        f"Each difference is taken over the answers that are readable in both runs. {FAMILY}{of_models} Click a cell "
        "to compare the two runs."
    )


def explain_matrix(measure: str, sign: str, limit_note: str, *, has_unclear: bool, has_numbers: bool) -> str:
    """Explain the sign, the marks and the runs of the matrix; `sign` is before differences that are not significant."""
    sentences = [
        f"Column minus row, points of {measure}: above zero the run above the column scores higher.",
        f"{sign}: not significantly different." if has_unclear else "",
        "" if has_numbers else "Hover over a cell to see its number.",
        f"{limit_note}: the two, and those with the nearest {measure}." if limit_note else "",
    ]
    return " ".join(filter(None, sentences))


def describe_matrix_cell(column: str, row: str, difference: str, *, is_clear: bool) -> str:
    """Describe the difference of two runs, as hover text."""
    remark = "" if is_clear else "<br>not significantly different"
    return f"{column} minus {row}: {difference}{remark}<br>click: compare the two"
