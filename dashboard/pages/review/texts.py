"""Texts of the page Review."""

from core.formatting import escape_markdown, format_count, join_with_and

LEAD = "Look at wrong answers one by one, name the first thing that went wrong, and see which causes each model has."
NO_MODEL = "Until one has, you can practise on the wrong answers of reference models."
TASK = "Enter your name and press *Begin*: you then choose a cause for one answer after the other."
EXAMPLE_ANSWER = "For example:"
PARTS = "Part of the review"

PURPOSE = (
    "Read one wrong answer at a time and name its cause: the first thing that went wrong. Rates need a random sample; "
    "the other lists are for looking closer."
)

QUEUES = {
    "sample": "A random sample of wrong answers",
    "filter": "Wrong answers that fit the filters",
    "disagree": "Answers that two models disagree on",
    "second": "Second pass: answers that another reviewer has decided",
    "split": "Answers whose cause was split",
}
"""Titles of the lists by the names that are stored with decisions."""

FORMER_QUEUES = {
    "Second pass: answers that another coder has coded": "second",
    "Second pass: answers that another reviewer has coded": "second",
    "Answers of a code that was split": "split",
}
"""Lists by their titles in former links."""

DRAW_SAMPLE = (
    "Draw one to begin: it takes the filters into account. Or choose *Wrong answers that fit the filters* to read "
    "without one."
)
NO_WRONG_ANSWER = "No wrong answer fits these filters. Clear a filter in the sidebar."
ONE_MODEL = "Two models are needed. Clear the filter of models in the sidebar."
SAME_MODEL = "Choose two different models."
SAME_OUTCOMES = "These two models are right and wrong on the same answers."
SHARE = "Share of the reviewed answers"
NO_OTHER_CODER = "No reviewer with another name has reviewed an answer yet."
NO_SPLIT_CODE = "No cause that you named was split."
UNKNOWN_CASE = "The warehouse no longer has this case."
OPEN_CASE = "Open the case with all answers"
UNKNOWN_ANSWER = "The warehouse no longer has an answer of this run to this case."
ALL_ANSWERS = "The model's answers to all questions about this image"
NO_REPLY = "The run has no reply to this case."
ANSWER_ALONE = "The reply is only this answer, without reasons: judge the cause from the image."
PRACTICE = "For practice only: it does not see the image."

KEYS = (
    "**1–9, 0** choose a cause · **T** write the first thing that went wrong · **N** new cause · **P** use the first "
    "suggestion · **U** unsure · **S** skip · **Z** undo"
)
"""Keys of the desk."""

ALL_DECIDED = "All answers of this list are decided. See *Causes per model*, or draw another sample."
EMPTY_CODEBOOK_DESK = "The list of causes is empty. Press N and name the first one, or use a suggestion."
WHAT_WENT_WRONG = "T · First thing that went wrong"
EMPTY_CODEBOOK = "The list of causes is empty. Define one here, or press N at the desk under *Name causes*."
EMPTY_CODEBOOK_WITHOUT_NAME = "The list of causes is empty. Enter your name above; then you can define one here."
EMPTY_CODEBOOK_READ_ONLY = "The list of causes is empty."
EXAMPLE = "One of its answers"
SPLIT = "Split into new causes. Its answers then wait in the list *Answers whose cause was split*."
FEW_PARTS = "A split needs the names of at least two new causes."

AGREEMENT_METHOD = (
    "Krippendorff's alpha is 1 if two reviewers always agree, and 0 if they agree no more often than by "
    "chance. From 0.8 on causes count as reliable, from 0.67 on as good enough for tentative conclusions. The 95% "
    "interval is a bootstrap over the benchmark's groups. A second reviewer does not see the first one's causes while "
    "deciding: choose *Second pass* under *Name causes*."
)

SAME_CODER = "Choose two different reviewers."
NO_COMMON_ANSWER = "These two reviewers have no answer in common yet."

RATES_METHOD = (
    "Each rate estimates the share of a model's wrong answers that would get this cause if all of them were reviewed. "
    "The sample takes answers from strata (model, question, margin) with different probabilities, so each reviewed "
    "answer counts for as many answers as it stands for (Horvitz-Thompson). The 95% CI treats the benchmark's groups "
    "as the units of independence and comes from the effective number of answers (Wilson). Skipped answers are left "
    "out, and the other answers of their stratum count for them. Rates of a model add up to 100%, *Unsure* included."
)

