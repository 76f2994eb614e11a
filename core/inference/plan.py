"""The plan of a run over a benchmark: cases to ask, finished cases, and the possible cost of the rest."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from core.benchmarks.context import BenchmarkContext
from core.benchmarks.data import BenchmarkData, Case
from core.errors import ModelNameError, PriceError, RequestOptionsError, SelectionError
from core.inference.adaptive import QUESTIONS_PER_THRESHOLD, AdaptiveChooser, build_chooser, check_limit
from core.inference.case_filter import select
from core.inference.clients.providers import PROVIDERS, Endpoint, check_has_batches
from core.inference.few_shot import SEED, SolvedCase, choose_examples, format_example_prompt
from core.inference.few_shot import compute_checksum as examples_checksum
from core.inference.frames import reduce_frames
from core.inference.prices import (
    CHARACTERS_PER_TOKEN,
    PIXELS_PER_IMAGE_TOKEN,
    SHORTEST_REPLY_TOKENS,
    ModelPrice,
    find_price,
)
from core.inference.prompt_message import build_message, check_has_place, needs_options
from core.inference.prompts import Prompt
from core.inference.send_request import ExampleFiles
from core.inference.view_names import NO_IMAGE, check_view
from core.inference.view_questions import map_cases
from core.records import ADAPTIVE_SETTING, Reply, Run
from core.review.cohorts import load_cohort_cases
from core.runs.batch_ledger import BOOK
from core.runs.journal import compute_prompt_sha256, is_done, read_journal
from core.runs.open_journal import OpenJournal
from core.runs.request_options import NO_OPTIONS, SETTING, RequestOptions
from core.settings import Settings, format_benchmark_option

LIVE_PREFIX = "live-"
"""Prefix of the ids of runs that contain live requests."""

MAX_RUN_ID_CHARACTERS = 100

WITH_OTHER_PRICES = ("service_tier", "tools", "web_search_options", "plugins", "models", "speed", "serviceTier")
"""Request options with which a request can cost more than the price table states."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a run.

    Attributes:
        n_frames: number of frames of a video that are sent; None for all.
    """

    prompt: Prompt
    image_view: str = "original"
    cases: str = ""
    limit: int | None = None
    repeat: int = 1
    max_output_tokens: int | None = None
    examples: int = 0
    n_frames: int | None = None
    max_cost_usd: float | None = None
    concurrency: int = 4
    in_batches: bool = False
    is_adaptive: bool = False
    extra: RequestOptions = NO_OPTIONS

    @property
    def token_limit(self) -> int | None:
        """The limit of output tokens, from its option or from the request options."""
        return self.max_output_tokens or self.extra.max_output_tokens

    @property
    def sent_frames(self) -> int | None:
        """The number of frames that are sent; None for all, and if no image is sent at all."""
        return None if self.image_view == NO_IMAGE else self.n_frames


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The plan of a run.

    Attributes:
        word: the benchmark's word for cases, in the plural.
        chosen: the cases to ask by id, including finished ones.
        folder: folder of their images.
        absent: number of selected cases that lack a file.
        replies: replies in the journal, by case.
        price: price of the requests as they are sent, that of batches if they are sent in batches; None if unknown.
        list_price: price without batches.
        examples: examples to show before each chosen case, by case; empty for none.
        chooser: of an adaptive run; `chosen` then are the cases that it has asked and would ask next.
    """

    endpoint: Endpoint
    run: Run
    options: RunOptions
    journal: Path
    word: str
    chosen: dict[str, Case]
    folder: Path
    absent: int
    replies: dict[str, Reply]
    price: ModelPrice | None
    image_tokens: float
    examples: Mapping[str, tuple[SolvedCase, ...]] = field(default_factory=dict)
    list_price: ModelPrice | None = None
    chooser: AdaptiveChooser | None = None

    @property
    def todo(self) -> list[str]:
        """The cases that have no reply yet, in order."""
        return [case_id for case_id in self.chosen if not is_done(self.replies.get(case_id))]

    @property
    def input_tokens(self) -> int:
        """The estimated number of input tokens."""
        measured = [r.input_tokens for r in self.replies.values() if r.input_tokens is not None]
        if measured:
            return round(len(self.todo) * sum(measured) / len(measured))
        characters = sum(len(join_request_text(self, case_id)) for case_id in self.todo)
        return round(characters / CHARACTERS_PER_TOKEN + len(self.todo) * self.image_tokens)

    @property
    def mean_output_tokens(self) -> float | None:
        """The mean number of output tokens of the journal's replies; None before the first."""
        measured = [r.output_tokens for r in self.replies.values() if r.output_tokens is not None]
        return sum(measured) / len(measured) if measured else None

    @property
    def least_usd(self) -> float | None:
        """The cost if every reply is as short as possible; None if the price is unknown."""
        if self.price is None:
            return None
        return self.price.compute_cost_usd(self.input_tokens, SHORTEST_REPLY_TOKENS * len(self.todo))

    @property
    def likely_usd(self) -> float | None:
        """The cost if further replies are as long as those in the journal."""
        if self.price is None or self.mean_output_tokens is None:
            return None
        return self.price.compute_cost_usd(self.input_tokens, self.mean_output_tokens * len(self.todo))

    @property
    def most_usd_each(self) -> float | None:
        """The highest possible cost of one request."""
        if self.price is None:
            return None
        longest = max((join_request_text(self, case_id) for case_id in self.chosen), key=len)
        shown = (
            0 if self.options.image_view == NO_IMAGE else max(_count_images(self, case_id) for case_id in self.chosen)
        )
        return self.price.compute_max_cost_usd(longest, self.options.token_limit, shown)

    @property
    def spent_usd(self) -> float:
        """The cost of the journal's replies; the highest possible cost for each reply with an unknown token count.

        A reply without a latency came from a batch and is charged at the batch's share of the price.
        """
        price, most, share = self.list_price, self.most_usd_each, self.endpoint.provider.batch_share or 1.0
        if price is None or most is None:
            return 0.0
        return sum(
            most
            if reply.input_tokens is None or reply.output_tokens is None
            else price.compute_cost_usd(reply.input_tokens, reply.output_tokens)
            * (share if reply.latency_s is None else 1.0)
            for reply in self.replies.values()
            if is_done(reply)
        )


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
    settings, folder = context.settings, context.folder
    check_fits(endpoint, context.contents)
    check_takes_options(endpoint, options)
    if options.in_batches:
        check_has_batches(endpoint)
        if options.is_adaptive:
            raise RequestOptionsError("--adaptive waits for replies before it chooses further cases. Omit --batch.")
    view = check_view(options.image_view, context.benchmark.image_views)
    contents = map_cases(reduce_frames(context.contents, options.sent_frames), context.benchmark, view)
    load_cohorts = partial(load_cohort_cases, settings.home, contents.benchmark_id)
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
            f"Run trilens fetch{format_benchmark_option(settings.benchmark_id)}."
        )
    if with_own_question := [case for case in selected if case.text is not None]:
        check_has_place(options.prompt.text, for_options=needs_options(with_own_question))
    examples = choose_examples(contents, list(chosen), options.examples)
    whole = choose_examples(contents, [case.case_id for case in contents.cases], options.examples)
    run = build_run(endpoint, options, settings, source="trilens run", examples=whole)
    journal = get_journal_path(run, settings)
    price = find_run_price(endpoint, options, settings)
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


