"""Texts of the page Checkpoints."""

QUESTION = "Is each version of a model (checkpoint) better or worse than the one before, and on which answers?"
NO_SERIES = "No model here has two versions to compare."
NO_SHARED_ANSWER = "The runs share no readable answer that fits these filters."


COMPARE_LINK = "Compare any two runs"


def explain_no_series(max_repeat_hours: float, n_dated: int, n_runs: int) -> str:
    """Explain why no model has versions to compare, and which runs can be chosen instead.

    Args:
        max_repeat_hours: runs within this time are repeats of one version.
        n_dated: number of models' runs that fit the filters and have a start time.
        n_runs: number of models' runs that fit the filters, reference models aside.
    """
    need = (
        "Two runs with the same settings count as two versions of a model if the provider reports different versions, "
        f"or if they started over {max_repeat_hours} hours apart."
    )
    if n_runs == 0:
        return f"Only reference models have answered, and they do not change. {need}"
    if n_dated == 0:
        return f"{need} None of these runs has a start time, as is usual for published answers."
    if n_dated == 1:
        return f"{need} Only one of these runs has a start time."
    return f"{need} No two of these runs meet this. You can also choose two runs in the sidebar: *More filters*, *Run*."


def build_commands(command: str, max_repeat_hours: float) -> str:
    """Build the commands that make two versions of a model.

    Args:
        command: that asks a model once.
        max_repeat_hours: as for `explain_no_series`.
    """
    later = f"# a second pass after {max_repeat_hours} hours, or when the provider has changed the model"
    return f"{command}\n{later}\n{command} --repeat 2"


def describe_content(score: str, cases: str) -> str:
    """Describe what the page shows once there are two versions."""
    return (
        f"Once a model has two versions, this page shows the {score} of each over time, whether it got worse by more "
        f"than a limit that you set, and the {cases} whose answers changed.\n\nRun a model twice to begin:"
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
