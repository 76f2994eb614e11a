"""Texts of the page Cases."""

from core.formatting import add_ending, format_count, join_labels, join_with_and, split_shared_ending

REPLY_SEARCH = "Words in a reply"
CASE_SEARCH = "Words in id, question or notes"
ONE_RIGHT = "One model correct, another wrong"
REPLY_SEARCH_HELP = (
    "Whole words, all of which a reply must have; a phrase in double quotes; or `regex:` and a regular expression. "
    "All runs that the filters allow are searched. *Search replies* on Review shows the replies."
)
SEARCH_PROBLEMS = "*Search replies* on Review explains a search that is invalid, takes too long or finds too much."
REMOVE_SCOPE = "Narrows only this page, in addition to the filters in the sidebar. Click to remove it."
CODE = "Cause of a wrong answer"
SAMPLE = "Sample in which it was named"
CODER = "Reviewer who named it"
FIRST_CODER = "the first of each answer"
MATRIX = "Answers of each model beside the truth"
ANSWERS_TABLE = "As a table, with reasons and notes"
REFERENCES = "Reference models"
BEHAVIOURS = "The answers of each model, here and elsewhere"
CHOOSE_RUN = "Draw the triangle that these answers imply"
UNREADABLE_IMAGE = "The image file cannot be read"
NO_IMAGE = "This case has no image."
MISSING_IMAGE = "The image file is missing"
NO_BORDER = "The border was not found, so only the triangles are drawn."
DIFFERENT = "Marked words are only in this text."
NO_REPLY = "This model has not replied."
NO_MARKED_WORDS = "No words are marked, because none decided how this reply was read."
MARKED_WORDS = "The marked words decided how the reply was read"
PASSES_SECTION = "What each pass answered"
OTHER_BROWSER = "A note can be changed or deleted only in the browser that wrote it."
HIDDEN_CODES = "Causes that other reviewers named are hidden until you have decided the same answers."
READ_ONLY = "This dashboard is read-only: visitors cannot write notes."
LABEL_HINT = "choose or write one (required)"
DELETION = "This deletes the note for all users."
LABEL_NEEDED = "A note needs a label."
GUESS = ":material/front_hand: What is your answer? **G** shows the truth and the models' answers."
PHOTOGRAPH = "Photograph"
FROM_ABOVE = "From above"
FROM_PHOTOGRAPH = "from the photo"
NO_MODEL = "Until one has, tiles show the answers of reference models."
NO_MODEL_ASKED = "No chosen model was asked."


def describe_number_cells(tolerances: str, *, with_means: bool) -> str:
    """Explain cells with numbers: which are correct and what is below them.

    Args:
        tolerances: as `describe_tolerances` returns it; empty if there are none.
        with_means: whether the row of means is explained too.
    """
    error = "small number: answer minus truth"
    if not tolerances:
        return error
    mean = "; mean of scores: a near miss counts in part" if with_means else ""
    return f"numbers are correct {tolerances}; {error}{mean}"


def describe_unknown_case(case: str, case_id: str, cases: str) -> str:
    """State that a case does not exist, and what is shown instead."""
    return f"There is no {case} “{case_id}”. Showing all {cases}."


def name_foil_outcome(foil: str, truth: str) -> str:
    """Return the name of the outcome of an answer that fits the image plane."""
    return f"closer to {foil} than to {truth}"


def explain_case_search(cases: str) -> str:
    """Explain which cases the search keeps."""
    return f"Keeps the {cases} of which id, question and notes together contain every word."


def explain_outcome(cases: str) -> str:
    """Explain which cases the filter of outcomes keeps."""
    return (
        f"Shows {cases} for which at least one answer of the chosen models and questions has this outcome. Each "
        "model counts with one run unless you choose runs under *More filters*."
    )


def explain_one_right(cases: str) -> str:
    """Explain which cases two models distinguish."""
    return f"{cases} with a question that one model answers correctly and the other does not."


def describe_no_case(case: str) -> str:
    """State that no case fits."""
    return f"No {case} fits these filters."


def name_filtered(cases: str) -> str:
    """Return the label of the cases that fit the filters."""
    return f"All {cases} that fit the filters"


def describe_unknown_values(values: str) -> str:
    """Name values of a link that the benchmark does not have."""
    return f"This benchmark does not have some values of the link: {values}."


def describe_order(cases: str, *, is_listed: bool) -> str:
    """State after the position what it counts: the cases of the gallery or all of them."""
    return "in the gallery's order" if is_listed else f"of all {cases}, since this one does not fit the filters"


def explain_keys(case: str, group: str, *, has_board: bool, can_write_notes: bool) -> str:
    """Explain every key of the page."""
    model = "1 to 9 choose a model’s triangle by its place among the answers. " if has_board else ""
    note = "N writes a note, " if can_write_notes else ""
    return (
        f"Keys: left and right arrow for the previous and next {case}, V for the next {case} of the same {group}, Esc "
        f"for the gallery. {model}{note}P pins, / searches. In a field, keys enter text."
    )


def describe_no_model(case: str) -> str:
    """State that no chosen model was asked about the case."""
    return f"No chosen model was asked about this {case}."


def explain_scores(score: str, references: str, tolerances: str) -> str:
    """Explain the scores on hover, against one truth or those of `references`, and which answers are correct."""
    against = f" against {references}" if references else ""
    return f"On hover: {score} in %{against}. Correct: {tolerances}."


