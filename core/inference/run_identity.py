"""The run that a plan describes: its id, its manifest and the file of its journal."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from core.factors import ADAPTIVE_SETTING
from core.inference.adaptive import QUESTIONS_PER_THRESHOLD
from core.inference.clients.providers import Endpoint
from core.inference.few_shot import SEED, SolvedCase
from core.inference.few_shot import compute_checksum as examples_checksum
from core.inference.run_options import RunOptions
from core.records import Run
from core.runs.batch_ledger import BOOK
from core.runs.journal import compute_prompt_sha256
from core.runs.request_options import MAX_SLUG_CHARACTERS, SETTING
from core.workspace import Workspace

LIVE_PREFIX = "live-"
"""Prefix of the ids of runs that contain live requests."""

MAX_RUN_ID_CHARACTERS = 100


def build_run(
    endpoint: Endpoint,
    options: RunOptions,
    workspace: Workspace,
    source: str,
    examples: Mapping[str, tuple[SolvedCase, ...]] | None = None,
) -> Run:
    """Build the run of a model, prompt, examples, image view and settings; equal ones always yield the same id."""
    sent: dict[str, str | int | float | None] = {
        "base_url": endpoint.base_url,
        "max_output_tokens": options.max_output_tokens,
        "max_side_px": endpoint.limits.max_side_px,
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
    limit = _compute_slug_limit(options, name)
    slugs = (options.extra.shorten_slug(limit), options.extra.cut_slug(limit))
    rests = ["-".join(filter(None, (options.image_view, slug, checksum))) for slug in slugs]
    return Run(
        run_id=_make_run_id(name, options.prompt.prompt_id, rests, workspace.runs),
        model=model,
        prompt_id=options.prompt.prompt_id,
        prompt=options.prompt.text,
        image_view=options.image_view,
        source=source,
        started_at=datetime.now(UTC).replace(microsecond=0),
        settings=sent,
        versions=endpoint.versions,
    )


def _compute_slug_limit(options: RunOptions, name: str) -> int:
    """Return how many characters of a run's id are left for its request options."""
    others = len(f"{LIVE_PREFIX}{name}-{options.prompt.prompt_id[:24]}-{options.image_view}--") + 8
    return min(max(MAX_RUN_ID_CHARACTERS - others, 0), MAX_SLUG_CHARACTERS)


def _make_run_id(name: str, prompt_id: str, rests: Sequence[str], folder: Path) -> str:
    """Return the id of a run; an existing journal of the same run keeps its id, even if the prompt's id has changed.

    A ledger of batches under way keeps it too, since a journal without replies is not stored.

    Args:
        name: of the model.
        prompt_id: of the prompt.
        rests: further parts of the id, as today and as earlier versions wrote them.
        folder: with the journals.
    """
    for rest in rests:
        begun = sorted(folder.glob(f"{name}-*-{rest}.jsonl")) or sorted(folder.glob(f".{name}-*-{rest}.jsonl{BOOK}"))
        if begun:
            return begun[0].name.removeprefix(".").partition(".jsonl")[0]
    return f"{name}-{prompt_id[:24]}-{rests[0]}"


def get_journal_path(run: Run, workspace: Workspace) -> Path:
    """Return the path of a run's journal."""
    return workspace.runs / f"{run.run_id}.jsonl"
