"""Texts of the page Checkpoints."""

QUESTION = "Is each version of a model better or worse than the one before, and on which answers?"
NO_SERIES = "No versions to compare yet"
NO_SHARED_ANSWER = "The runs share no readable answer that fits these filters."


def explain_no_series(max_repeat_hours: float) -> str:
    """Explain why no model has versions to compare, and what to do.

    Args:
        max_repeat_hours: runs within this time are repeats of one version.
    """
    return (
        "No model has two runs with the same settings and a start time that are of different checkpoints or more than "
        f"{max_repeat_hours} hours apart. Ask a model again, import such runs, or choose two runs in the filter *Run*."
    )


def explain_course(groups: str, parser_note: str) -> str:
    """Explain the order of the runs, the band of the chart and the verdicts of the table.

    Args:
        groups: the benchmark's word for its groups.
        parser_note: on the parser of the replies.
    """
    return (
        "The order is the start time in each run's manifest; runs that start at the same time are sorted by name, "
        f"with numbers by their value. The band joins 95% CIs, {groups} as clusters; "
        "the scores of the chart count all answers of a run.\n\n"
        "The table compares each run with the one before on the answers that are readable in both, as `trilens gate` "
        "does: **not worse** if the whole 95% CI is above minus the allowed drop, **worse** if it is below, else "
        f"**undecided**, also if the answers about too few {groups} changed to tell, or if the newer run lacks answers "
        f"of the older one. Intervals are not corrected for the number of steps.\n\n{parser_note}"
    )


def describe_chart(score: str) -> str:
    """Describe the chart of the scores over time.

    Args:
        score: the benchmark's word for its score.
    """
    return f"Mean {score} of each run in order of time"


def describe_changes(n_worse: int, n_better: int) -> str:
    """Describe how many answers changed from one run to the next."""
    return f"{n_worse:,} answers got worse, {n_better:,} got better."


def name_cases_of_both_runs(cases: str) -> str:
    """Name the link to the cases of two neighbouring runs."""
    return f"{cases.capitalize()} of both runs"


def describe_changes_table(case: str) -> str:
    """Describe the table of the answers that changed."""
    return f"Answers that changed; a row opens its {case}"
