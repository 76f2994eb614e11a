"""Texts of the panel of Compare that explains the gap between two scores."""

GAP_TITLE = "Why the two scores differ"
GAP_CHART = "Parts of the gap between the two scores"
GAP_HELP = (
    "Each part is the mean change of the score when only this factor takes the second run's side, over all orders "
    "of the factors (Shapley values), so the parts sum to the gap. Differences in the replies themselves (model, "
    "prompt, image, request options) are one part, because no run changes only one of them. The panel counts all "
    "cases of both runs and ignores the filters. A bar shows the cases that it changes."
)
GAP_SCORES = {
    "ours": "both runs as Trilens reads them",
    "program": "the second run as its program scored it",
    "first": "the first run by its program and by Trilens",
    "second": "the second run by its program and by Trilens",
    "published": "the first run and a published score",
}
"""What is compared."""
GAP_FORMER_SCORES = {"our reading": "ours", "the program that asked, unread replies wrong": "program"}
"""What is compared, by its label in former links."""
GAP_SCORES_HELP = "Program: the one that asked the model. Replies that it could not read count as wrong."
GAP_PLACEHOLDER = "as the publication states it"
GAP_UNREAD = "In the publication, unread replies are"
GAP_AVERAGE = "Its score is the mean over"
GAP_READING = "Its replies are read by"
MEANS_OF_QUESTIONS = "the means of the questions"
OTHER_PROGRAM = "the program that asked"
NO_OTHER_PART = "Nothing else that the warehouse knows differs between them."
NO_SCORE = "Enter the published score to see what the way of scoring explains of the gap, and what it leaves."


def explain_gap_measure(measure: str) -> str:
    """State which score the gap is about, whatever the runs are scored against on the page."""
    return f"This panel is always about {measure}."


def name_gap_cases(cases: str) -> str:
    """Name the choice of a factor of the gap."""
    return f"{cases.capitalize()} whose score changes because of"


def describe_gap_table(cases: str) -> str:
    """Describe the table of cases that a factor of the gap changes."""
    return f"{cases.capitalize()} whose score this factor changes; a row opens one"
