"""Variants of a run: the same cases asked several times, with each prompt, each image view and in each pass.

Each variant is a run with its own id and journal, so an interrupted list resumes where it stopped.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from core.errors import RunError
from core.inference.prompts import Prompt
from core.inference.run_options import RunOptions
from core.inference.run_plan import RunPlan

MAX_VARIANTS = 100
"""Maximum number of runs that one command asks."""


def list_variants(
    options: RunOptions, *, n_repeats: int = 1, prompts: Sequence[Prompt] = (), image_views: Sequence[str] = ()
) -> tuple[RunOptions, ...]:
    """List the variants of a run: every prompt with every image view in every pass.

    A pass asks all prompts and views before the next one begins, so a list that is stopped early has whole passes.

    Args:
        options: what all variants have in common.
        n_repeats: number of passes; 1 keeps the number in `options`.
        prompts: prompts to compare; empty for that of `options`.
        image_views: image views to compare; empty for that of `options`.

    Raises:
        RunError: passes are given twice, or there are too many variants.
    """
    if n_repeats > 1 and options.repeat != 1:
        raise RunError(f"--repeats {n_repeats} asks passes 1 to {n_repeats}. Omit --repeat {options.repeat}.")
    passes = range(1, n_repeats + 1) if n_repeats > 1 else (options.repeat,)
    by_prompt = {prompt.prompt_id: prompt for prompt in prompts or (options.prompt,)}
    views = tuple(dict.fromkeys(image_views)) or (options.image_view,)
    n_variants = len(passes) * len(by_prompt) * len(views)
    if n_variants > MAX_VARIANTS:
        raise RunError(f"These are {n_variants} runs; at most {MAX_VARIANTS} are asked at once. Ask fewer.")
    return tuple(
        replace(options, repeat=repeat, prompt=prompt, image_view=view)
        for repeat, prompt, view in product(passes, by_prompt.values(), views)
    )


def share_cost_limit(plan: RunPlan, other_plans: Sequence[RunPlan]) -> RunPlan:
    """Return a plan whose cost limit is what the other variants have left of the limit for all of them.

    Args:
        plan: the next variant.
        other_plans: all other variants, with their current replies.
    """
    limit = plan.options.max_cost_usd
    if limit is None:
        return plan
    remaining_usd = max(limit - sum(variant.spent_usd for variant in other_plans), 0.0)
    return replace(plan, options=replace(plan.options, max_cost_usd=remaining_usd))


def describe_fixed_seed(variants: Sequence[RunOptions]) -> str:
    """Return a caution if passes share a seed, so that they may repeat each other; empty otherwise."""
    n_passes = len({variant.repeat for variant in variants})
    if n_passes == 1 or not variants[0].extra.has_seed:
        return ""
    return "--extra sets a seed, which is the same in all passes: a model may repeat its replies word for word."
