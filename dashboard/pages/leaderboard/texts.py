"""Texts of the page Leaderboard."""

QUESTION = "Which model is best at each benchmark, and is it better than answering without the image?"
COST_SECTION = "Cost against score"
NO_LEADER = "no model has answered enough to lead."
FIRST_COLUMNS = "score and gain over blind"
NO_MODEL_FITS = "No model fits these filters."
TABLE = "Models over all benchmarks"
USAGE_NOTE = "Seconds and tokens are known for runs that Trilens made and for logs that report them."

NO_COST = (
    "Cost against score is not shown: no run here has both token counts and a known price. Runs that Trilens makes "
    "record tokens; prices.csv in the data folder adds prices."
)


def describe_other_benchmark(title: str, first: str) -> str:
    """State that no model has answered the current benchmark, and which one the table has at first."""
    return f"No model has answered {title}; the table shows {first}."


def explain_table(cost_note: str) -> str:
    """Explain the columns of the table."""
    return (
        "Each model has one run per benchmark, as on Overview. Click a column's head to sort. Intervals are 95%, "
        "clustered by the benchmark's groups; a dash means not asked, not reported, or too few groups. *Gain over "
        "blind* is the score minus that of the best answer without looking. *Right in whole sets* is the share of "
        "sets that are right in every view. Scores of different benchmarks are not comparable. The family is the "
        "word with which a name begins; a size comes from the name or from model_sizes.csv; *asked* is when the "
        f"first run began. {cost_note}"
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
