"""Planning of a run over a benchmark: cases to ask, finished cases, checks, and prices."""

from functools import partial

from core.benchmarks.cases import Case
from core.benchmarks.context import BenchmarkContext
from core.benchmarks.data import BenchmarkData
from core.errors import ModelNameError, PriceError, RequestOptionsError, SelectionError
from core.inference.adaptive import build_chooser, check_limit
from core.inference.case_filter import select
from core.inference.clients.connections import check_has_batches
from core.inference.clients.providers import PROVIDERS, Endpoint
from core.inference.few_shot import choose_examples
from core.inference.frames import reduce_frames
from core.inference.prices import PIXELS_PER_IMAGE_TOKEN, ModelPrice, find_price
from core.inference.prompt_message import check_has_place, needs_options
from core.inference.run_identity import build_run, get_journal_path
from core.inference.run_options import RunOptions
from core.inference.run_plan import RunPlan, read_replies
from core.inference.view_names import check_view
from core.inference.view_questions import map_cases
from core.records import NO_IMAGE
from core.review.cohorts import load_cohort_cases
from core.runs.request_options import NO_OPTIONS
from core.workspace import Workspace, format_benchmark_option

WITH_OTHER_PRICES = ("service_tier", "tools", "web_search_options", "plugins", "models", "speed", "serviceTier")
"""Request options with which a request can cost more than the price table states."""


def plan_run(endpoint: Endpoint, options: RunOptions, context: BenchmarkContext) -> RunPlan:
    """Plan a run with these options, given its journal; change nothing.

    Raises:
        ModelNameError: the model is a solver that cannot answer this benchmark's questions, or it has no batches.
        SelectionError: no case matches the filter, none has its files, none is a video although frames are chosen, or
            an adaptive run has too few margins.
        PromptError: the prompt has no placeholder for a case's question.
        ImageViewError: the benchmark has no such image view.
        JournalError: the file at the journal's path is not a journal.
        RequestOptionsError: the model does not accept these options, or they contradict others.
        PriceError: a cost limit is set and the price is unknown, or the price table cannot be read.
    """
    workspace, folder = context.workspace, context.folder
    check_fits(endpoint, context.contents)
    check_takes_options(endpoint, options)
    if options.in_batches:
        check_has_batches(endpoint)
        if options.is_adaptive:
            raise RequestOptionsError("--adaptive waits for replies before it chooses further cases. Omit --batch.")
    view = check_view(options.image_view, context.benchmark.image_views)
    contents = map_cases(reduce_frames(context.contents, options.sent_frames), context.benchmark, view)
    load_cohorts = partial(load_cohort_cases, workspace.home, contents.benchmark_id)
    matching = select(contents, options.cases, load_cohorts)
    selected = matching[: options.limit]
    chosen = {
        case.case_id: case
        for case in selected
        if view == NO_IMAGE or all((folder / path).is_file() for path in case.images)
    }
    if not chosen:
        raise SelectionError(
            f"The images of all {len(selected)} {contents.words.cases} are missing in {folder}. "
            f"Run trilens fetch{format_benchmark_option(workspace.benchmark_id)}."
        )
    if with_own_question := [case for case in selected if case.text is not None]:
        check_has_place(options.prompt.text, for_options=needs_options(with_own_question))
    examples = choose_examples(contents, list(chosen), options.examples)
    whole = choose_examples(contents, [case.case_id for case in contents.cases], options.examples)
    run = build_run(endpoint, options, workspace, source="trilens run", examples=whole)
    journal = get_journal_path(run, workspace)
    price = find_run_price(endpoint, options, workspace)
    replies = read_replies(journal)
    if options.is_adaptive and options.limit is not None:
        check_limit(contents, chosen, {case.case_id: case for case in matching}, options.limit)
    chooser = build_chooser(context.benchmark, contents, chosen) if options.is_adaptive else None
    return RunPlan(
        endpoint=endpoint,
        run=run,
        options=options,
        journal=journal,
        word=contents.words.cases,
        chosen=chosen if chooser is None else chooser.select_cases(replies),
        folder=folder,
        absent=len(selected) - len(chosen),
        replies=replies,
        price=adjust_price(endpoint, options, price),
        list_price=price,
        image_tokens=_estimate_image_tokens(contents, selected, price, view) * (1 + options.examples),
        examples=examples,
        chooser=chooser,
    )


def find_run_price(endpoint: Endpoint, options: RunOptions, workspace: Workspace) -> ModelPrice | None:
    """Return the list price of a model; None if it is unknown.

    Raises:
        PriceError: a cost limit is set and the price is unknown, or the price table cannot be read.
    """
    price = find_price(endpoint.model.model_id, workspace.prices)
    if options.max_cost_usd is not None and price is None and endpoint.provider.library is not None:
        raise PriceError(
            f"The price of {endpoint.model.model_id} is unknown, so --max-cost cannot be enforced. Add a row to "
            f"{workspace.prices / 'prices.csv'}, with the columns of core/inference/prices.csv."
        )
    return price


def adjust_price(endpoint: Endpoint, options: RunOptions, price: ModelPrice | None) -> ModelPrice | None:
    """Return the price of requests with these options: the batch price if they are sent in batches."""
    share = endpoint.provider.batch_share if options.in_batches else None
    return price.scale(share) if price and share is not None else price


def check_fits(endpoint: Endpoint, contents: BenchmarkData) -> None:
    """Reject a solver if cases have individual questions: it measures the image and does not read text.

    Raises:
        ModelNameError: the model is such a solver.
    """
    if endpoint.provider is PROVIDERS["solver"] and any(case.text is not None for case in contents.cases):
        raise ModelNameError(
            f"{endpoint.model.model_id} measures photographs of triangles and cannot answer the questions of "
            f"{contents.benchmark['title']}. Choose another model."
        )


def check_takes_options(endpoint: Endpoint, options: RunOptions) -> None:
    """Reject request options that cannot be sent or that contradict other options of the run.

    Raises:
        RequestOptionsError: the model is a solver, or the token or cost limit is ambiguous.
    """
    if options.extra == NO_OPTIONS:
        return
    if endpoint.provider.library is None:
        raise RequestOptionsError(f"{endpoint.model.model_id} does not accept request options. Omit --extra.")
    if endpoint.key and endpoint.key in options.extra.text:
        raise RequestOptionsError("--extra contains the key, which would be saved in the journal. Remove the key.")
    if options.max_output_tokens and options.extra.max_output_tokens:
        raise RequestOptionsError("--max-output-tokens and --extra both limit the output tokens. Use only one of them.")
    if options.max_cost_usd is not None and (dear := sorted(set(options.extra.body) & set(WITH_OTHER_PRICES))):
        raise RequestOptionsError(
            f"--extra sets {dear[0]}, which can change the cost of a request, so --max-cost cannot be enforced. "
            "Omit one of them."
        )


def _estimate_image_tokens(contents: BenchmarkData, cases: list[Case], price: ModelPrice | None, view: str) -> float:
    """Estimate the mean number of image tokens per case: the maximum if the price table has it, or from pixels."""
    if view == NO_IMAGE:
        return 0.0
    paths = [path for case in cases for path in case.images]
    if price:
        return price.max_image_tokens * len(paths) / len(cases)
    usual = (1000, 1000)
    pixels = (contents.image_sizes.get(path, usual) for path in paths)
    return sum(width * height for width, height in pixels) / len(cases) / PIXELS_PER_IMAGE_TOKEN
