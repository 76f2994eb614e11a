"""Texts of the page Benchmarks."""

from core.formatting import format_count

MODELS_HELP = (
    "Mean score in percent with its 95% CI, as on each benchmark's Overview, and whether the model beats the best "
    "constant answer there (*same as constant*: the whole interval is below one point). A cell is empty if the model "
    "has not answered the benchmark. Scores of different benchmarks are not comparable: a row shows where a model "
    "looks, not which benchmark is harder."
)

CLAIMS = "What the papers claim"
INTRODUCTION = (
    "A benchmark is a set of images with questions whose correct answers are known. See what each one asks and how "
    "well models answer, and further down [what the papers claim](#claims) and whether their numbers support it. "
    "Click an image to open its case."
)
MODELS = "Models across benchmarks"
NOT_BUILT = "Further benchmarks"
NOT_BUILT_HELP = "Their data sets are generated when you first open them."
CLAIM_DETAILS = "Why, and the place in the paper"
CLAIM_SOURCES = "Each claim cites its place in the paper."
PAPER_PAGE = " The page *Paper* compares further statements with the paper's own tables."
CHOSEN_AT_FIRST = "those with the most benchmarks"
MODELS_TABLE = "Each model and its benchmark"


def describe_best_score(model: str, score: str, percent: str, blind_percent: str) -> str:
    """State the highest score of a model on a benchmark, and that of the best constant answer, which may be empty."""
    blind = f"; best constant answer: {blind_percent}%" if blind_percent else ""
    return f"Highest {score}: **{percent}%** ({model}){blind}."


def describe_counts(*, cases: str, groups: str, n_models: int, n_published: int) -> str:
    """Describe what a benchmark has: cases and groups with their numbers, models that answered, published numbers."""
    answered = format_count(n_models, "model") if n_models else "no model has answered"
    published = f" · {format_count(n_published, 'number')} from the paper, for checking" if n_published else ""
    return f"{cases} of {groups} · {answered}{published}"


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
        "Cells show the mean score, its interval, and whether it beats the best constant answer. *Smallest "
        f"difference*: significant {chances}."
    )


def describe_claims(n_claims: int, n_papers: int, verdicts: str) -> str:
    """State how many claims the papers make, and how many have each verdict."""
    return f"#### {n_claims} claims in {n_papers} papers: {verdicts}."


def describe_claim_sources(counts: str, *, has_paper_page: bool) -> str:
    """State how many claims each kind of source makes, and that each claim cites its place."""
    return f"{counts}. {CLAIM_SOURCES}{PAPER_PAGE if has_paper_page else ''}"