def find_run_price(endpoint: Endpoint, options: RunOptions, settings: Settings) -> ModelPrice | None:
    """Return the list price of a model; None if it is unknown.

    Raises:
        PriceError: a cost limit is set and the price is unknown, or the price table cannot be read.
    """
    price = find_price(endpoint.model.model_id, settings.prices)
    if options.max_cost_usd is not None and price is None and endpoint.provider.library is not None:
        raise PriceError(
            f"The price of {endpoint.model.model_id} is unknown, so --max-cost cannot be enforced. Add a row to "
            f"{settings.prices / 'prices.csv'}, with the columns of core/inference/prices.csv."
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


def build_run(
    endpoint: Endpoint,
    options: RunOptions,
    settings: Settings,
    source: str,
    examples: Mapping[str, tuple[SolvedCase, ...]] | None = None,
) -> Run:
    """Build the run of a model, prompt, examples, image view and settings; equal ones always yield the same id."""
    sent: dict[str, str | int | float | None] = {
        "base_url": endpoint.base_url,
        "max_output_tokens": options.max_output_tokens,
        "max_side_px": settings.ask_max_side_px,
        "repeat": options.repeat,
    }
    if options.extra.text:
        sent[SETTING] = options.extra.text
    if options.is_adaptive:
        sent[ADAPTIVE_SETTING] = QUESTIONS_PER_THRESHOLD
    if options.sent_frames is not None:
        sent["frames"] = options.sent_frames
    if examples:
        sent |= {"examples": options.examples, "examples_seed": SEED, "examples_sha256": examples_checksum(examples)}
    model = endpoint.model
    identity = [model.model_id, compute_prompt_sha256(options.prompt.text), options.image_view, sent]
    checksum = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:8]
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", model.model_id)[:40].strip("-.")
    rest = (options.image_view, _trim_slug(options, name), checksum)
    return Run(
        run_id=_make_run_id(name, options.prompt.prompt_id, "-".join(filter(None, rest)), settings.runs),
        model=model,
        prompt_id=options.prompt.prompt_id,
        prompt=options.prompt.text,
        image_view=options.image_view,
        source=source,
        started_at=datetime.now(UTC).replace(microsecond=0),
        settings=sent,
        versions=endpoint.versions,
    )


