"""A planned run: its cases, its finished replies, the text of each request, and its cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.benchmarks.cases import Case
from core.inference.adaptive import AdaptiveChooser
from core.inference.clients.providers import Endpoint
from core.inference.few_shot import SolvedCase, format_example_prompt
from core.inference.prices import CHARACTERS_PER_TOKEN, SHORTEST_REPLY_TOKENS, ModelPrice
from core.inference.prompt_message import build_message
from core.inference.request_content import ExampleFiles
from core.inference.run_options import RunOptions
from core.records import NO_IMAGE, Reply, Run
from core.runs.journal import is_done, read_journal
from core.runs.open_journal import OpenJournal


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