NO_SAMPLE = "Rates need a random sample. Draw one under *Name causes*."
RATES_CHART = "Share of each failure cause among wrong answers, by model"
RATE_AXIS = "share of wrong answers, %"
RATE_COLUMN = "Share of wrong answers, %"
CODED_COLUMN = "Answers with this cause"
RATES_TABLE = "Rates of failure causes by model; a row opens the cases of its answers"

SYNTAX = (
    "**Words and phrases**: up to four, all of which the reply must have, as whole words; put a phrase in double "
    "quotes. **Regular expression**: in RE2's syntax, as in `angle \\w+ is (acute|obtuse)`. Upper and lower case are "
    "the same. The search covers the whole raw reply, reasoning included, of the models and runs that the filters "
    "select."
)

MODE = "How to read it"
TYPE_WORD = "Type a word that you have seen in a reply, to find out how often it occurs and in whose replies."
NO_MATCH = "No reply has this. Try fewer words, or clear a filter in the sidebar."
OUTCOME = "Answers with such a reply"
CODE_ALL = "Give all of these answers a cause"
NO_CODE = "The list of causes is empty. Define one first."

NO_COHORT = (
    "No cohort is saved yet. Set filters on Cases or pin cases, then choose *Save as cohort* below them. *Save "
    "view* in the sidebar keeps a page with all that is chosen on it."
)

NAME_NEEDED = "**Who are you?** Imports and deletions need a name."
DELETION = "It can no longer be chosen as a filter, and links to it stop working. Its cases and their causes stay."
CHOOSE_FILE = "Choose a file that *Export all* wrote."
NOTHING_NEW = "All cohorts of the file exist already."


def describe_unreadable_lines(n_lines: int) -> str:
    """State that lines of the file of codes cannot be read."""
    return f"{n_lines} lines of the file codes.jsonl cannot be read; they are kept unchanged."


def describe_no_sample(reason: str) -> str:
    """State that no sample has been drawn, and why or what to do."""
    return f"No sample has been drawn yet. {reason}"


def describe_wrong_answers(n_answers: int, n_models: int, *, are_references: bool, are_filtered: bool) -> str:
    """State how many wrong answers there are, and of how many models."""
    verb = "is" if n_answers == 1 else "are"
    models = format_count(n_models, "reference model" if are_references else "model")
    limit = " that fit the filters" if are_filtered else ""
    return f"There {verb} {format_count(n_answers, 'wrong answer')} of {models}{limit}."


def explain_wrong_numbers(tolerances: str) -> str:
    """State which numbers count as wrong; `tolerances` as `describe_tolerances` returns it."""
    return f"A number is wrong here unless it is {tolerances}; in scores, near misses count in part."


def explain_sample(case: str) -> str:
    """Explain how the sample is drawn."""
    return (
        "The sample takes the same number from each model, and from each of its questions and bands of margins as far "
        "as they allow. Rates weight each answer by the number of answers that it represents. A "
        f"{case} may occur several times, once per model."
    )


def name_reply(run: str) -> str:
    """Return the label of a reply."""
    return f"Reply of {escape_markdown(run)}"


def describe_foil(phrase: str, answer: str) -> str:
    """State which answer fits the foil, such as the flat image."""
    return f"Fits {phrase}: **{answer}**"


def list_causes(causes: list[str]) -> str:
    """List the causes to choose from.

    Args:
        causes: names of the codes, in Markdown.
    """
    if causes:
        return f"Causes so far: {join_with_and(causes)}."
    return "No cause has been named yet: you name the first one, or take one that is suggested."


def describe_suggestion(name: str, reason: str) -> str:
    """State which cause a rule suggests for an answer, and why; both in Markdown."""
    return f"Suggested cause: **{name}**. {reason}"


def describe_other_answers(behaviour: str) -> str:
    """Describe the model's answers to other cases; `behaviour` in Markdown."""
    return f"**Other answers of this model.** {behaviour}"


def describe_position(position: int, n_answers: int, n_coded: int) -> str:
    """State which answer of the list is shown, and how many are coded."""
    return f"Answer {position:,} of {n_answers:,} · {n_coded:,} reviewed"


