"""The plan of a rereading: the replies of a run to reread, and a plan that executes like that of a run."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

from core.benchmarks.cases import Case
from core.benchmarks.context import BenchmarkContext
from core.benchmarks.extraction import build_extraction_fields
from core.errors import JournalError, ModelNameError, SelectionError
from core.inference.clients.connections import check_has_batches
from core.inference.clients.providers import PROVIDERS, Endpoint
from core.inference.plan import adjust_price, find_run_price
from core.inference.rereading.extraction_prompt import EXTRACTOR_PROMPT, build_rereading_case
from core.inference.run_options import RunOptions
from core.inference.run_plan import RunPlan, read_replies
from core.records import NO_IMAGE, Reply, Run
from core.runs.journal import compute_prompt_sha256, list_journal_paths, read_journal, read_manifest
from core.runs.rereadings import REREADS, Purpose, get_rereading_folder, make_reply_key
from core.warehouse.run_cache.answers import list_read_answers
from core.warehouse.run_cache.scoring_context import ScoringContext
from core.workspace import Workspace

DEFAULT_SAMPLE = 50
SOURCE = "trilens reread"
_HAS_TEXT = ("ok", "cut")


@dataclass(frozen=True, slots=True)
class RereadingPlan:
    """The plan of requests to a second reader.

    Attributes:
        plan: plan of the requests, one per reply, by the key of the reply.
        purposes: purpose of each request, by key.
        n_unread, n_sample: number of replies to reread for each purpose.
        n_read: number of replies that the rule read, from which the sample is drawn.
    """

    plan: RunPlan
    purposes: Mapping[str, Purpose]
    n_unread: int
    n_sample: int
    n_read: int

    def compute_cost_usd(self, reply: Reply) -> float | None:
        """Compute the cost of a reply of the extractor in US dollars; None if the price or its tokens are unknown."""
        price, share = self.plan.list_price, self.plan.endpoint.provider.batch_share or 1.0
        if price is None or reply.input_tokens is None or reply.output_tokens is None:
            return None
        is_of_batch = reply.latency_s is None
        return price.compute_cost_usd(reply.input_tokens, reply.output_tokens) * (share if is_of_batch else 1.0)


def plan_rereading(
    endpoint: Endpoint,
    options: RunOptions,
    run_id: str,
    context: BenchmarkContext,
    *,
    sample: int = DEFAULT_SAMPLE,
    seed: int = 0,
) -> RereadingPlan:
    """Plan the rereading of a run; change nothing.

    A reply is unread if it has text and an answer in it could not be parsed; pages count the same replies as
    unreadable. The sample is drawn from the replies that the rule parses completely. A larger sample with the same seed
    contains the smaller one.

    Args:
        endpoint: endpoint of the extractor.
        options: its limits, with the prompt and image view of a rereading.
        run_id: id of the run to reread.
        context: benchmark of the run.
        sample: number of replies to reread that the rule read.
        seed: seed of the sample.

    Raises:
        ModelNameError: the model does not read text, or has no batches.
        SelectionError: the benchmark has no run with this id.
        JournalError: the run's journal cannot be read.
        PriceError: a cost limit is set and the price is unknown, or the price table cannot be read.
    """
    if endpoint.provider is PROVIDERS["solver"]:
        raise ModelNameError(
            f"{endpoint.model.model_id} measures photographs and does not read text. Choose another model with --with."
        )
    if options.in_batches:
        check_has_batches(endpoint)
    workspace, subject = context.workspace, ScoringContext(context.benchmark, context.contents)
    reread = read_journal(find_journal(workspace, run_id))
    image_view = reread.run.image_view
    replies = [
        reply
        for reply in reread.replies
        if reply.case_id in subject.cases and reply.status in _HAS_TEXT and (reply.raw or "").strip()
    ]
    unread_ids, read_ids = _split_by_rule(replies, subject, image_view)
    sample_ids = set(_draw_sample(read_ids, sample, seed))
    wanted = {reply.case_id: reply for reply in replies if reply.case_id in unread_ids | sample_ids}
    chosen: dict[str, Case] = {}
    purposes: dict[str, Purpose] = {}
    for case_id in sorted(wanted, key=lambda case_id: (case_id not in unread_ids, case_id)):
        reply, case = wanted[case_id], context.benchmark.map_case(subject.cases[case_id], image_view)
        key = make_reply_key(reply)
        fields = build_extraction_fields(case, subject.questions, reply.options)
        chosen[key] = build_rereading_case(key, case, reply, fields)
        purposes[key] = "unread" if case_id in unread_ids else "sample"
    run = _build_rereading_run(endpoint, options, run_id)
    journal = get_rereading_folder(workspace, run_id) / f"{run.run_id}.jsonl"
    price = find_run_price(endpoint, options, workspace)
    plan = RunPlan(
        endpoint=endpoint,
        run=run,
        options=options,
        journal=journal,
        word="replies",
        chosen=chosen,
        folder=workspace.release,
        absent=0,
        replies=read_replies(journal),
        price=adjust_price(endpoint, options, price),
        list_price=price,
        image_tokens=0.0,
    )
    return RereadingPlan(plan, purposes, len(unread_ids), len(sample_ids), len(read_ids))


def find_journal(workspace: Workspace, run_id: str) -> Path:
    """Find the journal of a run.

    Raises:
        SelectionError: the run does not exist.
    """
    known: dict[str, Path] = {}
    for path in list_journal_paths(workspace.runs):
        try:
            known.setdefault(read_manifest(path).run_id, path)
        except JournalError:
            continue  # a build reports it among the refused files
    if run_id not in known:
        near = get_close_matches(run_id, known, n=3, cutoff=0.3) or sorted(known)[:3]
        hint = f"Ids look like {', '.join(near)}." if near else "It has no runs yet."
        raise SelectionError(f"{workspace.benchmark_id} has no run {run_id!r} in {workspace.runs}. {hint}")
    return known[run_id]


def _split_by_rule(replies: Sequence[Reply], subject: ScoringContext, image_view: str) -> tuple[set[str], set[str]]:
    """Return the cases whose replies the rule leaves unread, and those whose replies it parses completely."""
    answers = list_read_answers(replies, subject, image_view)
    unread = set(answers.loc[answers["status"] != "ok", "case_id"])
    return unread, set(answers["case_id"]) - unread


def _draw_sample(case_ids: set[str], size: int, seed: int) -> list[str]:
    """Return the first cases in a random order that depends only on the seed and the cases."""
    return sorted(case_ids, key=lambda case_id: hashlib.sha256(f"{seed}:{case_id}".encode()).digest())[:size]


def _build_rereading_run(endpoint: Endpoint, options: RunOptions, run_id: str) -> Run:
    """Build the rereading as a run of the extractor; equal models, prompts and settings always yield the same id."""
    sent: dict[str, str | int | float | None] = {
        REREADS: run_id,
        "base_url": endpoint.base_url,
        "max_output_tokens": options.max_output_tokens,
    }
    model = endpoint.model
    identity = [model.model_id, compute_prompt_sha256(EXTRACTOR_PROMPT.text), sent]
    checksum = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:8]
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", model.model_id)[:40].strip("-.")
    return Run(
        run_id=f"{name}-{EXTRACTOR_PROMPT.prompt_id}-{checksum}",
        model=model,
        prompt_id=EXTRACTOR_PROMPT.prompt_id,
        prompt=EXTRACTOR_PROMPT.text,
        image_view=NO_IMAGE,
        source=SOURCE,
        started_at=datetime.now(UTC).replace(microsecond=0),
        settings=sent,
        versions=endpoint.versions,
    )