def _trim_slug(options: RunOptions, name: str) -> str:
    """Return the request options for the run's id, cut to the length that is left."""
    others = len(f"{LIVE_PREFIX}{name}-{options.prompt.prompt_id[:24]}-{options.image_view}--") + 8
    return options.extra.slug[: max(MAX_RUN_ID_CHARACTERS - others, 0)].strip("-.")


def _make_run_id(name: str, prompt_id: str, rest: str, folder: Path) -> str:
    """Return the id of a run; an existing journal of the same run keeps its id, even if the prompt's id has changed.

    A ledger of batches under way keeps it too, since a journal without replies is not stored.
    """
    begun = sorted(folder.glob(f"{name}-*-{rest}.jsonl")) or sorted(folder.glob(f".{name}-*-{rest}.jsonl{BOOK}"))
    return begun[0].name.removeprefix(".").partition(".jsonl")[0] if begun else f"{name}-{prompt_id[:24]}-{rest}"


def get_journal_path(run: Run, settings: Settings) -> Path:
    """Return the path of a run's journal."""
    return settings.runs / f"{run.run_id}.jsonl"


def build_case_prompt(plan: RunPlan, case_id: str) -> str:
    """Return the text that is sent with a case."""
    return build_message(plan.run.prompt, plan.chosen[case_id])


def build_examples(plan: RunPlan, case_id: str) -> list[ExampleFiles]:
    """Return the examples that are sent before a case."""
    prompt = plan.run.prompt
    return [
        ExampleFiles(
            tuple(plan.folder / path for path in one.case.images), format_example_prompt(prompt, one), one.reply(prompt)
        )
        for one in plan.examples.get(case_id, ())
    ]


def join_request_text(plan: RunPlan, case_id: str) -> str:
    """Join all text that is sent for a case, including its examples."""
    shots = (
        f"{format_example_prompt(plan.run.prompt, one)}{one.reply(plan.run.prompt)}"
        for one in plan.examples.get(case_id, ())
    )
    return "".join([*shots, build_case_prompt(plan, case_id)])


def _count_images(plan: RunPlan, case_id: str) -> int:
    return len(plan.chosen[case_id].images) + sum(len(one.case.images) for one in plan.examples.get(case_id, ()))


def refresh_plan(plan: RunPlan, journal: OpenJournal) -> RunPlan:
    """Return the plan with the journal's current content, once this process holds its lock."""
    replies = dict(journal.replies)
    chosen = plan.chosen if plan.chooser is None else plan.chooser.select_cases(replies)
    return replace(plan, run=journal.run, replies=replies, chosen=chosen)


def read_replies(journal: Path) -> dict[str, Reply]:
    """Read the replies of a journal without its lock; empty if the file or its first line is incomplete."""
    if not journal.exists() or b"\n" not in journal.read_bytes():
        return {}
    return {reply.case_id: reply for reply in read_journal(journal).replies}


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