def explain_answers(graded: str, overlay: str, references: str) -> str:
    """Explain when an answer is correct, the sentences below the answers, the images and the reference models.

    Args:
        references: what they do; empty without any.
        graded: when graded answers are correct; empty if none are graded.
        overlay: explanation of the lines and numbers in the images.
    """
    return (
        f"An answer is correct if it equals the truth{graded}. An answer that could not be read shows its status in "
        "grey and counts in no mean.\n\n"
        "The sentences below the answers are counts, not tests. That of the chosen model comes first.\n\n"
        "Zoom an image with its buttons, plus and minus, a double click, or Ctrl and the wheel. Drag to move it.\n\n"
        f"{overlay}\n\n{references}"
    )


def explain_graded(score: str, right_at: float) -> str:
    """Continue a sentence: the score from which graded answers are correct."""
    return f"; graded answers are correct from a {score} of {right_at:.0%}"


def describe_shown_runs(limit_note: str, right: list[str]) -> str:
    """State how many runs are shown, and how many of all runs are right.

    Args:
        limit_note: number of runs shown.
        right: number of right answers by question, as `class 3 of 12`.
    """
    correct = f" Correct over all of them: {join_with_and(right)}." if right else ""
    return f"{limit_note}: the best over all cases, or the chosen ones.{correct}"


def describe_miss(run: str, miss_px: str, miss_widths: str) -> str:
    """State how far a point is from the region of the truth."""
    return f"{run}: {miss_px} px, {miss_widths} region widths away"


def describe_option_counts(n_chosen: int, n_answers: int) -> str:
    """State how many of the models' answers chose an option."""
    return f"· {n_chosen:,} of {n_answers:,} answers"


def name_choosers(labels: list[str], n_unnamed: int) -> str:
    """Name the runs that chose an option, to follow the option or how many chose it.

    Args:
        labels: of the named runs.
        n_unnamed: number of further ones.
    """
    if not n_unnamed:
        return f" ← {join_labels(labels)}"
    names, ending = split_shared_ending(labels)
    return f", among them {add_ending(join_with_and(names), ending)}"


def name_group(group: str) -> str:
    """Return the words before the cases of the same group."""
    return f"Same {group}:"


def describe_further_answers(answers: str) -> str:
    """State what else is scored from an answer in words, as `Group named (archimedean)`."""
    return f"The same answer is also scored for {answers}."


def describe_unreadable_options(runs: str) -> str:
    """Name the runs from whose replies no option could be read."""
    return f"No option could be read from {runs}."


def describe_missing_replies(runs: str) -> str:
    """Name the runs without a reply."""
    return f"No reply from {runs}."


def describe_chance(percent: str) -> str:
    """State the score of guessing."""
    return f"Guessing among the options gives {percent}%."


def name_implied(run: str) -> str:
    """Return the legend of the triangle that a run's answers imply."""
    return f"A′B′C′: {run}’s answers"


def name_photograph(case_id: str) -> str:
    """Return the alternative text of the photograph."""
    return f"Photograph {case_id} with its triangle"


def explain_overlay(truth_source: str) -> str:
    """Explain the lines and the numbers in the images."""
    return (
        f"The board from above. Solid: {truth_source}. White dots: measured. Dashed in the model's colour: the "
        "triangle that its answers imply, drawn at the position and size that fit best."
    )


def describe_paper_class(side_class: str) -> str:
    """State the class by the rule of the paper."""
    return f"By the paper's own rule the side class in 2D is {side_class}."


def describe_missing_border(reason: str) -> str:
    """State why the square was not found."""
    return f"The taped square was not found: {reason}."


def describe_doubt(explanation: str) -> str:
    """State that the published truth is in doubt, and why."""
    return f"**The published truth is in doubt.** {explanation}"


def explain_board(truth_source: str) -> str:
    """Explain the board; `truth_source` describes the solid lines and is empty without a truth."""
    solid = f"Solid: {truth_source}. " if truth_source else ""
    return f"The board from above. {solid}White dots: measured. Dashed in the model's colour: implied by answers."


def name_board(case_id: str, truth: str) -> str:
    """Return the alternative text of the board."""
    return f"Photograph {case_id} rectified, with its triangle {truth} and implied"


def name_differences_toggle(kind: str) -> str:
    """Return the label of the toggle that marks differences."""
    return f"Mark the words in which these two {kind} differ"


def describe_equal(kind: str) -> str:
    """State that two replies or prompts are the same."""
    return f"The two {kind} are the same."


def describe_limit(cases: str, max_cases: int) -> str:
    """State for which benchmarks similar cases are listed."""
    return f"Similar {cases} are listed for benchmarks of up to {max_cases:,} {cases}."


def name_similar(cases: str) -> str:
    """Return the title of the list of similar cases."""
    return f"{cases} like this one"


def describe_no_similar(case: str, group: str) -> str:
    """State that no case is similar."""
    return f"No {case} of another {group} shares a factor or a parameter with this one."


def explain_similar(groups: str, max_runs: int) -> str:
    """Explain the order of similar cases."""
    return (
        f"From other {groups}. Two things count equally for the order: how similar factors, margins and other "
        f"numbers are, and how many of the best {max_runs} selected models have as many correct answers as here. A "
        "list to look at, not a test."
    )


def describe_unreadable_lines(n_lines: int) -> str:
    """State that lines of the notes file cannot be read."""
    lines = format_count(n_lines, "line of the notes file", "lines of the notes file")
    return f"{lines} cannot be read; the file keeps what it has."


def describe_unsaved_note(error: str) -> str:
    """State why a note is not saved."""
    return f"Not saved: {error}. The text is still here."
