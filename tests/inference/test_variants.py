"""Tests of lists of variants of a run, and of the cost limit that they share."""

from dataclasses import dataclass, field

import pytest

from core.errors import RunError
from core.inference.prompts import Prompt
from core.inference.run_options import RunOptions
from core.inference.variants import describe_fixed_seed, list_variants, share_cost_limit
from core.runs.request_options import check_request_options

OWN, OTHER = Prompt("own", "The benchmark's prompt", "Look."), Prompt("other", "Own text", "Look closely.")


def test_every_prompt_and_view_in_every_pass():
    """Two prompts, two views and three passes are twelve runs, pass by pass."""
    variants = list_variants(RunOptions(OWN), n_repeats=3, prompts=(OWN, OTHER), image_views=("original", "mirrored"))
    designs = [(one.repeat, one.prompt.prompt_id, one.image_view) for one in variants]
    assert len(set(designs)) == len(designs) == 12
    assert [repeat for repeat, _, _ in designs] == [1] * 4 + [2] * 4 + [3] * 4


def test_without_a_list_it_is_the_one_run():
    """Without passes or prompts the options stay unchanged, including the number of a single pass."""
    options = RunOptions(OTHER, image_view="mirrored", repeat=4)
    assert list_variants(options) == (options,)


def test_contradictions_and_too_many_are_refused():
    """The number of one pass together with several passes, and more runs than the limit, are refused."""
    with pytest.raises(RunError, match="Omit --repeat 2"):
        list_variants(RunOptions(OWN, repeat=2), n_repeats=3)
    with pytest.raises(RunError, match="120 runs"):
        list_variants(RunOptions(OWN), n_repeats=60, prompts=(OWN, OTHER))


def test_a_fixed_seed_is_pointed_out():
    """Passes with one seed may be copies; one pass, or no seed, needs no warning."""
    seeded = RunOptions(OWN, extra=check_request_options({"seed": 1}, "x.json"))
    assert "seed" in describe_fixed_seed(list_variants(seeded, n_repeats=2))
    assert not describe_fixed_seed(list_variants(seeded))
    assert not describe_fixed_seed(list_variants(RunOptions(OWN), n_repeats=2))


@dataclass(frozen=True)
class SpentPlan:
    """Stand-in for a plan that has spent something."""

    spent_usd: float
    options: RunOptions = field(default_factory=lambda: RunOptions(OWN, max_cost_usd=1.0))


def test_the_cost_limit_is_for_all_variants_together():
    """A run may spend what the others have left; nothing if they have spent all of it."""
    plan = SpentPlan(0.1)
    assert share_cost_limit(plan, [SpentPlan(0.25), SpentPlan(0.25)]).options.max_cost_usd == pytest.approx(0.5)
    assert share_cost_limit(plan, [SpentPlan(2.0)]).options.max_cost_usd == 0.0
    free = SpentPlan(0.1, RunOptions(OWN))
    assert share_cost_limit(free, [SpentPlan(2.0)]) is free
