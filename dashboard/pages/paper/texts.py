"""Texts of the page Paper."""

from core.formatting import join_with_and

RECOMPUTED = "Trilens computes each published number again from the released answers of the models."
NOT_RECOMPUTED = (
    "These are published numbers. Trilens cannot compute them again, because it does not have the answers behind them."
)
INTERVALS = "Lines: 95% CIs, computed by Trilens."
NO_FIGURES = "This benchmark has no published numbers."
ORIGIN_PAPER = "As printed in the paper"
ORIGIN_RELEASE = "Result tables of the release"
CHECKED_VIEW = "Published and checked"
SAMPLE_SIZE = "Sample size (n)"
VIEW_NOTES = {
    "checked": "✓ The number computed here is the same to the last printed digit. → The number computed here differs.",
    "n": "Number of answers, or of images if the number counts images, behind each number.",
    "moved": "Score when Trilens reads the replies minus score when the authors do, points.",
}
EXTRACTION_HELP = (
    "All numbers are the share right of all replies: an unread reply counts as wrong, as in the paper; other pages "
    "leave it out. The authors used a model to extract an answer from replies that state none. Rows are ordered by "
    "the mean of their published numbers."
)
PART = "Part of the paper"
TABLE_CHOICE = "Published table"
CONTRADICTIONS_SECTION = "Do statements and tables agree?"
CONTRADICTIONS = "All statements"
STATEMENTS_ANCHOR = "statements"
PUBLISHED_MEANS = "Means as the paper defines them"
OTHER_MEANS = "Other means of the score"
AVERAGING = "How these are averaged"
PRINTED_BY_SIZE = "Against the size of the models"
OWN_BY_SIZE = "Models stored here against their size"
OWN_CHART = "Scores of the models stored here against their size"
LOCAL_MEANS = "Models stored here by the paper's means"
REFERENCE_MEANS = "Reference solvers by the paper's means; no model has answered"
LOCAL_MEANS_CHART = "Means of the models stored here, as the paper defines them"


def describe_drawn_set(*, has_answered: bool) -> str:
    """State that the published numbers are about other images than those that Trilens drew.

    Args:
        has_answered: whether a vision-language model has answered the drawn images.
    """
    state = ", so scores on them are not comparable with these" if has_answered else "; no model has answered them yet"
    return (
        "These are published numbers about the authors' own images. "
        f"The images of this set are drawn by Trilens{state}."
    )


def describe_main_result(result: str, source: str = "") -> str:
    """State the main published result and where it is published, which need not be the paper itself.

    Args:
        result: a sentence in Markdown on the best published model.
        source: where it is published; empty to leave it out.
    """
    return f"**The main published result.** {result}{f' Source: {source}.' if source else ''}"


def describe_extraction(result: str, n_absent: int) -> str:
    """State how many published numbers the authors' way of reading reproduces, and how many lack their replies.

    Args:
        result: as `describe_reproduction` returns it.
        n_absent: number of published numbers whose replies are not available.
    """
    absent = f" The replies behind {n_absent:,} others are not available." if n_absent else ""
    return f"{RECOMPUTED} **With the replies read in the authors' way, {result}.**{absent}"


def describe_changed_figures(n_changed: int, n_figures: int, view: str) -> str:
    """State how many published numbers differ if Trilens reads the replies, and which view shows them."""
    way = "Read in Trilens' way, which takes only what a reply states"
    return f"{way}, {n_changed:,} of {n_figures:,} differ: see *{view}*."


def describe_sources(sources: list[str], meaning: str = "") -> str:
    """State where the values of a column are published, and what the column's title means, unless that is empty."""
    return f"Published in: {'; '.join(sources)}.{f' {meaning}.' if meaning else ''}"


def explain_printed_intervals(sources: str) -> str:
    """Explain the intervals of published numbers.

    Args:
        sources: sentences on the sources of intervals.
    """
    return f"Values are as published, without intervals; Trilens computes the 95% CIs. {sources}".strip()


def describe_baselines(labels: list[str]) -> str:
    """Explain filled and open marks.

    Args:
        labels: of the rows that are not models: people, guessing, or both.
    """
    return f"Filled: models. Open: people or guessing, as the paper prints them ({join_with_and(labels)})."


def explain_best_guess(meaning: str) -> str:
    """Explain the dashed line.

    Args:
        meaning: a verb phrase on this way to guess; may be empty.
    """
    rule = f"; it {meaning}" if meaning else ""
    return f"Dashed: the best way to guess without the image, computed by Trilens{rule}."


def explain_other_guesses(guesses: str, printed: str) -> str:
    """Explain the ways to guess that the chart leaves out, and why printed guesses differ, in further paragraphs.

    Args:
        guesses: sentences on these ways; may be empty.
        printed: a sentence on the printed scores of guessing; may be empty.
    """
    others = f"Other ways to guess: {guesses}" if guesses else ""
    return "".join(f"\n\n{text}" for text in (others, printed) if text)


def describe_contradictions(n_agreeing: int, n_differing: int, n_open: int) -> str:
    """State how many statements disagree with the paper's tables or with facts, agree, and are not decided by them."""
    n_statements = n_agreeing + n_differing + n_open
    verb = "disagrees" if n_differing == 1 else "disagree"
    agreeing = "1 agrees" if n_agreeing == 1 else f"{n_agreeing} agree"
    undecided = "1 is" if n_open == 1 else f"{n_open} are"
    return (
        f"**{n_differing} of {n_statements} checked statements {verb} with the paper's own tables or with facts**; "
        f"{agreeing}, {undecided} undecided. [Show them](#{STATEMENTS_ANCHOR})."
    )


def explain_means(definitions: str, groups: str) -> str:
    """Explain the means and their intervals."""
    return (
        f"{definitions}\n\n"
        f"In brackets: 95% CIs with {groups} as clusters, if there are enough of them. A mean of cells gives each "
        "cell the same weight, however many answers it has. If a model has no answer in some cells, the number of "
        "cells follows the mean; if answers are unreadable, so does the mean with them as wrong and as correct ones."
    )


def describe_weights(model: str) -> str:
    """State whose weights and numbers of answers are shown."""
    return f"Weights and numbers of answers are those of {model}."


def name_printed_chart(column: str) -> str:
    """Return the title of the chart of printed scores."""
    return f"{column} against the size of models"


def describe_sized_rows(n_sized: int, n_rows: int) -> str:
    """State how many rows have a size, and what the lines are."""
    return f"{n_sized} of {n_rows} rows have a size in their name. A line joins the models of a family."


def explain_sizes(sizes_file: str) -> str:
    """Explain where sizes come from, and which interval to trust."""
    return (
        f"A model's size comes from its name, as in *7B*, or from *{sizes_file}* in the data folder, a table with "
        "the columns *model_id* and *size_b* (billions of parameters). Models of a family are not independent, so "
        "the interval with families as units is the one to trust. Local runs answer the installed data set, which "
        "need not be the paper's."
    )


def describe_unknown_sizes(n_unknown: int, n_models: int, sizes_file: str) -> str:
    """State how many models have no known size, and what to do."""
    return f"The size of {n_unknown} of {n_models} models stored here is unknown. Add it to {sizes_file}."


def explain_local_means(groups: str) -> str:
    """Explain the means of the local models."""
    return (
        "Each mean is computed as in the paper; *Overview* lists its parts. The data set is the one installed here and "
        "need not be the paper's, so a difference from the printed table above may come from that. Subtypes "
        "are on *Robustness* under *By question* if several answers count together, else on *Heatmaps*. Lines are "
        f"95% CIs with {groups} as clusters. Click a mark to open the model's cases."
    )
