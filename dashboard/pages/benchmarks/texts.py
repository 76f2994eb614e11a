"""Texts of the page Benchmarks."""

from core.formatting import format_count

MODELS_HELP = (
    "Mean score in percent with its 95% CI, as on each benchmark's Overview, and whether the model beats answering "
    "blind there (*same as blind*: the whole interval is below one point). A cell is empty if the model has not "
    "answered the benchmark. Scores of different benchmarks are not comparable: a row shows where a model looks, "
    "not which benchmark is harder."
)

CLAIMS = "What the papers claim"
NOT_BUILT = "Not built yet. Its items are generated when you first open it."
CHOSEN_AT_FIRST = "those with the most benchmarks"
MODELS_TABLE = "Each model and its benchmark"


def describe_built(n_built: int, n_listed: int) -> str:
    """State how many benchmarks are built on this server."""
    built = f"{n_built} of {n_listed} benchmarks {'is' if n_built == 1 else 'are'} built on this server"
    return f"{built}. An image illustrates one question or several; click it to open the case."


def describe_counts(*, cases: str, groups: str, n_models: int, n_published: int) -> str:
    """Describe what a benchmark has: cases and groups with their numbers, models that answered, published numbers."""
    answered = format_count(n_models, "model") if n_models else "no model has answered"
    published = format_count(n_published, "published number") if n_published else "no published numbers"
    return f"{cases} of {groups} · {answered} · {published}"


def name_more_images(n_images: int) -> str:
    """Name the expander with the images that do not fit into the card."""
    return format_count(n_images, "more image")


def describe_models(n_several: int, n_models: int) -> str:
    """State how many models have answered more than one benchmark."""
    return (
        f"{n_several:,} of {n_models:,} models have answered more than one benchmark. Versions of a model count as "
        "different models."
    )


def explain_cells(chances: str) -> str:
    """Explain the cells of the table of models."""
    return (
        "Cells show the mean score, its interval, and whether it beats answering blind. *Smallest difference*: "
        f"significant {chances}."
    )


def describe_claims(n_claims: int, n_papers: int, verdicts: str) -> str:
    """State how many claims the papers make, and how many have each verdict."""
    return f"#### {n_claims} claims in {n_papers} papers: {verdicts}."


def describe_claim_sources(counts: str) -> str:
    """State how many claims each kind of source makes, and that each claim cites its place."""
    return (
        f"{counts}. Each claim cites its place in the paper. The page *Paper* compares further statements with the "
        "paper's own tables."
    )
