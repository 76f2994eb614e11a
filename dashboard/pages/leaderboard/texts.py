"""Texts of the page Leaderboard."""

from collections.abc import Sequence

from core.analyses.phrases import VERDICT_MEANINGS
from core.formatting import add_ending, join_with_and

QUESTION = (
    "Which model is best at each benchmark, and does it beat the best constant answer? *Skill*: its score minus that "
    "answer's."
)
COST_SECTION = "Cost against score"
NO_ANSWER = "**No model has answered any benchmark yet.** Once one has, this page names each benchmark's best model."
NO_LEADER = "no model has answered enough to lead."
FIRST_COLUMNS = "score and skill"
NO_MODEL_FITS = "No model fits these filters."
TABLE = "Models over all benchmarks"
REFERENCES_TABLE = "Reference solvers"
USAGE_NOTE = "Seconds and tokens are known for runs that Trilens made and for logs that report them."

NO_COST = (
    "Cost against score is not shown: no run here has both token counts and a known price. Runs that Trilens makes "
    "record tokens; prices.csv in the data folder adds prices."
)


LEADER_HEADINGS = ("Benchmark", "Best model", "score, %", "skill, points", "verdict", "models better than constant")
"""Headings of the table of the best models."""

INTERVAL_TITLES = {"score": "score, 95% CI", "gain": "skill, 95% CI", "robustness": "sets, 95% CI"}
"""Titles of the columns with intervals, by measure."""

VERDICT = "verdict"


def describe_benchmarks(n_better: int, n_benchmarks: int) -> str:
    """State on how many of several benchmarks with models' answers the best model beats the best constant answer."""
    if n_better == n_benchmarks:
        return f"On each of the {n_benchmarks} benchmarks with answers, the best model beats the best constant answer."
    return f"On {n_better} of {n_benchmarks} benchmarks with answers, the best model beats the best constant answer."


def name_leaders(label: str, ending: str, rivals: Sequence[str]) -> str:
    """Name the best model, whose numbers follow, and those that are not distinguishable from it.

    Args:
        label: of the model, without the part that all labels share.
        ending: this part; may be empty.
        rivals: labels of the models that are not distinguishable from it.
    """
    close = f"not distinguishable from {join_with_and(list(rivals))}" if rivals else ""
    return add_ending(label, "; ".join(filter(None, (ending, close))))


def build_leader_row(title: str, cells: Sequence[str]) -> dict[str, str]:
    """Build a row of the table of the best models."""
    return dict(zip(LEADER_HEADINGS, [title, *cells], strict=True))


def format_share_of_models(n_better: int, n_models: int) -> str:
    """Format how many models are better than the best constant answer."""
    return f"{n_better} of {n_models}"


def describe_leader(
    title: str, label: str, score: str, percent: str, blind: str, gain: str, rivals: Sequence[str], *, is_alone: bool
) -> str:
    """Describe which model is best, whether it beats the best constant answer, and who is not distinguishable from it.

    Args:
        title: of the benchmark.
        label: of the model.
        score: the benchmark's word for its score.
        percent: the mean score.
        blind: the verdict on whether the model beats the best constant answer; may be empty.
        gain: its skill in points with the interval; may be empty.
        rivals: labels of the models that are not distinguishable from it.
        is_alone: whether no other model is compared.
    """
    rank = f"is the only compared model: {score}" if is_alone else f"is the best model: {score}"
    rank = f"has the highest {score}:" if rivals else rank
    verdict = f", {blind}" if blind else ""
    points = f" ({gain.replace(' (', ' points, ').rstrip(')')})" if gain else ""
    are = "is" if len(rivals) == 1 else "are"
    close = f" {join_with_and(list(rivals))} {are} not distinguishable from it." if rivals else ""
    return f"On {title}, {label} {rank} {percent}%{verdict}{points}.{close}"


def describe_unanswered_benchmark(title: str) -> str:
    """State that no model has answered the current benchmark, and that others follow."""
    return f"{title}: no model has answered it yet. These benchmarks have answers of models:"


def name_models_table(titles: Sequence[str]) -> str:
    """Name the benchmarks of the table of models."""
    return f"Models on {join_with_and(list(titles))}"


def name_references(n_references: int) -> str:
    """Name the folded table of reference models."""
    return f"Reference solvers, which are not models ({n_references})"


def describe_coverage(names: Sequence[str], answered: str) -> str:
    """State that some models have answered only a part of the cases, to which their score and skill refer."""
    has = "has" if len(names) == 1 else "have"
    return f"{join_with_and(list(names))} {has} answered {answered}; the skill is that on these."


def explain_verdicts(verdicts: Sequence[str]) -> str:
    """Explain the verdicts that a reader could misread; empty if there are none of them."""
    return " ".join(VERDICT_MEANINGS[verdict] for verdict in VERDICT_MEANINGS if verdict in verdicts)


def explain_table(cost_note: str) -> str:
    """Explain the columns of the table."""
    return (
        "Each model has one run per benchmark, as on Overview. Click a column's head to sort. Intervals are 95%, "
        "clustered by the benchmark's groups; a dash means not asked, not reported, or too few groups. *Skill* "
        "is the score minus that of the best constant answer to each kind of question, chosen on other groups. Its "
        "verdicts are corrected for the number of models (Holm); *constant* is the best constant answer. Skills of "
        "reference solvers are over the best answers to the same cases, as on Heatmaps. *Right in whole sets* "
        "is the share of sets that are right in every view. Scores of different benchmarks are not comparable. The "
        "family is the word with which a name begins; a size comes from the name or from model_sizes.csv; *asked* is "
        f"when the first run began. {cost_note}"
    )


def describe_unknown(columns: str) -> str:
    """Name the columns that are left out because no run has the figure."""
    return f"Not known for any of these models: {columns}."


def name_cost_chart(score: str) -> str:
    """Return the title of the chart."""
    return f"Cost against {score} by model"


def explain_cost_chart(n_unpriced: int) -> str:
    """Explain the chart, and state how many models it leaves out."""
    left_out = f" Models without a known cost, left out: {n_unpriced:,}." if n_unpriced else ""
    return f"Up and to the left is better. Lines are 95% CIs.{left_out}"