def describe_stable_codebook(n_answers: int) -> str:
    """State that no new cause was needed lately."""
    return (
        f"You have needed no new cause for {n_answers} answers. The list probably covers these failures; more "
        "answers make the rates more precise."
    )


def describe_words(words: str) -> str:
    """Repeat what the reviewer wrote."""
    return f"In your words: {words}"


def name_former_codes(n_codes: int) -> str:
    """Return the title of the list of merged and split codes."""
    return f"Merged and split causes ({n_codes})"


def describe_taken_name(name: str) -> str:
    """State that another cause has the name, and what to do."""
    return f"There is already a cause “{name}”. Choose another name, or merge the causes."


def explain_second_coder(cases: str) -> str:
    """Explain how an answer gets a second reviewer."""
    return (
        "Agreement needs a second reviewer. Someone else chooses *Second pass* under *Name causes*, gives another "
        f"name and names causes for a share of the same {cases} without seeing the first ones."
    )


def describe_first(n_shown: int) -> str:
    """State how many disagreements are shown."""
    return f"The first {n_shown} are shown."


def describe_coded(n_coded: int, n_answers: int, n_left_out: int) -> str:
    """State how many answers of a sample are coded, and how many codes do not count yet.

    Args:
        n_coded: number of coded answers.
        n_answers: number of answers of the sample.
        n_left_out: number of codes that were not given in the sample's order.
    """
    coded = f"{n_coded:,} of {n_answers:,} answers of this sample are reviewed."
    if not n_left_out:
        return coded
    return (
        f"{coded} Further causes from a search or another list: {n_left_out:,}. They do not count until the review of "
        "the sample reaches their answers in its random order."
    )


def describe_missing_intervals(min_groups: int, groups: str) -> str:
    """State which models have no interval."""
    return f"No interval is shown for a model with fewer than {min_groups} {groups}: too few to tell."


def describe_most_frequent(code: str, share: str, runs: str, interval: str, n_answers: int) -> str:
    """Describe the most frequent code.

    Args:
        code: its name, in Markdown.
        share: among wrong answers, in percent.
        runs: label of the run, in Markdown; empty for all models of the sample.
        interval: of the share; empty if too few groups are coded.
        n_answers: number of coded answers.
    """
    precision = f"95% CI {interval}" if interval else "too few to tell how precise that is"
    return (
        f"The most frequent cause is **{code}**: {share}% of the wrong answers of "
        f"{runs or 'all models of the sample'} ({precision}; {n_answers:,} answers reviewed)."
    )


def describe_slow_search(limit_s: float) -> str:
    """State that the search was stopped, and what to do."""
    return f"The search took longer than {limit_s:.0f} s and was stopped. Choose fewer models or other words."


def describe_invalid_expression(reason: str) -> str:
    """State why a regular expression is not valid."""
    return f"The regular expression is not valid: {reason}. See *Syntax*."


def describe_counts(max_runs: int, n_runs: int, n_without: int) -> str:
    """Explain the counts, and state how many runs the table leaves out.

    Args:
        max_runs: maximum number of runs in the table.
        n_runs: number of runs with such a reply.
        n_without: number of runs without one.
    """
    first = f" The first {max_runs} of {n_runs:,} runs are shown." if n_runs > max_runs else ""
    without = f" Runs without such a reply: {n_without:,}." if n_without else ""
    return f"Counts of answers; their shares are among all wrong or all correct answers of the run.{first}{without}"


def describe_first_answers(n_shown: int, n_answers: int) -> str:
    """State how many answers are shown."""
    return f"The first {n_shown} of {n_answers:,} answers are shown."


def describe_uncoded(n_answers: int, max_answers: int) -> str:
    """State how many of the found answers get the code, and warn that words are not reasons."""
    limit = f" The first {max_answers} of them get the cause." if n_answers > max_answers else ""
    return (
        f"{n_answers:,} of these answers have no cause of yours.{limit} A search finds words, not reasons: read some "
        "of the replies first."
    )


def describe_view(page: str) -> str:
    """State what the button opens."""
    return f"{page} with all that was chosen on it"


def describe_missing_cases(n_cases: int) -> str:
    """State how many cases are left out."""
    missing = format_count(n_cases, "of them does not exist", "of them do not exist")
    return f"{missing} in this data; the filter leaves out what is missing."


def describe_presentation(max_cases: int) -> str:
    """State what the button presents."""
    return f"One slide per case, at most the first {max_cases}"
